"""Two bots compared on the matches they both played."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import pytest

from ladder.errors import NotStored
from ladder.ratings.comparison import compare, compare_jointly, group_tally, have_met
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.sprt import Sprt
from ladder.ratings.standings import RatedResults, standings
from tests.ladder.games import bot, duels, played


def groups(*scores: tuple[float, float]) -> Results:
    """Matches of a and b, two per group with the seats changed, by what a scored."""
    matches = []
    for group, (first, second) in enumerate(scores):
        matches.append(Played("game", group, [bot("a"), bot("b")], _ranks(first)))
        matches.append(Played("game", group, [bot("b"), bot("a")], _ranks(1 - second)))
    return results_of(matches)


def _ranks(score: float) -> Sequence[int]:
    return {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[score]


def test_a_comparison_counts_matches_and_groups() -> None:
    comparison = compare(groups((1, 1), (1, 0), (0.5, 1)), bot("a"), bot("b"))
    assert (comparison.wins, comparison.draws, comparison.losses) == (4, 1, 1)
    assert comparison.groups == 3
    assert comparison.score == pytest.approx(0.75)


def test_a_comparison_seen_from_the_other_side_changes_its_sign() -> None:
    results = groups((1, 1), (1, 0), (0.5, 1), (0, 0.5))
    one, two = (compare(results, bot(x), bot(y)) for x, y in (("a", "b"), ("b", "a")))
    assert two.elo == pytest.approx(-one.elo)
    assert two.los == pytest.approx(1 - one.los)


def test_the_standings_and_a_comparison_have_one_likelihood_for_the_same_matches() -> None:
    for scores in ([(1, 1)], [(1, 1), (1, 0), (0.5, 1)], [(1, 1)] * 20):
        results = groups(*scores)
        comparison = compare(results, bot("a"), bot("b"))
        assert standings(results)[0].los == pytest.approx(comparison.los, abs=1e-12)
    assert compare(groups((1, 1)), bot("a"), bot("b")).los == pytest.approx(0.889, abs=0.0005)


def test_the_overall_list_and_a_comparison_in_two_lists_have_one_likelihood() -> None:
    go = [match._replace(game="go") for match in duels("a", "b", 6, 0, 2)]
    results = results_of([*go, *duels("a", "b", 3, 1, 1)])
    comparison = compare(results, bot("a"), bot("b"))
    first, second = standings(results)
    assert first.elo is not None
    assert second.elo is not None
    assert comparison.elo == pytest.approx(first.elo - second.elo)
    assert comparison.los == pytest.approx(first.los, abs=1e-12)
    assert (comparison.wins, comparison.draws, comparison.losses) == (9, 1, 3)


def test_a_comparison_looks_at_two_bots_of_a_table_only() -> None:
    results = results_of([played("a", "b", "c"), played("c", "a", "b"), played("b", "c", "a")])
    alone = results_of([played("a", "b"), played("a", "b"), played("b", "a")])
    of_three, of_two = (compare(part, bot("a"), bot("b")) for part in (results, alone))
    assert of_three.score == of_two.score == pytest.approx(2 / 3)
    assert (of_three.wins, of_three.losses) == (of_two.wins, of_two.losses) == (2, 1)


def test_bots_without_a_complete_group_are_compared_but_not_tested() -> None:
    comparison = compare(results_of([played("a", "b")]), bot("a"), bot("b"))
    assert comparison.los > 0.5
    assert (comparison.groups, comparison.llr, comparison.normalised_elo) == (0, 0, None)


def test_incomplete_groups_are_left_out_of_the_tally() -> None:
    half = played("a", "b")
    results = results_of([half, Played("game", "x", [bot("a"), bot("b")], (1, 2))])
    assert group_tally(results, bot("a"), bot("b")).total == 0


def test_a_comparison_without_a_loss_has_no_upper_end_but_a_verdict() -> None:
    comparison = compare(groups(*[(1, 1)] * 60), bot("a"), bot("b"), Sprt(0, 50))
    assert comparison.high is None
    assert comparison.low == pytest.approx(comparison.elo - comparison.error)
    assert comparison.verdict == "better"
    assert json.loads(json.dumps(asdict(comparison)))["los"] > 0.999


def test_bots_that_never_met_are_compared_through_others_by_the_joint_fit() -> None:
    results = results_of(duels("a", "b", 12, 4, 4) + duels("b", "c", 12, 4, 4))
    with pytest.raises(NotStored, match="have not met"):
        compare(results, bot("a"), bot("c"))
    assert not have_met(results, bot("a"), bot("c"))
    joint = compare_jointly(results, bot("a"), bot("c"))
    rated = RatedResults(results)
    one, two = (np.array([rated.pool.index(bot(name))]) for name in "ac")
    down, up = rated.ratings.difference_ends(one, two)
    assert joint.elo == pytest.approx(float((rated.elo[one] - rated.elo[two])[0]))
    assert (joint.low, joint.high) == pytest.approx(
        (float((joint.elo - down)[0]), float((joint.elo + up)[0]))
    )
    assert joint.los == pytest.approx(float(rated.ratings.los(one, two)[0]))
    near = compare_jointly(results, bot("a"), bot("b"))
    assert joint.elo > near.elo  # b is between them
    assert joint.error > near.error  # and what is known of b is in between, too


def test_the_joint_fit_of_several_lists_is_the_mean_of_those_in_which_both_are_rated() -> None:
    one = duels("a", "b", 12, 4, 4) + duels("b", "c", 4, 4, 12)
    two = [each._replace(options="hard") for each in duels("a", "b", 9, 0, 9)]
    three = [each._replace(options="harder") for each in duels("a", "c", 3, 0, 9)]
    three += [each._replace(options="harder") for each in duels("b", "c", 9, 0, 3)]
    alone = [compare_jointly(results_of(each), bot("a"), bot("b")) for each in (one, two, three)]
    joint = compare_jointly(results_of(one + two + three), bot("a"), bot("b"))
    assert joint.lists == ("game", "game hard", "game harder")
    assert joint.elo == pytest.approx(sum(each.elo for each in alone) / 3)
    assert compare(results_of(one + two), bot("a"), bot("b")).lists == ("game", "game hard")


def test_bots_that_nothing_connects_cannot_be_compared() -> None:
    results = results_of([played("a", "b"), played("c", "d")])
    with pytest.raises(NotStored, match="let them play a tournament"):
        compare_jointly(results, bot("a"), bot("c"))


def test_a_bot_that_never_played_cannot_be_compared() -> None:
    with pytest.raises(NotStored, match="x@1 has not played"):
        compare(groups((1, 0)), bot("a"), bot("x"))
