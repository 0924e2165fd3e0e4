"""What a user waits for before anything happens: python -m benchmarks.startup."""

import os
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

LUTETIA = str(Path(sys.executable).with_name("lutetia"))
TOURNAMENT = ("tournament", "run", "--game", "connect_four", "--bot", "random", "--bot", "greedy")
COMMANDS = {
    "--help": ("--help",),
    "tournament --help": ("tournament", "--help"),
    "standings of 2 matches": ("standings",),
    "match of connect_four": ("match", "connect_four", "random", "random"),
    "tournament of 2 matches": TOURNAMENT,
}
TURNS = 5


class Cost(NamedTuple):
    """What a command took."""

    wall_s: float
    cpu_s: float
    """Of its own process and those it has waited for, such as workers."""
    megabytes: float


def startup_table() -> Table:
    """Measure each command a few times, in turns."""
    costs: dict[str, list[Cost]] = {name: [] for name in COMMANDS}
    with TemporaryDirectory() as folder:
        measure(folder, TOURNAMENT)
        for _ in range(TURNS):
            for name, words in COMMANDS.items():
                costs[name].append(measure(folder, words))
    table = Table("command", "wall s", "processor s", "MB", title=f"start-up, medians of {TURNS}")
    for name, taken in costs.items():
        wall_s, cpu_s, megabytes = (median(column) for column in zip(*taken, strict=True))
        table.add_row(f"lutetia {name}", f"{wall_s:.2f}", f"{cpu_s:.2f}", f"{megabytes:.0f}")
    return table


def measure(folder: str, words: tuple[str, ...]) -> Cost:
    """Run a command to its end, in a folder."""
    began = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        os.execv(LUTETIA, ["lutetia", *words])
    # Not by subprocess, which does not tell what its child has used.
    _, status, used = os.wait4(pid, 0)
    assert status == 0, words
    wall_s = time.monotonic() - began
    return Cost(wall_s, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


if __name__ == "__main__":
    Console().print(startup_table())
