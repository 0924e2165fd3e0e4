"""Every way to put a piece down, against a slow and plain listing."""

import pytest

from engine.dice import Dice
from engine.lumiere.actions import BUILDINGS, Build
from engine.lumiere.cells import ALL, Shape, area, beside, cells_of, diagonal, mask_of, shifted
from engine.lumiere.placements import Placement, catalogue, fitting
from engine.lumiere.ruleset import load_ruleset
from engine.lumiere.state import LumiereState
from tests.engine.lumiere.positions import builds, new
from tests.seeds import seeds

Shapes = dict[str, set[Shape]]

COUNTS = {
    "I3": 2 * 48, "L3": 4 * 49, "I4": 2 * 40, "O4": 49, "T4": 4 * 42, "L4": 4 * 42,
    "U5": 4 * 42, "V5": 4 * 36, "W5": 4 * 36, "T5": 4 * 36, "C6": 4 * 35, "E6": 4 * 36,
    "garden": 2 * 56, "fountain": 2 * 56,
}  # fmt: skip
"""Orientations × places of the rectangle around the piece."""


def everywhere(piece: str, flip: bool = False) -> list[Placement]:
    """Return the placements of a piece on an empty board."""
    return fitting(catalogue(load_ruleset(None), flip).orientations[piece], ALL)


@pytest.mark.parametrize("piece", COUNTS)
def test_a_piece_has_the_expected_number_of_placements_all_different(piece: str) -> None:
    placements = everywhere(piece)
    assert len(placements) == len({placement.mask for placement in placements}) == COUNTS[piece]


def test_flip_adds_the_mirror_images_of_pieces_that_have_one() -> None:
    plain, flipped = (
        {piece: everywhere(piece, flip) for piece in COUNTS} for flip in (False, True)
    )
    doubled = {piece for piece in COUNTS if len(flipped[piece]) == 2 * len(plain[piece])}
    equal = {piece for piece in COUNTS if flipped[piece] == plain[piece]}
    assert doubled == {"L4"}
    assert equal == set(COUNTS) - doubled


def test_a_mirrored_piece_says_so() -> None:
    actions = [placement.action for placement in everywhere("L4", flip=True)]
    assert [action for action in actions if action.cells == (0, 1, 2, 10)] == [
        Build("L4", 0, True, (0, 1, 2, 10))
    ]


def plain_builds(state: LumiereState, seat: int, shapes: Shapes) -> set[tuple[str, Shape]]:
    """List the builds cell by cell, with what the kept postcards allow."""
    free, player = {"m", str(seat)}, state.players[seat]
    lamps, rivals = (int(state.keeps(seat, name)) for name in ("metropolitain", "chartier"))
    taken = {cell for building in state.buildings for cell in building.cells}
    taken |= {cell for figure in state.figures for cell in figure.cells}
    found = set()
    for piece in player.reserve if player.chimneys else ():
        for cells in shapes[piece]:
            grounds = [state.ground.letters[cell] for cell in cells]
            extra = [ground for ground in grounds if ground not in free]
            fits = extra.count("L") <= lamps and extra.count(str(1 - seat)) <= rivals
            if fits and not taken & set(cells):
                found.add((piece, cells))
    return found


def plain_shapes() -> Shapes:
    """Return the placements of each building by turning coordinates step by step."""
    shapes: Shapes = {}
    for piece, shape in load_ruleset(None).shapes.items():
        turned = [(cell // 8, cell % 8) for cell in shape]
        places: set[Shape] = set()
        for _ in range(4):
            turned = [(column, 7 - row) for row, column in turned]
            for down in range(-7, 8):
                for right in range(-7, 8):
                    moved = [(row + down, column + right) for row, column in turned]
                    if all(0 <= r < 8 and 0 <= c < 8 for r, c in moved):
                        places.add(tuple(sorted(8 * r + c for r, c in moved)))
        shapes[piece] = places
    return shapes


def test_the_listed_builds_are_those_found_cell_by_cell() -> None:
    shapes = plain_shapes()
    for seed in seeds(15, 200):
        state, dice = new(seed, postcards="random"), Dice(seed)
        while state.decider is not None:
            if state.step == "building":
                listed = builds(state)
                assert len(listed) == len(set(listed))
                assert set(listed) == plain_builds(state, state.decider, shapes), f"seed {seed}"
            state.play(dice.choose(state.actions()))


def test_no_two_actions_lead_to_the_same_position() -> None:
    for seed in seeds(4, 40):
        state, dice = new(seed, postcards="random", flip=seed % 2 == 1), Dice(seed)
        while state.decider is not None:
            if dice.below(6) == 0:
                results = set()
                for action in state.actions():
                    copy = state.copy()
                    copy.play(action)
                    results.add(repr(copy.view(None)))
                assert len(results) == len(state.actions()), f"seed {seed}"
            state.play(dice.choose(state.actions()))


def test_levitation_to_a_place_is_ready_for_each_building_given_away() -> None:
    row = everywhere("U5")[7]
    assert [levitate.give for levitate in row.levitations] == list(BUILDINGS)
    assert {levitate.cells for levitate in row.levitations} == {row.action.cells}


def test_cells_and_bits_are_two_ways_to_say_the_same() -> None:
    cells = [0, 7, 8, 35, 63]
    assert cells_of(mask_of(cells)) == cells


@pytest.mark.parametrize(
    ("cell", "sides", "corners"),
    [
        (0, [1, 8], [9]),
        (7, [6, 15], [14]),
        (56, [48, 57], [49]),
        (63, [55, 62], [54]),
        (27, [19, 26, 28, 35], [18, 20, 34, 36]),
    ],
)
def test_neighbours_stay_on_the_board(cell: int, sides: list[int], corners: list[int]) -> None:
    assert cells_of(beside(1 << cell)) == sides
    assert cells_of(diagonal(1 << cell)) == corners


def test_a_step_beyond_the_edge_leads_nowhere() -> None:
    assert shifted(0, 0, 1) == 1
    assert shifted(7, 0, 1) is None
    assert shifted(0, -1, 0) is None


def test_an_area_is_what_orthogonal_steps_reach() -> None:
    passable = mask_of([0, 1, 9, 18, 63])
    assert cells_of(area(1, passable)) == [0, 1, 9]
