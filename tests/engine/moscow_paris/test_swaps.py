"""The list of swaps, which is made from remembered groups, against a plain search (§5.1)."""

from collections import Counter
from itertools import combinations

import pytest

from engine.dice import Dice
from engine.moscow_paris import game
from engine.moscow_paris.actions import SIDES, FrontPlace, LinePlace, Place
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from tests.seeds import seeds

Spot = tuple[Place, str]
"""A place and the wagon there."""


def spots(state: MoscowParisState) -> list[Spot]:
    in_lines: list[Spot] = [
        (LinePlace(row, side, distance), wagon)
        for row, line in enumerate(state.lines)
        for side in SIDES
        for distance, wagon in enumerate(getattr(line, side))
    ]
    in_front: list[Spot] = [
        (FrontPlace(seat, wagon), wagon)
        for seat, front in enumerate(state.fronts)
        for wagon in set(front)
    ]
    return in_lines + in_front


def allowed(one: Spot, other: Spot, everything: list[Spot]) -> bool:
    (place, wagon), (other_place, other_wagon) = one, other
    if wagon == other_wagon:
        return False
    if len(place) == len(other_place) == 2:
        return place[0] != other_place[0]
    after = {**dict(everything), place: other_wagon, other_place: wagon}
    lines = Counter((spot.row, kind) for spot, kind in after.items() if len(spot) == 3)
    return max(lines.values()) == 1


def search(state: MoscowParisState) -> set[frozenset[Place]]:
    everything = spots(state)
    pairs = combinations(everything, 2)
    return {frozenset((a[0], b[0])) for a, b in pairs if allowed(a, b, everything)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_swaps_listed_are_those_a_plain_search_finds(players: int) -> None:
    compared = 0
    for seed in seeds(6, 100):
        state, dice = game.deal(players, Options(), Dice(seed)), Dice(seed)
        while state.decider is not None:
            swaps = [action for action in state.actions() if action.kind == "swap"]
            if swaps:
                assert {frozenset(swap[:2]) for swap in swaps} == search(state), f"seed {seed}"
                compared += 1
            state.play(dice.choose(state.actions()))
    assert compared > 50
