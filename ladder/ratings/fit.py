"""The batch fit: Bradley–Terry strengths and seat advantages with their errors.

Every two seats of a match are a comparison, which weighs 1/(n - 1) if the match has n seats.
Inside, strengths are natural logarithms of odds; outside, Elo.
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
_CELLS = 4_000_000
"""How many numbers are held at a time while the groups' scores are summed: 32 MB."""


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo, relative to their mean."""

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

    def los(self, bots: IntArray, others: IntArray) -> FloatArray:
        """Return the likelihood of superiority of each of `bots` over the one of `others`.

        It is Φ of their difference in units of its standard error; ½ where there is no error.
        """
        variance = np.diag(self.covariance)
        covariance = self.covariance[bots, others]
        spread = np.sqrt(np.maximum(variance[bots] + variance[others] - 2 * covariance, 0))
        difference = self.elo[bots] - self.elo[others]
        sigmas = np.divide(difference, spread, out=np.zeros_like(spread), where=spread > 1e-9)
        return np.vectorize(normal_cdf, otypes=[float])(sigmas) if sigmas.size else sigmas


def fit(
    pairs: Pairs,
    *,
    seats: bool = True,
    prior_elo: float | None = PRIOR_ELO,
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
    return Ratings(
        elo=elo,
        covariance=covariance[: pairs.bots, : pairs.bots],
        blocks=pairs.blocks if seats else (),
        seat_elo=seat_elo,
        seat_covariance=covariance[pairs.bots :, pairs.bots :],
    )


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
        # A cell is all comparisons of the same two bots in the same two seats: Newton's steps
        # work on the sums of cells, of which there are far fewer than comparisons.
        code = self.plus[0]
        for column in (*self.plus[1:], *self.minus):
            code = code * self.size + column
        _, where, self.cell = np.unique(code, return_index=True, return_inverse=True)
        self.cell_plus = [column[where] for column in self.plus]
        self.cell_minus = [column[where] for column in self.minus]
        self.weight = np.bincount(self.cell, pairs.weight)
        self.score = np.bincount(self.cell, pairs.weight * pairs.score)

    def maximum(self) -> FloatArray:
        """Return the most likely strengths, found by Newton's method."""
        strength = np.zeros(self.size)
        for _ in range(_STEPS):
            step = np.linalg.solve(self._information(strength), self._gradient(strength))
            longest = float(np.abs(step).max(initial=0))
            # No strength moves by more than 2 (350 Elo) at once: far out the curvature is nearly
            # zero, and a full step from there would overshoot further each time.
            strength += step / max(1.0, longest / 2)
            if longest < 1e-12:
                break
        return strength

    def covariance(self, strength: FloatArray, sandwich: bool) -> FloatArray:
        """Return the sandwich H⁻¹ J H⁻¹, or H⁻¹ alone.

        H⁻¹ would be right if all comparisons were independent. They are not: who wins a match of
        four is three comparisons ahead at once, and the matches of a group share bots and deal.
        J measures how much the groups' slopes really spread; H⁻¹ on both sides turns that
        spread of slopes into one of strengths. The prior counts as one more observation in J.
        """
        # The strengths of a block sum to zero; so must every row and column of their covariance.
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
        """Return J = Σ u uᵀ over the groups, u being the gradient of a group.

        The factor G/(G - 1) is that of a sample: at the maximum the u sum to zero, so they spread
        a little less around it than around the truth.
        """
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


def _errors(covariance: FloatArray) -> FloatArray:
    return np.asarray(SIGMAS * np.sqrt(np.maximum(np.diag(covariance), 0)))
