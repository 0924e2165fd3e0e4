"""Two bots compared on the matches they both played."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import pytest

from ladder.errors import NotStored
from ladder.ratings.comparison import compare, group_tally
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.sprt import Sprt
from ladder.ratings.standings import standings
from tests.ladder.games import bot, played


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


def test_a_comparison_looks_at_two_bots_of_a_table_only() -> None:
    results = results_of([played("a", "b", "c"), played("c", "a", "b"), played("b", "c", "a")])
    alone = results_of([played("a", "b"), played("a", "b"), played("b", "a")])
    of_three, of_two = (compare(each, bot("a"), bot("b")) for each in (results, alone))
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


def test_bots_that_never_met_cannot_be_compared() -> None:
    results = results_of([played("a", "b"), played("b", "c")])
    with pytest.raises(NotStored, match="let them play a tournament"):
        compare(results, bot("a"), bot("c"))


def test_a_bot_that_never_played_cannot_be_compared() -> None:
    with pytest.raises(NotStored, match="x@1 has not played"):
        compare(groups((1, 0)), bot("a"), bot("x"))
