"""§6 The points, line by line."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game import Outcome
from engine.lumiere import scoring
from engine.lumiere.actions import Build, Keep
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Score
from tests.engine.lumiere.positions import at, figure, light, play, position, put, scored


def board(*rows: str, **more: Any) -> LumiereState:
    return position(rows, **more)


def test_a_building_counts_its_size_for_each_lamp_that_lights_it() -> None:
    state = board("L000L")
    put(state, 0, "I3", 1, 2, 3)
    assert light(state, "I3") == 3 * 2


def test_a_lamp_counts_once_for_a_building_however_many_of_its_cells_it_touches() -> None:
    state = board("00", "0L")
    put(state, 0, "L3", 0, 1, 8)
    assert light(state, "L3") == 3


def test_a_lamp_lights_every_building_beside_it_whoever_owns_it() -> None:
    state = board("0L1", "10")
    put(state, 0, "I3", 0)
    put(state, 1, "L3", 2)
    put(state, 1, "I4", 9)
    assert [light(state, piece) for piece in ("I3", "L3", "I4")] == [1, 1, 1]


def test_a_lamp_does_not_light_diagonally_nor_around_the_edge_of_the_board() -> None:
    state = board("0", "1L111111", "L1111111", "11111111")
    put(state, 0, "I3", 0)
    assert light(state, "I3") == 0
    put(state, 0, "L3", at(1, 7))
    assert light(state, "L3") == 0


def test_a_building_without_light_counts_nothing() -> None:
    state = board("000")
    put(state, 0, "I3", 0, 1, 2)
    assert scored(state, 0) == {"quarter": 3}


def test_a_lamp_under_a_building_has_gone_out() -> None:
    state = board("0L00")
    put(state, 0, "I3", 0, 1)
    put(state, 0, "L3", 2, 3)
    assert scored(state, 0) == {"quarter": 4}


def test_the_lamp_token_lights_like_a_printed_lamp() -> None:
    state = board("000")
    put(state, 0, "I3", 0)
    figure(state, 1, "lamp", 1)
    assert light(state, "I3") == 1


def test_the_annex_makes_its_building_larger_and_is_lit_itself() -> None:
    state = board("000L")
    put(state, 0, "garden", 0, 1, 2, annex=2)
    assert light(state, "garden") == 3


def test_the_quarter_is_the_largest_group_of_connected_buildings() -> None:
    state = board("0000", "1111", "00000")
    put(state, 0, "I3", 0, 1)
    put(state, 0, "L3", 2, 3)
    put(state, 0, "T5", *range(16, 21))
    assert scoring.quarter(state, 0) == 5
    put(state, 0, "I4", 8)
    assert scoring.quarter(state, 0) == 2 + 2 + 1 + 5


def test_buildings_that_touch_diagonally_or_around_the_edge_make_no_quarter() -> None:
    state = board("0000")
    put(state, 0, "I3", 0, 1)
    put(state, 0, "L3", 10)
    put(state, 0, "I4", at(3, 7), at(4, 0))
    assert scoring.quarter(state, 0) == 2


def test_a_rivals_building_belongs_to_no_quarter_of_yours() -> None:
    state = board("000")
    put(state, 0, "I3", 0)
    put(state, 1, "L3", 1)
    put(state, 0, "I4", 2)
    assert (scoring.quarter(state, 0), scoring.quarter(state, 1)) == (1, 1)


def test_no_building_no_quarter() -> None:
    assert scoring.quarter(board("000"), 0) == 0


def test_each_building_left_in_the_reserve_costs_three_points() -> None:
    state = board("000", reserves=["I4 U5", ""])
    assert scored(state, 0) == {"unplaced": -6}
    assert scored(state, 1) == {}


def test_sacre_coeur_saves_its_owner_from_that_loss() -> None:
    state = board("0", reserves=["I4 U5", "V5"], postcards=["sacre_coeur"], tokens=[1, 0], fill="L")
    play(state, Keep("sacre_coeur"))
    assert state.decider is None
    assert [score.unplaced for score in scoring.scores(state)] == [0, -3]


def test_the_painter_counts_lamps_in_the_area_that_edge_and_buildings_bound() -> None:
    state = board("0L0L0000", *["000L0000"] * 2, "L" * 8)
    put(state, 1, "I3", at(0, 2), at(1, 2), at(2, 2))
    put(state, 1, "I4", *range(16, 18))
    figure(state, 0, "painter", 0)
    assert scored(state, 0) == {"painter": 2}


def test_other_components_and_lamps_do_not_bound_the_painters_area() -> None:
    state = board("00L0L1")
    put(state, 1, "I3", *range(8, 14), 5)
    for cell, piece in ((1, "statue"), (3, "dancer")):
        figure(state, 1, piece, cell, facing="north")
    figure(state, 0, "painter", 0)
    assert scored(state, 0) == {"painter": 4}


def test_the_painter_counts_the_lamp_token_and_the_big_lamp_but_no_covered_lamp() -> None:
    state = board("000L0L")
    put(state, 1, "I3", *range(8, 14), 5)
    figure(state, 1, "lamp", 1)
    figure(state, 1, "big_lamp", 3)
    figure(state, 0, "painter", 0)
    assert scored(state, 0) == {"painter": 4}


def test_garden_and_annex_bound_the_painters_area() -> None:
    state = board("00000L")
    put(state, 1, "garden", 1, *range(8, 16))
    figure(state, 0, "painter", 0)
    assert scored(state, 0) == {}


def test_the_dancer_counts_free_cells_around_her_and_her_own() -> None:
    state = board("0m10")
    put(state, 1, "I3", *range(8, 12), 4)
    figure(state, 0, "dancer", 0)
    assert scored(state, 0) == {"dancer": 4}


@pytest.mark.parametrize("bound", ["lamp", "painter", "fountain", "statue", "big_lamp"])
def test_any_component_bounds_the_dancers_area(bound: str) -> None:
    state = board("0010")
    put(state, 1, "I3", *range(8, 12), 4)
    figure(state, 1, bound, 2, facing="north" if bound == "statue" else None)
    figure(state, 0, "dancer", 0)
    assert scored(state, 0) == {"dancer": 2}


def test_printed_lamps_bound_the_dancers_area_and_do_not_count() -> None:
    state = board("00L0")
    put(state, 1, "I3", *range(8, 12), 4)
    figure(state, 0, "dancer", 0)
    assert scored(state, 0) == {"dancer": 2}


def test_the_dancers_cell_is_not_free_for_others() -> None:
    state = board("00")
    figure(state, 1, "dancer", 1)
    figure(state, 0, "statue", 0, facing="east")
    assert scored(state, 0) == {}


def test_the_fountain_counts_each_own_building_beside_it_once() -> None:
    state = board("00000", "00000")
    figure(state, 0, "fountain", 1, 2)
    put(state, 0, "I3", 0, 8, 9)
    put(state, 0, "L3", 10)
    put(state, 1, "I4", 3)
    put(state, 0, "U5", 4)
    assert scoring.score(state, 0).fountain == 6
    assert scoring.score(state, 1).fountain == 0


def test_a_building_that_touches_the_fountain_by_its_annex_counts() -> None:
    state = board("0000")
    figure(state, 0, "fountain", 0, 1)
    put(state, 0, "I3", 3, 2, annex=2)
    assert scoring.score(state, 0).fountain == 3


def test_the_statue_counts_two_for_free_cells_beside_it_and_one_for_those_diagonal() -> None:
    state = board("111", "101", "111")
    figure(state, 0, "statue", at(1, 1), facing="north")
    assert scored(state, 0) == {"statue": 4 * 2 + 4 * 1}
    put(state, 1, "I3", at(1, 0), at(2, 0))
    assert scored(state, 0) == {"statue": 3 * 2 + 3 * 1}


def test_a_free_lamp_counts_as_free_for_the_statue() -> None:
    state = board("0L")
    put(state, 1, "I3", 8, 9)
    figure(state, 0, "statue", 0, facing="east")
    assert scored(state, 0) == {"statue": 2}


def test_the_statue_counts_nothing_if_the_cell_in_front_is_occupied() -> None:
    for front in ("painter", "building"):
        state = board("111", "101", "111")
        figure(state, 0, "statue", at(1, 1), facing="east")
        if front == "building":
            put(state, 0, "I3", at(1, 2))
        else:
            figure(state, 1, front, at(1, 2))
        assert scoring.score(state, 0).statue == 0


def test_the_statue_at_the_edge_counts_the_cells_there_are() -> None:
    state = board("0", "1")
    figure(state, 0, "statue", 0, facing="south")
    assert scored(state, 0) == {"statue": 2 * 2 + 1}


def test_the_big_lamp_lights_its_pattern_instead_of_the_four_cells() -> None:
    state = board("00L00")
    put(state, 0, "I3", 0)
    assert light(state, "I3") == 0
    figure(state, 0, "big_lamp", 2)
    assert light(state, "I3") == 1


def test_a_building_blocks_the_big_lamps_light_for_those_behind_it_whoever_owns_it() -> None:
    state = board("0L00")
    figure(state, 0, "big_lamp", 1)
    put(state, 0, "I3", 3)
    assert light(state, "I3") == 1
    put(state, 1, "L3", 2)
    assert light(state, "I3") == 0
    assert light(state, "L3") == 1


@pytest.mark.parametrize("piece", ["statue", "painter", "dancer", "lamp", "fountain"])
def test_other_components_do_not_block_the_big_lamps_light(piece: str) -> None:
    state = board("0L00")
    figure(state, 0, "big_lamp", 1)
    figure(state, 1, piece, 2, facing="north" if piece == "statue" else None)
    put(state, 0, "I3", 3)
    expected = 2 if piece == "lamp" else 1  # a lamp token beside it shines as well
    assert light(state, "I3") == expected


def test_the_garden_and_the_annex_block_the_big_lamps_light() -> None:
    state = board("0L00")
    figure(state, 0, "big_lamp", 1)
    put(state, 0, "I3", 3)
    put(state, 1, "garden", 2, 10)
    assert light(state, "I3") == 0


def test_the_big_lamp_counts_once_for_a_building_that_several_rays_reach() -> None:
    state = board("0L0", "000")
    figure(state, 0, "big_lamp", 1)
    put(state, 0, "U5", 0, 2, 8, 9, 10)
    assert light(state, "U5") == 5


def test_the_pattern_of_the_big_lamp_is_data() -> None:
    for ruleset, lit in ((None, 0), ({"big_lamp": {"rays": [[[1, 1]]]}}, 1)):
        state = board("L1111111", "10", ruleset=ruleset)
        figure(state, 0, "big_lamp", 0)
        put(state, 0, "I3", 9)
        assert light(state, "I3") == lit


def test_every_figure_of_the_scoring_is_data() -> None:
    ruleset = {"scoring": {"unplaced": 5, "dancer": 2}}
    state = board("00", reserves=["I4", ""], ruleset=ruleset)
    figure(state, 0, "dancer", 0)
    assert scored(state, 0) == {"unplaced": -5, "dancer": 2 * 64}


def over(rows: Sequence[str], first: Sequence[int], second: Sequence[int]) -> LumiereState:
    """Build a position that is over, with buildings of given cells."""
    state = position(rows, fill="L")
    put(state, 0, "I3", *first)
    put(state, 1, "L3", *second)
    state.decider = None
    return state


def test_most_points_win() -> None:
    state = over(["000m111m"], (0, 1, 2), (4, 5))
    assert state.outcome() == Outcome((3 * 3 + 3, 2 * 2 + 2), (1, 2))


def test_a_tie_goes_to_the_player_whose_colour_shows_on_more_free_cells() -> None:
    state = over(["000mm111", "mmmmmmmm", "1"], (0, 1, 2), (5, 6, 7))
    assert state.outcome() == Outcome((3, 3), (2, 1))


def test_shared_cells_and_cells_with_something_on_them_break_no_tie() -> None:
    state = over(["000mm111", "mmmmmmmm", "1"], (0, 1, 2), (5, 6, 7))
    figure(state, 0, "fountain", 16)
    assert state.outcome() == Outcome((3, 3), (1, 1))


def test_a_match_still_tied_is_shared() -> None:
    state = over(["000mm111", "mmmmmmmm"], (0, 1, 2), (5, 6, 7))
    assert state.outcome() == Outcome((3, 3), (1, 1))


def test_the_total_is_the_sum_of_the_lines_and_may_be_negative() -> None:
    assert Score(1, 2, -30, 3, 4, 5, 6, 7).total == -9


def test_the_view_tells_the_scores_once_the_game_is_over() -> None:
    state = board("000", reserves=["I3 I4", ""], fill="L", tokens=[0, 0])
    assert state.view(0).scores == ()
    play(state, Build("I3", 0, False, (0, 1, 2)))
    assert state.view(0).scores == scoring.scores(state)
    assert state.outcome() == Outcome(tuple(s.total for s in scoring.scores(state)), (1, 2))
