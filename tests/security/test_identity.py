"""Faults 37 and 38, and A1 of the newcomers: an edited bot never shares a rating with its old self.

What a file says about itself does not count; what is in it does.
"""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, call, called_json, lutetia, printed_json

FIRST = "from arbiter.client import run\nrun(lambda turn: 0)\n"
LAST = "from arbiter.client import run\nrun(lambda turn: turn.action_count - 1)\n"
TOML = 'name = "mine"\nversion = "{version}"\nrun = ["python", "bot.py"]\n'
RUN = ("tournament", "run", "--game", "connect_four", "--bot", "random")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot in a folder, with a version."""
    folder = tmp_path / "mine"
    folder.mkdir()
    write(folder, FIRST)
    return folder


def write(folder: Path, code: str, version: str = "1") -> None:
    (folder / "bot.toml").write_text(TOML.format(version=version))
    (folder / "bot.py").write_text(code)


def versions(cwd: Path) -> dict[str, int]:
    """Return the versions of the bot that have a rating, and the games of each."""
    rows = called_json("standings", cwd=cwd)
    return {row["version"]: row["games"] for row in rows if row["bot"] == "mine"}


def refusal(*words: str, cwd: Path) -> str:
    done = call(*words, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_an_edited_file_never_shares_a_rating_with_its_old_self(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    played = []
    for code in (FIRST, LAST, FIRST):
        bot.write_text(code)
        printed_json(*RUN, "--bot", "mine.py", cwd=tmp_path)
        match = printed_json("match", "connect_four", "mine.py", "random", cwd=tmp_path)
        played.append(match["seats"][0]["version"])
    assert played[0] == played[2] != played[1]
    assert versions(tmp_path) == {played[0]: 4, played[1]: 2}


def test_other_files_under_a_version_that_was_rated_are_refused_everywhere(
    folder: Path, tmp_path: Path
) -> None:
    printed_json(*RUN, "--bot", "mine", cwd=tmp_path)
    write(folder, LAST)
    for words in ((*RUN, "--bot", "mine", "--name", "second"), ("submit", "mine")):
        assert "mine@1 has other files than when it was rated" in refusal(*words, cwd=tmp_path)
    assert len(called_json("tournament", "list", cwd=tmp_path)) == 1
    assert called_json("bots", cwd=tmp_path) == []
    write(folder, LAST, version="2")
    printed_json(*RUN, "--bot", "mine", cwd=tmp_path)
    assert versions(tmp_path) == {"1": 2, "2": 2}


def test_a_bot_that_was_rated_in_the_ladder_plays_no_tournament_with_other_files(
    folder: Path, tmp_path: Path
) -> None:
    called_json("submit", "mine", cwd=tmp_path)
    serve = ("serve", "--game", "connect_four", "--workers", "1", "--for-matches", "2")
    assert lutetia(*serve, cwd=tmp_path).returncode == 0
    assert versions(tmp_path) == {"1": 2}
    write(folder, LAST)
    said = refusal(*RUN, "--bot", "mine", cwd=tmp_path)
    assert "mine@1 has other files than when it was rated" in said


def test_a_tournament_goes_on_with_the_files_that_it_began_with_alone(
    folder: Path, tmp_path: Path
) -> None:
    printed_json(*RUN, "--bot", "mine", "--name", "cup", cwd=tmp_path)
    write(folder, LAST)
    said = refusal("tournament", "resume", "cup", cwd=tmp_path)
    assert "the files of mine@1 at" in said
    assert "put the old ones back" in said
    write(folder, FIRST)
    assert call("tournament", "resume", "cup", cwd=tmp_path).returncode == 0


WAITING = """
import time
from pathlib import Path
from arbiter.client import run

def choose(turn):
    Path({waiting!r}).touch()
    while not Path({gate!r}).exists():
        time.sleep(0.01)
    return 0

run(choose)
"""


@pytest.mark.parametrize("edit", [True, False])
def test_a_bot_that_is_edited_while_the_tournament_runs_is_suspended_and_nothing_of_it_is_stored(
    tmp_path: Path, folder: Path, edit: bool
) -> None:
    gate, waiting = tmp_path / "gate", tmp_path / "waiting"
    write(folder, WAITING.format(gate=str(gate), waiting=str(waiting)))
    (tmp_path / "other.py").write_text(FIRST)
    words = [*RUN, "--bot", "mine", "--bot", "other.py", "--rounds", "2", "--name", "cup"]
    words += ["--sandbox", "off"]  # in one, it could not say in a file that it waits
    running = subprocess.Popen([LUTETIA, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not waiting.exists():
        assert running.poll() is None
    (folder / "play.log").write_text("a bot may write")
    (folder / "learned.bin").write_text("as much as it likes")
    if edit:
        (folder / "bot.py").write_text(LAST)
    gate.touch()
    _, said = running.communicate()
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as store:
        cup = store.tournament("cup")
        records = [store.record(number) for number in store.match_ids(cup).values()]
    players = [seat.bot for record in records for seat in record.seats]
    assert running.returncode == (1 if edit else 0), said
    assert (players.count("mine"), players.count("other")) == ((0, 4) if edit else (8, 8))
    assert ("bot.py was edited while the tournament ran" in said) == edit
