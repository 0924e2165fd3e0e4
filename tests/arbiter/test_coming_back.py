"""Streams that are cut in mid-match, for real: a proxy between the arbiter and its bots."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import RETURNS, BotLife, LifeState
from arbiter.clocks import parse_clock
from arbiter.listeners import listening
from arbiter.loops import run
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
    """Two bots in processes of their own, and what the arbiter makes of their match."""

    def __init__(self, arbiter: Arbiter, folder: Path) -> None:
        self.arbiter = arbiter
        self.folder = folder
        self.turns = folder / "turns-a"
        self.lives: list[BotLife] = []
        self.processes: list[trio.Process] = []
        self.results: list[Result] = []

    async def play(self) -> None:
        await until(lambda: all(life.state is LifeState.CONNECTED for life in self.lives))
        setup = Setup("moscow_paris", 2, {}, seed=7)
        result = await self.arbiter.play(setup, self.lives, parse_clock("60"), ("test",))
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

    async def end_processes(self) -> None:
        with trio.CancelScope(shield=True):
            for process in self.processes:
                process.kill()
                await process.wait()


async def started_bot(table: Table, name: str, address: str, **others: str) -> None:
    """Start a bot that connects to an address, and let it in."""
    table.lives.append(table.arbiter.expect(name, Bot(name, "1"), "secret", 60))
    variables = {"LUTETIA_ADDRESS": address, "LUTETIA_BOT": name, "LUTETIA_TOKEN": "secret"}
    process = await trio.lowlevel.open_process(
        [sys.executable, "-c", PATIENT, str(table.folder / f"turns-{name}")],
        env={**os.environ, **variables, **others},
    )
    table.processes.append(process)


@asynccontextmanager
async def cut_table(
    folder: Path, grace_s: float = 20.0
) -> AsyncIterator[tuple[Table, CuttingProxy]]:
    """Seat two bots, of which the first connects through a proxy."""
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon, grace_s=grace_s)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(arbiter.watch)
        async with listening(arbiter, f"unix:{folder}/arbiter") as address:
            table = Table(arbiter, folder)
            with cutting_proxy(address) as proxy:
                try:
                    await started_bot(table, "a", proxy.address)
                    await started_bot(table, "b", address)
                    with trio.fail_after(60):
                        yield table, proxy
                finally:
                    await table.end_processes()
        nursery.cancel_scope.cancel()


def test_a_bot_whose_connection_is_cut_three_times_plays_its_match_to_the_end(
    tmp_path: Path,
) -> None:
    async def main() -> Table:
        async with cut_table(tmp_path) as (played, proxy), trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            for number in (3, 6, 9):
                await until(lambda: len(played.asked()) >= number)  # noqa: B023
                proxy.cut()
        assert proxy.connections >= 4
        return played

    played = run(main)
    record = played.record
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    asked = played.asked()
    assert len({turn for turn, _ in asked}) == len(asked), "it was asked to think twice"
    assert [count for _, count in asked] == list(range(1, len(asked) + 1)), "it lost its memory"
    assert record.seats[0].decisions == len(asked)
    verify(record, record.digest)


def test_a_bot_that_cannot_come_back_in_time_forfeits(tmp_path: Path) -> None:
    async def main() -> Table:
        async with cut_table(tmp_path, 1.0) as (played, proxy), trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            await until(lambda: len(played.asked()) >= 3)
            proxy.close()
        return played

    seats = run(main).record.seats
    assert [seat.ending for seat in seats] == [Ending.DISCONNECT, Ending.PLAYED]
    assert seats[0].reason == "its stream ended"


def test_a_bot_that_is_cut_off_too_often_forfeits(tmp_path: Path) -> None:
    async def main() -> Table:
        async with cut_table(tmp_path) as (played, proxy), trio.open_nursery() as nursery:
            nursery.start_soon(played.play)
            await until(lambda: len(played.asked()) >= 2)
            for cut in range(1, RETURNS + 2):
                await until(lambda: proxy.connections >= cut)  # noqa: B023
                await until(lambda: played.lives[0].state is LifeState.CONNECTED)
                proxy.cut()
                await until(lambda: played.lives[0].state is not LifeState.CONNECTED)
        return played

    seats = run(main).record.seats
    assert [seat.ending for seat in seats] == [Ending.DISCONNECT, Ending.PLAYED]


@pytest.mark.parametrize("moment", ["idle", "match"])
def test_a_pulled_cable_is_noticed_and_bots_come_back_when_it_is_plugged_in(
    moment: str, network: str, tmp_path: Path
) -> None:
    """The kernel alone would take a quarter of an hour, and never if nobody sends anything."""
    command = (sys.executable, "-m", "tests.arbiter.pulled_cable", moment, str(tmp_path))
    done = subprocess.run(
        ["ip", "netns", "exec", network, *command],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == ["played", "played"]
