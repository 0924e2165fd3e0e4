"""Fault 36: two `tournament resume` at once on a knockout stored a final between the wrong bots."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arbiter.tournaments.spec import spec_from_json
from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, lutetia, printed_json
from tests.arbiter.leftovers import wait_until

PATIENT = """
import time
from pathlib import Path
from arbiter.client import run

def choose(turn):
    while not Path({gate!r}).exists():
        time.sleep(0.01)
    return 0

run(choose)
"""
NO_SANDBOX = ["--sandbox", "off"]
"""In one, bots would not see the file that they wait for."""
RUN = ["tournament", "run", "--game", "connect_four", "--format", "knockout", "--name", "cup"]
RUN += NO_SANDBOX
SERVE = ["serve", "--game", "moscow_paris", "--workers", "1"]
RESUME = ["tournament", "resume", "cup", *NO_SANDBOX]


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A file without which the bots of a tournament do not answer."""
    return tmp_path / "gate"


@pytest.fixture
def run_words(tmp_path: Path, gate: Path) -> list[str]:
    """The words that run a knockout of four bots that wait for the gate."""
    words = list(RUN)
    for name in ("one", "two", "three", "four"):
        (tmp_path / f"{name}.py").write_text(PATIENT.format(gate=str(gate)) + f"# {name}\n")
        words += ["--bot", f"{name}.py"]
    return words


@contextmanager
def running(folder: Path, url: str, words: list[str], until: str) -> Iterator[int]:
    """Run a command for as long as a block lasts, from its first line with a word on."""
    command = [LUTETIA, *words, "--db", url]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            next(line for line in process.stderr if until in line)
            yield process.pid
        finally:
            process.kill()


def refusal(folder: Path, url: str, words: list[str]) -> str:
    """Return what a command says that ends with code 2, on one line."""
    done = lutetia(*words, "--db", url, cwd=folder)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_a_second_runner_of_a_tournament_is_told_who_runs_it(
    tmp_path: Path, url: str, run_words: list[str]
) -> None:
    with running(tmp_path, url, run_words, until="tournament cup") as pid:
        said = refusal(tmp_path, url, RESUME)
    assert "tournament 'cup' is being run by" in said
    assert f"process {pid} on {socket.gethostname()} since 2" in said
    assert "wait until it has ended, or stop it first" in said


def test_a_second_server_of_the_ladder_is_told_who_serves_it(tmp_path: Path, url: str) -> None:
    with running(tmp_path, url, SERVE, until="moscow_paris") as pid:
        said = refusal(tmp_path, url, SERVE)
    assert f"process {pid} on {socket.gethostname()} since 2" in said


def test_a_tournament_whose_runner_was_killed_is_resumed_at_once(
    tmp_path: Path, url: str, run_words: list[str], gate: Path
) -> None:
    with running(tmp_path, url, run_words, until="tournament cup") as pid:
        os.kill(pid, signal.SIGKILL)
    gate.touch()
    shown = printed_json(*RESUME, "--db", url, cwd=tmp_path)
    assert len(shown["placing"]["connect_four"]) == 4
    with closing(open_store(url)) as store:
        cup = store.tournament("cup")
        (schedule,) = spec_from_json(cup.spec).schedules()
        assert not schedule.due(store.finished(cup))


def test_of_two_resumed_at_once_one_plays_the_tournament_and_its_final_is_right(
    tmp_path: Path, url: str, run_words: list[str], gate: Path
) -> None:
    with running(tmp_path, url, run_words, until="tournament cup") as pid:
        os.kill(pid, signal.SIGKILL)
    both = [
        subprocess.Popen(
            [LUTETIA, *RESUME, "--db", url], cwd=tmp_path, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    # No match can end before the gate is there, so the slower one finds the tournament held.
    wait_until(lambda: any(process.poll() is not None for process in both))
    gate.touch()
    said = {process.wait(): process.communicate()[1] for process in both}
    assert sorted(said) == [0, 2], said
    assert "is being run by" in said[2]
    assert "Traceback" not in said[0]
    with closing(open_store(url)) as store:
        cup = store.tournament("cup")
        (schedule,) = spec_from_json(cup.spec).schedules()
        pairings = schedule.pairings(store.finished(cup))
        ids = store.match_ids(cup)
        assert len(pairings) == len(ids) >= 6  # a tied table plays on
        for pairing in pairings:
            seats = store.record(ids[pairing.key]).seats
            assert tuple(seat.bot for seat in seats) == pairing.bots
