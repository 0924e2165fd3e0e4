"""Paris on the wire: positions joined from parts that are kept serialised."""

from collections.abc import Callable, Sequence
from typing import Any

from arbiter.wire.fields import message, number, varint
from arbiter.wire.games import Wire
from arbiter.wire.paris_codecs import (
    ACTION_FIELDS,
    ACTIONS,
    ASKED,
    CODECS,
    EVENT_FIELDS,
    EVENTS,
    HALVES,
    RESOURCES,
    read_one_of,
    read_view,
    write,
    write_numbers,
    write_one_of,
    write_place,
)
from arbiter.wire.parts import Parts
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.views import Board, Player, Screen, View
from lutetia.v1 import paris_pb2 as pb

RECENT = 4_000
"""Objects of each kind whose parts are kept: they live as long, so that it must be few."""


class Kept:
    """Serialised parts by the very object they stand for.

    The engine replaces the parts of its board and never changes them, so that the same object is
    the same part, and a long tuple need not be hashed. What is kept stays alive: no other object
    can get its id.
    """

    def __init__(self, write: Callable[[Any], bytes]) -> None:
        self._write = write
        self._parts: dict[int, bytes] = {}
        self._alive: list[Any] = []
        self.get = self._parts.get
        """What is kept for an id, without the cost of a call of ours."""

    def of(self, value: Any) -> bytes:
        """Return the part of an object, from now on kept."""
        part = self._parts.get(id(value))
        if part is None:
            if len(self._alive) >= RECENT:
                self._parts.clear()
                self._alive.clear()
            part = self._parts[id(value)] = self._write(value)
            self._alive.append(value)
        return part


def _repeated(field: int) -> Callable[[Sequence[Any]], bytes]:
    """Return how a repeated message is written: the parts of a long list are kept too."""
    part = Parts(lambda value: message(field, write(value))).of
    return lambda values: b"".join(map(part, values))


class ParisWire(Wire):
    """Writes positions by joining parts that are kept serialised."""

    message = "lutetia.v1.ParisPosition"

    def __init__(self) -> None:
        self._action = Parts(lambda each: message(2, write_one_of(ACTION_FIELDS, each))).of
        self._event = Parts(lambda each: message(3, write_one_of(EVENT_FIELDS, each))).of
        self._board = Kept(_BoardParts().write)
        self._player = Kept(_PlayerParts().write)
        self._screen = Parts(_ScreenParts().write).of
        self._pile = Parts(lambda pile: write_numbers(7, pile)).of
        self._purchase = Parts(lambda purchase: message(9, write(purchase))).of
        self._revealed = Parts(lambda tile: message(10, write(tile))).of
        self._asked = Parts(_write_asked).of
        self._counts = Parts(lambda c: RESOURCES.write(5, c[0]) + HALVES.write(8, c[1])).of
        self._turns = Parts(lambda turns: number(14, turns)).of

    def encode(self, view: View, actions: Sequence[Action], events: Sequence[Event]) -> bytes:
        parts = [message(1, b"".join(self._view(view)))]
        parts += map(self._action, actions)
        parts += map(self._event, events)
        return b"".join(parts)

    def _view(self, view: View) -> list[bytes]:
        seat, screen, players, board, supply, end_tiles, pile, halves, purchase = view[:9]
        revealed, vp_tile, asked, mover, turns, last_turns, rules = view[9:]
        parts = [
            self._board.get(id(board)) or self._board.of(board),
            self._asked((seat, end_tiles, vp_tile, asked, mover, last_turns, rules)),
            self._counts((supply, halves)),
            self._turns(turns),
        ]
        kept = self._player.get
        parts += [kept(id(player)) or self._player.of(player) for player in players]
        if screen is not None:
            parts.append(self._screen(screen))
        if pile:
            parts.append(self._pile(pile))
        if purchase is not None:
            parts.append(self._purchase(purchase))
        if revealed is not None:
            parts.append(self._revealed(revealed))
        return parts

    def decode(self, position: bytes) -> tuple[View, Sequence[Action], Sequence[Event]]:
        sent = pb.ParisPosition.FromString(position)
        actions = [read_one_of(ACTIONS, each, "action") for each in sent.actions]
        events = [read_one_of(EVENTS, each, "event") for each in sent.events]
        return read_view(sent.view), actions, events


class _BoardParts:
    """A board is joined from its lists, of which one changes at a time."""

    def __init__(self) -> None:
        self._lists = [Kept(_repeated(field)).of for field in range(1, 7)]

    def write(self, board: Board) -> bytes:
        lists = zip(self._lists, board, strict=True)
        return message(4, b"".join([write(values) for write, values in lists]))


class _PlayerParts:
    """A player is joined from parts that change apart from each other."""

    def __init__(self) -> None:
        key = Parts(lambda place: write_place(4, place)).of
        self._keys = Kept(lambda keys: b"".join(map(key, keys))).of
        self._numbers = Parts(_write_player_numbers).of
        self._used = Parts(lambda used: write_numbers(8, used[0]) + write_numbers(9, used[1])).of

    def write(self, player: Player) -> bytes:
        points, behind, reserve, keys, meeple, bonus_tiles, end_tiles, used_bonus, used_end = player
        numbers = self._numbers((points, behind, reserve, meeple, bonus_tiles, end_tiles))
        return message(3, numbers + self._keys(keys) + self._used((used_bonus, used_end)))


class _ScreenParts:
    """What is behind a screen is joined likewise."""

    def __init__(self) -> None:
        self._tokens = Parts(lambda tokens: CODECS["tokens"].write(2, tokens)).of
        self._tiles = Parts(lambda own: write_numbers(3, own[0]) + write_numbers(4, own[1])).of

    def write(self, screen: Screen) -> bytes:
        francs, tokens, bonus, ends = screen
        return message(2, number(1, francs) + self._tokens(tokens) + self._tiles((bonus, ends)))


def _write_asked(asked: tuple[Any, ...]) -> bytes:
    """Serialise who looks, and who is asked for what."""
    seat, end_tiles, vp_tile, what, mover, last_turns, rules = asked
    parts = (
        b"" if seat is None else varint(1 << 3) + varint(seat),
        number(6, end_tiles),
        number(11, vp_tile),
        ASKED.write(12, what),
        number(13, mover),
        number(15, last_turns),
        message(16, write(rules)),
    )
    return b"".join(parts)


def _write_player_numbers(numbers: tuple[int, ...]) -> bytes:
    return b"".join(number(field, n) for field, n in zip((1, 2, 3, 5, 6, 7), numbers, strict=True))


wire = ParisWire()
