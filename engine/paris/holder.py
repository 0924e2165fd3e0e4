"""A player: keys, meeple and VP for all to see, and what is behind the screen."""

from engine.paris.actions import TOKENS, Place
from engine.paris.lookup import Lookup
from engine.paris.views import Player


class Holder:
    """A player's keys, meeple and VP, and what is behind the screen."""

    __slots__ = (
        "behind",
        "bonus",
        "ends",
        "francs",
        "keys",
        "mask",
        "meeple",
        "places",
        "points",
        "reserve",
        "tokens",
        "used_bonus",
        "used_end",
    )

    def __init__(self, francs: int, keys: int, reserve: int) -> None:
        self.francs = francs
        self.points = 0
        self.behind = keys
        self.reserve = reserve
        self.meeple = 0
        self.tokens = (0,) * len(TOKENS)
        self.bonus: tuple[int, ...] = ()
        self.ends: tuple[int, ...] = ()
        self.used_bonus: tuple[int, ...] = ()
        self.used_end: tuple[int, ...] = ()
        self.places: tuple[int, ...] = ()
        """Where the keys on the board lie, rising; twice for two keys on one place."""
        self.keys: tuple[Place, ...] = ()
        """The same, as a view shows it."""
        self.mask = 0
        """The same, as a set."""

    def copy(self) -> "Holder":
        other = Holder(self.francs, self.behind, self.reserve)
        other.points, other.meeple, other.tokens = self.points, self.meeple, self.tokens
        other.bonus, other.ends = self.bonus, self.ends
        other.used_bonus, other.used_end = self.used_bonus, self.used_end
        other.places, other.keys, other.mask = self.places, self.keys, self.mask
        return other

    def face(self) -> Player:
        """Return what everybody sees of the player (§15)."""
        return Player(
            self.points,
            self.behind,
            self.reserve,
            self.keys,
            self.meeple,
            len(self.bonus),
            len(self.ends),
            self.used_bonus,
            self.used_end,
        )

    def lay_keys(self, places: list[int], lookup: Lookup) -> None:
        """Say where the keys on the board lie from now on."""
        places.sort()
        self.places = tuple(places)
        self.keys = tuple([lookup.places[place] for place in places])
        self.mask = 0
        for place in places:
            self.mask |= 1 << place

    def add_token(self, token: int, count: int) -> None:
        """Put tokens behind the screen, or take them from there."""
        tokens = list(self.tokens)
        tokens[token] += count
        self.tokens = tuple(tokens)

    def add_bonus(self, number: int) -> None:
        """Put a bonus tile behind the screen."""
        self.bonus = tuple(sorted((*self.bonus, number)))

    def discard_bonus(self, number: int) -> None:
        """Discard a bonus tile, face up."""
        self.bonus = tuple([each for each in self.bonus if each != number])
        self.used_bonus += (number,)

    def discard_end(self, number: int) -> None:
        """Discard an end tile."""
        self.ends = tuple([each for each in self.ends if each != number])
        self.used_end += (number,)
