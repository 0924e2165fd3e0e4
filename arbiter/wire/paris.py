"""Paris on the wire.

The messages of paris.proto have the fields of the engine's named tuples, by the same names and
numbered in their order from 1. So one table, from the name of a field to how it is written and
read, serves every view, action and event.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arbiter.wire.fields import message, number, varint
from arbiter.wire.games import Wire
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

CACHED = 20_000
"""Serialised parts of each kind that are kept; then they are forgotten and made anew."""


class Codec(NamedTuple):
    """How a field is written under its number, and what its value in a message stands for."""

    write: Callable[[int, Any], bytes]
    read: Callable[[Any], Any]


class Parts(dict[Any, bytes]):
    """Serialised parts by the value they stand for; a missing one is made by `write`."""

    def __init__(self, write: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._write = write
        self.of = self.__getitem__

    def __missing__(self, value: Any) -> bytes:
        if len(self) >= CACHED:
            self.clear()
        part = self[value] = self._write(value)
        return part


class Kept:
    """Serialised parts by the very object they stand for.

    The engine replaces the parts of its board and never changes them, so that the same object is
    the same part, and a long tuple need not be hashed. What is kept stays alive: no other object
    can get its id.
    """

    def __init__(self, write: Callable[[Any], bytes]) -> None:
        self._write = write
        self._parts: dict[int, tuple[Any, bytes]] = {}

    def of(self, value: Any) -> bytes:
        kept = self._parts.get(id(value))
        if kept is None:
            if len(self._parts) >= CACHED:
                self._parts.clear()
            kept = self._parts[id(value)] = (value, self._write(value))
        return kept[1]


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
    return Codec(lambda field, value: message(field, _write(value)), lambda sent: _read(kind, sent))


def _write_numbers(field: int, numbers: Sequence[int]) -> bytes:
    """Encode a packed list of numbers."""
    return message(field, b"".join(map(varint, numbers))) if numbers else b""


def _write_place(field: int, place: Place | None) -> bytes:
    if place is None:
        return b""
    if isinstance(place, Building):
        return message(field, message(1, _write(place)))
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
_NUMBERS = Codec(_write_numbers, tuple)
_FLAG = Codec(number, bool)
_DISTRICT = _enum(pb.ParisDistrict, "PARIS_DISTRICT_")
_LANDMARK = _enum(pb.ParisLandmark, "PARIS_LANDMARK_")
_TOKEN = _enum(pb.ParisToken, "PARIS_TOKEN_")
_ASKED = _enum(pb.ParisAsked, "PARIS_ASKED_")
_PLACE = Codec(_write_place, _read_place)
_RESOURCES = _counts("wood marble gold")
_HALVES = _counts("resources prestige")

_CODECS = {
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
    "unpaid": _RESOURCES,
    "icons": _counts("bronze silver gold_prestige"),
    "keys": Codec(
        lambda field, keys: b"".join(_write_place(field, key) for key in keys),
        lambda sent: tuple([_read_place(key) for key in sent]),
    ),
}


def _write(value: Any) -> bytes:
    """Serialise a named tuple; its kind, if it has one, is told by the oneof around it."""
    return b"".join(
        _CODECS[name].write(field, part)
        for field, (name, part) in enumerate(zip(value._fields, value, strict=True), start=1)
        if name != "kind"
    )


def _read(kind: type[Any], sent: Any) -> Any:
    """Return the named tuple that a message stands for."""
    names = [name for name in kind._fields if name != "kind"]
    return kind(*[_CODECS[name].read(getattr(sent, name)) for name in names])


def _kinds(union: Any) -> dict[str, type[Any]]:
    """Return the types of a union by the kind their values carry."""
    return {each._field_defaults["kind"]: each for each in union.__args__}


def _one_of(fields: dict[str, int], value: Any) -> bytes:
    """Serialise an action or event as the field of its kind."""
    return message(fields[value.kind], _write(value))


def _read_one_of(kinds: dict[str, type[Any]], sent: Any, oneof: str) -> Any:
    kind = sent.WhichOneof(oneof)
    return _read(kinds[kind], getattr(sent, kind))


def _repeated(field: int) -> Callable[[Sequence[Any]], bytes]:
    """Return how a repeated message is written: the parts of a long list are kept too."""
    part = Parts(lambda value: message(field, _write(value))).of
    return lambda values: b"".join(map(part, values))


_ACTIONS = _kinds(Action)
_EVENTS = _kinds(Event)
_ACTION_FIELDS = {field.name: field.number for field in pb.ParisAction.DESCRIPTOR.fields}
_EVENT_FIELDS = {field.name: field.number for field in pb.ParisEvent.DESCRIPTOR.fields}


class ParisWire(Wire):
    """Writes positions by joining parts that are kept serialised."""

    message = "lutetia.v1.ParisPosition"

    def __init__(self) -> None:
        self._action = Parts(lambda each: message(2, _one_of(_ACTION_FIELDS, each))).of
        self._event = Parts(lambda each: message(3, _one_of(_EVENT_FIELDS, each))).of
        self._lists = [Kept(_repeated(field)).of for field in range(1, 7)]
        self._board = Kept(self._write_board).of
        self._purchase = Parts(lambda purchase: message(9, _write(purchase))).of
        self._counts = Parts(_write_counts).of
        self._pile = Parts(lambda pile: _write_numbers(7, pile)).of
        self._revealed = Parts(lambda tile: message(10, _write(tile))).of
        self._asked = Parts(_write_asked).of
        self._turns = Parts(lambda turns: number(14, turns)).of
        key = Parts(lambda place: _write_place(4, place)).of
        self._keys = Kept(lambda keys: b"".join(map(key, keys))).of
        self._used = Parts(lambda used: _write_numbers(8, used[0]) + _write_numbers(9, used[1])).of
        self._numbers = Parts(_write_player_numbers).of
        self._resting = Kept(self._player).of
        self._francs = Parts(lambda francs: number(1, francs)).of
        self._own_tokens = Parts(lambda tokens: _CODECS["tokens"].write(2, tokens)).of
        self._own_tiles = Parts(
            lambda own: _write_numbers(3, own[0]) + _write_numbers(4, own[1])
        ).of

    def encode(self, view: View, actions: Sequence[Action], events: Sequence[Event]) -> bytes:
        parts = [message(1, b"".join(self._view(view)))]
        parts += map(self._action, actions)
        parts += map(self._event, events)
        return b"".join(parts)

    def _view(self, view: View) -> list[bytes]:
        seat, screen, players, board, supply, end_tiles, pile, halves, purchase = view[:9]
        revealed, vp_tile, asked, mover, turns, last_turns, rules = view[9:]
        parts = [
            self._board(board),
            self._counts((supply, halves, rules)),
            self._asked((seat, end_tiles, vp_tile, asked, mover, last_turns)),
            self._turns(turns),
        ]
        for place, player in enumerate(players):  # the engine keeps what the others have
            parts.append(self._player(player) if place == mover else self._resting(player))
        if screen is not None:
            parts.append(self._screen(screen))
        if pile:
            parts.append(self._pile(pile))
        if purchase is not None:
            parts.append(self._purchase(purchase))
        if revealed is not None:
            parts.append(self._revealed(revealed))
        return parts

    def _write_board(self, board: Board) -> bytes:
        """Join the board from its lists, of which one changes at a time."""
        lists = zip(self._lists, board, strict=True)
        return message(4, b"".join([write(values) for write, values in lists]))

    def _screen(self, screen: Screen) -> bytes:
        """Join a screen from parts that change apart from each other."""
        francs, tokens, bonus, ends = screen
        own = self._francs(francs) + self._own_tokens(tokens) + self._own_tiles((bonus, ends))
        return message(2, own)

    def _player(self, player: Player) -> bytes:
        """Join a player from parts that change apart from each other."""
        points, behind, reserve, keys, meeple, bonus_tiles, end_tiles, used_bonus, used_end = player
        numbers = self._numbers((points, behind, reserve, meeple, bonus_tiles, end_tiles))
        return message(3, numbers + self._keys(keys) + self._used((used_bonus, used_end)))

    def decode(self, position: bytes) -> tuple[View, Sequence[Action], Sequence[Event]]:
        sent = pb.ParisPosition.FromString(position)
        actions = [_read_one_of(_ACTIONS, each, "action") for each in sent.actions]
        events = [_read_one_of(_EVENTS, each, "event") for each in sent.events]
        return _read_view(sent.view), actions, events


def _write_counts(counts: tuple[Any, Any, Any]) -> bytes:
    """Serialise supply, halves and rules, which seldom change."""
    supply, halves, rules = counts
    return _RESOURCES.write(5, supply) + _HALVES.write(8, halves) + message(16, _write(rules))


def _write_asked(asked: tuple[int | None, int, int, str, int, int]) -> bytes:
    """Serialise who looks, and who is asked for what."""
    seat, end_tiles, vp_tile, what, mover, last_turns = asked
    parts = (
        b"" if seat is None else varint(1 << 3) + varint(seat),
        number(6, end_tiles),
        number(11, vp_tile),
        _ASKED.write(12, what),
        number(13, mover),
        number(15, last_turns),
    )
    return b"".join(parts)


def _write_player_numbers(numbers: tuple[int, ...]) -> bytes:
    return b"".join(number(field, n) for field, n in zip((1, 2, 3, 5, 6, 7), numbers, strict=True))


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


def _read_view(sent: Any) -> View:
    return View(
        seat=sent.seat if sent.HasField("seat") else None,
        screen=_read_optional(Screen, sent, "screen"),
        players=_read_all(Player, sent.players),
        board=_read_board(sent.board),
        supply=_RESOURCES.read(sent.supply),
        end_tiles=sent.end_tiles,
        pile=tuple(sent.pile),
        halves=_HALVES.read(sent.halves),
        purchase=_read_optional(Purchase, sent, "purchase"),
        revealed=_read_optional(RevealedTile, sent, "revealed"),
        vp_tile=sent.vp_tile,
        asked=_ASKED.read(sent.asked),
        mover=sent.mover,
        turns=sent.turns,
        last_turns=sent.last_turns,
        rules=_read(Rules, sent.rules),
    )


wire = ParisWire()
