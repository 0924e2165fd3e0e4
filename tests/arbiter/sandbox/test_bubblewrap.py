"""The sandbox as it is: what a program in it meets, and how its end is told."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.bots import Manifest, search_path
from arbiter.processes import CannotStart
from arbiter.sandbox.bubblewrap import NoSandbox, find_sandbox
from arbiter.sandbox.limits import Limits
from arbiter.sandbox.mounts import READABLE
from arbiter.sandbox.seccomp import seccomp_filter
from tests.sandboxes import confined, needs_sandbox, run_confined

pytestmark = needs_sandbox


@pytest.fixture
def mine(tmp_path: Path) -> Manifest:
    return Manifest("mine", "0", ("python",), tmp_path)


def test_exit_codes_signals_and_last_output_are_told_as_without_a_sandbox(mine: Manifest) -> None:
    assert confined(mine, "raise SystemExit(7)") == "the bot's process exited with code 7"
    said = confined(mine, "raise SystemExit('farewell')")
    assert said == "the bot's process exited with code 1; its last output: farewell"
    killed = confined(mine, "import os; os.kill(os.getpid(), 9)")
    assert killed == "the bot's process was ended by SIGKILL"


def test_a_sandbox_that_cannot_be_set_up_is_not_the_bots_fault(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="gone"):
        confined(Manifest("mine", "0", ("python",), tmp_path / "gone"), "")


def test_a_bot_cannot_pretend_that_its_sandbox_could_not_be_set_up(mine: Manifest) -> None:
    said = confined(mine, "raise SystemExit('bwrap: no room')")
    assert said.startswith("the bot's process exited with code 1")


def test_a_bot_has_the_environment_that_its_manifest_asks_for(mine: Manifest) -> None:
    mine = replace(mine, env=(("OPENING", "ruy lopez"),))
    assert "ruy lopez in /tmp" in confined(
        mine, 'import os; raise SystemExit(f\'{os.environ["OPENING"]} in {os.environ["HOME"]}\')'
    )


LISTING = """
import os
seen = [os.path.join(root, name) for root, _, names in os.walk(".") for name in names]
def can_be_read(name):
    try:
        return bool(open(name).read())
    except PermissionError:
        return False
raise SystemExit(sorted(filter(can_be_read, seen)))
"""


@pytest.mark.parametrize(
    ("toml", "seen"),
    [
        ("#", ["./bot.py", "./bot.toml", "./data/brain.py", "./data/deep/more.py"]),
        ('files = ["bot.py"]', ["./bot.py", "./bot.toml"]),
        ('files = ["bot.py", "data/deep"]', ["./bot.py", "./bot.toml", "./data/deep/more.py"]),
    ],
)
def test_a_bot_sees_nothing_in_its_folder_that_it_is_not_hashed_by(
    mine: Manifest, toml: str, seen: list[str]
) -> None:
    """An edited brain.py that `files` did not name kept the rating of the old one."""
    (mine.folder / "bot.toml").write_text(toml)
    for name in (
        *("bot.py", "data/brain.py", "data/deep/more.py", "bot.log", "data/deep/bot.log"),
        *("__pycache__/bot.pyc", "data/__pycache__/brain.pyc", ".cache/brain", ".git/brain"),
        ".lutetia-built",
    ):
        (mine.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (mine.folder / name).write_text("brain")
    assert confined(mine, LISTING).endswith(f"its last output: {seen}")


def test_a_bot_can_write_nothing_where_something_is_hidden_from_it(mine: Manifest) -> None:
    (mine.folder / "bot.toml").write_text("#")
    (mine.folder / ".cache").mkdir()
    assert "Read-only file system" in confined(mine, "open('.cache/note', 'w')")


def test_a_preloaded_library_of_a_bot_is_loaded_in_its_sandbox_and_nowhere_else(
    mine: Manifest,
) -> None:
    """The loader complains on standard error, once for each program outside that it affects."""
    mine = replace(mine, env=(("LD_PRELOAD", "/nowhere.so"),))
    assert confined(mine, "").count("cannot be preloaded") == 2  # prlimit, then python


def test_each_process_has_an_empty_tmp_of_its_own(mine: Manifest) -> None:
    # What is mounted in it, such as a Python environment that lies there, is a folder.
    code = (
        "import os; before = [entry.name for entry in os.scandir('/tmp') if not entry.is_dir()]; "
        "open('/tmp/x', 'w'); raise SystemExit(before)"
    )
    mine = replace(mine, folder=Path("/usr"))
    assert confined(mine, code).endswith("[]")
    assert confined(mine, code).endswith("[]")


def test_limits_of_a_manifest_hold(mine: Manifest) -> None:
    mine = replace(mine, limits=Limits(memory_mb=200, processes=9, disk_mb=3, files=77))
    code = "import resource as r; raise SystemExit([r.getrlimit(n)[1] for n in {}])"
    names = "(r.RLIMIT_CORE, r.RLIMIT_DATA, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE, r.RLIMIT_NPROC)"
    expected = [0, 200 << 20, 3 << 20, 77, 9]
    assert confined(mine, code.format(names)).endswith(str(expected))


def test_a_command_that_cannot_be_run_is_the_bots_fault(mine: Manifest) -> None:
    said = run_confined(replace(mine, run=("./nothing",)))
    assert "exited with code 127; its last output: prlimit:" in said


JAVA = "class Bot { public static void main(String[] words) { System.exit(7); } }"


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", "exit 7"),
        ("node", "-e", "process.exit(7)"),
        ("java", "Bot.java"),
        ("python", "-c", "import grpc, lutetia.v1, arbiter.client; raise SystemExit(7)"),
        ("./script",),
    ],
    ids=lambda command: command[0],
)
def test_run_times_work_as_they_are(command: tuple[str, ...], mine: Manifest) -> None:
    if command[0] != "./script" and shutil.which(command[0], path=search_path()) is None:
        pytest.skip(f"{command[0]} is not installed")
    (mine.folder / "Bot.java").write_text(JAVA)
    (mine.folder / "script").write_text("#!/usr/bin/env python\nraise SystemExit(7)\n")
    (mine.folder / "script").chmod(0o755)
    assert run_confined(replace(mine, run=command)) == "the bot's process exited with code 7"


def test_a_bot_reads_what_its_manifest_asks_for_if_the_operator_allows_it(
    mine: Manifest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path_factory.mktemp("books") / "openings"
    book.write_text("e4")
    monkeypatch.setenv(READABLE, str(book.parent))
    code = f"raise SystemExit(open({str(book)!r}).read())"
    assert confined(replace(mine, readable=(str(book),)), code).endswith("its last output: e4")
    assert "FileNotFoundError" in confined(mine, code)


def test_system_calls_of_a_machine_nobody_here_knows_are_not_filtered() -> None:
    assert seccomp_filter("pdp11") == b""


def test_without_bubblewrap_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoSandbox, match="bubblewrap is not installed: `apt-get install bubblewrap"):
        find_sandbox.__wrapped__()
