"""What a sandbox costs at the start of a match: `python -m benchmarks.sandbox [STARTS]`.

Starts a Python bot and a compiled one, with a sandbox and without, in turn. Of the Python bot the
time is that from the start of its process to its hello, as the arbiter sees it; of the compiled
one, which only exits, that from its start to its end. Memory is that of all its processes,
bubblewrap's included, with each page shared among those that have it (Pss).
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import trio
from rich.console import Console
from rich.table import Table

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife
from arbiter.bots import Manifest, find_bot
from arbiter.local_bots import local_bots
from arbiter.loops import run
from arbiter.private_folder import private_folder
from arbiter.run_queue import ProcessTable
from arbiter.sandbox.bubblewrap import Sandbox, find_sandbox

BOT_C = """
#include <unistd.h>
int main(int count, char **words) { if (count > 1) pause(); return 0; }
"""
console = Console()


def compile_bot(folder: Path) -> Manifest:
    """Make a bot in C that exits at once, or waits if it is given a word."""
    (folder / "bot.c").write_text(BOT_C)
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("there is no C compiler")
    subprocess.run([compiler, "-O2", "-o", "bot", "bot.c"], cwd=folder, check=True)
    return Manifest("compiled", "0", ("./bot",), folder)


class Start(NamedTuple):
    """What the start of a bot has cost."""

    seconds: float
    megabytes: float


def pss_mb(life: BotLife) -> float:
    """Return the memory of a bot, each page of it shared among all processes that have it."""
    kilobytes = 0
    for process in ProcessTable().processes(life.pid or 0, life.token.encode()):
        with suppress(OSError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    kilobytes += int(line.split()[1])
    return kilobytes / 1024


async def start_once(bot: Manifest, sandbox: Sandbox | None) -> Start:
    """Start a bot; measure it when it is connected, or has ended."""
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    with private_folder() as folder:
        async with local_bots(arbiter, folder, 60.0, sandbox=sandbox) as bots:
            begun_s = time.perf_counter()
            async with bots.reserve({"bot": bot}) as (life,):
                return Start(time.perf_counter() - begun_s, pss_mb(life))


async def memory_of_waiting(bot: Manifest, sandbox: Sandbox | None) -> float:
    """Return the memory of a bot that does not connect, half a second after its start."""
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    waiting = replace(bot, run=(*bot.run, "wait"))
    with private_folder() as folder:
        async with (
            local_bots(arbiter, folder, 60.0, sandbox=sandbox) as bots,
            trio.open_nursery() as nursery,
        ):

            async def start() -> None:
                async with bots.reserve({"bot": waiting}):
                    pass

            nursery.start_soon(start)
            await trio.sleep(0.5)
            megabytes = pss_mb(arbiter.lives["bot"])
            nursery.cancel_scope.cancel()
    return megabytes


def measure(bot: Manifest, starts: int) -> None:
    """Print what starts of a bot cost, with a sandbox and without."""
    ways: dict[str, Sandbox | None] = {"without": None, "in a sandbox": find_sandbox()}
    found: dict[str, list[Start]] = {way: [] for way in ways}
    for _ in range(starts):
        for way, sandbox in ways.items():  # in turn: both meet the same machine
            found[way].append(run(partial(start_once, bot, sandbox)))
    table = Table("", "median", "fastest", "memory", title=f"{bot.name}, {starts} starts each")
    for way, measured in found.items():
        seconds = [start.seconds for start in measured]
        megabytes = statistics.median(start.megabytes for start in measured)
        if not megabytes:  # it has ended
            megabytes = run(partial(memory_of_waiting, bot, ways[way]))
        median, fastest = statistics.median(seconds), min(seconds)
        times = f"{median * 1000:.0f} ms", f"{fastest * 1000:.0f} ms"
        table.add_row(way, *times, f"{megabytes:.1f} MB")
    console.print(table)


def main() -> None:
    """Measure and print."""
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        measure(find_bot("random"), starts)
        measure(compile_bot(Path(folder)), starts)


if __name__ == "__main__":
    main()
