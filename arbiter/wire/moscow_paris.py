"""Moscow–Paris on the wire.

The messages of moscow_paris.proto have the fields of the engine's named tuples, by the same
names and numbered in their order from 1. So one table, from the name of a field to how it is
written and read, serves every view, action and event.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arbiter.wire.fields import message, number, text, varint
from arbiter.wire.games import Wire
from arbiter.wire.parts import Parts
from engine.moscow_paris.actions import Action, FrontPlace, LinePlace
from engine.moscow_paris.events import Event
from engine.moscow_paris.views import City, Line, Player, Rules, View
from lutetia.v1 import moscow_paris_pb2 as pb


class Codec(NamedTuple):
    """How a field is written under its number, and what its value in a message stands for."""

    write: Callable[[int, Any], bytes]
    read: Callable[[Any], Any]


def _enum(enum: Any, prefix: str) -> Codec:
    """Return the codec of an enum whose values are the engine's words, with a prefix."""
    numbers = {name.removeprefix(prefix).lower(): value for name, value in enum.items()}
    words = {value: word for word, value in numbers.items()}
    return Codec(lambda field, word: number(field, numbers[word]), words.__getitem__)


def _list(enum: Any, prefix: str) -> Codec:
    """Return the codec of a packed list of enum values, all of them below 128."""
    numbers = {name.removeprefix(prefix).lower(): value for name, value in enum.items()}
    words = {value: word for word, value in numbers.items()}
    return Codec(
        lambda field, cards: (
            message(field, bytes(map(numbers.__getitem__, cards))) if cards else b""
        ),
        lambda values: tuple([words[value] for value in values]),
    )


def _message(kind: type[Any]) -> Codec:
    """Return the codec of an embedded named tuple."""
    return Codec(lambda field, value: message(field, _write(value)), lambda sent: _read(kind, sent))


def _write(value: Any) -> bytes:
    """Serialise a named tuple; its kind, if it has one, is told by the oneof around it."""
    names = value._fields
    return b"".join(
        _CODECS[name].write(field, part)
        for field, (name, part) in enumerate(zip(names, value, strict=True), start=1)
        if name != "kind"
    )


def _read(kind: type[Any], sent: Any) -> Any:
    """Return the named tuple that a message stands for."""
    names = [name for name in kind._fields if name != "kind"]
    return kind(*[_CODECS[name].read(getattr(sent, name)) for name in names])


def _write_place(field: int, place: LinePlace | FrontPlace) -> bytes:
    return message(field, message(1 if isinstance(place, LinePlace) else 2, _write(place)))


def _read_place(sent: Any) -> Any:
    if sent.HasField("line"):
        return _read(LinePlace, sent.line)
    return _read(FrontPlace, sent.front)


_NUMBER = Codec(number, int)
_TEXT = Codec(text, str)
_CARD = _enum(pb.MoscowParisCard, "MOSCOW_PARIS_CARD_")
_CARDS = _list(pb.MoscowParisCard, "MOSCOW_PARIS_CARD_")
_ASKED = _enum(pb.MoscowParisAsked, "MOSCOW_PARIS_ASKED_")
_CITY = _message(City)
_PLACE = Codec(_write_place, _read_place)

_CODECS = {
    **dict.fromkeys(("wagon", "card", "give", "take", "first_wagon", "second_wagon"), _CARD),
    **dict.fromkeys(("hand", "left", "right", "front", "shown", "wagons", "cards"), _CARDS),
    **dict.fromkeys(("row", "distance", "length", "seat", "neighbour", "number", "deck"), _NUMBER),
    **dict.fromkeys(("limit", "points", "hand_size", "repeats", "max_turns"), _NUMBER),
    **dict.fromkeys(("first", "second"), _PLACE),
    **dict.fromkeys(("name", "country"), _TEXT),
    **dict.fromkeys(("capital", "teams"), Codec(number, bool)),
    "city": _CITY,
    "cities": Codec(
        lambda field, cities: b"".join(_CITY.write(field, city) for city in cities),
        lambda sent: tuple([_CITY.read(city) for city in sent]),
    ),
    "side": _enum(pb.MoscowParisSide, "MOSCOW_PARIS_SIDE_"),
    "claim": _enum(pb.MoscowParisClaimRule, "MOSCOW_PARIS_CLAIM_RULE_"),
    "reason": _enum(pb.MoscowParisReason, "MOSCOW_PARIS_REASON_"),
}


def _kinds(union: Any) -> dict[str, type[Any]]:
    """Return the types of a union by the kind their values carry."""
    return {each._field_defaults["kind"]: each for each in union.__args__}


_ACTIONS = _kinds(Action)
_EVENTS = _kinds(Event)
_ACTION_FIELDS = {field.name: field.number for field in pb.MoscowParisAction.DESCRIPTOR.fields}
_EVENT_FIELDS = {field.name: field.number for field in pb.MoscowParisEvent.DESCRIPTOR.fields}


