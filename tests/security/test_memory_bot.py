"""Fault 29: a bot that remembers everything it ever saw knew hands and cards that were dealt again.

With deals of their own, what it expects is right as often as chance; with shared ones always.
"""

import pytest

from benchmarks.prediction import measure

EXPECTED = {
    "moscow_paris: cards of the opponent's hand",
    "moscow_paris: cards to come",
    "lumiere: tiles to come",
    "paris: tiles to come",
}


@pytest.mark.parametrize("seed", [1, 2])
def test_memory_predicts_no_better_than_chance(seed: int) -> None:
    scores = measure(6, shared_deals=False, seed=seed)
    assert scores.keys() == EXPECTED
    for title, score in scores.items():
        assert score.guesses > 50, title
        assert abs(score.sigmas) < 3.5, (title, score)


def test_memory_knows_every_deal_that_is_played_again() -> None:
    scores = measure(4, shared_deals=True, seed=1)
    assert scores.keys() == EXPECTED
    for title, score in scores.items():
        assert score.right == score.guesses, title
        assert score.sigmas > 5, title
