"""Listing the valid actions: plays with the same effect once, in an order that is stable.

Actions are made once and shared; whole groups of them are remembered under the few small
numbers they depend on, since a hand with a swap card can have hundreds.
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

_couplings = cache(lambda row, wagon: tuple(Couple(wagon, row, side) for side in SIDES))
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
            valid += _LISTS[card](table) or (_no_effect(card),)
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
        wagons = left + right
        if wagons and front.issuperset(wagons):
            if full and len(wagons) < table.cities_by_name[city].limit:
                continue
            valid.append(_claim(row))
    if valid:
        valid.append(_DECLINE_CLAIM)
    return valid


def chain_actions(table: Table) -> list[Action]:
    """List the exchanges of the decider with its partner in a chain (§5.3).

    Nothing is listed, not even declining, if there is no such exchange.
    """
    assert table.decider is not None and table.partner is not None
    valid = _exchanges_between(table, table.decider, table.partner)
    return [*valid, _DECLINE_EXCHANGE] if valid else []


def valid_actions(table: Table) -> list[Action]:
    """List what the decider may do in the step the table is in."""
    return _STEPS[table.step](table)


def _lines(table: Table, wagons: Iterable[str]) -> list[Action]:
    """List where wagons may be coupled: all in a line differ, within its limit (§3.1)."""
    valid: list[Action] = []
    for row, (city, left, right) in enumerate(table.lines):
        there = left + right
        if len(there) < table.cities_by_name[city].limit:
            for wagon in wagons:
                if wagon not in there:
                    valid += _couplings(row, wagon)
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
    neighbours = dict.fromkeys(((seat + 1) % players, (seat - 1) % players))
    return [action for other in neighbours for action in _exchanges_between(table, seat, other)]


def _exchanges_between(table: Table, seat: int, neighbour: int) -> list[Action]:
    return [
        _exchange(give, neighbour, take)
        for give in dict.fromkeys(table.fronts[seat])
        for take in dict.fromkeys(table.fronts[neighbour])
        if give != take
    ]


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


@cache
def _within_line(row: int, left: int, right: int) -> tuple[Swap, ...]:
    """Return the swaps of two wagons of one line, which always differ."""
    return tuple(_swap(*pair) for pair in combinations(_places(row, left, right), 2))


@cache
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
"""How the plays of each action card are listed; an empty list means it has no effect (§5.5)."""

_STEPS: dict[str, Callable[[Table], list[Action]]] = {
    "turn": turn_actions,
    "claim": claim_actions,
    "exchange": chain_actions,
    "over": lambda _: [],
}
