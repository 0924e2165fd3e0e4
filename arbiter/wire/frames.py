"""The messages of the Play stream as the arbiter writes them: serialised parts, ready to join.

Joining the parts of several games gives one ArbiterMessage, since protobuf messages concatenate.
"""

from functools import cache
from typing import Any

from arbiter.clocks import TimeControl
from arbiter.match import Turn
from arbiter.wire.fields import message, number, text
from arbiter.wire.games import Wire, find_wire
from engine.record import Ending, Record
from lutetia.v1 import play_pb2

_FIELDS = {name: field.number for name, field in play_pb2.Turn.DESCRIPTOR.fields_by_name.items()}
_TYPE_URL = "type.googleapis.com/"
_ENDINGS = {ending: f"ENDING_{ending.name}" for ending in Ending}


def welcome(version: str) -> bytes:
    """Return the part that lets a bot in."""
    return _part(welcome=play_pb2.Welcome(arbiter_version=version))


def start(
    game_id: int, game: str, seat: int, players: int, bot_seed: int, control: TimeControl
) -> bytes:
    """Return the part that begins a game for a seat."""
    return _part(
        starts=[
            play_pb2.Start(
                game_id=game_id,
                game=game,
                seat=seat,
                players=players,
                bot_seed=bot_seed,
                bank_ms=_ms(control.bank_s),
                increment_ms=_ms(control.increment_s),
                move_ms=_ms(control.move_s),
            )
        ]
    )


def turn(game_id: int, game: str, due: Turn, round_trip_s: float) -> bytes:
    """Return the part that asks a seat for a decision: the hot path, so joined by hand."""
    clock = (
        number(1, int((due.limit_s or 0) * 1000))
        + number(2, int((due.bank_s or 0) * 1000))
        + number(3, int(round_trip_s * 1_000_000))
    )
    wire, any_head, field = _position(game)
    position = wire.encode(due.view, due.actions, due.events)
    if any_head:
        position = any_head + message(2, position)
    body = (
        number(1, game_id)
        + number(2, due.turn_id)
        + message(3, clock)
        + number(4, len(due.actions))
        + message(field, position)
    )
    return message(3, body)


@cache
def _position(game: str) -> tuple[Wire, bytes, int]:
    """Return a game's wire, what goes before its position in an Any, and its field in a Turn."""
    wire = find_wire(game)
    if game in _FIELDS:
        return wire, b"", _FIELDS[game]
    return wire, text(1, _TYPE_URL + wire.message), _FIELDS["other"]


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


def _ms(seconds: float | None) -> int:
    return round((seconds or 0) * 1000)
