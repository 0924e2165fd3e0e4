"""The batch fit agrees with numbers from elsewhere and keeps its properties."""

import os
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from ladder.ratings.fit import SCALE, SIGMAS, Ratings, fit
from ladder.ratings.results import Played, Results, results_of
from ladder.schedules.balanced_tables import design
from tests.ladder.games import bot, duels, played, simulated
from tests.ladder.ratings.baseball import (
    HOME,
    HOME_AND_AWAY_WINS,
    HOME_STANDARD_ERROR,
    WITHOUT_HOME_TERM,
)


def elo_by_name(results: Results, ratings: Ratings) -> dict[str, float]:
    names = [each.name for each in results.bots]
    return dict(zip(names, ratings.elo.tolist(), strict=True))


def baseball() -> Results:
    """Return the baseball season: the home team sits in seat 0."""
    matches = [
        duels(home, away, wins, 0, losses)
        for home, season in HOME_AND_AWAY_WINS.items()
        for away, (wins, losses) in season.items()
    ]
    return results_of(chain(*matches))


def test_baseball_strengths_are_those_of_agresti() -> None:
    results = baseball()
    elo = elo_by_name(results, fit(results.pairs, seats=False, prior_elo=None))
    found = {name: (each - elo["Baltimore"]) / SCALE for name, each in elo.items()}
    assert found == pytest.approx(WITHOUT_HOME_TERM, abs=0.005)


def test_baseball_home_advantage_is_that_of_agresti() -> None:
    ratings = fit(baseball().pairs, prior_elo=None)
    assert (ratings.seat_elo[0] - ratings.seat_elo[1]) / SCALE == pytest.approx(HOME, abs=0.0005)


def home_error(*, sandwich: bool) -> float:
    """Return the standard error of the home advantage on the natural scale."""
    ratings = fit(baseball().pairs, prior_elo=None, sandwich=sandwich)
    return float(2 * ratings.seat_error[0] / SIGMAS / SCALE)


def test_baseball_error_of_the_home_advantage_is_that_of_agresti() -> None:
    assert home_error(sandwich=False) == pytest.approx(HOME_STANDARD_ERROR, abs=0.0005)


def test_baseball_error_is_about_the_same_from_how_the_matches_really_spread() -> None:
    assert home_error(sandwich=True) == pytest.approx(HOME_STANDARD_ERROR, rel=0.1)


THREE_ENGINES = [("A", "B", 18, 9, 3), ("B", "C", 18, 9, 3), ("A", "C", 24, 6, 0)]
"""talkchess 2012: exact fit ±190.85 around B."""


@pytest.mark.parametrize("copies", [1, 4])
def test_three_engines_of_talkchess_lie_190_85_apart(copies: int) -> None:
    results = results_of(chain(*(duels(*row) for row in THREE_ENGINES * copies)))
    elo = elo_by_name(results, fit(results.pairs, seats=False, prior_elo=None))
    assert elo == pytest.approx({"A": 190.85, "B": 0.0, "C": -190.85}, abs=0.005)


def test_pairwise_comparisons_of_choix_are_matched() -> None:
    # choix tests: 0>1, 0>1, 1>2, 2>0
    won = [played("0", "1"), played("0", "1"), played("1", "2"), played("2", "0")]
    ratings = fit(results_of(won).pairs, seats=False, prior_elo=None)
    assert (ratings.elo / SCALE).tolist() == pytest.approx([0.419618, -0.419618, 0], abs=1e-6)


def test_rankings_of_choix_come_out_in_the_order_of_plackett_and_luce() -> None:
    # choix tests: rankings [0,1,2], [3,2,0], [1,3]. Ours weighs pairs, Plackett and Luce weigh
    # whole rankings, so the numbers lie close and not equal.
    plackett_luce = np.array([-0.44328, 0.69506, -0.67061, 0.41883])
    rankings = [played("0", "1", "2"), played("3", "2", "0"), played("1", "3")]
    strength = fit(results_of(rankings).pairs, seats=False, prior_elo=None).elo / SCALE
    assert np.argsort(strength).tolist() == np.argsort(plackett_luce).tolist()
    assert strength == pytest.approx(plackett_luce, abs=0.35)


def test_two_bots_are_as_far_apart_as_elo_says() -> None:
    results = results_of(duels("a", "b", 60, 20, 20))
    ratings = fit(results.pairs, seats=False, prior_elo=None)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(400 * np.log10(0.7 / 0.3))


def test_bots_of_all_wins_and_all_losses_stay_finite() -> None:
    results = results_of([*duels("a", "b", 50, 0, 0), *duels("b", "c", 50, 0, 0)])
    assert np.abs(fit(results.pairs).elo).max() < 1500


