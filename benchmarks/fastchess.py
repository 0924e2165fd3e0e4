"""Plies per second beside fastchess: python -m benchmarks.fastchess FASTCHESS RANDOM_MOVER.

fastchess plays its own random mover against itself, two games at a time, over pipes, and writes a
PGN file. A Lutetia tournament of Connect Four plays bots that answer without looking. Both are
whole programs as a user runs them, with their start-up taken out: the rate is the slope between a
short and a long run. They take turns, and each ratio is that of one turn.

The arguments are the two programs, built from the sources of fastchess.
"""

import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.tournaments import measure_tournament

TURNS = 3
SECONDS = 6.0
SHORT_GAMES, LONG_GAMES = 20, 220
_COMMENT = re.compile(r"\{[^}]*\}")
_MOVE_NUMBER = re.compile(r"\d+\.+")
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


def fastchess_rate(fastchess: str, mover: str) -> float:
    """Return the plies per second of a long run of fastchess."""
    short_s, short_plies = run_fastchess(fastchess, mover, SHORT_GAMES)
    long_s, long_plies = run_fastchess(fastchess, mover, LONG_GAMES)
    return (long_plies - short_plies) / (long_s - short_s)


def run_fastchess(fastchess: str, mover: str, games: int) -> tuple[float, int]:
    """Return how long a run took and how many plies it has written."""
    with TemporaryDirectory() as folder:
        command = [fastchess]
        for name in ("one", "two"):
            command += ["-engine", f"cmd={Path(mover).resolve()}", f"name={name}"]
        command += ["-each", "tc=600+1", "-rounds", str(games // 2), "-concurrency", "2"]
        command += ["-pgnout", "file=games.pgn"]
        began = time.monotonic()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - began
        return seconds, count_plies(Path(folder, "games.pgn").read_text())


def count_plies(pgn: str) -> int:
    """Return the number of moves in a PGN file, without its tags, comments and results."""
    moves = "\n".join(line for line in pgn.splitlines() if not line.startswith("["))
    words = _MOVE_NUMBER.sub(" ", _COMMENT.sub(" ", moves)).split()
    return sum(word not in _RESULTS for word in words)


def main() -> None:
    fastchess, mover = sys.argv[1:]
    ratios = []
    for _ in range(TURNS):
        theirs = fastchess_rate(str(Path(fastchess).resolve()), mover)
        ours = measure_tournament("connect_four", 2, 64, SECONDS).decisions_per_s
        ratios.append(ours / theirs)
        print(f"fastchess {theirs:,.0f}, Lutetia {ours:,.0f} plies per second: {ratios[-1]:.2f}")
    print(f"median ratio {median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
