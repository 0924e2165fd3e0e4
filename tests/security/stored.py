"""Tournaments that are played and stored within the test, and what an intruder does to them."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from arbiter.clocks import parse_clock
from arbiter.match import Match
from arbiter.tournaments.spec import make_plan, spec_to_json
from engine.record import Bot, Ending, Record, Setup, record_from_json, record_to_json
from ladder.store.store import Store, Tournament
from tests.ladder.store.sql import execute

CONTROL = parse_clock("60+0.5")


def play(
    setup: Setup, bots: Sequence[Bot], times_out: int | None = None, strikes: int = 0
) -> Record:
    """Play a match at random; a seat may run out of time on the way."""
    match = Match(setup, bots, CONTROL, allowed_strikes=strikes)
    chance = Random(setup.seed)
    match.begin()
    while (turn := match.turn) is not None:
        match.start_clock(now=0.0)
        if turn.seat == times_out and turn.turn_id > 6:
            match.expire(now=99.0)
        else:
            match.answer(turn.seat, turn.turn_id, chance.randrange(len(turn.actions)), now=0.01)
    return match.record()


def hold_tournament(
    store: Store,
    folder: Path,
    name: str = "cup",
    format_name: str = "knockout",
    game: str = "connect_four",
) -> Tournament:
    """Play a tournament of four bots to its end; in its first match somebody runs out of time."""
    bots = []
    for bot in ("ada", "bea", "cleo", "dora"):
        bots.append(str(folder / f"{bot}.py"))
        Path(bots[-1]).write_text(f"# {bot}\n")
    plan = make_plan({"games": [game], "bots": bots, "seed": 3, "format": format_name})
    tournament = store.add_tournament(name, spec_to_json(plan.spec), plan.spec.seed)
    store.register(plan.contents())
    versions = {bot.name: bot.version for bot in plan.spec.bots}
    (schedule,) = plan.schedules
    times_out: int | None = 1
    while due := schedule.due(store.finished(tournament)):
        for pairing in due:
            seats = [Bot(bot, versions[bot]) for bot in pairing.bots]
            store.add_match(tournament, pairing.key, play(pairing.setup, seats, times_out))
            times_out = None
    return tournament


def body_of(store: Store, match_id: int) -> bytes:
    body = store.raw_match(match_id).body
    assert isinstance(body, bytes)
    return body


def put_body(store: Store, match_id: int, body: bytes) -> None:
    execute(store, "UPDATE records SET body = :body WHERE match_id = :id", body=body, id=match_id)


def forge(store: Store, match_id: int, record: Record) -> None:
    """Put another record into the place of one, with digests and seats that agree with it."""
    put_body(store, match_id, zlib.compress(record_to_json(record).encode()))
    execute(
        store,
        "UPDATE records SET digest = :digest WHERE match_id = :id",
        digest=record.digest,
        id=match_id,
    )
    store.replace_derived({match_id: record.seats}, {})


def edit(store: Store, match_id: int, **changes: Sequence[Any]) -> None:
    """Change fields of the seats of a record, seat by seat, as thoroughly as it can be done."""
    record = store.record(match_id)
    seats = tuple(
        replace(seat, **{name: values[number] for name, values in changes.items()})
        for number, seat in enumerate(record.seats)
    )
    forge(store, match_id, replace(record, seats=seats))


def edit_text(store: Store, match_id: int, old: str, new: str) -> None:
    """Change the text of a record, and both its digests so that they agree with it."""
    text = zlib.decompress(body_of(store, match_id)).decode()
    assert old in text
    record, _ = record_from_json(text.replace(old, new))
    forge(store, match_id, record)


def make_winner_a_timeout(store: Store, match_id: int) -> None:
    record = store.record(match_id)
    order = [seat.rank for seat in record.seats]
    endings = [Ending.TIMEOUT if rank == 1 else Ending.PLAYED for rank in order]
    reasons = ["no answer within 60 s" if rank == 1 else "" for rank in order]
    edit(store, match_id, ending=endings, reason=reasons, rank=[3 - rank for rank in order])


def change_an_action(store: Store, match_id: int) -> None:
    """Let the first disc fall into another column, and leave the digests as they are."""
    data = json.loads(zlib.decompress(body_of(store, match_id)))
    data["actions"][0][1] = (data["actions"][0][1] + 1) % 7
    put_body(store, match_id, zlib.compress(json.dumps(data).encode()))


def drop_an_action(store: Store, match_id: int) -> None:
    record = store.record(match_id)
    forge(store, match_id, replace(record, actions=record.actions[:-1]))
