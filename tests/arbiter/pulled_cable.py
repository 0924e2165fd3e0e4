"""Run in a network namespace of its own: a bot whose cable is pulled, and plugged in again.

`python -m tests.arbiter.pulled_cable idle|match FOLDER` writes what came of it as JSON.
"""

import json
import subprocess
import sys
from pathlib import Path

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import LifeState
from arbiter.listeners import ListenerLimits, listening
from arbiter.loops import run
from tests.arbiter.leftovers import until
from tests.arbiter.test_coming_back import Table, started_bot

LIMITS = ListenerLimits(keepalive_s=0.5, keepalive_timeout_s=0.5)


DROP_ALL = ("tbf", "rate", "8bit", "burst", "1", "limit", "1")
"""A token bucket that is smaller than any packet, so that each is dropped and nobody is told."""


def pull() -> None:
    subprocess.run(["tc", "qdisc", "add", "dev", "lo", "root", *DROP_ALL], check=True)


def plug_in() -> None:
    subprocess.run(["tc", "qdisc", "del", "dev", "lo", "root"], check=True)


async def idle(table: Table) -> None:
    """Pull the cable of a bot that has waited for a match, for longer than two pings."""
    await until(lambda: all(life.state is LifeState.CONNECTED for life in table.lives))
    await trio.sleep(5 * LIMITS.keepalive_s)
    pull()
    await until(lambda: all(life.state is LifeState.AWAY for life in table.lives), limit_s=15)
    plug_in()
    await until(lambda: all(life.state is LifeState.CONNECTED for life in table.lives))
    await table.play()


async def match(table: Table) -> None:
    """Pull it in the middle of a match."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.play)
        await until(lambda: len(table.asked()) >= 3)
        pull()
        await until(lambda: all(life.state is LifeState.AWAY for life in table.lives), limit_s=15)
        plug_in()


async def main() -> None:
    test, folder = {"idle": idle, "match": match}[sys.argv[1]], Path(sys.argv[2])
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(arbiter.watch)
        async with listening(arbiter, "127.0.0.1:0", LIMITS) as address:
            table = Table(arbiter, folder)
            try:
                for name in ("a", "b"):
                    await started_bot(table, name, address)
                with trio.fail_after(60):
                    await test(table)
            finally:
                await table.end_processes()
        nursery.cancel_scope.cancel()
    print(json.dumps([seat.ending.value for seat in table.record.seats]))


if __name__ == "__main__":
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    run(main)
