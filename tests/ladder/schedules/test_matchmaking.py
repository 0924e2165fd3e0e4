"""The ladder pairs those whose meeting tells most."""

import random

import numpy as np
import pytest

from engine.record import Bot
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.standings import RatedResults, standings
from ladder.schedules.matchmaking import (
    FORFEITS_IN_A_ROW,
    Seating,
    Strengths,
    enough_matches,
    forfeiting,
    newcomers,
    next_table,
    strengths_of,
    unknown_strengths,
    well_known,
)
from tests.ladder.games import bot, duels, played, seated_duels, simulated

SEEDS = range(20)


def random_results(seed: int) -> Results:
    """A ladder of eight bots that have met by chance, some often and some hardly."""
    dice = np.random.default_rng(seed)
    tables = [dice.choice(8, 2, replace=False).tolist() for _ in range(40)]
    return simulated(dice.normal(0, 200, 8).tolist(), tables, dice)


def known_within(until: float, *matches: Played) -> set[str]:
    return {bot.name for bot in well_known(RatedResults(results_of(matches)), until)}


def test_a_bar_among_equals_is_as_short_as_asked_for_after_enough_matches() -> None:
    assert enough_matches(50) == pytest.approx(185, abs=1)
    matches = seated_duels(46, 0, 46)
    # two bots share the error of their difference, so that half as many matches do
    error = standings(results_of(matches))[0].error or 0.0
    assert error == pytest.approx(35.5, abs=2)
    assert known_within(error + 0.1, *matches) == {"a", "b"}
    assert known_within(error - 0.1, *matches) == {"a"}  # which is what b is compared with


def test_a_bot_that_won_everything_is_known_after_enough_matches_though_its_bar_is_open() -> None:
    assert known_within(50, *duels("a", "b", 184, 0, 0)) == set()
    assert known_within(50, *duels("a", "b", 186, 0, 0)) == {"a", "b"}


def test_a_bot_that_nearly_always_wins_is_given_up_after_four_times_as_many_matches() -> None:
    assert len(known_within(50, *duels("a", "b", 700, 0, 1))) == 1
    assert known_within(50, *duels("a", "b", 760, 0, 1)) == {"a", "b"}


def test_a_bot_that_always_loses_does_not_keep_the_others_from_being_known() -> None:
    lost = [played(name, "lame") for name in "ab" for _ in range(300)]
    rows = standings(results_of([*seated_duels(100, 0, 100), *lost]))
    assert min(row.error or 0 for row in rows) > 50  # for the mean is uncertain
    assert known_within(50, *seated_duels(100, 0, 100), *lost) == {"a", "b", "lame"}


