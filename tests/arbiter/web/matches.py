"""Finished matches of bots that play at random, for the tests of the pages."""

from collections.abc import Sequence
from dataclasses import replace

from arbiter.clocks import parse_clock
from arbiter.match import Match
from engine.dice import Dice
from engine.record import Bot, Ending, Record, Setup
from ladder.schedules.schedule import Key
from ladder.store.store import Store, Tournament

CONTROL = parse_clock("60,move=5")
SCRIPT = "<script>alert(1)</script>"
EMOJI = "🗼" * 60


def play(
    game: str, bots: Sequence[Bot], seed: int = 1, options: dict[str, object] | None = None
) -> Record:
    """Play a match at random."""
    match = Match(Setup(game, len(bots), options or {}, seed), bots, CONTROL)
    dice = Dice(seed)
    match.begin()
    while (turn := match.turn) is not None:
        match.start_clock(0.0)
        match.answer(turn.seat, turn.turn_id, dice.below(len(turn.actions)), 0.0)
    return match.record()


def forfeited(record: Record, seat: int, reason: str) -> Record:
    """Return a record in which a seat has crashed."""
    seats = list(record.seats)
    seats[seat] = replace(seats[seat], ending=Ending.CRASH, reason=reason)
    return replace(record, seats=tuple(seats))


def add(store: Store, tournament: Tournament, record: Record, round_number: int = 0) -> int:
    """Store a match and return its number."""
    key = Key(record.setup.game, round_number, 0, 0)
    assert store.add_match(tournament, key, record)
    return store.revision().newest
