"""Elo between two bots agrees with fastchess; live Elo keeps its sum."""

import numpy as np
import pytest

from ladder.ratings.elo import START, LiveElo, Tally, elo_of, live_elo, score_of, tally_of_groups
from ladder.ratings.results import results_of
from tests.ladder.games import duels, played, tally_of


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "normalised"),
    [(136, 96, 111, 49.77), (76, 89, 123, -20.76), (34, 356, 0, -508.44)],
)
def test_normalised_elo_of_fastchess(wins: int, losses: int, draws: int, normalised: float) -> None:
    tally = tally_of(wins, draws, losses)
    assert tally.normalised_elo == pytest.approx(normalised, abs=0.005)


def test_normalised_elo_of_groups_of_fastchess() -> None:
    # fastchess tests: its pairs of games by score; it is told how many games a score has.
    counts = (34, 54, 31 + 32, 64, 75)
    tally = Tally((0.0, 0.25, 0.5, 0.75, 1.0), counts, comparisons=2)
    assert tally.normalised_elo == pytest.approx(57.94, abs=0.005)


def test_elo_and_score_undo_each_other() -> None:
    assert elo_of(score_of(123.4)) == pytest.approx(123.4)
    assert score_of(400) == pytest.approx(10 / 11)


def test_groups_of_two_matches_have_five_scores() -> None:
    tally = tally_of_groups([(0, 2), (1, 2), (1, 2), (4, 2)])
    assert tally.scores == (0, 0.25, 0.5, 0.75, 1)
    assert tally.counts == (1, 2, 0, 0, 1)


def test_groups_of_different_sizes_share_the_scores_they_have_in_common() -> None:
    tally = tally_of_groups([(2, 2), (3, 3)])
    assert tally.scores[tally.counts.index(2)] == 0.5
    assert tally.comparisons == 2.5


def test_a_win_between_equals_is_worth_half_of_k() -> None:
    assert live_elo(results_of([played("a", "b")]), k=32).tolist() == [1516, 1484]


def test_a_table_of_four_moves_by_k_over_three_for_each_pair() -> None:
    after = live_elo(results_of([played("a", "b", "c", "d")]), k=30)
    assert (after - START).tolist() == pytest.approx([15, 5, -5, -15])


def test_the_sum_of_live_elo_never_changes() -> None:
    games = [*duels("a", "b", 5, 2, 1), played("c", "a", "d"), played("b", "d", "a", "c")]
    results = results_of(games)
    after = live_elo(results)
    last = [after[np.flatnonzero(results.bot == index)[-1]] for index in range(4)]
    assert sum(last) == pytest.approx(4 * START)


def test_mates_do_not_play_for_live_elo_against_each_other() -> None:
    team = played("a", "b", "c", "d", ranks=(1, 1, 2, 2))._replace(sides=(0, 0, 1, 1))
    after = live_elo(results_of([team]), k=30)
    assert (after - START).tolist() == pytest.approx([10, 10, -10, -10])


@pytest.mark.parametrize("count", range(6))
def test_live_elo_goes_on_from_what_is_known_to_the_same_numbers(count: int) -> None:
    games = [
        *duels("b", "c", 1, 1, 0),
        played("c", "b", "e"),
        played("a", "c", "b", "d", ranks=(1, 1, 3, 3))._replace(sides=(0, 0, 1, 1)),
        played("d", "e"),
    ]
    before = results_of(games[:count])  # without `a` at first, so that its bots have other numbers
    known = LiveElo(before, live_elo(before))
    results = results_of(games)
    assert live_elo(results, known=known).tolist() == live_elo(results).tolist()


def test_live_elo_takes_nothing_from_matches_after_one_that_differs() -> None:
    before = results_of([played("a", "b"), played("b", "c"), played("c", "a")])
    results = results_of([played("a", "b"), played("c", "b"), played("c", "a")])
    known = LiveElo(before, live_elo(before))
    assert live_elo(results, known=known).tolist() == live_elo(results).tolist()


def test_a_bot_that_meets_itself_neither_wins_nor_loses_by_it() -> None:
    after = live_elo(results_of([played("a", "a", "b")]), k=30)
    assert (after - START).tolist() == pytest.approx([15, 15, -15])