def four_player_matches(copies: int = 1, seed: int = 5) -> list[Played]:
    dice = np.random.default_rng(seed)
    elo = [-150, -50, 0, 30, 70, 100]
    results = simulated(elo, [t for r in design(6, 4, 6) for t in r], dice)
    seats = np.split(np.arange(len(results.bot)), results.start[1:])
    return [
        Played(
            "game",
            (copy, int(group)),
            [results.bots[each] for each in results.bot[rows]],
            results.rank[rows].tolist(),
        )
        for copy in range(copies)
        for group, rows in zip(results.group, seats, strict=True)
    ]


def test_the_order_of_matches_does_not_matter() -> None:
    matches = four_player_matches()
    shuffled = [matches[each] for each in np.random.default_rng(1).permutation(len(matches))]
    one, two = (fit(results_of(each).pairs) for each in (matches, shuffled))
    assert one.elo == pytest.approx(two.elo, abs=1e-8)
    assert one.error == pytest.approx(two.error, abs=1e-8)


def test_the_names_of_bots_do_not_matter() -> None:
    matches = four_player_matches()
    names = {f"b{n:02}": f"x{9 - n}" for n in range(6)}
    renamed = [each._replace(bots=[bot(names[b.name]) for b in each.bots]) for each in matches]
    one, two = (fit(results_of(each).pairs) for each in (matches, renamed))
    assert one.elo == pytest.approx(two.elo[::-1], abs=1e-8)
    assert one.error == pytest.approx(two.error[::-1], abs=1e-8)


def test_four_copies_of_all_matches_halve_the_error() -> None:
    one = fit(results_of(four_player_matches()).pairs, prior_elo=None)
    four = fit(results_of(four_player_matches(copies=4)).pairs, prior_elo=None)
    assert four.elo == pytest.approx(one.elo, abs=1e-8)
    assert four.error == pytest.approx(one.error / 2, rel=0.02)


def test_strengths_and_their_errors_are_relative_to_the_mean() -> None:
    ratings = fit(results_of(four_player_matches()).pairs)
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-8)
    assert ratings.covariance.sum(axis=0) == pytest.approx(0, abs=1e-6)


def test_likelihoods_of_superiority_of_two_sum_to_one() -> None:
    ratings = fit(results_of(four_player_matches()).pairs)
    bots = np.arange(6)
    assert ratings.los(bots, bots[::-1]) + ratings.los(bots[::-1], bots) == pytest.approx(1)
    assert ratings.los(bots[5:], bots[:1]) > 0.99


def test_seat_advantages_are_found_and_sum_to_zero() -> None:
    seat_elo = [60, 20, -20, -60]
    tables = [table for tables in design(6, 4, 60) for table in tables]
    results = simulated([0] * 6, tables, np.random.default_rng(3), seat_elo)
    ratings = fit(results.pairs)
    assert ratings.seat_elo.sum() == pytest.approx(0, abs=1e-8)
    assert np.all(np.abs(ratings.seat_elo - seat_elo) < 1.5 * ratings.seat_error)


def test_errors_of_four_players_are_larger_than_the_naive_ones() -> None:
    # rating.md: naive errors are 20 to 25 % too small with four players
    dice = np.random.default_rng(8)
    tables = [table for tables in design(8, 4, 40) for table in tables]
    pairs = simulated([0] * 8, tables, dice).pairs
    unweighted = replace(pairs, weight=np.ones_like(pairs.weight))
    naive = fit(unweighted, sandwich=False).error.mean()
    assert 0.74 < naive / fit(pairs).error.mean() < 0.82


def coverage(runs: int, seats: int, seed: int) -> float:
    """Return how often a true strength lay inside its bar."""
    dice = np.random.default_rng(seed)
    truth = np.array([-200, -120, -60, -10, 20, 70, 120, 180], float)
    tables = [table for tables in design(8, seats, 8) for table in tables]
    inside = 0
    for _ in range(runs):
        ratings = fit(simulated(truth.tolist(), tables, dice).pairs)
        inside += int(np.sum(np.abs(ratings.elo - truth) < ratings.error))
    return inside / runs / len(truth)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_true_strengths_lie_inside_their_bars(seats: int) -> None:
    assert 0.91 < coverage(runs=25, seats=seats, seed=seats) < 0.99


@pytest.mark.full
@pytest.mark.skipif("LUTETIA_FULL" not in os.environ, reason="long; set LUTETIA_FULL=1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_true_strengths_lie_inside_their_bars_in_95_of_100_runs(seats: int) -> None:
    assert 0.93 < coverage(runs=400, seats=seats, seed=10 + seats) < 0.97
