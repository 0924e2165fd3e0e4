"""The batch fit: Bradley–Terry strengths and seat advantages with their errors.

Every two seats of a game are a comparison; a game of n seats weighs 1/(n - 1) in each. Inside,
strengths are natural logarithms of odds; outside, Elo. Comparisons of one seat-rotation group
depend on each other, so the covariance is the sandwich over groups.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ladder.ratings.results import FloatArray, IntArray, Pairs, SeatBlock

SCALE = 400 / math.log(10)
"""Elo points of one natural logarithm of odds."""
SIGMAS = 1.96
"""Half the width of a 95 % interval, in standard errors."""
PRIOR_ELO = 350.0
"""Standard deviation of the weak prior: it keeps bots with 100 % or 0 % finite."""
_STEPS = 100
_CELLS = 4_000_000  # numbers held at a time while the groups' scores are summed: 32 MB


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo, relative to the mean of the pool or to the anchor."""

    elo: FloatArray
    covariance: FloatArray
    blocks: tuple[SeatBlock, ...]
    seat_elo: FloatArray
    """Advantage of each seat, block after block; each block sums to zero."""
    seat_covariance: FloatArray

    @cached_property
    def error(self) -> FloatArray:
        """Half the width of each bot's 95 % interval."""
        return _errors(self.covariance)

    @cached_property
    def seat_error(self) -> FloatArray:
        return _errors(self.seat_covariance)

    @cached_property
    def los(self) -> FloatArray:
        """Likelihood of superiority of the bot of the row over that of the column."""
        return superiority(self.elo, self.covariance)


def fit(
    pairs: Pairs,
    *,
    seats: bool = True,
    prior_elo: float | None = PRIOR_ELO,
    anchor: int | None = None,
    sandwich: bool = True,
) -> Ratings:
    """Return the most likely strengths of bots that are all connected with each other.

    Without a prior a bot that only won, or only lost, has no finite strength: the fit stops
    after a fixed number of steps, far out. Without the sandwich errors are those of textbooks,
    from the curvature alone, as if all comparisons were independent.
    """
    model = _Model(pairs, seats, prior_elo)
    strength = model.maximum()
    covariance = model.covariance(strength, sandwich) * SCALE**2
    elo, seat_elo = np.split(strength * SCALE, [pairs.bots])
    reference = _reference(pairs.bots, anchor)
    return Ratings(
        elo=elo - reference @ elo,
        covariance=_relative(covariance[: pairs.bots, : pairs.bots], reference),
        blocks=pairs.blocks if seats else (),
        seat_elo=seat_elo,
        seat_covariance=covariance[pairs.bots :, pairs.bots :],
    )


