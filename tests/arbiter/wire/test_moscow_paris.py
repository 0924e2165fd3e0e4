"""Moscow–Paris on the wire: the joined bytes are those the generated classes would make."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from arbiter.wire import parts
from arbiter.wire.games import find_wire
from arbiter.wire.moscow_paris import MoscowParisWire, wire
from engine.moscow_paris import game
from engine.moscow_paris.actions import Action, LinePlace
from engine.moscow_paris.events import Event
from engine.moscow_paris.options import Options
from engine.moscow_paris.views import View
from lutetia.v1 import moscow_paris_pb2 as pb
from tests.playthroughs import walk

ENUMS = {
    "asked": "MOSCOW_PARIS_ASKED_",
    "claim": "MOSCOW_PARIS_CLAIM_RULE_",
    "reason": "MOSCOW_PARIS_REASON_",
    "side": "MOSCOW_PARIS_SIDE_",
}
"""The prefix of an enum's values by the name of its fields; all others are cards."""
ALL = {"istanbul": True, "home_city": "Bonn/Germany", "teams": True, "claim": "full"}


def positions(seed: int, players: int, **options: Any) -> Iterator[tuple[View, Any, Any]]:
    return walk(game, players, seed, **options)


def for_terminal(name: str, value: Any) -> Any:
    """Return a value as protobuf's JSON has it, by the names of the engine's fields."""
    if name in ("first", "second"):
        return {"line" if isinstance(value, LinePlace) else "front": fields(value)}
    if hasattr(value, "_fields"):
        return fields(value)
    if name == "discard":
        return [{"card": for_terminal("card", card), "number": count} for card, count in value]
    if isinstance(value, tuple):
        return [for_terminal("", each) for each in value]
    if isinstance(value, str) and name not in ("name", "country"):
        return ENUMS.get(name, "MOSCOW_PARIS_CARD_") + value.upper()
    return value


def fields(value: Any) -> dict[str, Any]:
    pairs = zip(value._fields, value, strict=True)
    return {
        name: for_terminal(name, each)
        for name, each in pairs
        if name != "kind" and each is not None
    }


def built(view: View, actions: Sequence[Action], events: Sequence[Event]) -> Any:
    """Build the message with the generated classes."""
    position = {
        "view": fields(view),
        "actions": [{action.kind: fields(action)} for action in actions],
        "events": [{event.kind: fields(event)} for event in events],
    }
    return ParseDict(position, pb.MoscowParisPosition())


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"istanbul": True}), (4, ALL)])
def test_the_bytes_say_what_the_generated_classes_would(players, options):
    for position in positions(3, players, max_turns=150, **options):
        assert pb.MoscowParisPosition.FromString(wire.encode(*position)) == built(*position)


def test_decoding_gives_back_the_same_values_of_the_same_types():
    for view, actions, events in positions(4, 3):
        decoded = wire.decode(wire.encode(view, actions, events))
        assert repr(decoded) == repr((view, list(actions), list(events)))


def test_a_spectator_has_no_seat_and_seat_0_has():
    state = game.new(2, Options(), 1)
    spectator = pb.MoscowParisPosition.FromString(wire.encode(state.view(None), (), ()))
    first = pb.MoscowParisPosition.FromString(wire.encode(state.view(0), (), ()))
    assert not spectator.view.HasField("seat")
    assert first.view.HasField("seat")
    assert first.view.seat == 0


def test_parts_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(parts, "KEPT", 5)
    small = MoscowParisWire()
    for position in positions(5, 2, max_turns=60):
        assert small.encode(*position) == wire.encode(*position)


def test_the_wire_is_found_by_the_name_of_the_game():
    assert find_wire("moscow_paris") is wire
    assert wire.message == pb.MoscowParisPosition.DESCRIPTOR.full_name


def test_every_action_and_event_of_the_engine_has_a_field_and_the_other_way_round():
    for union, message in ((Action, pb.MoscowParisAction), (Event, pb.MoscowParisEvent)):
        kinds = {each._field_defaults["kind"] for each in union.__args__}
        assert kinds == {field.name for field in message.DESCRIPTOR.fields}


def test_fields_are_numbered_in_the_order_of_the_engines_tuples():
    for union, message in ((Action, pb.MoscowParisAction), (Event, pb.MoscowParisEvent)):
        for each in union.__args__:
            (field,) = (
                f for f in message.DESCRIPTOR.fields if f.name == each._field_defaults["kind"]
            )
            sent = {f.name: f.number for f in field.message_type.fields}
            names = [name for name in each._fields if name != "kind"]
            assert sent == {name: number for number, name in enumerate(names, start=1)}
