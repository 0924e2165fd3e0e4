"""How the values of Paris are written and read, field by field.

The messages of paris.proto have the fields of the engine's named tuples, by the same names and
numbered in their order from 1. So one table, from the name of a field to how it is written and
read, serves every view, action and event.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arbiter.wire.fields import message, number, varint
from engine.paris.actions import Action, Arc, Bank, Building, Landmark, Place, Source
from engine.paris.events import Event
from engine.paris.views import (
    Board,
    BoardLandmark,
    BoardToken,
    BoardVpTile,
    BuildingTile,
    Player,
    Purchase,
    RevealedTile,
    Rules,
    Screen,
    Stack,
    TrackSpace,
    View,
)
from lutetia.v1 import paris_pb2 as pb


class Codec(NamedTuple):
    """How a field is written under its number, and what its value in a message stands for."""

    write: Callable[[int, Any], bytes]
    read: Callable[[Any], Any]


def _enum(enum: Any, prefix: str) -> Codec:
    """Return the codec of an enum whose values are the engine's words; 0 stands for None."""
    numbers: dict[str | None, int] = {
        name.removeprefix(prefix).lower(): value for name, value in enum.items()
    }
    numbers[None] = 0
    words = {value: word for word, value in numbers.items()}
    return Codec(lambda field, word: number(field, numbers[word]), words.__getitem__)


def _counts(names: str) -> Codec:
    """Return the codec of a tuple of counts, which is a message with a name for each."""
    fields = names.split()
    return Codec(
        lambda field, counts: message(
            field, b"".join(number(place, count) for place, count in enumerate(counts, start=1))
        ),
        lambda sent: tuple([getattr(sent, name) for name in fields]),
    )


def _message(kind: type[Any]) -> Codec:
    """Return the codec of an embedded named tuple."""
    return Codec(lambda field, value: message(field, write(value)), lambda sent: _read(kind, sent))


def write_numbers(field: int, numbers: Sequence[int]) -> bytes:
    """Encode a packed list of numbers."""
    return message(field, b"".join(map(varint, numbers))) if numbers else b""


def write_place(field: int, place: Place | None) -> bytes:
    if place is None:
        return b""
    if isinstance(place, Building):
        return message(field, message(1, write(place)))
    if isinstance(place, Arc):
        return message(field, message(4, b""))
    codec, inner = (_LANDMARK, 2) if isinstance(place, Landmark) else (_DISTRICT, 3)
    return message(field, codec.write(inner, place[0]))


def _read_place(sent: Any) -> Place | None:
    kind = sent.WhichOneof("place")
    if kind == "building":
        return Building(_DISTRICT.read(sent.building.district), sent.building.value)
    if kind == "landmark":
        return Landmark(_LANDMARK.read(sent.landmark))
    if kind == "bank":
        return Bank(_DISTRICT.read(sent.bank))
    return None if kind is None else Arc()


_NUMBER = Codec(number, int)
_NUMBERS = Codec(write_numbers, tuple)
_FLAG = Codec(number, bool)
_DISTRICT = _enum(pb.ParisDistrict, "PARIS_DISTRICT_")
_LANDMARK = _enum(pb.ParisLandmark, "PARIS_LANDMARK_")
_TOKEN = _enum(pb.ParisToken, "PARIS_TOKEN_")
ASKED = _enum(pb.ParisAsked, "PARIS_ASKED_")
_PLACE = Codec(write_place, _read_place)
RESOURCES = _counts("wood marble gold")
HALVES = _counts("resources prestige")

