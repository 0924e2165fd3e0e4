"""La Cité de la Lumière on the wire.

The messages of lumiere.proto have the fields of the engine's named tuples, by the same names. A
part of a position is built with the generated classes once and kept serialised: parts that are
joined make the position, since protobuf messages concatenate.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arbiter.wire.fields import message
from arbiter.wire.games import Wire
from arbiter.wire.parts import Parts
from engine.lumiere import views
from engine.lumiere.actions import BUILDINGS, Action
from engine.lumiere.events import Event
from engine.lumiere.views import Player, Rules, View
from lutetia.v1 import lumiere_pb2 as pb


class Codec(NamedTuple):
    """How the value of a field is told in a message, and read from it."""

    tell: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _numbers(enum: Any, prefix: str) -> dict[str, int]:
    """Return the numbers of an enum by the engine's words: small letters, but for buildings."""
    words = {name.removeprefix(prefix): number for name, number in enum.items()}
    return {word if word in BUILDINGS else word.lower(): n for word, n in words.items()}


def _word(numbers: dict[str, int]) -> Codec:
    """Return the codec of a word; one that is not told is None."""
    words = {number: word if number else None for word, number in numbers.items()}
    return Codec(numbers.__getitem__, words.__getitem__)


def _words(numbers: dict[str, int]) -> Codec:
    words = {number: word for word, number in numbers.items()}
    return Codec(
        lambda each: list(map(numbers.__getitem__, each)),
        lambda sent: tuple([words[number] for number in sent]),
    )


def _letters(numbers: dict[str, int]) -> Codec:
    letters = {number: letter for letter, number in numbers.items()}
    return Codec(
        lambda text: list(map(numbers.__getitem__, text)),
        lambda sent: "".join([letters[number] for number in sent]),
    )


def _many(kind: type[Any]) -> Codec:
    """Return the codec of a list of named tuples."""
    return Codec(
        lambda values: list(map(_tell, values)),
        lambda sent: tuple([_read(kind, each) for each in sent]),
    )


_PIECES = _numbers(pb.LumierePiece, "LUMIERE_PIECE_")
_GROUNDS: dict[str, int] = {
    views.UNPAVED: pb.LUMIERE_GROUND_UNSPECIFIED,
    views.FIRST: pb.LUMIERE_GROUND_FIRST,
    views.SECOND: pb.LUMIERE_GROUND_SECOND,
    views.SHARED: pb.LUMIERE_GROUND_SHARED,
    views.LAMP: pb.LUMIERE_GROUND_LAMP,
}
_FACES: dict[str, int] = {
    "o": pb.LUMIERE_FACE_OWN,
    "x": pb.LUMIERE_FACE_RIVAL,
    "m": pb.LUMIERE_FACE_SHARED,
    "L": pb.LUMIERE_FACE_LAMP,
}
_GROUND_BYTES = bytes(_GROUNDS.get(chr(code), 0) for code in range(256))
"""For `bytes.translate`: from the letters of a view's ground to packed numbers."""

_SAME = Codec(lambda value: value, lambda sent: sent)
_TUPLE = Codec(list, tuple)
_FACE = _letters(_FACES)
_CODECS = {
    **dict.fromkeys(("piece", "give"), _word(_PIECES)),
    **dict.fromkeys(("pool", "reserve"), _words(_PIECES)),
    **dict.fromkeys(("name", "postcard"), _word(_numbers(pb.LumierePostcard, "LUMIERE_POSTCARD_"))),
    "facing": _word(_numbers(pb.LumiereFacing, "LUMIERE_FACING_")),
    "use": _word(_numbers(pb.LumiereUse, "LUMIERE_USE_")),
    "phase": _word(_numbers(pb.LumierePhase, "LUMIERE_PHASE_")),
    "ground": _letters(_GROUNDS),
    "cells": _TUPLE,
    "tiles": _TUPLE,
    "buildings": _many(views.Building),
    "figures": _many(views.Figure),
    "postcards": _many(views.Postcard),
    "players": _many(views.Player),
    "scores": _many(views.Score),
    "rules": Codec(lambda rules: _tell_rules(rules), lambda sent: _read_rules(sent)),
}
"""By the name of a field; numbers are told as they are."""


def _tell(value: Any) -> Any:
    """Build the message of a named tuple; its kind is told by the oneof around it."""
    parts = zip(value._fields, value, strict=True)
    told = {name: part for name, part in parts if name != "kind" and part is not None}
    fields = {name: _CODECS.get(name, _SAME).tell(part) for name, part in told.items()}
    return _MESSAGES[type(value)](**fields)


def _read(kind: type[Any], sent: Any) -> Any:
    """Return the named tuple that a message stands for."""
    return kind(*[_read_field(sent, name) for name in kind._fields if name != "kind"])


def _read_field(sent: Any, name: str) -> Any:
    absent = sent.DESCRIPTOR.fields_by_name[name].has_presence and not sent.HasField(name)
    return None if absent else _CODECS.get(name, _SAME).read(getattr(sent, name))


