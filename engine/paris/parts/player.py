"""A player: keys, meeple and VP, and what is behind the screen but for the end tiles."""

from typing import Literal, get_args

from engine.paris.actions import TOKENS, Place
from engine.paris.figures.board import Board
from engine.paris.views import PlayerView

PointSource = Literal[
    "districts", "prestige at landmarks", "buildings", "bonus tiles", "end tiles", "francs"
]
SOURCES: tuple[PointSource, ...] = get_args(PointSource)


class Keys:
    """Where a player's keys on the board lie. Never changed, only replaced."""

    __slots__ = ("mask", "places", "view")

    def __init__(self, places: list[int], board: Board) -> None:
        places.sort()
        self.places = tuple(places)
        """Rising; twice for two keys on one place."""
        self.view: tuple[Place, ...] = tuple([board.places[place] for place in places])
        mask = 0
        for place in places:
            mask |= 1 << place
        self.mask = mask
        """The same as a set."""


class Player:
    """A player. It is changed in place, unlike everything else on the table."""

    __slots__ = (
        "bonus",
        "francs",
        "in_hand",
        "keys",
        "meeple",
        "points",
        "reserve",
        "seat",
        "sources",
        "tokens",
        "used_bonus",
    )

    def __init__(self, seat: int, view: PlayerView, board: Board) -> None:
        self.seat = seat
        self.points = view.points
        self.sources: tuple[tuple[PointSource, int], ...] = ()
        """What was earned and by what, in that order. What a view shows came from somewhere, too,
        but it does not tell from where."""
        self.francs = view.francs
        self.tokens = view.tokens
        self.bonus = view.bonus_tiles
        """The bonus tiles that are held, rising."""
        self.used_bonus = view.used_bonus_tiles
        self.in_hand = view.keys_in_hand
        """Keys behind the screen."""
        self.reserve = view.reserve_keys
        self.keys = Keys([board.index[place] for place in view.keys], board)
        self.meeple = view.meeple

    def copy(self) -> "Player":
        other = Player.__new__(Player)
        other.seat, other.points, other.francs = self.seat, self.points, self.francs
        other.tokens, other.bonus, other.used_bonus = self.tokens, self.bonus, self.used_bonus
        other.in_hand, other.reserve = self.in_hand, self.reserve
        other.keys, other.meeple = self.keys, self.meeple
        other.sources = self.sources
        return other

    def view(self) -> PlayerView:
        return PlayerView(
            self.points,
            self.francs,
            self.tokens,
            self.bonus,
            self.used_bonus,
            self.in_hand,
            self.reserve,
            self.keys.view,
            self.meeple,
        )

    def earn(self, source: PointSource, points: int) -> None:
        """Get VP for something."""
        if points:
            self.points += points
            self.sources += ((source, points),)

    def add_token(self, token: int, count: int) -> None:
        """Put tokens behind the screen, or take them from there."""
        tokens = list(self.tokens)
        tokens[token] += count
        self.tokens = tuple(tokens)

    def add_bonus(self, number: int) -> None:
        self.bonus = tuple(sorted((*self.bonus, number)))

    def discard_bonus(self, number: int) -> None:
        self.bonus = tuple([held for held in self.bonus if held != number])
        self.used_bonus += (number,)


class Players(list[Player]):
    """The players by their seats."""

    def copy(self) -> "Players":
        return Players([player.copy() for player in self])


def new_player(seat: int, francs: int, keys: int, reserve: int, board: Board) -> Player:
    """Return a player as the game begins (§1)."""
    view = PlayerView(0, francs, (0,) * len(TOKENS), (), (), keys, reserve, (), 0)
    return Player(seat, view, board)
