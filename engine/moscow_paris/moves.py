"""Listing the valid actions: plays with the same effect once, in an order that is stable.

Actions are made once and shared; whole groups of them are remembered under the few small
numbers they depend on, since a hand with a swap card can have hundreds. Those caches have a bound
whose number grows with the limits and kinds of a ruleset.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations

from engine.moscow_paris.actions import (
    SIDES,
    Action,
    Back,
    Claim,
    Close,
    Couple,
    DeclineClaim,
    DeclineExchange,
    Exchange,
    Front,
    FrontPlace,
    LinePlace,
    NoEffect,
    Place,
    Swap,
    Uncouple,
)
from engine.moscow_paris.table import Table
from engine.moscow_paris.views import Line


class _Couplings(dict[str, tuple[Couple, ...]]):
    """The couplings of one row, by wagon: a ruleset may have wagons of any name."""

    def __init__(self, row: int) -> None:
        self.row = row

    def __missing__(self, wagon: str) -> tuple[Couple, ...]:
        self[wagon] = couplings = tuple(Couple(wagon, self.row, side) for side in SIDES)
        return couplings


_couplings = cache(_Couplings)
_front = cache(Front)
_back = cache(Back)
_no_effect = cache(NoEffect)
_claim = cache(Claim)
_close = cache(Close)
_exchange = cache(Exchange)
_DECLINE_CLAIM = DeclineClaim()
_DECLINE_EXCHANGE = DeclineExchange()


def turn_actions(table: Table) -> list[Action]:
    """List what the player on turn may do (§3): lines, action cards, front, back."""
    seat = table.mover
    front = table.fronts[seat]
    hand = sorted({*table.hidden[seat], *table.shown[seat]})
    wagons = [card for card in hand if card not in _LISTS]
    valid: list[Action] = _lines(table, wagons)
    for card in hand:
        if card in _LISTS:
            valid += _LISTS[card](table)
            valid.append(_no_effect(card))
    if len(front) < table.ruleset.table.front:
        valid += map(_front, wagons)
    valid += map(_back, dict.fromkeys(front))
    return valid


def claim_actions(table: Table) -> list[Action]:
    """List the cities whose wagons all have an equal one in front of the player (§4).

    Nothing is listed, not even declining, if there is no such city.
    """
    front = set(table.fronts[table.mover])
    if not front:
        return []
    full = table.options.claim == "full"
    valid: list[Action] = []
    for row, (city, left, right) in enumerate(table.lines):
        if (left or right) and front.issuperset(left) and front.issuperset(right):
            if full and len(left) + len(right) < table.cities_by_name[city].limit:
                continue
            valid.append(_claim(row))
    if valid:
        valid.append(_DECLINE_CLAIM)
    return valid


def chain_actions(table: Table) -> list[Action]:
    """List the exchanges of the decider with its partner in a chain (§5.3).

    Nothing is listed, not even declining, if there is no such exchange.
    """
    assert table.decider is not None
    direction = 1 if table.partner == (table.decider + 1) % len(table.fronts) else -1
    valid = _exchanges_towards(table, table.decider, direction)
    return [*valid, _DECLINE_EXCHANGE] if valid else []


def valid_actions(table: Table) -> list[Action]:
    """List what the decider may do in the step the table is in."""
    return _STEPS[table.step](table)


def _lines(table: Table, wagons: Iterable[str]) -> list[Action]:
    """List where wagons may be coupled: all in a line differ, within its limit (§3.1)."""
    valid: list[Action] = []
    cities = table.cities_by_name
    for row, (city, left, right) in enumerate(table.lines):
        there = left + right
        if len(there) < cities[city].limit:
            couplings = _couplings(row)
            for wagon in wagons:
                if wagon not in there:
                    valid += couplings[wagon]
    return valid


def _uncouplings(table: Table, length: int) -> list[Action]:
    """List runs of wagons one below the other, same side, same distance (§5.2)."""
    left = tuple([len(line[1]) for line in table.lines])  # a Line is its city, left, right
    right = tuple([len(line[2]) for line in table.lines])
    return _runs(left, right, length)


@lru_cache(maxsize=20_000)
def _runs(left: tuple[int, ...], right: tuple[int, ...], length: int) -> list[Action]:
    """List the runs there are in lines of these lengths, of which there are few."""
    return [
        Uncouple(row, side, distance, length)
        for side, depths in zip(SIDES, (left, right), strict=True)
        for row in range(len(depths) - length + 1)
        for distance in range(min(depths[row : row + length]))
    ]


def _exchanges(table: Table) -> list[Action]:
    """List the exchanges with both neighbours, who are one and the same for two (§5.3)."""
    seat, players = table.mover, len(table.fronts)
    valid = _exchanges_towards(table, seat, 1)
    if players > 2:
        valid += _exchanges_towards(table, seat, -1)
    return valid


def _exchanges_towards(table: Table, seat: int, direction: int) -> list[Action]:
    """List the exchanges of a seat with its neighbour in one direction (§5.3).

    Equal wagons may be exchanged, too. That moves nothing, whichever kind it is, so that it is
    listed once, and only where it hands the chain on: else it is the same as not to exchange.
    """
    neighbour = (seat + direction) % len(table.fronts)
    front, other = table.fronts[seat], table.fronts[neighbour]
    valid: list[Action] = [
        _exchange(give, neighbour, take)
        for give in dict.fromkeys(front)
        for take in dict.fromkeys(other)
        if give != take
    ]
    equal = next((wagon for wagon in front if wagon in other), None)
    if equal is not None and _can_go_on(table, neighbour, direction):
        valid.append(_exchange(equal, neighbour, equal))
    return valid


def _can_go_on(table: Table, seat: int, direction: int) -> bool:
    """Tell whether a seat has an exchange to make with the seat beyond it in a chain."""
    beyond = (seat + direction) % len(table.fronts)
    front, other = table.fronts[seat], table.fronts[beyond]
    if beyond == table.mover or not front or not other:
        return False  # who began the chain exchanges only once
    # Equal wagons alone only hand the chain on: that counts where somebody further on can exchange.
    return len({*front, *other}) > 1 or _can_go_on(table, beyond, direction)


def _closings(table: Table) -> list[Action]:
    """List the cities on the table (§5.4)."""
    return [_close(row) for row in range(len(table.lines))]


def _swaps(table: Table) -> list[Action]:
    """List the pairs of places whose wagons may change them (§5.1)."""
    valid: list[Action] = []
    lines = [(row, line) for row, line in enumerate(table.lines) if line.left or line.right]
    for row, line in lines:
        left, right = len(line.left), len(line.right)
        valid += _within_line(row, left, right)
        for seat, front in enumerate(table.fronts):
            wagons = line.left + line.right
            for wagon in dict.fromkeys(front):
                if wagon not in wagons:
                    valid += _with_front(row, left, right, seat, wagon)
    for (row, line), (other_row, other) in combinations(lines, 2):
        valid += _between_lines(row, line, other_row, other)
    for seat, other_seat in combinations(range(len(table.fronts)), 2):
        valid += _between_fronts(seat, table.fronts[seat], other_seat, table.fronts[other_seat])
    return valid


@cache
def _places(row: int, left: int, right: int) -> tuple[LinePlace, ...]:
    """Return the places of a line, left side first."""
    on_left = [LinePlace(row, "left", distance) for distance in range(left)]
    return (*on_left, *(LinePlace(row, "right", distance) for distance in range(right)))


@lru_cache(maxsize=20_000)
def _within_line(row: int, left: int, right: int) -> tuple[Swap, ...]:
    """Return the swaps of two wagons of one line, which always differ."""
    return tuple(_swap(*pair) for pair in combinations(_places(row, left, right), 2))


@lru_cache(maxsize=20_000)
def _with_front(row: int, left: int, right: int, seat: int, wagon: str) -> tuple[Swap, ...]:
    """Return the swaps of each wagon of a line with a wagon that the line does not have."""
    place = FrontPlace(seat, wagon)
    return tuple(_swap(own, place) for own in _places(row, left, right))


def _between_lines(row: int, line: Line, other_row: int, other: Line) -> list[Swap]:
    """Return the swaps of wagons of two lines, where each lacks what it gets."""
    wagons, others = line.left + line.right, other.left + other.right
    gets = [
        place
        for place, wagon in zip(
            _places(other_row, len(other.left), len(other.right)), others, strict=True
        )
        if wagon not in wagons
    ]
    if not gets:
        return []
    return [
        _swap(place, get)
        for place, wagon in zip(_places(row, len(line.left), len(line.right)), wagons, strict=True)
        if wagon not in others
        for get in gets
    ]


def _between_fronts(
    seat: int, front: Sequence[str], other_seat: int, other: Sequence[str]
) -> list[Swap]:
    """Return the swaps of different wagons in front of two players."""
    return [
        _front_swap(seat, wagon, other_seat, other_wagon)
        for wagon in dict.fromkeys(front)
        for other_wagon in dict.fromkeys(other)
        if wagon != other_wagon
    ]


@cache
def _swap(first: Place, second: Place) -> Swap:
    return Swap(first, second)


@cache
def _front_swap(seat: int, wagon: str, other_seat: int, other_wagon: str) -> Swap:
    return Swap(FrontPlace(seat, wagon), FrontPlace(other_seat, other_wagon))


_LISTS = {
    "swap": _swaps,
    "uncouple_2": lambda table: _uncouplings(table, 2),
    "uncouple_3": lambda table: _uncouplings(table, 3),
    "exchange": _exchanges,
    "close": _closings,
}
"""How the plays of each action card are listed that have an effect."""

_STEPS: dict[str, Callable[[Table], list[Action]]] = {
    "turn": turn_actions,
    "claim": claim_actions,
    "exchange": chain_actions,
    "over": lambda _: [],
}
