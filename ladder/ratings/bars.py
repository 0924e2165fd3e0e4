"""The ends of the bars: how far a bot's strength may lie from its estimate.

A bar holds the strengths at which the likelihood of the bot's own comparisons is not yet too
small. It is found on the curve of that likelihood and not from its curvature at the top, since
the curve of a bot that nearly always wins falls steeply on one side and hardly on the other.
"""

from typing import Protocol

import numpy as np

from ladder.ratings.information import Cells, sum_by
from ladder.ratings.results import FloatArray, IntArray, Pairs

SIGMAS = 1.96
"""Half the width of a 95 % interval, in standard errors."""
BAR_SHARE = 0.6
"""How much of Firth's penalty the curve has. Of two bots 0 to 1,400 Elo apart after 10 to 50
groups, bars with all of it, as the estimate has, hold the truth in as few as 86.8 % of leagues at
some distances, bars with a tenth of it in 87.1 %; with 0.6 of it never in fewer than 90.5 %
(`python -m benchmarks.bar_share`)."""
KNOWN = 5.0
"""The weight of "as expected" in the dispersion: that of 20 matches between equals."""
PLENTY = 25.0
"""From this much information on, that of 100 matches between equals, a curve is a polynomial."""
_STEPS = 100
_CLOSE = 1e-6


def dispersion(
    pairs: Pairs, cells: Cells, differences: FloatArray, leverage: FloatArray
) -> FloatArray:
    """Return for each bot how much its results vary, against independent ones without draws.

    Draws make it smaller; matches that share a deal make it smaller or larger. What all bots show
    together counts until a bot has shown enough itself.
    """
    expected = 1 / (1 + np.exp(-differences))
    chance = expected[cells.cell]
    chance = np.where(cells.swapped, 1 - chance, chance)
    residual = pairs.weight * (pairs.score - chance)
    row = sum_by(pairs.one, residual, len(pairs.bot))
    row -= sum_by(pairs.two, residual, len(pairs.bot))
    # Matches that share a deal are a cluster, summed before it is squared: what its rows have in
    # common adds up, and what is opposed in them cancels out.
    square = sum_by(pairs.cluster, row, len(row)) ** 2
    compared = np.zeros(len(row), np.bool_)
    compared[pairs.cluster[pairs.one]] = compared[pairs.cluster[pairs.two]] = True
    clusters = np.bincount(pairs.bot[compared], minlength=cells.bots)
    # Half a win and half a loss per cell, times its leverage, as the estimate has them.
    added = leverage * (1 - 2 * expected * (1 - expected)) / 2
    seen = sum_by(pairs.bot, square, cells.bots) + cells.by_bot(added, added)
    worth = (cells.weight + leverage) * expected * (1 - expected)
    # The strengths were fitted to these results, which takes about one of them per bot.
    freedom = 1 - cells.by_bot(leverage, leverage) / clusters
    due = cells.by_bot(worth, worth) * np.maximum(freedom, 0)
    together = (KNOWN + seen.sum()) / (KNOWN + due.sum())
    return np.asarray((KNOWN * together + seen) / (KNOWN + due))


