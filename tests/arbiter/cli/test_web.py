"""`lutetia web` and `lutetia serve --web`, for real."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from ladder.store.store import open_store
from tests.arbiter.cli.commands import call
from tests.arbiter.cli.test_serve import await_line, serving


def fetch(url: str) -> str:
    with urlopen(url, timeout=300) as answer:
        text: str = answer.read().decode()
    return text


def test_the_pages_of_a_database_are_served_until_they_are_stopped(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'a.db'}").close()
    command = [sys.executable, "-c", "from arbiter.cli import main; main()"]
    with subprocess.Popen(
        [*command, "web", "--listen", "127.0.0.1:0", "--db", f"sqlite:///{tmp_path / 'a.db'}"],
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        found = re.search(r"http://\S+", await_stderr(running))
        assert found is not None
        assert "No match has been played yet" in fetch(found[0])
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 0


def await_stderr(running: subprocess.Popen[str]) -> str:
    assert running.stderr is not None
    return running.stderr.readline()


def test_an_address_that_cannot_be_taken_is_a_sentence(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'lutetia.db'}").close()
    for address in ("8000", ":8000", "127.0.0.1:99999", "127.0.0.1:http", "192.0.2.1:8000"):
        refused = call("web", "--listen", address, cwd=tmp_path)
        assert refused.returncode == 2, address
        assert refused.stderr.startswith("lutetia: cannot listen on"), refused.stderr
        assert refused.stderr.count("\n") == 1


def test_the_ladder_shows_its_running_matches(tmp_path: Path) -> None:
    with serving(tmp_path, "--web", "127.0.0.1:0") as running:
        found = re.search(r"http://[^\s/]+", await_line(running, "Web pages are at"))
        assert found is not None
        step = first_step(found[0])
        assert b'"slots":["headline","line-0"' in step


def first_step(url: str) -> bytes:
    """Return the first step that is shown of a running match, which may end before it is."""
    while True:
        for link in re.findall(r'href="(/live/\d+)"', fetch(f"{url}/live")):
            try:
                stream = urlopen(f"{url}{link}/steps", timeout=300)
            except HTTPError as refused:
                refused.close()
                continue
            with stream:
                while stream.readline() != b"event: steps\n":
                    pass
                step: bytes = stream.readline()
                return step


@pytest.mark.parametrize("missing", ["hypercorn", "starlette"])
def test_pages_without_their_package_say_how_to_install_it(tmp_path: Path, missing: str) -> None:
    open_store(f"sqlite:///{tmp_path / 'a.db'}").close()
    code = f"import sys; sys.modules[{missing!r}] = None; from arbiter.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "web", "--db", f"sqlite:///{tmp_path / 'a.db'}"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    install = f"{sys.executable} -m pip install 'lutetia[web]'"
    assert done.stderr.splitlines() == [f"lutetia: pages need a package ({missing}): {install}"]
