"""Who should meet next, so that the ladder learns most.

A match between bots i and j tells p(1 - p) · Var(R_i - R_j): much if the result is open and little
is known of their difference. The variance is that of the curvature; by the sandwich two bots with
one even group seem better known than two with thirty matches.

Simulated 48 times with 11 known bots and a new one (20 groups of two, then of three): the new
bot's error is 55 and 32 Elo, against 156 and 73 with tables drawn by lot. Where all bots begin
together, lots do as well; and sandwich or curvature made no difference that could be measured.

The ladder draws one group in four by lot all the same: 12 bots that begin together, of whom 120
groups of two are known, are 92 Elo off without lots, 80 with one lot in six, 68 in four, 61 in
three, 72 in two and 64 by lots alone (24 times each, ± 3 to 7). Their order is the better the
fewer lots there are: 93 % of pairs are right without any, 92 % with one in four, 90 % by lots.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engine.record import Bot
from ladder.ratings.fit import SCALE, posterior
from ladder.ratings.results import FloatArray, Results

PRIOR_ELO = 350.0
"""How far apart bots are expected to be of which nothing is known: a standard deviation."""
FORFEITS_IN_A_ROW = 10
"""A bot whose last matches, this many, were all forfeits is not paired any more."""
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
        known = [place for place, bot in enumerate(bots) if bot in self.bots]
        source = [self.bots.index(bots[place]) for place in known]
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
) -> tuple[Bot, ...]:
    """Return which of the bots should sit down together: those who are new first.

    `under_way` are the tables of matches whose results are not part of the strengths yet; `tried`
    are bots whose matches were void, which do not come first again.
    """
    worth = strengths.of(bots).information() / (1 + _meetings(bots, under_way))
    new = newcomers(strengths, bots, under_way) - set(tried)
    first = [place for place, bot in enumerate(bots) if bot in new] or list(range(len(bots)))
    seated = [first[int(np.argmax(worth[first].max(axis=1)))]]
    while len(seated) < seats:
        gain = worth[seated].sum(axis=0)
        gain[seated] = -1
        seated.append(int(np.argmax(gain)))
    return tuple(bots[place] for place in seated)


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
    ids, forfeit, bot = ids[order], results.forfeit[order], results.bot[order]
    found = set()
    for place, each in enumerate(results.bots):
        counts = (bot == place) & (ids > forgiven.get(each, 0))
        last = forfeit[counts][-FORFEITS_IN_A_ROW:]
        if len(last) == FORFEITS_IN_A_ROW and last.all():
            found.add(each)
    return found


def _meetings(bots: Sequence[Bot], tables: Iterable[Seating]) -> FloatArray:
    """Count at how many of the tables every two bots sit together."""
    met = np.zeros((len(bots), len(bots)))
    for table in tables:
        seated = [place for place, bot in enumerate(bots) if bot in table]
        met[np.ix_(seated, seated)] += 1
    return met
