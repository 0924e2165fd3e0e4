"""The rules on bitboards: bit 7 × column + height, the seventh height always empty."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from engine.dice import Dice
from engine.game import Game, Notice, Outcome, State

COLUMNS = 7
HEIGHT = 6
_FULL = sum(1 << (7 * column + height) for column in range(COLUMNS) for height in range(HEIGHT))


class Drop(NamedTuple):
    """Let a disc fall into a column."""

    column: int
    kind: str = "drop"


class Dropped(NamedTuple):
    """A disc fell into a column."""

    column: int
    kind: str = "dropped"


class View(NamedTuple):
    """The board; there is nothing to hide."""

    seat: int | None
    discs: tuple[int, int]


@dataclass(frozen=True)
class Options:
    """None."""


_DROPS = tuple(Drop(column) for column in range(COLUMNS))
_NOTICES = tuple([Notice(Dropped(column))] for column in range(COLUMNS))
_TOPS = tuple((1 << (7 * column + HEIGHT - 1), _DROPS[column]) for column in range(COLUMNS))
_BOTTOMS = tuple(1 << 7 * column for column in range(COLUMNS))
_COLUMN_MASKS = tuple(((1 << HEIGHT) - 1) << 7 * column for column in range(COLUMNS))


def has_four(discs: int) -> bool:
    """Tell whether four of the discs stand in a line."""
    for step in (1, 7, 6, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class Board(State[Drop, View, Dropped]):
    """A position."""

    __slots__ = ("discs",)

    def __init__(self, discs: tuple[int, int] = (0, 0), decider: int | None = 0) -> None:
        self.discs = discs
        self.decider = decider
        self.notices = []
        self._list()

    def _list(self) -> None:
        taken = self.discs[0] | self.discs[1]
        self.valid = [drop for top, drop in _TOPS if not taken & top]

    def drop(self, action: Drop) -> None:
        column = action.column
        first, second = self.discs
        taken = first | second
        disc = (taken + _BOTTOMS[column]) & _COLUMN_MASKS[column]
        self.notices += _NOTICES[column]
        if self.decider == 0:
            first |= disc
            over = has_four(first)
        else:
            second |= disc
            over = has_four(second)
        self.discs = (first, second)
        if over or taken | disc == _FULL:
            self.decider, self.valid = None, ()
        else:
            self.decider = 1 - (self.decider or 0)
            self._list()

    plays: ClassVar = {"drop": drop}

    def view(self, seat: int | None) -> View:
        return View(seat, self.discs)

    def outcome(self) -> Outcome | None:
        if self.decider is not None:
            return None
        won = tuple(int(has_four(discs)) for discs in self.discs)
        return Outcome(won, tuple(1 + sum(won) - own if sum(won) else 1 for own in won))

    def pieces(self) -> Sequence[int]:
        return ()


class ConnectFour(Game[Options, Drop, View, Dropped]):
    """The game, for two."""

    name = "connect_four"
    title = "Connect Four"
    players = (2,)
    options = Options

    def deal(self, players: int, options: Options, dice: Dice) -> Board:
        return Board()

    def imagine(self, view: View, options: Options, dice: Dice) -> Board:
        return Board(view.discs, sum(discs.bit_count() for discs in view.discs) % 2)

    def picture(self, view: View, options: Options) -> str:
        rows = range(HEIGHT - 1, -1, -1)
        return "\n".join(" ".join(self._cell(view, c, r) for c in range(COLUMNS)) for r in rows)

    def _cell(self, view: View, column: int, height: int) -> str:
        bit = 1 << (7 * column + height)
        return "X" if view.discs[0] & bit else "O" if view.discs[1] & bit else "."
