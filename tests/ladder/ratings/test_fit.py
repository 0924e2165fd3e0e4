"""The batch fit agrees with numbers from elsewhere and keeps its properties."""

from itertools import chain

import numpy as np
import pytest

from ladder.ratings.bars import SIGMAS
from ladder.ratings.fit import SCALE, Ratings, fit, maximum_likelihood
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
    names = [rated.name for rated in results.bots]
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
    elo = elo_by_name(results, maximum_likelihood(results.pairs, seats=False))
    found = {name: (value - elo["Baltimore"]) / SCALE for name, value in elo.items()}
    assert found == pytest.approx(WITHOUT_HOME_TERM, abs=0.005)


def test_baseball_home_advantage_is_that_of_agresti() -> None:
    ratings = maximum_likelihood(baseball().pairs)
    assert (ratings.seat_elo[0] - ratings.seat_elo[1]) / SCALE == pytest.approx(HOME, abs=0.0005)


def test_baseball_error_of_the_home_advantage_is_that_of_agresti() -> None:
    ratings = maximum_likelihood(baseball().pairs)
    error = 2 * ratings.seat_error[0] / SIGMAS / SCALE
    assert error == pytest.approx(HOME_STANDARD_ERROR, abs=0.0005)


THREE_ENGINES = [("A", "B", 18, 9, 3), ("B", "C", 18, 9, 3), ("A", "C", 24, 6, 0)]
"""talkchess 2012: exact fit ±190.85 around B."""


@pytest.mark.parametrize("copies", [1, 4])
def test_three_engines_of_talkchess_lie_190_85_apart(copies: int) -> None:
    results = results_of(chain(*(duels(*row) for row in THREE_ENGINES * copies)))
    elo = elo_by_name(results, maximum_likelihood(results.pairs, seats=False))
    assert elo == pytest.approx({"A": 190.85, "B": 0.0, "C": -190.85}, abs=0.005)


def test_pairwise_comparisons_of_choix_are_matched() -> None:
    # choix tests: 0>1, 0>1, 1>2, 2>0
    won = [played("0", "1"), played("0", "1"), played("1", "2"), played("2", "0")]
    ratings = maximum_likelihood(results_of(won).pairs, seats=False)
    assert (ratings.elo / SCALE).tolist() == pytest.approx([0.419618, -0.419618, 0], abs=1e-6)


def test_rankings_of_choix_come_out_in_the_order_of_plackett_and_luce() -> None:
    # choix tests: rankings [0,1,2], [3,2,0], [1,3]. Ours weighs pairs, Plackett and Luce weigh
    # whole rankings, so the numbers lie close and not equal.
    plackett_luce = np.array([-0.44328, 0.69506, -0.67061, 0.41883])
    rankings = [played("0", "1", "2"), played("3", "2", "0"), played("1", "3")]
    strength = maximum_likelihood(results_of(rankings).pairs, seats=False).elo / SCALE
    assert np.argsort(strength).tolist() == np.argsort(plackett_luce).tolist()
    assert strength == pytest.approx(plackett_luce, abs=0.35)


def test_two_bots_are_as_far_apart_as_elo_says() -> None:
    results = results_of(duels("a", "b", 60, 20, 20))
    ratings = maximum_likelihood(results.pairs, seats=False)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(400 * np.log10(0.7 / 0.3))


def four_player_games(copies: int = 1, seed: int = 5) -> list[Played]:
    dice = np.random.default_rng(seed)
    elo = [-150, -50, 0, 30, 70, 100]
    results = simulated(elo, [t for r in design(6, 4, 6) for t in r], dice)
    seats = np.split(np.arange(len(results.bot)), results.start[1:])
    return [
        Played(
            "game",
            (copy, int(group)),
            [results.bots[index] for index in results.bot[rows]],
            results.rank[rows].tolist(),
        )
        for copy in range(copies)
        for group, rows in zip(results.group, seats, strict=True)
    ]


