"""The actions a deck of cards can offer, in groups that are made once and shared.

A **set** of cards is a number with a bit for each kind: what a hand holds and a line lacks is
`hand & ~line`. Most groups of actions depend on such a set and on little
else, so that listing what is valid is to look groups up. A hand with a swap card can have hundreds
of actions, and making them each time would take longer than the rest of the turn.

The key of a group is what its maker takes. A **shape** says where the wagons of a line are: its row
and how many there are on the left and on the right. **Spots** are some of these places, a number
too: bit n stands for the n-th wagon, left side first.
"""

import sys
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Generic, TypeVar

from engine.moscow_paris.actions import (
    CARDS,
    SIDES,
    Action,
    Back,
    Couple,
    Exchange,
    Front,
    FrontPlace,
    LinePlace,
    NoEffect,
    Place,
    Swap,
    Uncouple,
)
from engine.tuples import without

K = TypeVar("K")
T = TypeVar("T")

Cards = tuple[str, ...]
Group = tuple[Action, ...]
Shape = tuple[int, int, int]

KEPT = 20_000
"""How many values are kept before all are forgotten: how many there can be grows with the limits
and kinds of a ruleset."""

# One object per action, whichever groups it is in: the wire then finds it by identity.
_couple = cache(Couple)
_front = cache(Front)
_back = cache(Back)
exchange_of = cache(Exchange)
_front_place = cache(FrontPlace)
_line_place = cache(LinePlace)


@lru_cache(maxsize=5 * KEPT)  # bounded: there is one for every two places, not for every card
def _swap(first: Place, second: Place) -> Swap:
    return Swap(first, second)


class Kept(dict[K, T], Generic[K, T]):
    """Values that are made when they are first looked up."""

    def __init__(self, make: Callable[[K], T], size: int = KEPT) -> None:
        super().__init__()
        self._make = make
        self._size = size

    def __missing__(self, key: K) -> T:
        if len(self) >= self._size:
            self.clear()
        value = self[key] = self._make(key)
        return value