def test_a_bot_that_nothing_connects_with_the_others_is_not_known() -> None:
    matches = [*seated_duels(100, 0, 100), *duels("x", "y", 90, 0, 90)]
    assert known_within(50, *matches, *duels("b", "c", 1, 0, 1)) == {"a", "b"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_bot_is_seated_at_once(seed: int, seats: int) -> None:
    results = random_results(seed)
    bots = [*results.bots, bot("new")]
    random.Random(seed).shuffle(bots)
    table = next_table(strengths_of(results), bots, seats)
    assert table[0] == bot("new")
    assert len(set(table)) == seats


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_new_bot_does_not_wait_for_the_first(seed: int) -> None:
    results = random_results(seed)
    strengths, bots = strengths_of(results), [*results.bots, bot("new"), bot("other")]
    first = next_table(strengths, bots, 2)
    second = next_table(strengths, bots, 2, [first, first])
    assert {bot("new"), bot("other")} <= {*first, *second}


def test_a_new_bot_that_is_about_to_play_is_not_a_newcomer() -> None:
    assert newcomers(unknown_strengths(), [bot("a"), bot("b")], [(bot("a"), bot("c"))]) == {
        bot("b")
    }


def test_equals_are_preferred_to_a_pair_whose_result_is_clear() -> None:
    bots = tuple(bot(name) for name in ("strong", "one", "weak", "two"))
    strengths = Strengths(bots, np.array([4.0, 0.0, -4.0, 0.1]), np.eye(4))
    assert set(next_table(strengths, bots, 2)) == {bot("one"), bot("two")}


def test_of_equal_strengths_the_less_certain_ones_meet() -> None:
    games = duels("a", "b", 40, 0, 40) + duels("b", "c", 1, 0, 1) + duels("c", "d", 1, 0, 1)
    results = results_of(games)
    assert bot("d") in next_table(strengths_of(results), results.bots, 2)


def test_one_even_group_does_not_make_a_pair_look_better_known_than_thirty_games() -> None:
    """By the sandwich it would: the scores within the group cancel out."""
    games = [Played("game", "g", [bot("a"), bot("b")], [1, 2])]
    games += [Played("game", "g", [bot("b"), bot("a")], [1, 2])]
    worth = strengths_of(results_of([*games, *duels("b", "c", 15, 0, 15)])).information()
    assert worth[0, 1] > worth[1, 2]


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_under_way_spread_the_next_ones(seed: int) -> None:
    results = random_results(seed)
    strengths = strengths_of(results)
    under_way: list[Seating] = []
    for _ in range(12):
        table = next_table(strengths, results.bots, 2, under_way)
        under_way += [table, table]  # both rotations
    assert len({frozenset(table) for table in under_way}) > 3


def test_a_pair_is_asked_again_when_its_matches_are_known() -> None:
    strengths = Strengths((bot("a"), bot("b"), bot("c")), np.zeros(3), np.diag([1.0, 1.0, 0.9]))
    asked = (bot("a"), bot("b"))
    assert next_table(strengths, strengths.bots, 2) == asked
    assert bot("c") in next_table(strengths, strengths.bots, 2, [asked])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_results_does_not_change_the_next_table(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"b{number}" for number in range(6)]
    matches = [played(*dice.sample(names, 2)) for _ in range(40)]
    results = results_of(matches)
    shuffled = results_of(dice.sample(matches, len(matches)))
    assert next_table(strengths_of(results), results.bots, 3) == next_table(
        strengths_of(shuffled), results.bots, 3
    )


def with_forfeits(count: int, after: int = 0) -> Results:
    """A bot that has played, then forfeits this many matches, then plays some more."""
    games = [played("good", "bad") for _ in range(5)]
    games += [played("good", "bad")._replace(forfeits=[False, True]) for _ in range(count)]
    return results_of([*games, *(played("good", "bad") for _ in range(after))])


def test_a_bot_whose_latest_matches_were_all_forfeits_is_forfeiting() -> None:
    assert forfeiting(with_forfeits(FORFEITS_IN_A_ROW)) == {bot("bad")}


def test_one_forfeit_less_or_one_match_since_is_not_forfeiting() -> None:
    assert forfeiting(with_forfeits(FORFEITS_IN_A_ROW - 1)) == set()
    assert forfeiting(with_forfeits(FORFEITS_IN_A_ROW, after=1)) == set()
    assert forfeiting(results_of([])) == set()


def test_forfeits_that_are_forgiven_do_not_count() -> None:
    results = with_forfeits(FORFEITS_IN_A_ROW)
    last = 5 + FORFEITS_IN_A_ROW
    assert forfeiting(results, {bot("bad"): last}) == set()
    assert forfeiting(results, {bot("bad"): 5}) == {bot("bad")}
    assert forfeiting(results, {bot("good"): last}) == {bot("bad")}
    again = with_forfeits(2 * FORFEITS_IN_A_ROW)
    assert forfeiting(again, {bot("bad"): last}) == {bot("bad")}


def test_a_short_career_of_forfeits_is_not_enough() -> None:
    games = [played("good", "bad")._replace(forfeits=[False, True]) for _ in range(3)]
    assert forfeiting(results_of(games)) == set()


def test_versions_are_different_bots() -> None:
    strengths = strengths_of(results_of(duels("a", "b", 3, 0, 3)))
    newer = Bot("a", "2")
    assert next_table(strengths, [bot("b"), newer], 2)[0] == newer
