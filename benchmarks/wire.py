"""Decisions per second over the wire, beside a bare grpc.aio echo of the same bytes."""

import subprocess
import sys
import tempfile
import time
from itertools import count

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.clocks import parse_clock
from arbiter.listeners import listening
from arbiter.loops import call_soon, run
from arbiter.match import Result, Void
from engine.record import Bot, Setup

BOTS = ("first", "second")


def wire_rate(game: str, matches: int, seconds: float) -> float:
    """Return the decisions per second with this many matches on both streams of a bot process.

    Rules, clocks, views, valid actions and records are all in it.
    """

    async def main() -> float:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        lives = [arbiter.expect(name, Bot(name, "1"), name, startup_s=20) for name in BOTS]
        with tempfile.TemporaryDirectory() as folder:
            async with listening(arbiter, f"unix:{folder}/arbiter") as address:
                bot = subprocess.Popen(
                    [sys.executable, "-m", "benchmarks.wire_bot", address, *BOTS]
                )
                try:
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(arbiter.watch)
                        rate = await _measure(arbiter, lives, game, matches, seconds)
                        nursery.cancel_scope.cancel()
                finally:
                    bot.kill()
                    bot.wait()
        return rate

    return run(main)


async def _measure(
    arbiter: Arbiter, lives: list[BotLife], game: str, matches: int, seconds: float
) -> float:
    control = parse_clock("600+1")
    while any(life.state is LifeState.STARTING for life in lives):
        await arbiter.change()
    await arbiter.play(Setup(game, 2, {}, 0), lives, control, ("bench",))  # both are warm
    numbers = count()
    decisions = 0
    running = matches
    all_ended = trio.Event()
    in_trio = trio.lowlevel.current_trio_token().run_sync_soon
    began = time.monotonic()

    def begin() -> None:
        number = next(numbers)
        arbiter.begin(Setup(game, 2, {}, number), lives, control, ("bench", number), ended)

    def ended(result: Result) -> None:
        nonlocal decisions, running
        assert not isinstance(result, Void), result.reason
        decisions += len(result.actions)
        if time.monotonic() < began + seconds:
            call_soon(begin)  # in asyncio's loop, as a worker does
        else:
            running -= 1
            if running == 0:
                in_trio(all_ended.set)

    for _ in range(matches):
        begin()
    await all_ended.wait()
    return decisions / (time.monotonic() - began)


if __name__ == "__main__":
    for n in map(int, sys.argv[2:]):
        print(n, wire_rate(sys.argv[1], n, 3))
