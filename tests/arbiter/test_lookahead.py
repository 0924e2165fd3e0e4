"""A bot can search with the engine from nothing but what it is sent."""

from pathlib import Path
from typing import Any

import pytest
import trio

from arbiter.bots import find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from engine.record import Ending, Record, Setup, verify

LOOKAHEAD = Path(__file__).parent / "bots" / "lookahead.py"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("lumiere", 2, {}),
        ("moscow_paris", 3, {"max_turns": 120}),
        ("paris", 2, {}),
        ("connect_four", 2, {}),
    ],
)
def test_a_bot_that_knows_only_its_view_plays_a_whole_match_by_imagining(
    game: str, players: int, options: dict[str, Any]
) -> None:
    names = ["lookahead", *(f"random-{n}" for n in range(1, players))]
    bots = {name: find_bot(str(LOOKAHEAD) if name == "lookahead" else "random") for name in names}

    async def main() -> object:
        with trio.fail_after(300):
            async with open_local_arbiter(startup_s=60) as local:
                setup = Setup(game, players, options, seed=5)
                return await local.play(Job(setup, bots, parse_clock("600"), ("lookahead",)))

    record = run(main)
    assert isinstance(record, Record), record
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * players, record.seats
    verify(record, record.digest)
