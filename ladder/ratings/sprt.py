"""The sequential probability ratio test: stop as soon as the verdict is clear."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

import numpy as np

from ladder.errors import BadSchedule
from ladder.ratings.elo import Tally, score_of, tally_of_groups
from ladder.ratings.results import FloatArray
from ladder.schedules.schedule import GameSchedule, Key, Pairing, Ranks

UNSEEN = 0.001
"""How often a score counts that never occurred, so that its likelihood exists."""


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
        raise BadSchedule(f"SPRT {text!r} is not understood; write ELO0,ELO1 as in 0,5") from None
    if low >= high:
        raise BadSchedule(f"SPRT {text!r}: the first Elo must be below the second, as in 0,5")
    return Sprt(low, high)


class SprtTrial:
    """A gauntlet on trial: it ends as soon as the test has a verdict on its candidate.

    Groups are weighed in the order of the schedule, up to the first unfinished one, whatever has
    ended after it. Taken in as they end, short matches would come first, and bots that lose
    quickly would decide the test; and a tournament that was stopped and resumed could reach
    another verdict with the same matches.
    """

    def __init__(self, schedules: Sequence[GameSchedule], sprt: Sprt) -> None:
        pairings = [pairing for schedule in schedules for pairing in schedule.pairings({})]
        # By rounds first: every game of the tournament is weighed from the beginning.
        pairings.sort(key=lambda pairing: (pairing.key.round, *pairing.key))
        groups = groupby(pairings, key=lambda pairing: pairing.key._replace(rotation=0))
        self._unweighed = [list(group) for _, group in groups][::-1]
        self._candidate = schedules[0].bots[0]
        self._sprt = sprt
        self._scores: list[tuple[int, int]] = []
        self.verdict = Verdict.OPEN

    def weigh(self, results: Mapping[Key, Ranks]) -> Verdict:
        """Take in what has been finished since the last time."""
        while self.verdict is Verdict.OPEN and self._unweighed:
            group = self._unweighed[-1]
            if not all(pairing.key in results for pairing in group):
                break
            self._scores.append(self._score(group, results))
            self.verdict = self._sprt.verdict(tally_of_groups(self._scores))
            self._unweighed.pop()
        return self.verdict

    def _score(self, group: Sequence[Pairing], results: Mapping[Key, Ranks]) -> tuple[int, int]:
        """Return the candidate's half points in a group, and the comparisons they come from."""
        halves = comparisons = 0
        for pairing in group:
            ranks = results[pairing.key]
            own = ranks[pairing.bots.index(self._candidate)]
            halves += sum((own < other) - (own > other) for other in ranks) + len(ranks) - 1
            comparisons += len(ranks) - 1
        return halves, comparisons


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
