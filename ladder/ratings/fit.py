"""The batch fit: Bradley–Terry strengths and seat advantages, and how well they are known.

Every two seats of a match are a comparison. Inside, strengths are natural logarithms of odds;
outside, Elo. docs/rating.md explains the estimator and shows how often its bars hold the truth.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ladder.ratings.bars import SIGMAS, dispersion, ends
from ladder.ratings.information import Cells, Information, level_of, network_matrix
from ladder.ratings.results import FloatArray, IntArray, Pairs, SeatBlock

SCALE = 400 / math.log(10)
"""Elo points of one natural logarithm of odds."""
SEAT_ELO = 100.0
"""Standard deviation of the prior of a seat's advantage: keeps it finite after the first match."""
_STEPS = 200
_LEAGUES = 200
"""A longer list is divided into this many leagues of about equal strength."""
_ROUNDS = (1e-2, 1e-2, 1e-2, 1e-9)
"""How close to its top each climb ends."""


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo, relative to their mean."""

    elo: FloatArray
    low: FloatArray
    """Lower end of each bot's 95 % interval; minus infinity for a bot that lost everything."""
    high: FloatArray
    covariance: FloatArray
    """Of the strengths as natural logarithms, from the curvature alone."""
    blocks: tuple[SeatBlock, ...]
    seat_elo: FloatArray
    """Advantage of each seat, block after block; each block sums to zero."""
    seat_error: FloatArray

    @cached_property
    def error(self) -> FloatArray:
        """Half the width of each interval; where an end is open, the distance to the other."""
        return half_width(self.elo, self.low, self.high)

    def los(self, bots: IntArray, others: IntArray) -> FloatArray:
        """Return the likelihood of superiority of each of `bots` over the one of `others`.

        It is Φ of their difference, in units of its interval on the side of zero.
        """
        difference = self.elo[bots] - self.elo[others]
        down, up = self.difference_ends(bots, others)
        return normal_cdfs(SIGMAS * difference, np.where(difference > 0, down, up))

    def difference_ends(self, bots: IntArray, others: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return how far below and above the difference of two bots its interval reaches.

        The intervals of both are put together by the side that matters (Zou and Donner 2008): the
        difference is smaller if the first is weaker or the second stronger.
        """
        variance = np.diag(self.covariance)
        scale = np.sqrt(variance[bots] * variance[others])
        together = np.divide(
            self.covariance[bots, others], scale, out=np.zeros_like(scale), where=scale > 0
        )
        down, up = self.elo - self.low, self.high - self.elo
        return _joined(down[bots], up[others], together), _joined(up[bots], down[others], together)


def fit(pairs: Pairs) -> Ratings:
    """Return the strengths of bots that are all connected with each other, and their bars."""
    if not len(pairs.one):
        return _unknown(pairs)
    model = _Model(pairs, firth=True, seat_elo=SEAT_ELO)
    strength, leverage = model.maximum()
    cells, differences = model.cells, model.cells.differences(strength)
    spread = dispersion(pairs, cells, differences, leverage)
    down, up = ends(cells, differences, leverage, spread)
    worth = model.worth(strength)
    covariance, seat_covariance = model.information(worth).covariance()
    variance = np.diag(covariance).astype(float)
    # The ends so far are those of a bot whose opponents are known. They are not, and the bot is
    # itself a part of the mean.
    stretch = np.sqrt(variance * cells.by_bot(worth, worth))
    elo, seat_elo = np.split(strength * SCALE, [pairs.bots])
    # All bots have sat in the seats, so what they show on average holds for seats.
    seat_spread = float(spread.mean()) if len(spread) else 1.0
    return Ratings(
        elo=elo,
        low=elo - SCALE * stretch * down,
        high=elo + SCALE * stretch * up,
        covariance=covariance,
        blocks=pairs.blocks,
        seat_elo=seat_elo,
        seat_error=_errors(seat_covariance * seat_spread),
    )


def maximum_likelihood(pairs: Pairs, *, seats: bool = True) -> Ratings:
    """Return textbook numbers: no prior, and errors from the curvature alone.

    A bot that only won, or only lost, has no finite strength then: the fit ends far out.
    """
    model = _Model(pairs, seats=seats)
    strength, _ = model.maximum()
    covariance, seat_covariance = model.information(model.worth(strength)).covariance()
    elo, seat_elo = np.split(strength * SCALE, [pairs.bots])
    error = _errors(covariance)
    seat_error = _errors(seat_covariance)
    blocks = pairs.blocks if seats else ()
    return Ratings(elo, elo - error, elo + error, covariance, blocks, seat_elo, seat_error)


def posterior(pairs: Pairs, prior_elo: float) -> tuple[FloatArray, FloatArray]:
    """Return what is known of bots, connected or not, if a normal prior is known beforehand.

    Strengths as natural logarithms, and their covariance from the curvature.
    """
    model = _Model(pairs, bot_elo=prior_elo, seat_elo=SEAT_ELO)
    strength, _ = model.maximum()
    covariance, _ = model.information(model.worth(strength)).covariance()
    return strength[: pairs.bots], covariance


def half_width(elo: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return half the width of intervals; where an end is open, the distance to the other."""
    down, up = elo - low, high - elo
    return np.where(np.isinf(up), down, np.where(np.isinf(down), up, (down + up) / 2))


def normal_cdfs(difference: FloatArray, error: FloatArray) -> FloatArray:
    """Return Φ of differences in units of their errors; ½ where there is no error."""
    sigmas = np.divide(difference, error, out=np.zeros_like(error), where=error > 1e-9)
    values = [0.5 * math.erfc(-sigma / math.sqrt(2)) for sigma in sigmas.ravel().tolist()]
    return np.array(values).reshape(sigmas.shape)


class _Model:
    """The likelihood of the pairs as a function of strengths: bots first, then seats."""

    def __init__(
        self,
        pairs: Pairs,
        *,
        seats: bool = True,
        firth: bool = False,
        bot_elo: float = math.inf,
        seat_elo: float = math.inf,
    ) -> None:
        """Take the standard deviations of normal priors of bots and seats; infinite for none."""
        # Without seats everybody sits in the same one, whose advantage cancels out.
        blocks = [block.players for block in pairs.blocks] if seats else [1]
        seat = pairs.seat if seats else np.zeros_like(pairs.seat)
        columns = (pairs.first, pairs.second, seat[pairs.one], seat[pairs.two])
        self.firth = firth
        self.cells = Cells(pairs.bots, sum(blocks), columns, pairs.weight, pairs.score)
        self.bot_precision, self.seat_precision = (SCALE / bot_elo) ** 2, (SCALE / seat_elo) ** 2
        self.precision = np.repeat(
            [self.bot_precision, self.seat_precision], [pairs.bots, sum(blocks)]
        )
        block = np.repeat(np.arange(len(blocks)), blocks)
        self.frame = np.asarray(block[:, None] == block, float)

    def maximum(self) -> tuple[FloatArray, FloatArray]:
        """Return the most likely strengths, and the leverages that Firth's penalty had.

        The penalty is what half a win and half a loss more per cell would add, times its leverage.
        Leverages depend on strengths, but are held while these are climbed to, since only then
        there is one top and Newton's method finds it; a few rounds of both are enough.
        """
        strength = np.zeros(self.cells.bots + self.cells.seats)
        if self.firth:
            # Begin where the bots would be if all their opponents were equal.
            won, lost = self.cells.points()
            strength[: self.cells.bots] = np.log((won + 0.5) / (lost + 0.5))
        leverage = np.zeros_like(self.cells.weight)
        for close in _ROUNDS if self.firth else _ROUNDS[-1:]:
            if self.firth:
                leverage = self.leverage(strength)
            strength = self._climb(strength, leverage, close)
        if not self.bot_precision and self.cells.bots:
            strength[: self.cells.bots] -= strength[: self.cells.bots].mean()
        return strength, leverage

    def _climb(self, strength: FloatArray, leverage: FloatArray, close: float) -> FloatArray:
        """Return the top of the likelihood with these leverages, by Newton's method."""
        cells = self.cells
        weight, score = cells.weight + leverage, cells.score + leverage / 2
        for _ in range(_STEPS):
            expected = logistic(cells.differences(strength))
            gradient = cells.gradient(score - weight * expected) - self.precision * strength
            worth = weight * expected * (1 - expected)
            step = self.information(worth).solve(gradient)
            longest = float(np.abs(step).max(initial=0))
            # No strength moves by more than 2 (350 Elo) at once: far out the curvature is nearly
            # zero, and a full step from there would overshoot further each time.
            strength = strength + step / max(1.0, longest / 2)
            if longest < close:
                break
        return strength

    def information(self, worth: FloatArray) -> Information:
        return Information(self.cells, worth, self.bot_precision, self.seat_precision, self.frame)

    def worth(self, strength: FloatArray) -> FloatArray:
        """Return what each cell tells: its weight times the variance of a result."""
        expected = logistic(self.cells.differences(strength))
        return np.asarray(self.cells.weight * expected * (1 - expected))

    def leverage(self, strength: FloatArray) -> FloatArray:
        """Return for each cell how much of what is known of its two bots it tells itself, 0 to 1.

        That is its worth times the resistance between its two bots in the network of wires. Of a
        long list the larger of two approximations is taken, both too small if anything: as if all
        other bots were one, and as if bots of about equal strength were.
        """
        cells, worth = self.cells, self.worth(strength)
        low, high, direct = cells.wire_low, cells.wire_high, cells.by_wire(worth)
        total = cells.by_bot(worth, worth)
        one, two = np.maximum(total[low] - direct, 0), np.maximum(total[high] - direct, 0)
        both = one + two
        around = np.divide(one * two, both, out=np.zeros_like(both), where=both > 0)
        resistance = 1 / (direct + around)
        bots = min(cells.bots, _LEAGUES)
        # Twice argsort is the rank of each bot; equal shares of the ranks are leagues.
        league = np.argsort(np.argsort(strength[: cells.bots], kind="stable")) * bots // cells.bots
        merged = network_matrix(league[low], league[high], direct, bots)
        inverse = np.linalg.inv(merged + level_of(worth, bots))
        diagonal = np.diag(inverse)
        between = diagonal[:, None] + diagonal - 2 * inverse
        resistance = np.maximum(resistance, between[league[low], league[high]])
        return np.asarray(np.minimum(worth * resistance[cells.wire], 1))


def _unknown(pairs: Pairs) -> Ratings:
    """Return what is known of bots that met nobody: nothing."""
    nothing, seats = np.zeros(pairs.bots), sum(block.players for block in pairs.blocks)
    return Ratings(
        elo=nothing,
        low=nothing - np.inf,
        high=nothing + np.inf,
        covariance=np.zeros((pairs.bots, pairs.bots)),
        blocks=pairs.blocks,
        seat_elo=np.zeros(seats),
        seat_error=np.full(seats, SIGMAS * SEAT_ELO),
    )


def logistic(differences: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-differences)))


def _joined(one: FloatArray, two: FloatArray, together: FloatArray) -> FloatArray:
    """Return the error of a sum or difference from the errors of its parts."""
    with np.errstate(invalid="ignore"):  # infinity less infinity, which is replaced below
        square = one**2 + two**2 - 2 * together * one * two
    return np.where(np.isinf(one) | np.isinf(two), np.inf, np.sqrt(np.maximum(square, 0)))


def _errors(covariance: FloatArray) -> FloatArray:
    return np.asarray(SIGMAS * SCALE * np.sqrt(np.maximum(np.diag(covariance), 0)))
