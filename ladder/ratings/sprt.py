"""The sequential probability ratio test: stop as soon as the verdict is clear."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ladder.errors import BadSprt
from ladder.ratings.elo import Tally, score_of
from ladder.ratings.results import FloatArray

UNSEEN = 0.001
"""What a score that never occurred counts as, so that its likelihood exists."""


class Verdict(StrEnum):
    """What the test says so far."""

    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"


@dataclass(frozen=True)
class Sprt:
    """Is the first bot better by `elo1` rather than by `elo0` only?"""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """Return the generalised log-likelihood ratio: each hypothesis at its most likely."""
        if tally.total == 0:
            return 0.0
        scores = np.array(tally.scores)
        counts = np.array(tally.counts, float)
        counts[counts == 0] = UNSEEN
        high = _most_likely(scores, counts, score_of(self.elo1))
        low = _most_likely(scores, counts, score_of(self.elo0))
        return float(counts @ (np.log(high) - np.log(low)))

    def __str__(self) -> str:
        return f"[{self.elo0:g}, {self.elo1:g}]"

    def verdict(self, tally: Tally) -> Verdict:
        """Return the verdict once the ratio has left the bounds."""
        ratio = self.llr(tally)
        if ratio >= self.upper:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if ratio <= self.lower else Verdict.OPEN


def parse_sprt(text: str) -> Sprt:
    """Read the hypotheses of a test, as in `0,5`."""
    try:
        low, high = (float(each) for each in text.split(","))
    except ValueError:
        raise BadSprt(f"SPRT {text!r} is not understood; write ELO0,ELO1 as in 0,5") from None
    if low >= high:
        raise BadSprt(f"SPRT {text!r}: the first Elo must be below the second, as in 0,5")
    return Sprt(low, high)


def _most_likely(scores: FloatArray, counts: FloatArray, mean: float) -> FloatArray:
    """Return the most likely frequencies of the scores if their mean is as given.

    They are p/(1 + x (score - mean)) for the x that makes them sum to one, which is where a
    falling function crosses zero (Owen: Empirical Likelihood, 2001); found by halving.
    """
    shares = counts / counts.sum()
    away = scores - mean
    low, high = -1 / away.max(), -1 / away.min()
    for _ in range(100):
        middle = (low + high) / 2
        if shares @ (away / (1 + middle * away)) > 0:
            low = middle
        else:
            high = middle
    return np.asarray(shares / (1 + (low + high) / 2 * away))