CODECS = {
    **dict.fromkeys(("seat", "stack", "value", "tile", "space", "copies", "meeple"), _NUMBER),
    **dict.fromkeys(("francs", "paid", "points", "new_keys", "left", "tiles"), _NUMBER),
    **dict.fromkeys(("screen_keys", "reserve_keys", "bonus_tiles", "end_tiles"), _NUMBER),
    **dict.fromkeys(("bonus", "ends", "used_bonus", "used_end", "sums", "gains"), _NUMBERS),
    **dict.fromkeys(("free_placement", "bonus_once"), _FLAG),
    **dict.fromkeys(("place", "origin", "target"), _PLACE),
    "district": _DISTRICT,
    "landmark": _LANDMARK,
    "token": _TOKEN,
    "type": _enum(pb.ParisBuildingType, "PARIS_BUILDING_TYPE_"),
    "form": _enum(pb.ParisForm, "PARIS_FORM_"),
    "source": _message(Source),
    "tokens": _counts("wood marble gold bronze silver gold_prestige"),
    "unpaid": RESOURCES,
    "icons": _counts("bronze silver gold_prestige"),
    "keys": Codec(
        lambda field, keys: b"".join(write_place(field, key) for key in keys),
        lambda sent: tuple([_read_place(key) for key in sent]),
    ),
}


def write(value: Any) -> bytes:
    """Serialise a named tuple; its kind, if it has one, is told by the oneof around it."""
    return b"".join(
        CODECS[name].write(field, part)
        for field, (name, part) in enumerate(zip(value._fields, value, strict=True), start=1)
        if name != "kind"
    )


def _read(kind: type[Any], sent: Any) -> Any:
    """Return the named tuple that a message stands for."""
    names = [name for name in kind._fields if name != "kind"]
    return kind(*[CODECS[name].read(getattr(sent, name)) for name in names])


def _kinds(union: Any) -> dict[str, type[Any]]:
    """Return the types of a union by the kind their values carry."""
    return {each._field_defaults["kind"]: each for each in union.__args__}


def write_one_of(fields: dict[str, int], value: Any) -> bytes:
    """Serialise an action or event as the field of its kind."""
    return message(fields[value.kind], write(value))


def read_one_of(kinds: dict[str, type[Any]], sent: Any, oneof: str) -> Any:
    kind = sent.WhichOneof(oneof)
    return _read(kinds[kind], getattr(sent, kind))


ACTIONS = _kinds(Action)
EVENTS = _kinds(Event)
ACTION_FIELDS = {field.name: field.number for field in pb.ParisAction.DESCRIPTOR.fields}
EVENT_FIELDS = {field.name: field.number for field in pb.ParisEvent.DESCRIPTOR.fields}


def _read_all(kind: type[Any], sent: Any) -> tuple[Any, ...]:
    return tuple([_read(kind, each) for each in sent])


def _read_optional(kind: type[Any], sent: Any, name: str) -> Any:
    return _read(kind, getattr(sent, name)) if sent.HasField(name) else None


def _read_board(sent: Any) -> Board:
    return Board(
        buildings=_read_all(BuildingTile, sent.buildings),
        tokens=_read_all(BoardToken, sent.tokens),
        landmarks=_read_all(BoardLandmark, sent.landmarks),
        vp_tiles=_read_all(BoardVpTile, sent.vp_tiles),
        track=_read_all(TrackSpace, sent.track),
        stacks=_read_all(Stack, sent.stacks),
    )


def read_view(sent: Any) -> View:
    return View(
        seat=sent.seat if sent.HasField("seat") else None,
        screen=_read_optional(Screen, sent, "screen"),
        players=_read_all(Player, sent.players),
        board=_read_board(sent.board),
        supply=RESOURCES.read(sent.supply),
        end_tiles=sent.end_tiles,
        pile=tuple(sent.pile),
        halves=HALVES.read(sent.halves),
        purchase=_read_optional(Purchase, sent, "purchase"),
        revealed=_read_optional(RevealedTile, sent, "revealed"),
        vp_tile=sent.vp_tile,
        asked=ASKED.read(sent.asked),
        mover=sent.mover,
        turns=sent.turns,
        last_turns=sent.last_turns,
        rules=_read(Rules, sent.rules),
    )