def _tell_rules(rules: Rules) -> pb.LumiereRules:
    told = rules._asdict()
    told["tiles"] = [pb.LumiereTile(cells=_FACE.tell(face)) for face in rules.tiles]
    told["shapes"] = [
        pb.LumiereShape(piece=_CODECS["piece"].tell(piece), cells=cells)
        for piece, cells in rules.shapes
    ]
    told["rays"] = [
        pb.LumiereRay(offsets=[pb.LumiereOffset(rows=r, columns=c) for r, c in ray])
        for ray in rules.rays
    ]
    return pb.LumiereRules(**told)


def _read_rules(sent: pb.LumiereRules) -> Rules:
    read = {name: getattr(sent, name) for name in Rules._fields}
    read["tiles"] = tuple([_FACE.read(tile.cells) for tile in sent.tiles])
    piece = _CODECS["piece"].read
    read["shapes"] = tuple([(piece(each.piece), tuple(each.cells)) for each in sent.shapes])
    read["rays"] = tuple([tuple([(o.rows, o.columns) for o in ray.offsets]) for ray in sent.rays])
    return Rules(**read)


_MESSAGES: dict[type[Any], Any] = {
    kind: getattr(pb, f"Lumiere{kind.__name__}")
    for kind in (*Action.__args__, *Event.__args__, views.Building, views.Figure, Player, View)
}
_MESSAGES[views.Score] = pb.LumiereScore
_MESSAGES[views.Postcard] = pb.LumiereCard


def _kinds(union: Any) -> dict[str, type[Any]]:
    """Return the types of a union by their field of the oneof."""
    return {_field(each._field_defaults["kind"]): each for each in union.__args__}


def _field(kind: str) -> str:
    """Return the field of a kind; a word that many languages reserve has another."""
    return "pass_turn" if kind == "pass" else kind


_ACTIONS = _kinds(Action)
_EVENTS = _kinds(Event)


def _write_action(action: Action) -> bytes:
    told = pb.LumiereAction(**{_field(action.kind): _tell(action)})
    return pb.LumierePosition(actions=[told]).SerializeToString()


def _write_event(event: Event) -> bytes:
    told = pb.LumiereEvent(**{_field(event.kind): _tell(event)})
    return pb.LumierePosition(events=[told]).SerializeToString()


def _field_of_view(name: str) -> Parts:
    """Return the parts that are a field of the view."""
    return Parts(lambda value: _write_view(**{name: _CODECS[name].tell(value)}))


def _one_of_many(name: str) -> Parts:
    """Return the parts that are one of the values of a repeated field of the view."""
    return Parts(lambda value: _write_view(**{name: [_tell(value)]}))


def _write_view(**fields: Any) -> bytes:
    return pb.LumiereView(**fields).SerializeToString()


def _write_head(head: tuple[Any, ...]) -> bytes:
    """Serialise the small fields of a view: who looks, who decides, what phase it is."""
    seat, tile, phase, decider, first = head
    told = _CODECS["phase"].tell(phase)
    return _write_view(seat=seat, tile=tile, phase=told, decider=decider, first=first)


class LumiereWire(Wire):
    """Writes positions by joining parts that are kept serialised."""

    message = "lutetia.v1.LumierePosition"

    def __init__(self) -> None:
        self._action = Parts(_write_action).of
        self._event = Parts(_write_event).of
        self._head = Parts(_write_head).of
        self._building = _one_of_many("buildings").of
        self._figure = _one_of_many("figures").of
        self._postcard = _one_of_many("postcards").of
        self._player = _one_of_many("players").of
        self._score = _one_of_many("scores").of
        self._pool = _field_of_view("pool").of
        self._rules = _field_of_view("rules").of

    def encode(self, view: View, actions: Sequence[Action], events: Sequence[Event]) -> bytes:
        return b"".join(
            [
                message(1, self._view(view)),
                *map(self._action, actions),
                *map(self._event, events),
            ]
        )

    def _view(self, view: View) -> bytes:
        return b"".join(
            [
                self._head((view.seat, view.tile, view.phase, view.decider, view.first)),
                message(5, view.ground.encode().translate(_GROUND_BYTES)),
                *map(self._building, view.buildings),
                *map(self._figure, view.figures),
                *map(self._postcard, view.postcards),
                self._pool(view.pool),
                *map(self._player, view.players),
                *map(self._score, view.scores),
                self._rules(view.rules),
            ]
        )

    def decode(self, position: bytes) -> tuple[View, Sequence[Action], Sequence[Event]]:
        sent = pb.LumierePosition.FromString(position)
        return (
            _read(View, sent.view),
            [_read_one(_ACTIONS, each, "action") for each in sent.actions],
            [_read_one(_EVENTS, each, "event") for each in sent.events],
        )


def _read_one(kinds: dict[str, type[Any]], sent: Any, oneof: str) -> Any:
    name = sent.WhichOneof(oneof)
    return _read(kinds[name], getattr(sent, name))


wire = LumiereWire()
