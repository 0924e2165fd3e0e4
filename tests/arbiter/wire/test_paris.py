"""Paris on the wire: the joined bytes are those the generated classes would make."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from arbiter.wire.games import find_wire
from arbiter.wire.paris import ParisWire, wire
from engine.paris import game
from engine.paris.actions import (
    PRESTIGE,
    RESOURCES,
    TOKENS,
    Action,
    Arc,
    Bank,
    Building,
    Landmark,
    Source,
)
from engine.paris.events import Event, Sold
from engine.paris.options import Options
from engine.paris.views import View
from lutetia.v1 import paris_pb2 as pb
from tests.playthroughs import walk

ENUMS = {
    "asked": "PARIS_ASKED_",
    "district": "PARIS_DISTRICT_",
    "form": "PARIS_FORM_",
    "landmark": "PARIS_LANDMARK_",
    "token": "PARIS_TOKEN_",
    "type": "PARIS_BUILDING_TYPE_",
}
COUNTS = {
    "halves": ("resources", "prestige"),
    "icons": PRESTIGE,
    "supply": RESOURCES,
    "unpaid": RESOURCES,
}
ALL = {"advanced_setup": True, "free_placement": True, "bonus_once": True}


def positions(seed: int, players: int, **options: Any) -> Iterator[tuple[View, Any, Any]]:
    return walk(game, players, seed, **options)


def for_terminal(name: str, value: Any) -> Any:
    """Return a value as protobuf's JSON has it, by the names of the engine's fields."""
    if isinstance(value, Building | Landmark | Bank | Arc):
        return place(value)
    if hasattr(value, "_fields"):
        return fields(value)
    if name in COUNTS:
        return dict(zip(COUNTS[name], value, strict=True))
    if name == "tokens" and value and isinstance(value[0], int):
        return dict(zip(TOKENS, value, strict=True))
    if isinstance(value, tuple):
        return [for_terminal("", each) for each in value]
    if isinstance(value, str):
        return ENUMS[name] + value.upper()
    return value


def place(value: Any) -> dict[str, Any]:
    if isinstance(value, Building):
        return {"building": fields(value)}
    if isinstance(value, Landmark):
        return {"landmark": ENUMS["landmark"] + value.name.upper()}
    if isinstance(value, Bank):
        return {"bank": ENUMS["district"] + value.district.upper()}
    return {"arc": {}}


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
    return ParseDict(position, pb.ParisPosition())


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (4, ALL)])
def test_the_joined_bytes_parse_as_what_the_generated_classes_build(players, options):
    for number, sent in enumerate(positions(players, players, **options)):
        if number % 3 == 0:
            assert pb.ParisPosition.FromString(wire.encode(*sent)) == built(*sent)


def test_decoding_gives_back_what_was_encoded():
    for view, actions, events in positions(9, 3, **ALL):
        decoded = wire.decode(wire.encode(view, actions, events))
        assert repr(decoded) == repr((view, list(actions), events))


def test_every_action_and_event_of_the_engine_has_a_field():
    for union, message in ((Action, pb.ParisAction), (Event, pb.ParisEvent)):
        kinds = {each._field_defaults["kind"] for each in union.__args__}
        assert kinds == {field.name for field in message.DESCRIPTOR.fields}


def test_messages_have_the_fields_of_the_engine_in_their_order():
    for union, message in ((Action, pb.ParisAction), (Event, pb.ParisEvent)):
        by_name = message.DESCRIPTOR.fields_by_name
        for each in union.__args__:
            sent = by_name[each._field_defaults["kind"]].message_type
            numbered = sorted((field.number, field.name) for field in sent.fields)
            assert [name for _, name in numbered] == [n for n in each._fields if n != "kind"]


def test_parts_that_were_forgotten_are_made_anew(monkeypatch):
    monkeypatch.setattr("arbiter.wire.paris.RECENT", 3)
    monkeypatch.setattr("arbiter.wire.parts.KEPT", 3)
    forgetful = ParisWire()
    for sent in positions(4, 2):
        assert forgetful.encode(*sent) == wire.encode(*sent)


def test_equal_tuples_of_different_parts_are_not_mixed_up():
    events = [Sold(0, "gold", Source("token"), 3), Sold(0, "gold_prestige", Source("token"), 3)]
    view = game.new(2, Options(), 1).view(0)
    _, _, decoded = wire.decode(wire.encode(view, (), events))
    assert list(decoded) == events


def test_the_wire_is_found_by_the_name_of_the_game():
    assert find_wire("paris") is wire
    assert wire.message == pb.ParisPosition.DESCRIPTOR.full_name
