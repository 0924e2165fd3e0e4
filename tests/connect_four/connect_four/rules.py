"""The rules on bitboards: bit 7 × column + height, the seventh height always empty."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

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

    __slots__ = ("_valid", "decider", "discs")

    def __init__(self, discs: tuple[int, int] = (0, 0), decider: int | None = 0) -> None:
        self.discs = discs
        self.decider = decider
        self._valid = self._list()

    def actions(self) -> Sequence[Drop]:
        return self._valid

    def _list(self) -> list[Drop]:
        taken = self.discs[0] | self.discs[1]
        return [drop for top, drop in _TOPS if not taken & top]

    def play(self, action: Drop) -> list[Notice[Dropped]]:
        notices: list[Notice[Dropped]] = []
        self._drop(action.column, notices)
        while self.decider is not None and len(self._valid) == 1:
            self._drop(self._valid[0].column, notices)  # the last column: nothing to decide
        return notices

    def _drop(self, column: int, notices: list[Notice[Dropped]]) -> None:
        first, second = self.discs
        taken = first | second
        disc = (taken + _BOTTOMS[column]) & _COLUMN_MASKS[column]
        notices += _NOTICES[column]
        if self.decider == 0:
            first |= disc
            over = has_four(first)
        else:
            second |= disc
            over = has_four(second)
        self.discs = (first, second)
        self._valid = self._list()
        self.decider = None if over or taken | disc == _FULL else 1 - (self.decider or 0)

    def view(self, seat: int | None) -> View:
        return View(seat, self.discs)

    def outcome(self) -> Outcome | None:
        if self.decider is not None:
            return None
        won = tuple(int(has_four(discs)) for discs in self.discs)
        return Outcome(won, tuple(1 + sum(won) - own if sum(won) else 1 for own in won))

    def copy(self) -> "Board":
        return Board(self.discs, self.decider)

    def resample(self, seat: int | None, dice: Dice) -> "Board":
        return self.copy()

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

    def picture(self, view: View) -> str:
        rows = range(HEIGHT - 1, -1, -1)
        return "\n".join(" ".join(self._cell(view, c, r) for c in range(COLUMNS)) for r in rows)

    def _cell(self, view: View, column: int, height: int) -> str:
        bit = 1 << (7 * column + height)
        return "X" if view.discs[0] & bit else "O" if view.discs[1] & bit else "."
