"""Elo and scores, counted scores of two bots, and the live Elo of a ladder."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ladder.ratings.bars import SIGMAS
from ladder.ratings.results import FloatArray, IntArray, Results

K = 32.0
"""The most a bot can win in one match of live Elo."""
START = 1500.0
_NATURAL = math.log(10) / 400
"""Natural logarithms of odds of one Elo point."""


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


class LiveElo(NamedTuple):
    """The live Elo of results."""

    results: Results
    after: FloatArray
    """Of each seat of each match: the Elo of its bot right after the match."""


def live_elo(results: Results, k: float = K, known: LiveElo | None = None) -> FloatArray:
    """Return for each seat of each match the Elo of its bot right after the match.

    Everybody starts at 1500; a match moves a bot by K/(n - 1) times its score beyond what was
    to be expected against each other seat, so that the sum never changes.

    A match depends on those before it, so that this is a loop and no sum over columns. What is
    known of results that begin with the same matches is not computed again.
    """
    begin = 0 if known is None else equal_matches(known.results, results)
    seats = int(results.players[:begin].sum())
    before = np.zeros(0) if known is None else known.after[:seats]
    elo = np.full(len(results.bots), START)
    elo[results.bot[:seats]] = before  # of a bot's values the last stays
    return np.concatenate([before, _play_on(results, begin, elo.tolist(), k)])


def _play_on(results: Results, begin: int, elo: list[float], k: float) -> list[float]:
    """Return the Elo of each seat after the matches from `begin` on; before them it was `elo`."""
    seats = int(results.players[:begin].sum())
    bots, sides = results.bot[seats:].tolist(), results.side[seats:].tolist()
    points = _points(results, begin)[seats:].tolist()
    # Two odds give a score without a power, of which there would be one for each two seats.
    odds = [math.exp((each - START) * _NATURAL) for each in elo]
    meetings: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    after = []
    end = 0
    for players in results.players[begin:].tolist():
        start, end = end, end + players
        side = tuple(sides[start:end])
        if side not in meetings:
            pairs = combinations(range(players), 2)
            meetings[side] = [(one, two) for one, two in pairs if side[one] != side[two]]
        table, beyond = bots[start:end], points[start:end]
        own = [odds[bot] for bot in table]  # all expectations are those before the match
        for one, two in meetings[side]:
            share = own[one] / (own[one] + own[two])
            beyond[one] -= share
            beyond[two] -= 1 - share
        step = k / (players - 1)
        for bot, more in zip(table, beyond, strict=True):
            elo[bot] += step * more
        for bot in table:
            odds[bot] = math.exp((elo[bot] - START) * _NATURAL)
            after.append(elo[bot])
    return after


def _points(results: Results, begin: int) -> FloatArray:
    """Return for each seat, from a match on, what it scored against all but its mates."""
    points = np.zeros(len(results.bot))
    start, seats = results.start[begin:], results.players[begin:]
    for players in np.unique(seats).tolist():
        rows = start[seats == players][:, None] + np.arange(players)
        rank, side = results.rank[rows], results.side[rows]
        score = (np.sign(rank[:, None] - rank[:, :, None]) + 1) / 2
        points[rows] = (score * (side[:, None] != side[:, :, None])).sum(axis=2)
    return points


def equal_matches(results: Results, others: Results) -> int:
    """Return with how many matches both begin that have the same seats, ranks and sides."""
    index = {bot: number for number, bot in enumerate(others.bots)}
    bot = np.array([index.get(bot, -1) for bot in results.bots], np.int64)[results.bot]
    count = min(len(results), len(others))
    count = _equal(results.players[:count], others.players[:count])
    seats = int(results.players[:count].sum())
    columns = ((bot, others.bot), (results.rank, others.rank), (results.side, others.side))
    equal = min(_equal(one[:seats], two[:seats]) for one, two in columns)
    # A match is equal if all its seats are.
    return int(np.searchsorted(np.cumsum(others.players[:count]), equal, "right"))


def _equal(one: IntArray, two: IntArray) -> int:
    """Return in how many of their first numbers two columns are equal."""
    differs = one != two
    return int(differs.argmax()) if differs.any() else len(differs)
