"""Matches beside spectators: `python -m benchmarks.watchers [SECONDS [ROUNDS]]`.

One worker plays moscow_paris, 64 matches at a time, between four bots that answer at once, as it
does for `serve --watch`. In turns, for this many seconds each: nobody watches; a process only uses
a processor; 50 spectators follow match after match and ask for the list now and then. Spectators
and work have the lowest priority: spectators are elsewhere as a rule. Prints the decisions per
second.
"""

import asyncio
import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import trio
from grpc import aio

from arbiter.bots import Manifest
from arbiter.clocks import parse_clock
from arbiter.gallery import Gallery
from arbiter.jobs import Job
from arbiter.listeners import showing
from arbiter.loops import run
from arbiter.worker_pool import WorkerPool, open_worker_pool
from benchmarks.tournaments import BOT
from engine.record import PackedRecord, Setup

SPECTATORS = 50
AT_A_TIME = 64
CONDITIONS = ("alone", "work", "watched")
WATCH = "/lutetia.v1.WatchService/Watch"
LIST = "/lutetia.v1.WatchService/ListMatches"


async def measure(seconds: float, rounds: int, folder: Path) -> None:
    """Play without a pause, and print how fast under each condition."""
    (folder / "bot.py").write_text(BOT.format(name="any"))
    bots = {
        f"bot{seat}": Manifest(f"bot{seat}", "1", ("python", "bot.py"), folder) for seat in range(4)
    }
    ended: list[tuple[float, int]] = []
    seeds = itertools.count()
    gallery = Gallery(delay_s=1.0)

    async def play_on(pool: WorkerPool) -> None:
        while True:
            setup = Setup("moscow_paris", 4, {}, next(seeds))
            job = Job(setup, bots, parse_clock("600+1"), ("watchers", setup.seed))
            result = await pool.play(job)
            assert isinstance(result, PackedRecord), result
            ended.append((time.monotonic(), sum(seat.decisions for seat in result.seats)))

    rates: dict[str, list[float]] = {name: [] for name in CONDITIONS}
    async with (
        showing(gallery, "127.0.0.1:0") as address,
        open_worker_pool(1, AT_A_TIME, gallery=gallery) as pool,
        trio.open_nursery() as nursery,
    ):
        for _ in range(AT_A_TIME):
            nursery.start_soon(play_on, pool)
        await trio.sleep(seconds)  # until the caches are filled
        for _ in range(rounds):
            for name in CONDITIONS:
                with helpers(name, address):
                    await trio.sleep(3)  # until they are all there
                    begun = time.monotonic()
                    await trio.sleep(seconds)
                    now = time.monotonic()
                    count = sum(decisions for at, decisions in ended if begun <= at < now)
                    rates[name].append(count / (now - begun))
                    watching = f", {len(gallery.spectators)} watch" if name == "watched" else ""
                    print(f"{name:8} {rates[name][-1]:8,.0f} decisions/s{watching}", flush=True)
        nursery.cancel_scope.cancel()
    for name in CONDITIONS:
        ratio = median(rates[name]) / median(rates["alone"])
        print(f"{name:8} {median(rates[name]):8,.0f} in the median, {ratio:.3f} of alone")


@contextmanager
def helpers(condition: str, address: str) -> Iterator[None]:
    """Run what belongs to a condition while a block lasts."""
    processes = [
        subprocess.Popen(["nice", "-n", "19", sys.executable, "-m", "benchmarks.watchers", *words])
        for words in {"alone": [], "work": [["--work"]], "watched": [["--watch", address]]}[
            condition
        ]
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


async def watch(address: str) -> None:
    """Be all spectators, each with a connection of its own."""

    async def spectate() -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        async with aio.insecure_channel(address, options=options) as channel:
            list_matches: Any = channel.unary_unary(LIST)
            watch_one: Any = channel.unary_stream(WATCH)
            while True:
                with suppress(aio.AioRpcError):
                    await list_matches(b"")
                    async for _ in watch_one(b""):
                        pass
                await asyncio.sleep(0.5)

    await asyncio.gather(*(spectate() for _ in range(SPECTATORS)))


def main() -> None:
    """Measure, or be a helper."""
    match sys.argv[1:]:
        case ["--work"]:
            while True:
                pass
        case ["--watch", address]:
            asyncio.run(watch(address))
        case words:
            seconds, rounds, *_ = [*map(float, words), *(5.0, 5.0)[len(words) :]]
            with TemporaryDirectory() as folder:
                run(lambda: measure(seconds, round(rounds), Path(folder)))


if __name__ == "__main__":
    main()
