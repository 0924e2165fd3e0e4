"""Scoring at the end (§14)."""

from engine.paris.options import Options
from engine.paris.scoring import Holding, district_points, holding, outcome, score_game
from tests.engine.paris.positions import Seat, position

TILE = (20, 10, 5)


def points(*holdings: tuple[int, int]) -> tuple[int, ...]:
    return district_points([Holding(*holding) for holding in holdings], TILE, 50)


def test_the_highest_sum_gets_the_first_place_and_so_on_down_to_the_third() -> None:
    assert points((9, 5), (12, 8), (3, 3), (7, 4)) == (10, 20, 0, 5)


def test_who_owns_nothing_in_the_district_gets_nothing() -> None:
    assert points((9, 5), (0, 0), (0, 0)) == (20, 0, 0)
    assert points((0, 0), (0, 0), (0, 0)) == (0, 0, 0)


def test_a_tie_goes_to_the_most_valuable_single_property() -> None:
    assert points((13, 11), (10, 5), (13, 13)) == (10, 5, 20)


def test_a_complete_tie_shares_the_place_and_skips_the_next() -> None:
    assert points((16, 11), (21, 15), (8, 8), (21, 15)) == (5, 20, 0, 20)


def test_three_in_a_complete_tie_skip_two_places() -> None:
    assert points((15, 15), (15, 15), (15, 15), (3, 3)) == (20, 20, 20, 0)


def test_a_complete_tie_for_the_second_place_leaves_no_third() -> None:
    assert points((16, 16), (8, 8), (8, 8), (3, 3)) == (20, 10, 10, 0)


def test_with_two_players_the_second_needs_half_of_the_first() -> None:
    assert points((12, 12), (6, 5)) == (20, 10)
    assert points((12, 12), (5, 5)) == (20, 0)
    assert points((11, 11), (6, 5)) == (20, 10)


def test_what_the_second_of_two_players_needs_is_a_figure() -> None:
    corrected = Options(ruleset={"districts": {"second_percent": 10}})
    seats = Seat("montmartre 8"), Seat("montmartre 1")
    for options, gains in ((None, [20, 0]), (corrected, [20, 10])):
        state = position(*seats, vp_tiles="1 montmartre", options=options)
        score_game(state)
        assert [player.points for player in state.players] == gains


def test_with_three_players_the_second_needs_no_half() -> None:
    assert points((30, 16), (1, 1), (0, 0)) == (20, 10, 0)


def test_a_sum_counts_each_key_and_no_banks() -> None:
    state = position(
        Seat("montmartre 4, montmartre 4, bank montmartre, tuileries, chaillot 8, arc"),
        landmarks="tuileries montmartre",
    )
    assert holding(state, state.players[0], 1) == (17, 9)


def test_only_districts_with_a_vp_tile_score() -> None:
    state = position(Seat("montmartre 8, chaillot 8"), vp_tiles="6 chaillot")
    score_game(state)
    assert state.players[0].points == 10


def test_unused_tiles_score_nothing() -> None:
    state = position(Seat("montmartre 4", bonus=[18, 29, 30, 7], ends=[11, 12]))
    score_game(state)
    assert state.players[0].points == 0


def test_the_most_points_win() -> None:
    state = position(Seat(), Seat(francs=9), Seat())
    state.players[2].points = 1
    assert outcome(state) == ((0, 0, 1), (3, 2, 1))


def test_a_tie_goes_to_francs_then_to_the_value_of_all_that_is_owned() -> None:
    state = position(Seat(francs=3), Seat(francs=4))
    assert outcome(state).ranks == (2, 1)
    state = position(Seat("montmartre 4, montmartre 4", francs=3), Seat("chaillot 5", francs=3))
    assert outcome(state).ranks == (1, 2)


def test_who_is_still_tied_shares_the_place() -> None:
    state = position(Seat("montmartre 4"), Seat("chaillot 4"), Seat("chaillot 3"))
    assert outcome(state).ranks == (1, 1, 3)