class Catalogue:
    """Sets of the cards of a deck, and the groups of actions that follow from them."""

    def __init__(self, wagons: Iterable[str]) -> None:
        self.bits: Kept[str, int] = Kept(self._bit, size=sys.maxsize)
        """The set of a single card, never forgotten. A table that was set up by hand may hold kinds
        that its ruleset does not have."""
        self.sets: Kept[Cards, int] = Kept(self._set)
        """The set of some cards."""
        self.wagons = ~self._set(CARDS)
        """The set of all that are not action cards."""
        self._set(tuple(wagons))  # before all others, so that the numbers stay small

        self.with_one: Kept[tuple[Cards, str], Cards] = Kept(self._with_one)
        """Sorted cards and one more. Equal fronts are mostly one object: comparing is cheap."""
        self.without_one: Kept[tuple[Cards, str], Cards] = Kept(self._without_one)
        """Sorted cards but for one."""
        self._same: Kept[Cards, Cards] = Kept(lambda cards: cards)
        """The first of equal cards stands for all."""
        self.loads = Kept(self._load)
        """By the wagons of a line and the limit of its city, the set of the wagons, and the set of
        those that can still be coupled."""
        self.spots = Kept(self._spots)
        """The spots of those wagons of a line that are not in a set."""

        self.cards = Kept(self._cards)
        """By a set, the action cards in it."""
        self.no_effect = {card: NoEffect(card) for card in CARDS}
        self.couplings: Kept[int, Kept[int, Group]] = Kept(self._couplings)
        """By row and set, the couplings of its wagons at either end of the line."""
        self.fronts = Kept(self._fronts)
        """By set, the turns that put a wagon of it in front."""
        self.backs = Kept(self._backs)
        """By set, the turns that take a wagon of it back."""

        self.exchanges = Kept(self._exchanges)
        self.runs = Kept(_runs)
        self.swaps_within = Kept(_swaps_within)
        self.swaps_with_front = Kept(self._swaps_with_front)
        self.swaps_between_lines = Kept(_swaps_between_lines)
        self.swaps_between_fronts = Kept(self._swaps_between_fronts)

    def _bit(self, _: str) -> int:
        return 1 << len(self.bits)

    def _set(self, cards: Cards) -> int:
        cards_in_set = 0
        for card in cards:
            cards_in_set |= self.bits[card]
        return cards_in_set

    def _with_one(self, key: tuple[Cards, str]) -> Cards:
        cards, card = key
        return self._same[tuple(sorted((*cards, card)))]

    def _without_one(self, key: tuple[Cards, str]) -> Cards:
        cards, card = key
        return self._same[without(cards, card)]

    def _members(self, cards: int) -> list[str]:
        """Return the kinds in a set, in the order of the alphabet."""
        return sorted([card for card, bit in self.bits.items() if bit & cards])

    def _cards(self, cards: int) -> Cards:
        return tuple(self._members(cards & ~self.wagons))

    def _load(self, key: tuple[Cards, int]) -> tuple[int, int]:
        """All wagons in a line differ, and both sides together never exceed the limit (§3.1)."""
        wagons, limit = key
        load = self._set(wagons)
        return load, self.wagons & ~load if len(wagons) < limit else 0

    def _spots(self, key: tuple[Cards, int]) -> int:
        wagons, cards = key
        return sum(1 << n for n, wagon in enumerate(wagons) if not self.bits[wagon] & cards)

    def _couplings(self, row: int) -> Kept[int, Group]:
        def couplings(wagons: int) -> Group:
            return tuple(_couple(*play) for play in product(self._members(wagons), (row,), SIDES))

        return Kept(couplings)

    def _fronts(self, cards: int) -> Group:
        return tuple(map(_front, self._members(cards & self.wagons)))

    def _backs(self, wagons: int) -> Group:
        return tuple(map(_back, self._members(wagons)))

    def _exchanges(self, key: tuple[int, int, int]) -> Group:
        """List the exchanges of a wagon of a set for a different one in front of a neighbour."""
        wagons, neighbour, other_wagons = key
        return tuple(
            exchange_of(wagon, neighbour, other)
            for wagon, other in product(self._members(wagons), self._members(other_wagons))
            if wagon != other
        )

    def _swaps_with_front(self, key: tuple[Shape, int, int]) -> Group:
        """List the swaps of each wagon of a line with those in front of a seat that it lacks."""
        shape, seat, wagons = key
        return tuple(
            _swap(place, _front_place(seat, wagon))
            for wagon in self._members(wagons)
            for place in _places(shape)
        )

    def _swaps_between_fronts(self, key: tuple[int, int, int, int]) -> Group:
        """List the swaps of different wagons in front of two seats."""
        seat, wagons, other_seat, other_wagons = key
        return tuple(
            _swap(_front_place(seat, wagon), _front_place(other_seat, other))
            for wagon, other in product(self._members(wagons), self._members(other_wagons))
            if wagon != other
        )


@lru_cache(maxsize=16)
def catalogue_of(wagons: Cards) -> Catalogue:
    """Return the catalogue that all matches with these wagons share."""
    return Catalogue(wagons)


def _places(shape: Shape) -> list[LinePlace]:
    """Return the places of a line, left side first."""
    row, *depths = shape
    return [
        _line_place(row, side, distance)
        for side, depth in zip(SIDES, depths, strict=True)
        for distance in range(depth)
    ]


def _runs(key: tuple[tuple[int, ...], tuple[int, ...], int]) -> Group:
    """List the runs of a length, one below the other, in lines with these numbers of wagons."""
    left, right, length = key
    return tuple(
        Uncouple(row, side, distance, length)
        for side, depths in zip(SIDES, (left, right), strict=True)
        for row in range(len(depths) - length + 1)
        for distance in range(min(depths[row : row + length]))
    )


def _swaps_within(shape: Shape) -> Group:
    """List the swaps of two wagons of one line, which always differ."""
    return tuple(_swap(*pair) for pair in combinations(_places(shape), 2))


def _swaps_between_lines(key: tuple[Shape, int, Shape, int]) -> Group:
    """List the swaps of wagons at some spots of one line with those at some of another."""
    shape, spots, other_shape, other_spots = key
    pairs = product(_places_at(shape, spots), _places_at(other_shape, other_spots))
    return tuple(_swap(*pair) for pair in pairs)


def _places_at(shape: Shape, spots: int) -> list[LinePlace]:
    return [place for n, place in enumerate(_places(shape)) if spots >> n & 1]
