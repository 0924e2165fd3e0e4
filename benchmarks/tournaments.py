"""Whole tournaments as a user runs them: `python -m benchmarks.tournaments GAME PLAYERS AT_A_TIME`.

`lutetia tournament run` plays trivial Python bots that take any number of matches. Starting it
takes a second or two, so the rate is the slope between a short and a long run.
"""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

LUTETIA = str(Path(sys.executable).with_name("lutetia"))
BOT = """
from arbiter.client import run

# {name}: takes any action, and does not look at the position. By chance, since matches that are
# all alike would be played out of caches.
run(lambda turn: int(turn.match.rng.random() * turn.action_count), max_matches=1_000)
"""


class Run(NamedTuple):
    """One tournament."""

    seconds: float
    matches: int
    decisions: int
    megabytes: tuple[float, float, float]
    """The most memory that the coordinator, a worker and a bot had."""


class Speed(NamedTuple):
    """What a user can expect of a long tournament."""

    decisions_per_s: float
    matches_per_s: float
    megabytes: tuple[float, float, float]


def measure_tournament(game: str, players: int, at_a_time: int, seconds: float) -> Speed:
    """Measure a tournament in two runs, of which the long one takes about this long."""
    short_rounds = max(1, at_a_time // players)
    short = run_tournament(game, players, at_a_time, short_rounds)
    probe = run_tournament(game, players, at_a_time, 2 * short_rounds)
    added = max(probe.seconds - short.seconds, 0.05)  # for as many rounds again
    rounds = short_rounds + max(short_rounds, round(short_rounds * seconds / added))
    long = run_tournament(game, players, at_a_time, rounds)
    taken = long.seconds - short.seconds
    return Speed(
        (long.decisions - short.decisions) / taken,
        (long.matches - short.matches) / taken,
        long.megabytes,
    )


def run_tournament(game: str, players: int, at_a_time: int, rounds: int) -> Run:
    """Run a tournament of as many bots as have seats, so that a round is one table."""
    with TemporaryDirectory() as folder:
        command = [LUTETIA, "tournament", "run", "--game", game, "--players", str(players)]
        command += ["--rounds", str(rounds), "--concurrency", str(at_a_time), "--clock", "600+1"]
        for number in range(players):
            Path(folder, f"bot{number}.py").write_text(BOT.format(name=number))
            command += ["--bot", f"bot{number}.py"]
        begun = time.monotonic()
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            peaks = {"coordinator": 0.0, "worker": 0.0, "bot": 0.0}
            while process.poll() is None:
                _note_memory(process.pid, peaks)
                time.sleep(0.1)
        seconds = time.monotonic() - begun
        assert process.returncode == 0, command
        with closing(sqlite3.connect(f"{folder}/lutetia.db")) as database:
            matches, decisions = database.execute(
                "SELECT count(DISTINCT match_id), sum(decisions) FROM seats"
            ).fetchone()
    return Run(seconds, matches, decisions, (peaks["coordinator"], peaks["worker"], peaks["bot"]))


def _note_memory(coordinator: int, peaks: dict[str, float]) -> None:
    """Raise the most that each kind of process has had so far."""
    workers = children(coordinator)
    kinds = {"coordinator": [coordinator], "worker": workers}
    # A bot in a sandbox is a grandchild of its worker: bubblewrap is the child.
    kinds["bot"] = [bot for worker in workers for bot in descendants(worker)]
    for kind, processes in kinds.items():
        for process in processes:
            try:
                status = Path(f"/proc/{process}/status").read_text()
            except OSError:  # it has just ended
                continue
            if "VmHWM:" in status:
                kilobytes = int(status.partition("VmHWM:")[2].split()[0])
                peaks[kind] = max(peaks[kind], kilobytes / 1024)


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        return [int(pid) for thread in threads for pid in (thread / "children").read_text().split()]
    except OSError:
        return []


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    own = children(process)
    return own + [pid for child in own for pid in descendants(child)]


if __name__ == "__main__":
    measured_game, seats, matches_at_a_time = sys.argv[1:]
    print(measure_tournament(measured_game, int(seats), int(matches_at_a_time), seconds=5.0))