def ends(
    cells: Cells,
    differences: FloatArray,
    leverage: FloatArray,
    spread: FloatArray,
    plenty_from: float = PLENTY,
) -> tuple[FloatArray, FloatArray]:
    """Return how far each bot's bar reaches down and up if its opponents are known.

    A bot that lost everything has no lower end, one that won everything no upper one.
    """
    added = BAR_SHARE * leverage / 2
    won, lost = cells.score + added, cells.weight - cells.score + added
    expected = 1 / (1 + np.exp(-differences))
    worth = (won + lost) * expected * (1 - expected)
    plenty = cells.by_bot(worth, worth) >= plenty_from
    down, up = np.zeros(cells.bots), np.zeros(cells.bots)
    if plenty.any():
        # The first four derivatives of the likelihood, cell by cell. For the second bot of a cell
        # the odd ones change their sign.
        slope = won - (won + lost) * expected
        third, fourth = worth * (2 * expected - 1), worth * (6 * expected * (1 - expected) - 1)
        curve = _Polynomial(
            cells.by_bot(slope, -slope)[plenty],
            cells.by_bot(worth, worth)[plenty],
            cells.by_bot(third, -third)[plenty],
            cells.by_bot(fourth, fourth)[plenty],
        )
        down[plenty], up[plenty] = _reach(curve, spread[plenty])
    if not plenty.all():
        index = np.cumsum(~plenty) - 1
        one, two = np.flatnonzero(~plenty[cells.one]), np.flatnonzero(~plenty[cells.two])
        exact = _Exact(
            np.concatenate([index[cells.one[one]], index[cells.two[two]]]),
            np.concatenate([differences[one], -differences[two]]),
            np.concatenate([won[one], lost[two]]),
            np.concatenate([lost[one], won[two]]),
        )
        down[~plenty], up[~plenty] = _reach(exact, spread[~plenty])
    points, missed = cells.points()
    return np.where(points < 1e-9, np.inf, down), np.where(missed < 1e-9, np.inf, up)


class _Curve(Protocol):
    """The likelihood of each bot's own comparisons as a function of how far it is moved."""

    bots: int

    def at(self, move: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return height, slope and bend (the curvature, positive) of each bot's curve."""


class _Exact:
    def __init__(
        self, bot: IntArray, difference: FloatArray, won: FloatArray, lost: FloatArray
    ) -> None:
        self.bot = bot
        self.difference = difference
        self.lost = lost
        self.weight = won + lost
        self.won = won
        self.bots = int(bot.max()) + 1

    def at(self, move: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        difference = self.difference + move[self.bot]
        expected = 1 / (1 + np.exp(-difference))
        # won · log(expected) + lost · log(1 − expected), without a logarithm of nearly 0
        height = -self.weight * np.logaddexp(0, -difference) - self.lost * difference
        return (
            sum_by(self.bot, height, self.bots),
            sum_by(self.bot, self.won - self.weight * expected, self.bots),
            sum_by(self.bot, self.weight * expected * (1 - expected), self.bots),
        )


class _Polynomial:
    """The first four terms: over the short bar of a bot with plenty of comparisons, all there is.

    Bars differ by less than 0.1 Elo from exact ones, and thousands of bots take no time.
    """

    def __init__(
        self, slope: FloatArray, bend: FloatArray, third: FloatArray, fourth: FloatArray
    ) -> None:
        self.terms = slope, -bend, third, fourth
        self.bots = len(slope)

    def at(self, move: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        one, two, three, four = self.terms
        height = move * (one + move * (two / 2 + move * (three / 6 + move * four / 24)))
        slope = one + move * (two + move * (three / 2 + move * four / 6))
        return height, slope, -(two + move * (three + move * four / 2))


def _reach(curve: _Curve, spread: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how far down and up each curve has lost what a 95 % interval may lose."""
    top = np.zeros(curve.bots)
    for _ in range(_STEPS):
        height, slope, bend = curve.at(top)
        step = np.clip(slope / bend, -1, 1)
        if np.abs(step).max() < _CLOSE:
            break
        top += step
    reach = []
    for sign in (-1, 1):
        # Begin where the end would be if the curve were a parabola.
        move = top + sign * SIGMAS * np.sqrt(spread / bend)
        for _ in range(_STEPS):
            level, slope, _ = curve.at(move)
            # The root of the loss is nearly a straight line in the move, so that Newton's method
            # needs few steps to where it is 1.96.
            root = np.sqrt(np.maximum(2 * (height - level) / spread, 1e-12))
            step = (root - SIGMAS) * root * spread / np.maximum(-sign * slope, 1e-12)
            step = np.clip(step, -1.5, 1.5)
            move -= sign * step
            if np.abs(step).max() < _CLOSE:
                break
        reach.append(sign * move)
    return reach[0], reach[1]