class MoscowParisWire(Wire):
    """Writes positions by joining parts that are kept serialised."""

    message = "lutetia.v1.MoscowParisPosition"

    def __init__(self) -> None:
        self._action = Parts(lambda each: message(2, _one_of(_ACTION_FIELDS, each))).of
        self._event = Parts(lambda each: message(3, _one_of(_EVENT_FIELDS, each))).of
        self._hand = Parts(lambda hand: _CARDS.write(2, hand)).of
        self._line = Parts(_LineParts().write).of
        self._player = Parts(_PlayerParts().write).of
        self._asked = Parts(_write_asked).of
        self._turns = Parts(lambda n: number(8, n)).of
        self._decks = Parts(lambda pair: number(9, pair[0]) + number(10, pair[1])).of
        self._pile = Parts(_write_pile).of
        self._closed = Parts(lambda city: _CITY.write(12, city)).of
        self._rules = Parts(lambda rules: message(13, _write(rules))).of

    def encode(self, view: View, actions: Sequence[Action], events: Sequence[Event]) -> bytes:
        parts = [message(1, self._view(view))]
        parts += map(self._action, actions)
        parts += map(self._event, events)
        return b"".join(parts)

    def _view(self, view: View) -> bytes:
        seat, hand, lines, players, asked, decider, mover, turns = view[:8]
        deck, city_deck, discard, closed, rules = view[8:]
        parts = [self._hand(hand), self._asked((seat, asked, decider, mover))]
        parts += map(self._line, lines)
        parts += map(self._player, players)
        parts += (self._turns(turns), self._decks((deck, city_deck)), self._rules(rules))
        parts += map(self._pile, discard)
        parts += map(self._closed, closed)
        return b"".join(parts)

    def decode(self, position: bytes) -> tuple[View, Sequence[Action], Sequence[Event]]:
        sent = pb.MoscowParisPosition.FromString(position)
        actions = [_read_one_of(_ACTIONS, each, "action") for each in sent.actions]
        events = [_read_one_of(_EVENTS, each, "event") for each in sent.events]
        return _read_view(sent.view), actions, events


class _LineParts:
    """A line changes with every wagon: its message is joined from parts that do not."""

    def __init__(self) -> None:
        self._cities = Parts(lambda city: _CITY.write(1, city))
        self._left = Parts(lambda wagons: _CARDS.write(2, wagons))
        self._right = Parts(lambda wagons: _CARDS.write(3, wagons))

    def write(self, line: Line) -> bytes:
        city, left, right = line
        return message(3, self._cities[city] + self._left[left] + self._right[right])


class _PlayerParts:
    """A player changes with every card: as with the line."""

    def __init__(self) -> None:
        self._fronts = Parts(lambda wagons: _CARDS.write(1, wagons))
        self._shown = Parts(lambda wagons: _CARDS.write(3, wagons))
        self._cities = Parts(lambda city: _CITY.write(4, city))
        self._numbers = Parts(lambda pair: number(2, pair[0]) + number(5, pair[1]))

    def write(self, player: Player) -> bytes:
        front, hand_size, shown, cities, repeats = player
        numbers = self._numbers[hand_size, repeats]
        cards = self._fronts[front] + self._shown[shown]
        return message(4, cards + numbers + b"".join(map(self._cities.of, cities)))


def _one_of(fields: dict[str, int], value: Any) -> bytes:
    """Serialise an action or event as the field of its kind."""
    return message(fields[value.kind], _write(value))


def _read_one_of(kinds: dict[str, type[Any]], sent: Any, oneof: str) -> Any:
    kind = sent.WhichOneof(oneof)
    return _read(kinds[kind], getattr(sent, kind))


def _write_asked(asked: tuple[int | None, str, int | None, int]) -> bytes:
    """Serialise who looks, and who is asked for what."""
    seat, what, decider, mover = asked
    return b"".join(
        (_optional(1, seat), _ASKED.write(5, what), _optional(6, decider), number(7, mover))
    )


def _write_pile(pile: tuple[str, int]) -> bytes:
    card, count = pile
    return message(11, _CARD.write(1, card) + number(2, count))


def _optional(field: int, n: int | None) -> bytes:
    """Encode a number whose absence means something, so that zero is sent."""
    return b"" if n is None else varint(field << 3) + varint(n)


def _read_view(sent: pb.MoscowParisView) -> View:
    return View(
        seat=sent.seat if sent.HasField("seat") else None,
        hand=_CARDS.read(sent.hand),
        lines=tuple(_read(Line, line) for line in sent.lines),
        players=tuple(_read(Player, player) for player in sent.players),
        asked=_ASKED.read(sent.asked),
        decider=sent.decider if sent.HasField("decider") else None,
        mover=sent.mover,
        turns=sent.turns,
        deck=sent.deck,
        city_deck=sent.city_deck,
        discard=tuple((_CARD.read(pile.card), pile.number) for pile in sent.discard),
        closed=tuple(_CITY.read(city) for city in sent.closed),
        rules=_read(Rules, sent.rules),
    )


wire = MoscowParisWire()
