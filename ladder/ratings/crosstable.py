"""Bot against bot: who won how often against whom."""

from dataclasses import dataclass

import numpy as np

from ladder.ratings.results import IntArray, Results


@dataclass(frozen=True)
class Cell:
    """A cell of the crosstable: all pairs of seats of two bots, as the first sees them."""

    bot: str
    version: str
    other: str
    other_version: str
    wins: int
    draws: int
    losses: int
    score: float


def crosstable(results: Results) -> list[Cell]:
    """Return a cell for every two bots that met, in both directions."""
    counts = Counts(results)
    met = counts.wins + counts.draws + counts.losses
    return [counts.cell(int(one), int(two)) for one, two in zip(*np.nonzero(met), strict=True)]


class Counts:
    """Wins, draws and losses of every bot (row) against every other (column)."""

    def __init__(self, results: Results) -> None:
        pairs, size = results.pairs, len(results.bots)
        won, lost = pairs.score == 1, pairs.score == 0
        code = pairs.first * size + pairs.second

        def square(code: IntArray) -> IntArray:
            return np.bincount(code, minlength=size * size).reshape(size, size)

        drawn = square(code[~(won | lost)])
        self.bots = results.bots
        self.wins = square(code[won]) + square(code[lost]).T
        self.draws = drawn + drawn.T
        self.losses = self.wins.T

    def cell(self, one: int, two: int) -> Cell:
        """Return how the bot of a row did against that of a column."""
        counts = (self.wins, self.draws, self.losses)
        wins, draws, losses = (int(count[one, two]) for count in counts)
        score = mean_score(wins, draws, losses)
        return Cell(*self.bots[one], *self.bots[two], wins, draws, losses, score)


def mean_score(wins: int, draws: int, losses: int) -> float:
    """Return the mean score of comparisons, ½ if there are none."""
    total = wins + draws + losses
    return (wins + draws / 2) / total if total else 0.5
