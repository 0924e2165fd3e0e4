"""The parts of a Watch stream: what spectators are shown, serialised once for all of them.

Joining parts gives one WatchResponse, since protobuf messages concatenate.

Whoever calls this passes the spectator's view and events for everybody; nothing else is told.
"""

import json
from collections.abc import Sequence
from typing import Any

from arbiter.clocks import TimeControl
from arbiter.wire.frames import ANY_PREFIX, milliseconds, seat_results, start_rules
from arbiter.wire.games import find_wire
from engine.record import Bot, SeatRecord, Setup
from lutetia.v1 import watch_pb2

_POSITION: Any = watch_pb2.WatchedStep.DESCRIPTOR.oneofs_by_name["position"]
_OWN_FIELDS = {field.message_type.full_name: field.name for field in _POSITION.fields}
"""The fields of a step for the games that have one, by their position message."""


def watched_match(
    match_id: int, setup: Setup, bots: Sequence[Bot], control: TimeControl, delay_s: float
) -> watch_pb2.WatchedMatch:
    """Return what everybody may know of a match before it begins, without its rules."""
    return watch_pb2.WatchedMatch(
        match_id=match_id,
        game=setup.game,
        bots=[watch_pb2.WatchedBot(name=bot.name, version=bot.version) for bot in bots],
        options_json=json.dumps(setup.options) if setup.options else "",
        bank_ms=milliseconds(control.bank_s),
        increment_ms=milliseconds(control.increment_s),
        move_ms=milliseconds(control.move_s),
        delay_ms=milliseconds(delay_s),
    )


def head(match: watch_pb2.WatchedMatch) -> bytes:
    """Return the first part: the match with its rules."""
    with_rules = watch_pb2.WatchedMatch()
    with_rules.CopyFrom(match)
    # Rules have the same fields in a Start.
    with_rules.MergeFromString(start_rules(match.game, len(match.bots), match.options_json))
    return watch_pb2.WatchResponse(match=with_rules).SerializeToString()


class StepEncoder:
    """The positions of one match."""

    def __init__(self, game: str) -> None:
        self._wire = find_wire(game)
        self._encode = self._wire.encoder()
        self._field = _OWN_FIELDS.get(self._wire.message)

    def write(self, number: int, seat: int | None, view: object, events: Sequence[object]) -> bytes:
        """Return the part that shows a position."""
        step = watch_pb2.WatchedStep(number=number, seat=seat)
        position = self._encode(view, (), events)
        if self._field is None:
            step.other.type_url = ANY_PREFIX + self._wire.message
            step.other.value = position
        else:
            getattr(step, self._field).MergeFromString(position)
        return watch_pb2.WatchResponse(steps=[step]).SerializeToString()


def end(seats: Sequence[SeatRecord]) -> bytes:
    """Return the last part; without seats the match is void.

    The reasons of forfeits are for the authors of the bots, and that of a void match may hold all
    that is hidden in it.
    """
    ended = watch_pb2.WatchedEnd(results=seat_results(seats))
    return watch_pb2.WatchResponse(end=ended).SerializeToString()
