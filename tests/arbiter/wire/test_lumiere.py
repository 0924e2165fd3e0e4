"""La Cité de la Lumière on the wire: the joined bytes are those the generated classes make."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from arbiter.wire import parts
from arbiter.wire.games import find_wire
from arbiter.wire.lumiere import LumiereWire, wire
from engine.lumiere import game
from engine.lumiere.actions import POSTCARDS, Action
from engine.lumiere.events import Event
from engine.lumiere.options import Options
from engine.lumiere.views import View
from lutetia.v1 import lumiere_pb2 as pb
from tests.playthroughs import walk

EXTRA = ",".join(POSTCARDS[4:])
ENUMS = {
    **dict.fromkeys(("piece", "give", "pool", "reserve"), "PIECE"),
    **dict.fromkeys(("name", "postcard"), "POSTCARD"),
    **{name: name.upper() for name in ("facing", "use", "phase")},
}
"""The enum by the name of its fields."""
GROUNDS = {".": "UNSPECIFIED", "0": "FIRST", "1": "SECOND", "m": "SHARED", "L": "LAMP"}
FACES = {"o": "OWN", "x": "RIVAL", "m": "SHARED", "L": "LAMP"}


def positions(seed: int, **options: Any) -> Iterator[tuple[View, Any, Any]]:
    return walk(game, 2, seed, **options)


def for_terminal(name: str, value: Any) -> Any:
    """Return a value as protobuf's JSON has it, by the names of the engine's fields."""
    if hasattr(value, "_fields"):
        return fields(value)
    if name == "ground":
        return [f"LUMIERE_GROUND_{GROUNDS[letter]}" for letter in value]
    if isinstance(value, tuple):
        return [for_terminal(name, each) for each in value]
    if isinstance(value, str):
        return f"LUMIERE_{ENUMS[name]}_{value.upper()}"
    return value


def fields(value: Any) -> dict[str, Any]:
    pairs = zip(value._fields, value, strict=True)
    told = {name: part for name, part in pairs if name not in ("kind", "rules")}
    return {name: for_terminal(name, part) for name, part in told.items() if part is not None}


def rules(view: View) -> dict[str, Any]:
    told: dict[str, Any] = view.rules._asdict()
    tiles = [[f"LUMIERE_FACE_{FACES[letter]}" for letter in face] for face in view.rules.tiles]
    told["tiles"] = [{"cells": cells} for cells in tiles]
    told["shapes"] = [
        {"piece": for_terminal("piece", piece), "cells": list(cells)}
        for piece, cells in view.rules.shapes
    ]
    told["rays"] = [
        {"offsets": [{"rows": down, "columns": right} for down, right in ray]}
        for ray in view.rules.rays
    ]
    return told


def built(view: View, actions: Sequence[Action], events: Sequence[Event]) -> Any:
    """Build the message with the generated classes."""
    position = {
        "view": {**fields(view), "rules": rules(view)},
        "actions": [{oneof(action.kind): fields(action)} for action in actions],
        "events": [{event.kind: fields(event)} for event in events],
    }
    return ParseDict(position, pb.LumierePosition())


def oneof(kind: str) -> str:
    return "pass_turn" if kind == "pass" else kind


@pytest.mark.parametrize(
    "options", [{}, {"postcards": EXTRA}, {"postcards": "random", "flip": True}]
)
def test_the_bytes_say_what_the_generated_classes_would(options):
    for seed in range(3):
        for position in positions(seed, **options):
            assert pb.LumierePosition.FromString(wire.encode(*position)) == built(*position)


def test_decoding_gives_back_the_same_values_of_the_same_types():
    for seed in range(3):
        for view, actions, events in positions(seed, postcards=EXTRA):
            decoded = wire.decode(wire.encode(view, actions, events))
            assert repr(decoded) == repr((view, list(actions), list(events)))


def test_every_kind_of_action_and_event_has_been_on_the_wire():
    seen: set[str] = set()
    for seed in range(12):
        for _, actions, events in positions(seed, postcards="random"):
            seen |= {each.kind for each in (*actions, *events)}
    every = {each._field_defaults["kind"] for each in (*Action.__args__, *Event.__args__)}
    assert seen == every


def test_a_spectator_has_no_seat_and_seat_0_has():
    state = game.new(2, Options(), 1)
    spectator = pb.LumierePosition.FromString(wire.encode(state.view(None), (), ()))
    first = pb.LumierePosition.FromString(wire.encode(state.view(0), (), ()))
    assert not spectator.view.HasField("seat")
    assert not spectator.view.HasField("tile")
    assert first.view.HasField("seat")
    assert first.view.seat == 0


def test_tile_0_is_told_apart_from_no_tile():
    state = game.new(2, Options(), 1)
    state.stacks[0] = tuple(range(8))
    sent = pb.LumierePosition.FromString(wire.encode(state.view(0), (), ())).view
    assert sent.HasField("tile")
    assert sent.tile == 0


def test_a_corrected_ruleset_is_told():
    options = {"ruleset": {"buildings": {"I3": ["##", "##"]}, "big_lamp": {"rays": [[[1, -1]]]}}}
    for position in positions(1, **options):
        assert pb.LumierePosition.FromString(wire.encode(*position)) == built(*position)


def test_parts_are_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(parts, "KEPT", 5)
    small = LumiereWire()
    for position in positions(5, postcards=EXTRA):
        assert small.encode(*position) == wire.encode(*position)


def test_the_wire_is_found_by_the_name_of_the_game():
    assert find_wire("lumiere") is wire
    assert wire.message == pb.LumierePosition.DESCRIPTOR.full_name


def test_every_action_and_event_of_the_engine_has_a_field_and_the_other_way_round():
    for union, message in ((Action, pb.LumiereAction), (Event, pb.LumiereEvent)):
        kinds = {oneof(each._field_defaults["kind"]) for each in union.__args__}
        assert kinds == {field.name for field in message.DESCRIPTOR.fields}
