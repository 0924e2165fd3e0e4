"""The sequential probability ratio test: stop as soon as the verdict is clear."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

import numpy as np

from ladder.errors import BadSchedule
from ladder.ratings.elo import Tally, score_of, tally_of_groups
from ladder.ratings.results import FloatArray
from ladder.schedules.schedule import GameSchedule, Key, Pairing, Ranks

_ROUNDS = 100
_PENTANOMIAL = 5
"""How many scores the two matches of a pair can have."""
UNSEEN = 0.001
"""How often a score counts that never occurred, so that its likelihood exists."""


class Verdict(StrEnum):
    """What the test says so far."""

    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"

    @property
    def phrase(self) -> str:
        """What is said of the candidate."""
        return "neither better nor worse yet" if self is Verdict.OPEN else str(self)


class Model(StrEnum):
    """What the hypotheses are about."""

    LOGISTIC = "logistic"
    """Plain Elo: the mean score."""
    NORMALISED = "normalised"
    """Normalised Elo: the mean score in units of its spread. A test takes about as many matches
    whatever share of them is drawn."""


@dataclass(frozen=True)
class Sprt:
    """Is the first bot better by `elo1` rather than by `elo0` only?"""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    """How likely a bot of `elo0` is called better."""
    beta: float = 0.05
    """How likely a bot of `elo1` is called not better."""
    model: Model = Model.LOGISTIC

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
        shares = counts / counts.sum()
        if self.model is Model.LOGISTIC:
            means = score_of(self.elo0), score_of(self.elo1)
            low, high = (_with_zero_mean(scores - mean, shares) for mean in means)
        else:
            sigma = 800 / math.log(10) / math.sqrt(tally.comparisons)
            low, high = (_of_t(scores, shares, elo / sigma) for elo in (self.elo0, self.elo1))
        return float(counts @ (np.log(high) - np.log(low)))

    def __str__(self) -> str:
        model = "" if self.model is Model.LOGISTIC else f" {self.model}"
        return f"[{self.elo0:g}, {self.elo1:g}]{model}"

    def verdict(self, tally: Tally) -> Verdict:
        """Return the verdict once the ratio has left the bounds."""
        ratio = self.llr(tally)
        if ratio >= self.upper:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if ratio <= self.lower else Verdict.OPEN


def parse_sprt(text: str) -> Sprt:
    """Read a test, as in `0,5` or `0,5,alpha=0.01,beta=0.1,model=normalised`."""
    low, high, *rest = [*text.split(","), "", ""]
    settings = dict(part.partition("=")[::2] for part in rest if part)
    try:
        sprt = Sprt(
            float(low),
            float(high),
            float(settings.pop("alpha", "0.05")),
            float(settings.pop("beta", "0.05")),
            Model(settings.pop("model", "logistic")),
        )
    except ValueError:
        settings = {"": ""}
    if settings:
        raise BadSchedule(
            f"SPRT {text!r} is not understood; write ELO0,ELO1 as in 0,5, and after them "
            "alpha=0.05, beta=0.05 or model=normalised if you like"
        )
    if sprt.elo0 >= sprt.elo1:
        raise BadSchedule(f"SPRT {text!r}: the first Elo must be below the second, as in 0,5")
    if not (sprt.alpha > 0 and sprt.beta > 0 and sprt.alpha + sprt.beta < 1):
        raise BadSchedule(f"SPRT {text!r}: alpha and beta must be above 0 and sum to less than 1")
    return sprt


@dataclass(frozen=True)
class TrialReport:
    """How a test stands."""

    candidate: str
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Model
    llr: float
    lower: float
    upper: float
    verdict: Verdict
    groups: int
    wins: int
    draws: int
    losses: int
    elo: float | None
    """Of the candidate above its opponents; None if it is infinite, or there are no two groups."""
    low: float | None
    high: float | None
    scores: tuple[float, ...]
    """What a group can score, from 0 to 1."""
    counts: tuple[int, ...]
    """How many groups have scored that."""
    complete: bool = False
    """Whether all groups have been weighed."""

    @property
    def name(self) -> str:
        """What people call the test: "SPRT [0, 5]"."""
        return f"SPRT {Sprt(self.elo0, self.elo1, model=self.model)}"

    @property
    def sentence(self) -> str:
        """What it says: "ada is better"."""
        if self.complete and self.verdict is Verdict.OPEN:
            return f"undecided after all {self.groups} groups"
        return f"{self.candidate} is {self.verdict.phrase}"

    def lines(self) -> list[str]:
        """Return what people read of it."""
        elo = "–" if self.elo is None else f"{round(self.elo):+d}"
        if self.elo is not None and self.low is not None and self.high is not None:
            elo += f" ± {(self.high - self.low) / 2:.0f}"
        parts = [
            f"Elo {elo}",
            f"{self.groups} groups",
            f"W/D/L {self.wins}/{self.draws}/{self.losses}",
        ]
        if self.groups and len(self.scores) == _PENTANOMIAL:
            parts.append(f"pentanomial {'/'.join(map(str, self.counts))}")
        return [
            f"{self.name}: LLR {self.llr:.2f} ({self.lower:.2f} to {self.upper:.2f}): "
            f"{self.sentence}",
            ", ".join(parts),
        ]


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
        self._sides: dict[str, Sequence[int]] = {
            each.game: each.sides or range(each.players) for each in schedules
        }
        self._course: list[tuple[int, int]] = []
        """Of each group weighed: the candidate's half points, and its comparisons."""
        self._scores = Counter[tuple[int, int]]()
        """How often which half points of how many comparisons were a group's."""
        self._single = Counter[int]()
        """Comparisons by the candidate's half points."""
        self.verdict = Verdict.OPEN

    def weigh(self, results: Mapping[Key, Ranks]) -> Verdict:
        """Take in what has been finished since the last time."""
        while self.verdict is Verdict.OPEN and self._unweighed:
            group = self._unweighed[-1]
            if not all(pairing.key in results for pairing in group):
                break
            score = self._score(group, results)
            self._course.append(score)
            self._scores[score] += 1
            self.verdict = self._sprt.verdict(tally_of_groups(self._scores))
            self._unweighed.pop()
        return self.verdict

    def course(self, points: int) -> list[tuple[int, float]]:
        """Return the log-likelihood ratio by groups weighed, in about this many points."""
        groups = len(self._course)
        counts = [*range(0, groups, max(1, groups // points)), groups]
        llr = self._sprt.llr
        return [(count, llr(tally_of_groups(self._course[:count]))) for count in counts]

    def report(self) -> TrialReport:
        """Return how the test stands after what has been weighed."""
        tally = tally_of_groups(self._scores)
        enough = tally.total > 1
        interval = tally.elo_interval if enough else (math.inf,) * 3
        elo, low, high = (each if math.isfinite(each) else None for each in interval)
        sprt = self._sprt
        return TrialReport(
            *(self._candidate, sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model),
            *(sprt.llr(tally), sprt.lower, sprt.upper, self.verdict, int(tally.total)),
            wins=self._single[2],
            draws=self._single[1],
            losses=self._single[0],
            elo=elo,
            low=low,
            high=high,
            scores=tally.scores,
            counts=tuple(map(int, tally.counts)),
            complete=not self._unweighed,
        )

    def _score(self, group: Sequence[Pairing], results: Mapping[Key, Ranks]) -> tuple[int, int]:
        """Return the candidate's half points in a group, and the comparisons they come from."""
        halves = comparisons = 0
        for pairing in group:
            ranks, sides = results[pairing.key], self._sides[pairing.key.game]
            seat = pairing.bots.index(self._candidate)
            own = ranks[seat]
            others = [r for r, side in zip(ranks, sides, strict=True) if side != sides[seat]]
            points = [1 + (own < other) - (own > other) for other in others]
            self._single.update(points)
            halves += sum(points)
            comparisons += len(others)
        return halves, comparisons


def _of_t(scores: FloatArray, shares: FloatArray, t: float) -> FloatArray:
    """Return the most likely frequencies if the mean is t standard deviations above ½.

    (Van den Bergh: Comments on Normalized Elo, 4.1.) The condition is that certain values have the
    mean zero, which themselves depend on the frequencies, so this is repeated until they agree.
    """
    likely = np.full(len(scores), 1 / len(scores))
    for _ in range(_ROUNDS):
        mean = likely @ scores
        sigma = np.sqrt(likely @ (scores - mean) ** 2)
        values = scores - 0.5 - t * sigma / 2 * (1 + ((scores - mean) / sigma) ** 2)
        before, likely = likely, _with_zero_mean(values, shares)
        if np.abs(likely - before).max() < 1e-9:
            break
    return likely


def _with_zero_mean(values: FloatArray, shares: FloatArray) -> FloatArray:
    """Return the most likely frequencies of values if their mean is zero.

    They are p/(1 + x value) for the x that makes them sum to one, which is where a falling
    function crosses zero (Owen: Empirical Likelihood, 2001); found by halving.
    """
    low, high = -1 / values.max(), -1 / values.min()
    for _ in range(100):
        middle = (low + high) / 2
        if shares @ (values / (1 + middle * values)) > 0:
            low = middle
        else:
            high = middle
    return np.asarray(shares / (1 + (low + high) / 2 * values))
