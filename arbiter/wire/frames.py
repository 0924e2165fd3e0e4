"""The messages of the Play stream as the arbiter writes them: serialised parts, ready to join.

Joining the parts of several games gives one ArbiterMessage, since protobuf messages concatenate.
"""

import json
from functools import cache
from typing import Any

from google.protobuf.message import Message

from arbiter.clocks import TimeControl
from arbiter.match import Turn
from arbiter.wire.fields import message, text, varint
from arbiter.wire.games import Wire, find_wire
from engine.record import Ending, Record, Setup
from lutetia.v1 import play_pb2


def _tag(owner: type[Message], field: str) -> bytes:
    """Return what stands before the value of a field: its number and how it is encoded."""
    found = owner.DESCRIPTOR.fields_by_name[field]
    return varint(found.number << 3 | (2 if found.type == found.TYPE_MESSAGE else 0))


def _numbers(owner: type[Message], *fields: str) -> bytes:
    """Return a template of a message whose values are encoded by `varint`."""
    return b"".join(_tag(owner, field) + b"%b" for field in fields)


_TURNS = _tag(play_pb2.ArbiterMessage, "turns")
_CLOCK = _numbers(play_pb2.Clock, "remaining_ms", "bank_ms", "round_trip_us")
_TURN = (
    _numbers(play_pb2.Turn, "game_id", "turn_id", "clock")
    + b"%b"
    + _numbers(play_pb2.Turn, "action_count")
    + b"%b%b%b"
)
_TYPE_URL = "type.googleapis.com/"
_ENDINGS = {ending: f"ENDING_{ending.name}" for ending in Ending}


def welcome(version: str) -> bytes:
    """Return the part that lets a bot in."""
    return _part(welcome=play_pb2.Welcome(arbiter_version=version))


def start(game_id: int, setup: Setup, seat: int, bot_seed: int, control: TimeControl) -> bytes:
    """Return the part that begins a game for a seat; the deal's seed stays here."""
    return _part(
        starts=[
            play_pb2.Start(
                game_id=game_id,
                game=setup.game,
                seat=seat,
                players=setup.players,
                bot_seed=bot_seed,
                bank_ms=_ms(control.bank_s),
                increment_ms=_ms(control.increment_s),
                move_ms=_ms(control.move_s),
                options_json=json.dumps(setup.options) if setup.options else "",
            )
        ]
    )


def turn(game_id: int, game: str, due: Turn, round_trip_s: float) -> bytes:
    """Return the part that asks a seat for a decision: the hot path, so joined by hand."""
    clock = _CLOCK % (
        _limit_ms(due.limit_s),
        _limit_ms(due.bank_s),
        varint(int(round_trip_s * 1_000_000)),
    )
    wire, any_head, tag = _position(game)
    position = wire.encode(due.view, due.actions, due.events)
    if any_head:
        position = any_head + message(2, position)
    ids = (varint(game_id), varint(due.turn_id))
    count = varint(len(due.actions))
    body = _TURN % (*ids, varint(len(clock)), clock, count, tag, varint(len(position)), position)
    return b"%b%b%b" % (_TURNS, varint(len(body)), body)


@cache
def _position(game: str) -> tuple[Wire, bytes, bytes]:
    """Return a game's wire, what goes before its position in an Any, and its tag in a Turn."""
    wire = find_wire(game)
    if game in play_pb2.Turn.DESCRIPTOR.fields_by_name:
        return wire, b"", _tag(play_pb2.Turn, game)
    return wire, text(1, _TYPE_URL + wire.message), _tag(play_pb2.Turn, "other")


def over(game_id: int, record: Record | None, reason: str) -> bytes:
    """Return the part that ends a game for a seat."""
    seats = record.seats if record else ()
    results = [
        play_pb2.SeatResult(score=seat.score, rank=seat.rank, ending=_ENDINGS[seat.ending])
        for seat in seats
    ]
    return _part(overs=[play_pb2.Over(game_id=game_id, results=results, reason=reason)])


def _part(**parts: Any) -> bytes:
    return play_pb2.ArbiterMessage(**parts).SerializeToString()


def _limit_ms(seconds: float | None) -> bytes:
    """Encode what is left of a limit: 0 means that there is none, so it is at least 1."""
    return varint(0 if seconds is None else int(seconds * 1000) or 1)


def _ms(seconds: float | None) -> int:
    return round((seconds or 0) * 1000)
