"""§3 The first phase: tiles and buildings."""

from collections.abc import Sequence

import pytest

from engine.lumiere.actions import BUILDINGS, DeclineBuilding, Pave, Take
from engine.lumiere.events import Began, DeclinedBuilding, Paved, Received, Took
from engine.lumiere.state import LumiereState
from tests.engine.lumiere.positions import hold, new, of_kind, play


def pave_all(state: LumiereState, seat: int, squares: Sequence[int]) -> None:
    """Let a seat place tiles on squares while the other one passes or takes nothing new."""
    for square in squares:
        state.decider = seat
        state.valid = [Pave(square, 0), Pave(square, 1)]
        state.apply(Pave(square, 0))


def test_the_first_seat_begins() -> None:
    assert new().decider == 0


def test_a_tile_goes_on_any_empty_square_in_any_of_four_rotations() -> None:
    state = new()
    expected = [Pave(square, rotation) for square in range(16) for rotation in range(4)]
    assert of_kind(state, "pave") == expected
    play(state, Pave(5, 2))
    assert {action.square for action in of_kind(state, "pave")} == set(range(16)) - {5}


def test_rotations_that_look_alike_are_listed_once() -> None:
    tiles = ["LoLo", "oooo", "oomm", "omxm", "ooxm", "oomx", "oxom", "omxm"]
    state = new(ruleset={"paving": {"tiles": tiles}})
    for tile, rotations in ((0, [0, 1]), (1, [0]), (2, [0, 1, 2, 3])):
        listed = state.catalogue.paves[0][tile][7]
        assert listed == tuple(Pave(7, rotation) for rotation in rotations)


@pytest.mark.parametrize(
    ("rotation", "rows"),
    [(0, ("L0", "m1")), (1, ("mL", "10")), (2, ("1m", "0L")), (3, ("01", "Lm"))],
)
def test_a_tile_turns_clockwise(rotation: int, rows: tuple[str, str]) -> None:
    state = new()
    hold(state, 0, 0)  # Loxm
    play(state, Pave(6, rotation))
    letters = state.ground.letters
    assert (letters[20:22], letters[28:30]) == rows
    assert letters.count(".") == 60


def test_the_second_seats_tiles_have_the_colours_swapped() -> None:
    state = new()
    play(state, Take("I3"))
    hold(state, 1, 0)
    play(state, Pave(0, 0))
    assert state.ground.letters[:2] + state.ground.letters[8:10] == "L1m0"


def test_after_placing_a_tile_its_owner_alone_looks_at_the_next() -> None:
    state = new()
    first, second = state.stacks[0][:2]
    assert state.view(0).tile == first
    assert state.apply(Pave(3, 1)) == [(Paved(0, first, 3, 1), None), (Received(second), 0)]
    assert state.view(0).tile == second


def test_a_building_goes_from_the_pool_to_the_reserve() -> None:
    state = new()
    assert of_kind(state, "take") == [Take(piece) for piece in BUILDINGS]
    assert play(state, Take("U5"), Take("I3"), Take("L3")) == [
        Took(0, "U5"),
        Took(1, "I3"),
        Took(0, "L3"),
    ]
    assert [player.reserve for player in state.players] == [("L3", "U5"), ("I3",)]
    assert "U5" not in state.pool


def test_there_is_no_limit_on_taking() -> None:
    state = new()
    for piece in BUILDINGS:
        play(state, Take(piece))
    assert [len(player.reserve) for player in state.players] == [6, 6]


def test_with_an_empty_pool_one_can_only_place() -> None:
    state = new()
    play(state, *(Take(piece) for piece in BUILDINGS))
    assert {action.kind for action in state.actions()} == {"pave"}


def test_nobody_passes_with_a_tile_to_place() -> None:
    assert of_kind(new(), "decline_building") == []


def test_with_all_tiles_down_one_takes_buildings_or_passes_for_this_turn_only() -> None:
    state = new()
    pave_all(state, 0, range(8))
    assert state.decider == 1
    play(state, Pave(8, 0))
    assert list(state.actions()) == [*(Take(piece) for piece in BUILDINGS), DeclineBuilding()]
    assert play(state, DeclineBuilding()) == [DeclinedBuilding(0)]
    play(state, Take("I3"))
    assert DeclineBuilding() in state.actions()
    assert Take("L3") in state.actions()


def test_with_all_tiles_down_and_an_empty_pool_the_engine_declines() -> None:
    state = new()
    pave_all(state, 0, range(8))
    state.pool = ()
    seen = play(state, Pave(8, 0))
    assert seen[-1] == DeclinedBuilding(0)
    assert state.decider == 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_phase_ends_with_the_last_square_and_who_was_done_first_begins(first: int) -> None:
    state = new()
    pave_all(state, first, range(8))
    pave_all(state, 1 - first, range(8, 15))
    assert state.step == "paving"
    state.decider = 1 - first
    state.valid = [Pave(15, 0), Pave(15, 1)]
    assert Began(first) in play(state, Pave(15, 0))
    assert (state.step, state.first, state.decider) == ("building", first, first)
