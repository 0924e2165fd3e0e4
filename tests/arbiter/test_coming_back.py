"""Streams that are cut in mid-match, for real: a proxy between the arbiter and its bots."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import RETURNS, BotLife, State
from arbiter.clocks import parse_clock
from arbiter.host import listening, run
from arbiter.match import Result
from engine.record import Bot, Ending, Record, Setup, verify
from tests.arbiter.cutting_proxy import CuttingProxy, cutting_proxy
from tests.arbiter.leftovers import until

PATIENT = """
import sys, time
from pathlib import Path
from arbiter.client import run

turns = Path(sys.argv[1])

def choose(turn):
    match = turn.match
    match.memory["turns"] = match.memory.get("turns", 0) + 1
    with turns.open("a") as file:
        print(turn.message.turn_id, match.memory["turns"], file=file)
    if turn.message.turn_id < 40:
        time.sleep(0.05)
    return match.rng.randrange(turn.action_count)

run(choose)
"""


class Table:
    """Two bots in processes of their own, of which the first connects through a proxy."""

    def __init__(self, arbiter: Arbiter, proxy: CuttingProxy, folder: Path) -> None:
        self.proxy = proxy
        self.turns = folder / "turns-a"
        self.lives: list[BotLife] = []
        self.processes: list[trio.Process] = []
        self.results: list[Result] = []
        self._arbiter = arbiter

    async def play(self) -> None:
        await until(lambda: all(life.state is State.CONNECTED for life in self.lives))
        setup = Setup("moscow_paris", 2, {}, seed=7)
        result = await self._arbiter.play(setup, self.lives, parse_clock("60"), ("test",))
        self.results.append(result)

    def asked(self) -> list[tuple[int, int]]:
        """Return the turns that the first bot has thought about, and its own count of them."""
        lines = self.turns.read_text().splitlines() if self.turns.exists() else []
        return [(int(turn), int(count)) for turn, count in map(str.split, lines)]

    @property
    def record(self) -> Record:
        (result,) = self.results
        assert isinstance(result, Record), result
        return result


@asynccontextmanager
async def table(folder: Path, grace_s: float = 20.0) -> AsyncIterator[Table]:
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon, grace_s=grace_s)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(arbiter.watch)
        async with listening(arbiter, f"unix:{folder}/arbiter") as address:
            with cutting_proxy(address) as proxy:
                found = Table(arbiter, proxy, folder)
                for name, target in (("a", proxy.address), ("b", address)):
                    found.lives.append(arbiter.expect(name, Bot(name, "1"), "secret", 60))
                    process = await trio.lowlevel.open_process(
                        [sys.executable, "-c", PATIENT, str(folder / f"turns-{name}")],
                        env={
                            **os.environ,
                            "LUTETIA_ADDRESS": target,
                            "LUTETIA_BOT": name,
                            "LUTETIA_TOKEN": "secret",
                        },
                    )
                    found.processes.append(process)
                try:
                    with trio.fail_after(60):
                        yield found
                finally:
                    for process in found.processes:
                        process.kill()
                        with trio.CancelScope(shield=True):
                            await process.wait()
        nursery.cancel_scope.cancel()


def test_a_bot_whose_connection_is_cut_three_times_plays_its_match_to_the_end(
    tmp_path: Path,
) -> None:
    async def main() -> Table:
        async with table(tmp_path) as played, trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            for number in (3, 6, 9):
                await until(lambda: len(played.asked()) >= number)  # noqa: B023
                played.proxy.cut()
        return played

    played = run(main)
    record = played.record
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    assert played.proxy.connections >= 4
    asked = played.asked()
    assert len({turn for turn, _ in asked}) == len(asked), "it was asked to think twice"
    assert [count for _, count in asked] == list(range(1, len(asked) + 1)), "it lost its memory"
    assert record.seats[0].decisions == len(asked)
    verify(record, record.digest)


def test_a_bot_that_cannot_come_back_in_time_forfeits(tmp_path: Path) -> None:
    async def main() -> Table:
        async with table(tmp_path, grace_s=1.0) as played, trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            await until(lambda: len(played.asked()) >= 3)
            played.proxy.close()
        return played

    seats = run(main).record.seats
    assert [seat.ending for seat in seats] == [Ending.DISCONNECT, Ending.PLAYED]
    assert seats[0].reason == "its stream ended"


def test_a_bot_that_is_cut_off_too_often_forfeits(tmp_path: Path) -> None:
    async def main() -> Table:
        async with table(tmp_path) as played, trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            await until(lambda: len(played.asked()) >= 2)
            for cut in range(1, RETURNS + 2):
                await until(lambda: played.proxy.connections >= cut)  # noqa: B023
                await until(lambda: played.lives[0].state is State.CONNECTED)
                played.proxy.cut()
                await until(lambda: played.lives[0].state is not State.CONNECTED)
        return played

    seats = run(main).record.seats
    assert [seat.ending for seat in seats] == [Ending.DISCONNECT, Ending.PLAYED]
