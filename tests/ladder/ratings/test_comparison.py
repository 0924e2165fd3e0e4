"""Two bots compared on the matches they both played."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import pytest

from ladder.errors import NotStored
from ladder.ratings.comparison import compare, group_tally
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.sprt import Sprt
from tests.ladder.games import bot, played, tally_of


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
    assert one.elo is not None
    assert two.elo == pytest.approx(-one.elo)
    assert two.los == pytest.approx(1 - one.los)


def test_statistics_are_those_of_groups_and_not_of_matches() -> None:
    # In each group both win once: by matches that is luck, by groups it is certain to be equal.
    results = groups(*[(1, 0), (0, 1)] * 20)
    comparison = compare(results, bot("a"), bot("b"))
    assert comparison.error == pytest.approx(0, abs=1e-9)
    assert tally_of(40, 0, 40).error > 70


def test_incomplete_groups_are_left_out_of_the_tally() -> None:
    half = played("a", "b")
    results = results_of([half, Played("game", "x", [bot("a"), bot("b")], (1, 2))])
    assert group_tally(results, bot("a"), bot("b")).total == 0


def test_a_comparison_without_a_loss_has_no_finite_elo_but_a_verdict() -> None:
    comparison = compare(groups(*[(1, 1)] * 60), bot("a"), bot("b"), Sprt(0, 50))
    assert comparison.elo is None
    assert comparison.verdict == "better"
    assert json.loads(json.dumps(asdict(comparison)))["los"] == 1


def test_bots_that_never_met_cannot_be_compared() -> None:
    results = results_of([played("a", "b"), played("b", "c")])
    with pytest.raises(NotStored, match="let them play a tournament"):
        compare(results, bot("a"), bot("c"))


def test_a_bot_that_never_played_cannot_be_compared() -> None:
    with pytest.raises(NotStored, match="x@1 has not played"):
        compare(groups((1, 0)), bot("a"), bot("x"))
