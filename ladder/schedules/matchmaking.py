"""Who should meet next, so that the ladder learns most.

A match between bots i and j tells p(1 - p) · Var(R_i - R_j): much if the result is open and little
is known of their difference. The variance is that of the curvature; by the sandwich two bots with
one even group seem better known than two with thirty matches.

Simulated 16 times with 11 known bots and a new one (`python -m benchmarks.matchmaking 16`), after
20 groups the new bot is 83 ± 8 Elo off at tables of two and 45 ± 5 of three, against 183 ± 35 and
52 ± 7 with tables drawn by lot.

The ladder draws one group in four by lot all the same: 12 bots that begin together are, after 120
groups of two, 114 ± 21 Elo off without lots and 75 to 91 (± 5 to 14) with one lot in six, four,
three or two, or lots alone; so few runs do not tell these apart. 94 % of pairs are in the right
order without lots, 92 to 94 % with some, 90 % by lots alone.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engine.record import Bot
from ladder.ratings.bars import SIGMAS
from ladder.ratings.fit import SCALE, half_width, posterior
from ladder.ratings.results import FloatArray, Results
from ladder.ratings.standings import RatedResults

PRIOR_ELO = 350.0
"""How far apart bots are expected to be of which nothing is known: a standard deviation."""
FORFEITS_IN_A_ROW = 10
"""A bot whose last matches, this many, were all forfeits is no longer paired."""
Seating = Sequence[Bot]
"""Bots that sit together."""


@dataclass(frozen=True)
class Strengths:
    """What is known of bots in one game: strengths and their covariance, in logarithms of odds."""

    bots: tuple[Bot, ...]
    strength: FloatArray
    covariance: FloatArray

    def of(self, bots: Sequence[Bot]) -> "Strengths":
        """Return what is known of these bots; of a new one that is the prior."""
        strength = np.zeros(len(bots))
        covariance = np.eye(len(bots)) * (PRIOR_ELO / SCALE) ** 2
        known = [index for index, bot in enumerate(bots) if bot in self.bots]
        source = [self.bots.index(bots[index]) for index in known]
        strength[known] = self.strength[source]
        covariance[np.ix_(known, known)] = self.covariance[np.ix_(source, source)]
        return Strengths(tuple(bots), strength, covariance)

    def information(self) -> FloatArray:
        """Return what a match of the bots of the row and of the column would tell."""
        variance = np.diag(self.covariance)
        spread = variance[:, None] + variance - 2 * self.covariance
        expected = 1 / (1 + np.exp(self.strength - self.strength[:, None]))
        return np.asarray(expected * (1 - expected) * np.maximum(spread, 0))


def strengths_of(results: Results) -> Strengths:
    """Return what the matches of one game tell of the bots that played them."""
    return Strengths(results.bots, *posterior(results.pairs, PRIOR_ELO))


def unknown_strengths() -> Strengths:
    """Return what is known before the first match."""
    return Strengths((), np.zeros(0), np.zeros((0, 0)))


def next_table(
    strengths: Strengths,
    bots: Sequence[Bot],
    seats: int,
    under_way: Sequence[Seating] = (),
    tried: Collection[Bot] = (),
    well_known: Collection[Bot] = (),
    seated_already: Seating = (),
) -> tuple[Bot, ...]:
    """Return which of the bots should sit down together: those who are new first.

    `under_way` are the tables of matches whose results are not part of the strengths yet; `tried`
    are bots whose matches were void, which do not come first again. At least one bot that is not
    `well_known` is at the table, if there is one. Those `seated_already` are part of the table.
    """
    worth = strengths.of(bots).information() / (1 + _meetings(bots, under_way))
    new = newcomers(strengths, bots, under_way) - set(tried) or set(bots) - set(well_known)
    first = [index for index, bot in enumerate(bots) if bot in new] or list(range(len(bots)))
    seated = [bots.index(bot) for bot in seated_already]
    seated = seated or [first[int(np.argmax(worth[first].max(axis=1)))]]
    while len(seated) < seats:
        gain = worth[seated].sum(axis=0)
        gain[seated] = -1
        seated.append(int(np.argmax(gain)))
    return tuple(bots[index] for index in seated)


def newcomers(
    strengths: Strengths, bots: Iterable[Bot], under_way: Iterable[Seating] = ()
) -> set[Bot]:
    """Return the bots that have not played and are not about to."""
    return set(bots) - set(strengths.bots) - {bot for table in under_way for bot in table}


def forfeiting(results: Results, forgiven: Mapping[Bot, int] = MappingProxyType({})) -> set[Bot]:
    """Return the bots whose last matches were all forfeits, in the order in which they ended.

    `forgiven` tells for some bots up to which match theirs do not count.
    """
    ids = np.repeat(results.match_ids, results.players)
    order = np.argsort(ids, kind="stable")
    ids, forfeit, bot_index = ids[order], results.forfeit[order], results.bot[order]
    bots = set()
    for index, bot in enumerate(results.bots):
        counts = (bot_index == index) & (ids > forgiven.get(bot, 0))
        last = forfeit[counts][-FORFEITS_IN_A_ROW:]
        if len(last) == FORFEITS_IN_A_ROW and last.all():
            bots.add(bot)
    return bots


def enough_matches(until: float) -> float:
    """Return how many matches among equals make a bar of ± `until` Elo."""
    return (2 * SIGMAS * SCALE / until) ** 2


def well_known(rated: RatedResults, until: float) -> set[Bot]:
    """Return the bots that need no more matches: bars of ± `until` Elo, or ones that stay wider.

    The bar is that of the distance to the mean, or to the bot that is known best if that is
    shorter: a single bot that always loses, of which little will ever be known, makes the mean
    uncertain.

    Among equals, ± `until` takes `enough` matches. After that many, a bot that won or lost
    everything counts as known too: its bar stays open, however many matches follow. Every other
    bot does after four times as many, as it takes against opponents beaten in 93 % of matches.
    """
    enough, found = enough_matches(until), set[Bot]()
    error = half_width(rated.elo, rated.low, rated.high)
    closed = np.isfinite(rated.low) & np.isfinite(rated.high)
    if closed.any():
        best = np.array(np.argmin(np.where(closed, error, np.inf)))
        down, up = rated.ratings.difference_ends(np.arange(len(error)), best)
        error = np.minimum(error, (down + up) / 2)
        error[best] = 0  # the others are known by their distance to it
    short = dict(zip(rated.pool.bots, (closed & (error <= until)).tolist(), strict=True))
    is_open = dict(zip(rated.pool.bots, (~closed).tolist(), strict=True))
    for row in rated.standings():
        bot = Bot(row.bot, row.version)
        needed = enough if is_open.get(bot) else 4 * enough
        if short.get(bot) or row.games >= needed:
            found.add(bot)
    return found


def _meetings(bots: Sequence[Bot], tables: Iterable[Seating]) -> FloatArray:
    """Count at how many of the tables every two bots sit together."""
    met = np.zeros((len(bots), len(bots)))
    for table in tables:
        seated = [index for index, bot in enumerate(bots) if bot in table]
        met[np.ix_(seated, seated)] += 1
    return met
