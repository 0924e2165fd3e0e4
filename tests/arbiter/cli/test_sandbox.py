"""`--sandbox`: what a person is told where there is none, and where there is."""

from pathlib import Path

import pytest

from arbiter.cli.sandbox import Choice, choose_sandbox
from arbiter.sandbox.bubblewrap import NoSandbox, find_sandbox
from tests.arbiter.cli.commands import lutetia
from tests.sandboxes import needs_sandbox

WHERE_AM_I = """
import os
from arbiter.client import run

def choose(turn):
    raise SystemExit(f"passwd: {os.path.exists('/etc/passwd')}")

run(choose)
"""


@pytest.fixture
def no_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    find_sandbox.cache_clear()


@pytest.mark.usefixtures("no_bubblewrap")
def test_without_bubblewrap_a_match_is_played_with_a_remark(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert choose_sandbox(Choice.AUTO) is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "without a sandbox, with all your rights" in said
    assert "apt-get install bubblewrap" in said


@pytest.mark.usefixtures("no_bubblewrap")
def test_where_it_is_required_nothing_runs_without(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoSandbox, match=r"apt-get install bubblewrap.*--sandbox off"):
        choose_sandbox(Choice.REQUIRE)


@pytest.mark.usefixtures("no_bubblewrap")
def test_whoever_chose_to_do_without_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose_sandbox(Choice.OFF) is None
    assert capsys.readouterr().err == ""


@needs_sandbox
def test_a_match_is_played_in_a_sandbox_unless_it_is_off(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(WHERE_AM_I)
    match = ("match", "connect_four", "mine.py", "random", "--json")
    assert "passwd: False" in lutetia(*match, cwd=tmp_path).stdout
    assert "passwd: True" in lutetia(*match, "--sandbox", "off", cwd=tmp_path).stdout


@needs_sandbox
def test_so_is_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(WHERE_AM_I)
    run = ("tournament", "run", "--game", "connect_four", "--bot", "mine.py", "--bot", "random")
    assert lutetia(*run, "--name", "cup", cwd=tmp_path).returncode == 0
    shown = lutetia("tournament", "show", "cup", "--matches", "--json", cwd=tmp_path).stdout
    assert '"matches"' in shown
    record = lutetia("replay", "export", "1", cwd=tmp_path).stdout
    assert "passwd: False" in record