def superiority(elo: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return Φ of each difference in units of its standard error; ½ where there is none."""
    variance = np.diag(covariance)
    spread = np.sqrt(np.maximum(variance[:, None] + variance - 2 * covariance, 0))
    apart = spread > 1e-9
    sigmas = np.divide(elo[:, None] - elo, spread, out=np.zeros_like(spread), where=apart)
    return np.vectorize(normal_cdf, otypes=[float])(sigmas) if len(elo) else sigmas


def normal_cdf(sigmas: float) -> float:
    return 0.5 * math.erfc(-sigmas / math.sqrt(2))


class _Model:
    """The likelihood of the pairs as a function of strengths: bots first, then seats."""

    def __init__(self, pairs: Pairs, seats: bool, prior_elo: float | None) -> None:
        blocks = [block.players for block in pairs.blocks] if seats else []
        self.pairs = pairs
        self.size = pairs.bots + sum(blocks)
        self.plus = [pairs.first, pairs.first_seat + pairs.bots][: 1 + seats]
        self.minus = [pairs.second, pairs.second_seat + pairs.bots][: 1 + seats]
        self.precision = 0.0 if prior_elo is None else (SCALE / prior_elo) ** 2
        self.frame = _frame([pairs.bots, *blocks])
        self._gather()

    def _gather(self) -> None:
        """Sum up equal comparisons: the same two bots in the same two seats."""
        code = self.plus[0]
        for column in (*self.plus[1:], *self.minus):
            code = code * self.size + column
        _, where, self.cell = np.unique(code, return_index=True, return_inverse=True)
        self.cell_plus = [column[where] for column in self.plus]
        self.cell_minus = [column[where] for column in self.minus]
        self.weight = np.bincount(self.cell, self.pairs.weight)
        self.score = np.bincount(self.cell, self.pairs.weight * self.pairs.score)

    def maximum(self) -> FloatArray:
        """Climb to the top by Newton's method, no step longer than it should be."""
        strength = np.zeros(self.size)
        for _ in range(_STEPS):
            step = np.linalg.solve(self._information(strength), self._gradient(strength))
            strength += step / max(1.0, float(np.abs(step).max(initial=0)) / 2)
            if np.abs(step).max(initial=0) < 1e-12:
                break
        return strength

    def covariance(self, strength: FloatArray, sandwich: bool) -> FloatArray:
        """Return the sandwich H⁻¹ J H⁻¹, or H⁻¹; the prior is one more observation in J."""
        level = np.eye(self.size) - self.frame / self.frame.sum(axis=0)
        bread = level @ np.linalg.inv(self._information(strength))
        if not sandwich:
            return np.asarray(bread @ level.T)
        meat = self._spread_of_groups(strength) + self.precision * np.eye(self.size)
        return np.asarray(bread @ meat @ bread.T)

    def _expected(self, strength: FloatArray) -> FloatArray:
        difference = np.zeros(len(self.weight))
        for column in self.cell_plus:
            difference += strength[column]
        for column in self.cell_minus:
            difference -= strength[column]
        return np.asarray(1 / (1 + np.exp(-difference)))

    def _gradient(self, strength: FloatArray) -> FloatArray:
        residual = self.score - self.weight * self._expected(strength)
        total = -self.precision * strength
        for column in self.cell_plus:
            total += np.bincount(column, residual, self.size)
        for column in self.cell_minus:
            total -= np.bincount(column, residual, self.size)
        return total

    def _information(self, strength: FloatArray) -> FloatArray:
        expected = self._expected(strength)
        worth = self.weight * expected * (1 - expected)
        total = np.zeros(self.size * self.size)
        signed = [(1, c) for c in self.cell_plus] + [(-1, c) for c in self.cell_minus]
        for sign, row in signed:
            for other, column in signed:
                code = row * self.size + column
                total += sign * other * np.bincount(code, worth, self.size**2)
        matrix = total.reshape(self.size, self.size)
        return matrix + self.precision * np.eye(self.size) + self.frame

    def _spread_of_groups(self, strength: FloatArray) -> FloatArray:
        """Return J = Σ u uᵀ over the groups, u being the gradient of a group."""
        residual = self.pairs.weight * (self.pairs.score - self._expected(strength)[self.cell])
        order = np.argsort(self.pairs.group, kind="stable")
        group = self.pairs.group[order]
        groups = int(group[-1]) + 1 if len(group) else 0
        total = np.zeros((self.size, self.size))
        step = max(1, _CELLS // max(1, self.size))
        for low in range(0, groups, step):
            part = order[slice(*np.searchsorted(group, (low, low + step)))]
            count = min(step, groups - low)
            scores = self._group_scores(part, low, count, residual)
            total += scores.T @ scores
        return total * groups / max(1, groups - 1)

    def _group_scores(
        self, part: IntArray, low: int, count: int, residual: FloatArray
    ) -> FloatArray:
        row = (self.pairs.group[part] - low) * self.size
        total = np.zeros(count * self.size)
        for column in self.plus:
            total += np.bincount(row + column[part], residual[part], len(total))
        for column in self.minus:
            total -= np.bincount(row + column[part], residual[part], len(total))
        return total.reshape(count, self.size)


def _frame(blocks: list[int]) -> FloatArray:
    """Return ones within each block: it holds the block's sum at zero.

    Adding the same number to all bots, or to all seats of a block, changes no expectation, so
    the likelihood is flat in these directions and something must close them.
    """
    edge = np.repeat(np.arange(len(blocks)), blocks)
    return np.asarray(edge[:, None] == edge, float)


def _reference(bots: int, anchor: int | None) -> FloatArray:
    """Return whose strength counts as zero: that of all bots equally, or of the anchor."""
    if anchor is None:
        return np.full(bots, 1 / max(1, bots))
    return np.asarray(np.arange(bots) == anchor, float)


def _relative(covariance: FloatArray, reference: FloatArray) -> FloatArray:
    shift = np.eye(len(covariance)) - reference
    return np.asarray(shift @ covariance @ shift.T)


def _errors(covariance: FloatArray) -> FloatArray:
    return np.asarray(SIGMAS * np.sqrt(np.maximum(np.diag(covariance), 0)))
