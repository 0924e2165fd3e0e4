"""Listing the valid actions: plays with the same effect once, in an order that is stable.

Which actions there are is looked up in the catalogue, group by group.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from engine.moscow_paris.actions import Action, Claim, Close, DeclineClaim, DeclineExchange
from engine.moscow_paris.catalogue import exchange_of
from engine.moscow_paris.table import Table

_claim = cache(Claim)
_close = cache(Close)
_DECLINE_CLAIM = DeclineClaim()
_DECLINE_EXCHANGE = DeclineExchange()


def turn_actions(table: Table) -> list[Action]:
    """List what the player on turn may do (§3): lines, action cards, front, back."""
    seat, catalogue = table.mover, table.catalogue
    hand, bits = 0, catalogue.bits
    for card in table.hidden[seat]:
        hand |= bits[card]
    for card in table.shown[seat]:
        hand |= bits[card]
    valid: list[Action] = []
    couplings = catalogue.couplings
    for row, room in enumerate(table.rooms):
        valid += couplings[row][hand & room]
    for card in catalogue.cards[hand]:
        valid += _LISTS[card](table)
        valid.append(catalogue.no_effect[card])
    front = table.fronts[seat]
    if len(front) < table.ruleset.table.front:
        valid += catalogue.fronts[hand]
    valid += catalogue.backs[catalogue.sets[front]]
    return valid


def claim_actions(table: Table) -> list[Action]:
    """List the cities whose wagons all have an equal one in front of the player (§4).

    Nothing is listed, not even declining, if there is no such city.
    """
    front = table.fronts[table.mover]
    if not front:
        return []
    lacking = ~table.catalogue.sets[front]
    valid: list[Action] = []
    for row, load in enumerate(table.loads):
        if load and not load & lacking and _can_be_claimed(table, row):
            valid.append(_claim(row))
    if valid:
        valid.append(_DECLINE_CLAIM)
    return valid


def _can_be_claimed(table: Table, row: int) -> bool:
    """Tell whether a line has as many wagons as the option `claim` asks for (§4)."""
    city, left, right = table.lines[row]
    return table.options.claim == "any" or len(left + right) >= table.cities_by_name[city].limit


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


def _uncouplings(table: Table, length: int) -> Sequence[Action]:
    """List runs of wagons one below the other, same side, same distance (§5.2)."""
    left = tuple([len(line[1]) for line in table.lines])  # a Line is its city, left, right
    right = tuple([len(line[2]) for line in table.lines])
    return table.catalogue.runs[left, right, length]


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
    if not front or not other:
        return []
    catalogue = table.catalogue
    wagons, other_wagons = catalogue.sets[front], catalogue.sets[other]
    valid = [*catalogue.exchanges[wagons, neighbour, other_wagons]]
    if wagons & other_wagons and _can_go_on(table, neighbour, direction):
        equal = next(wagon for wagon in front if wagon in other)
        valid.append(exchange_of(equal, neighbour, equal))
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
    """List the pairs of places whose wagons may change them: no line gets two of a kind (§5.1)."""
    catalogue = table.catalogue
    fronts = [(seat, catalogue.sets[front]) for seat, front in enumerate(table.fronts) if front]
    lines = [
        ((row, len(left), len(right)), left + right, load)
        for row, ((_, left, right), load) in enumerate(zip(table.lines, table.loads, strict=True))
        if load
    ]
    valid: list[Action] = []
    for shape, _, load in lines:
        valid += catalogue.swaps_within[shape]
        for seat, front in fronts:
            valid += catalogue.swaps_with_front[shape, seat, front & ~load]
    for (shape, wagons, load), (other_shape, other_wagons, other_load) in combinations(lines, 2):
        both = load & other_load
        spots, other_spots = catalogue.spots[wagons, both], catalogue.spots[other_wagons, both]
        valid += catalogue.swaps_between_lines[shape, spots, other_shape, other_spots]
    for (seat, front), (other_seat, other_front) in combinations(fronts, 2):
        valid += catalogue.swaps_between_fronts[seat, front, other_seat, other_front]
    return valid


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