def test_the_order_of_matches_does_not_matter() -> None:
    games = four_player_games()
    shuffled = [games[index] for index in np.random.default_rng(1).permutation(len(games))]
    one, two = (fit(results_of(matches).pairs) for matches in (games, shuffled))
    assert one.elo == pytest.approx(two.elo, abs=1e-8)
    assert one.error == pytest.approx(two.error, abs=1e-8)


def test_the_names_of_bots_do_not_matter() -> None:
    games = four_player_games()
    names = {f"b{n:02}": f"x{9 - n}" for n in range(6)}
    renamed = [match._replace(bots=[bot(names[b.name]) for b in match.bots]) for match in games]
    one, two = (fit(results_of(matches).pairs) for matches in (games, renamed))
    assert one.elo == pytest.approx(two.elo[::-1], abs=1e-8)
    assert one.error == pytest.approx(two.error[::-1], abs=1e-8)


def test_four_copies_of_all_matches_halve_the_error() -> None:
    one, four = (
        maximum_likelihood(results_of(four_player_games(copies)).pairs) for copies in (1, 4)
    )
    assert four.elo == pytest.approx(one.elo, abs=1e-6)
    assert four.error == pytest.approx(one.error / 2)


def test_strengths_and_their_errors_are_relative_to_the_mean() -> None:
    ratings = fit(results_of(four_player_games()).pairs)
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-8)
    assert ratings.covariance.sum(axis=0) == pytest.approx(0, abs=1e-6)


def test_likelihoods_of_superiority_of_two_sum_to_one() -> None:
    ratings = fit(results_of(four_player_games()).pairs)
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


@pytest.mark.parametrize("bots", [50, 400, 3100])
def test_long_lists_are_solved_as_exactly_as_short_ones(bots: int) -> None:
    # Each opponent met the first bot only, so theirs are plain Elo differences with plain errors.
    # Beyond 300 bots the fit is sparse, beyond 3,000 errors are in single precision.
    scores = np.arange(bots) % 3 + 1
    matches = [
        Played("game", (name, number), [bot("hub"), bot(f"x{name:04}")], (2, 1) if won else (1, 2))
        for name, score in enumerate(scores.tolist())
        for number, won in enumerate([True] * score + [False] * (4 - score))
    ]
    ratings = maximum_likelihood(results_of(matches).pairs, seats=False)
    share = scores / 4
    others = np.arange(1, bots + 1)
    hub = np.zeros_like(others)
    assert ratings.elo[1:] - ratings.elo[0] == pytest.approx(-400 * np.log10(1 / share - 1))
    down, _ = ratings.difference_ends(others, hub)
    assert down == pytest.approx(SIGMAS * SCALE / np.sqrt(4 * share * (1 - share)), rel=1e-3)


@pytest.mark.parametrize(("size", "others"), [(4, 30), (150, 40)])
def test_two_leagues_of_which_one_always_wins_are_as_far_apart_as_two_such_bots(
    size: int, others: int
) -> None:
    # There is one unknown between the leagues, so one half of an upset is added to all matches
    # between them, and not one for each bot. Beyond 200 bots leverages are approximate.
    table = [
        (league * size + index, league * size + (index + step) % size)
        for league in (0, 1)
        for index in range(size)
        for step in range(others)
        if step % size
    ]
    even = [
        Played("game", (number, turn), [bot(f"b{index:03}") for index in pair[::turn]], (1, 1))
        for number, pair in enumerate(table)
        for turn in (1, -1)
    ]
    won = [
        Played("game", (index, turn), [bot(f"b{index:03}"), bot(f"b{other:03}")][::turn], ranks)
        for index in range(size)
        for other in (size + index, size + (index + 1) % size)
        for turn, ranks in ((1, (1, 2)), (-1, (2, 1)))
    ]
    ratings = fit(results_of([*even, *won]).pairs)
    gap = ratings.elo[:size].mean() - ratings.elo[size:].mean()
    assert gap == pytest.approx(400 * np.log10((len(won) + 0.5) / 0.5), abs=25)
