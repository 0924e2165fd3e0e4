"""Elo and scores, counted scores of two bots, and the live Elo of a ladder."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ladder.ratings.bars import SIGMAS
from ladder.ratings.results import FloatArray, Results

K = 32.0
"""The most a bot can win in one match of live Elo."""
START = 1500.0


def elo_of(score: float) -> float:
    """Return the difference in Elo that makes a score likely; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """Return the score to expect from a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Tally:
    """How often each score (0 to 1) was reached: of single matches, or the mean of a group."""

    scores: tuple[float, ...]
    counts: tuple[float, ...]
    comparisons: float = 1.0
    """How many comparisons a score is the mean of."""

    @property
    def total(self) -> float:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        return sum(s * n for s, n in zip(self.scores, self.counts, strict=True)) / self.total

    @property
    def variance(self) -> float:
        mean = self.mean
        squares = ((s - mean) ** 2 * n for s, n in zip(self.scores, self.counts, strict=True))
        return sum(squares) / self.total

    @property
    def elo_interval(self) -> tuple[float, float, float]:
        """Elo of the mean score, and the ends of its 95 % interval; infinite where it is open."""
        reach = SIGMAS * math.sqrt(self.variance / self.total)
        return elo_of(self.mean), elo_of(self.mean - reach), elo_of(self.mean + reach)

    @property
    def normalised_elo(self) -> float:
        """Elo in units of the spread of one comparison: how easily the difference shows."""
        sigma = math.sqrt(self.variance * self.comparisons)
        if sigma == 0:
            return math.copysign(math.inf, self.mean - 0.5) if self.mean != 0.5 else 0.0
        return (self.mean - 0.5) / sigma * 800 / math.log(10)


def tally_of_groups(groups: Iterable[tuple[int, int]] | Counter[tuple[int, int]]) -> Tally:
    """Count groups by their mean score, each given as its half points and comparisons.

    They may be counted already. Scores that a group of that size can have, but none had, are
    counted as well: 0 times.
    """
    counts = Counter(groups)
    sizes = {size for _, size in counts}
    scores = sorted({Fraction(half, 2 * size) for size in sizes for half in range(2 * size + 1)})
    total = Counter[Fraction]()
    for (halves, size), count in counts.items():
        total[Fraction(halves, 2 * size)] += count
    mean_size = sum(size * count for (_, size), count in counts.items()) / max(1, counts.total())
    return Tally(tuple(map(float, scores)), tuple(total[score] for score in scores), mean_size)


def live_elo(results: Results, k: float = K) -> FloatArray:
    """Return for each seat of each match the Elo of its bot right after the match.

    Everybody starts at 1500; a match moves a bot by K/(n - 1) times its score beyond what was
    to be expected against each other seat, so that the sum never changes.
    """
    elo = [START] * len(results.bots)
    after = np.empty(len(results.bot))
    bots, ranks, sides = results.bot.tolist(), results.rank.tolist(), results.side.tolist()
    for start, players in zip(results.start.tolist(), results.players.tolist(), strict=True):
        table, rank = bots[start : start + players], ranks[start : start + players]
        side = sides[start : start + players]
        before = [elo[bot] for bot in table]  # all expectations are those before the match
        for one in range(1, players):
            for two in range(one):
                if side[one] == side[two]:
                    continue
                score = 0.5 if rank[one] == rank[two] else float(rank[one] < rank[two])
                change = k / (players - 1) * (score - score_of(before[one] - before[two]))
                elo[table[one]] += change
                elo[table[two]] -= change
        after[start : start + players] = [elo[bot] for bot in table]
    return after
