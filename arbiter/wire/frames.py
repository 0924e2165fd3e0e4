"""The messages of the Play stream as the arbiter writes them: serialised parts, ready to join.

Joining the parts of several matches gives one ArbiterMessage, since protobuf messages concatenate.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import Message

from arbiter.clocks import TimeControl
from arbiter.match import Turn
from arbiter.wire.caches import PartCache
from arbiter.wire.fields import VARINTS, sized, tag, varint
from arbiter.wire.games import find_wire
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Ending, Record, SeatRecord, Setup, Strike
from lutetia.v1 import play_pb2


def _tag(owner: type[Message], field: str) -> bytes:
    descriptor: Any = owner.DESCRIPTOR
    return tag(descriptor.fields_by_name[field])


_STARTS, _TURNS = (_tag(play_pb2.ArbiterMessage, field) for field in ("starts", "turns"))
_MATCH_ID, _TURN_ID, _CLOCK, _ACTION_COUNT = (
    _tag(play_pb2.Turn, field) for field in ("match_id", "turn_id", "clock", "action_count")
)
_REMAINING, _BANK, _ROUND_TRIP = (
    _tag(play_pb2.Clock, field) for field in ("remaining_ms", "bank_ms", "round_trip_us")
)
_ROUND_TRIPS = PartCache(lambda seconds: _ROUND_TRIP + varint(int(seconds * 1_000_000)))
"""The shortest round trip of a bot, in seconds, hardly ever changes."""
_LIMITS = PartCache(lambda limits: _REMAINING + _limit_ms(limits[0]) + _BANK + _limit_ms(limits[1]))
"""What is left for a decision and in the bank: the same in many matches as long as bots are fast,
since the time that covers the transport is not charged."""
_POSITION: Any = play_pb2.Turn.DESCRIPTOR.oneofs_by_name["position"]
_OWN_FIELDS = {field.message_type.full_name: tag(field) for field in _POSITION.fields}
"""The tags of the games that have a field in a turn, by their position message."""
_OTHER, _VALUE = _tag(play_pb2.Turn, "other"), _tag(any_pb2.Any, "value")
_TYPE_URL = _tag(any_pb2.Any, "type_url")
_RULES: Any = play_pb2.Start.DESCRIPTOR.oneofs_by_name["rules"]
_RULES_FIELDS = {field.message_type.full_name: field.name for field in _RULES.fields}
"""The fields of a start for the games that have one, by the message of their rules."""
ANY_PREFIX = "type.googleapis.com/"
_ENDINGS = {ending: f"ENDING_{ending.name}" for ending in Ending}


def welcome(version: str, grace_s: float) -> bytes:
    """Return the part that lets a bot in."""
    return _part(welcome=play_pb2.Welcome(arbiter_version=version, grace_ms=milliseconds(grace_s)))


def start(
    match_id: int,
    setup: Setup,
    seat: int,
    bot_seed: int,
    control: TimeControl,
    resumed: bool = False,
    strikes_left: int = 0,
) -> bytes:
    """Return the part that begins a match for a seat, or goes on with it on another stream.

    The deal's seed stays here.
    """
    begun = play_pb2.Start(
        match_id=match_id,
        game=setup.game,
        seat=seat,
        players=setup.players,
        bot_seed=bot_seed,
        bank_ms=milliseconds(control.bank_s),
        increment_ms=milliseconds(control.increment_s),
        move_ms=milliseconds(control.move_s),
        options_json=json.dumps(setup.options) if setup.options else "",
        resumed=resumed,
        strikes_left=strikes_left,
    )
    rules = start_rules(setup.game, setup.players, begun.options_json)
    encoded = begun.SerializeToString() + rules
    return _STARTS + varint(len(encoded)) + encoded


@lru_cache
def start_rules(game_name: str, players: int, options_json: str) -> bytes:
    """Return the figures in use as the end of a Start.

    They are the same for all matches with these options; to write them each time took longer than
    all else that begins a match.
    """
    game, wire = find_game(game_name), find_wire(game_name)
    if wire.rules is None:
        return b""
    rules = game.rules(players, options_from_json(game.options, json.loads(options_json or "{}")))
    name = wire.rules.DESCRIPTOR.full_name
    start = play_pb2.Start()
    if name in _RULES_FIELDS:
        getattr(start, _RULES_FIELDS[name]).MergeFromString(wire.encode_rules(rules))
    else:
        start.other_rules.type_url = ANY_PREFIX + name
        start.other_rules.value = wire.encode_rules(rules)
    return start.SerializeToString()


class TurnEncoder:
    """The turns of one match: the hot path, so their parts are joined by hand.

    A plug-in's position travels inside an Any, whose beginning never changes.
    """

    __slots__ = ("_any_head", "_encode", "_head", "_position")

    def __init__(self, match_id: int, game: str) -> None:
        wire = find_wire(game)
        type_url = (ANY_PREFIX + wire.message).encode()
        own_field = _OWN_FIELDS.get(wire.message)
        self._encode = wire.encoder()
        self._head = _MATCH_ID + varint(match_id) + _TURN_ID
        self._position = own_field or _OTHER
        self._any_head = b"" if own_field else _TYPE_URL + sized(type_url) + _VALUE

    def write(self, due: Turn, round_trip_s: float) -> bytes:
        """Return the part that asks a seat for a decision."""
        _, turn_id, view, actions, events, remaining_s, bank_s = due  # faster than by their names
        position = self._encode(view, actions, events)
        any_head = self._any_head
        if any_head:
            any_head += VARINTS[len(position)]
        limits, round_trip = _LIMITS[remaining_s, bank_s], _ROUND_TRIPS[round_trip_s]
        turn = b"".join(
            (
                self._head, VARINTS[turn_id],
                _CLOCK, VARINTS[len(limits) + len(round_trip)], limits, round_trip,
                _ACTION_COUNT, VARINTS[len(actions)],
                self._position, VARINTS[len(any_head) + len(position)], any_head, position,
            )
        )  # fmt: skip
        return _TURNS + VARINTS[len(turn)] + turn


def strike(match_id: int, turn_id: int, strike: Strike, strikes_left: int) -> bytes:
    """Return the part that tells a bot of a decision that it failed to make, and was forgiven."""
    told = play_pb2.Strike(
        match_id=match_id,
        turn_id=turn_id,
        ending=_ENDINGS[strike.ending],
        reason=strike.reason,
        strikes_left=strikes_left,
    )
    return _part(strikes=[told])


def over(match_id: int, record: Record | None, reason: str) -> bytes:
    """Return the part that ends a match for a seat."""
    results = seat_results(record.seats if record else ())
    return _part(overs=[play_pb2.Over(match_id=match_id, results=results, reason=reason)])


def seat_results(seats: Iterable[SeatRecord]) -> list[play_pb2.SeatResult]:
    """Return what everybody may know of how a match ended."""
    return [
        play_pb2.SeatResult(
            score=seat.score,
            rank=seat.rank,
            ending=_ENDINGS[seat.ending],
            strike_count=seat.strike_count,
        )
        for seat in seats
    ]


def _part(**parts: Any) -> bytes:
    return play_pb2.ArbiterMessage(**parts).SerializeToString()


def _limit_ms(seconds: float | None) -> bytes:
    """Encode what is left of a limit: 0 means that there is none, so it is at least 1."""
    return varint(0 if seconds is None else int(seconds * 1000) or 1)


def milliseconds(seconds: float | None) -> int:
    """Return a limit as messages have it: 0 means that there is none."""
    return round((seconds or 0) * 1000)
