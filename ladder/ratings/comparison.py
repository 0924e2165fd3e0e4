"""Two bots compared: on the matches they both played, or through others that both have met."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.bars import SIGMAS
from ladder.ratings.elo import Tally, tally_of_groups
from ladder.ratings.fit import Ratings, fit, half_width, normal_cdfs
from ladder.ratings.results import Pairs, Results
from ladder.ratings.sprt import Sprt
from ladder.ratings.standings import error_of_mean, rate_lists


@dataclass(frozen=True)
class Comparison:
    """How one bot did against another in the matches both played.

    Elo, error and likelihood come from the fit that makes the standings, here of these two alone;
    of several lists they are the mean, as in the overall list. Counts, score, normalised Elo and
    the sequential test take the matches and complete groups of all lists together.
    """

    bot: str
    version: str
    other: str
    other_version: str
    lists: tuple[str, ...]
    """Those in which they met."""
    wins: int
    draws: int
    losses: int
    groups: int
    score: float
    elo: float
    error: float
    low: float | None
    """Lower end of the 95 % interval of the difference; None if it is open."""
    high: float | None
    normalised_elo: float | None
    """None where all groups have the same score, or there are none."""
    los: float
    llr: float
    lower: float
    upper: float
    verdict: str


def compare(results: Results, bot: Bot, other: Bot, sprt: Sprt | None = None) -> Comparison:
    """Compare two bots on the matches they both played."""
    _require_two(bot, other)
    sprt = sprt or Sprt()
    pairs = _between(results, bot, other)
    if not len(pairs.one):
        raise NotStored(f"{bot} and {other} have not met; let them play a tournament")
    score = np.where(pairs.first == 0, pairs.score, 1 - pairs.score)
    met_in = {
        str(name): fit(_between(of_list, bot, other))
        for name, of_list in results.by_list.items()
        if have_met(of_list, bot, other)
    }
    difference = _mean_difference([(ratings, 0, 1) for ratings in met_in.values()])
    tally = group_tally(results, bot, other)
    return Comparison(
        *(*bot, *other),
        lists=tuple(met_in),
        wins=int((score == 1).sum()),
        draws=int((score == 0.5).sum()),
        losses=int((score == 0).sum()),
        groups=int(tally.total),
        score=float(score.mean()),
        **difference._asdict(),
        normalised_elo=_finite(tally.normalised_elo) if tally.total else None,
        llr=sprt.llr(tally),
        lower=sprt.lower,
        upper=sprt.upper,
        verdict=str(sprt.verdict(tally)),
    )


@dataclass(frozen=True)
class JointComparison:
    """How far one bot is above another in the fit of all matches, of everybody.

    Of several lists it is the mean.
    """

    bot: str
    version: str
    other: str
    other_version: str
    lists: tuple[str, ...]
    """Those in which both are rated."""
    elo: float
    error: float
    low: float | None
    high: float | None
    los: float


def compare_jointly(results: Results, bot: Bot, other: Bot) -> JointComparison:
    """Compare two bots by all matches, their own and those through which others connect them.

    NotStored if nothing connects them.
    """
    _require_two(bot, other)
    rated_in = {
        str(name): (rated.ratings, rated.pool.index(bot), rated.pool.index(other))
        for name, rated in rate_lists(results).items()
        if {bot, other} <= set(rated.pool.bots)
    }
    if not rated_in:
        raise NotStored(
            f"{bot} and {other} have not met, nor has either met bots that lead to the other; let "
            "them play a tournament"
        )
    difference = _mean_difference(list(rated_in.values()))
    return JointComparison(*(*bot, *other), lists=tuple(rated_in), **difference._asdict())


class _Difference(NamedTuple):
    elo: float
    error: float
    low: float | None
    high: float | None
    los: float


def _mean_difference(lists: Sequence[tuple[Ratings, int, int]]) -> _Difference:
    """Return how far one bot is above another in the mean of lists, which have numbers for both."""
    differences, downs, ups = [], [], []
    for ratings, one, two in lists:
        differences.append(ratings.elo[[one]] - ratings.elo[[two]])
        down, up = ratings.difference_ends(np.array([one]), np.array([two]))
        downs.append(down)
        ups.append(up)
    elo = np.mean(differences, axis=0)
    down, up = error_of_mean(downs), error_of_mean(ups)
    return _Difference(
        elo=float(elo[0]),
        error=float(half_width(elo, elo - down, elo + up)[0]),
        low=_finite(float((elo - down)[0])),
        high=_finite(float((elo + up)[0])),
        los=float(normal_cdfs(SIGMAS * elo, np.where(elo > 0, down, up))[0]),
    )


def have_met(results: Results, bot: Bot, other: Bot) -> bool:
    """Tell whether two bots have played against each other."""
    known = {bot, other} <= set(results.bots)
    return known and len(_between(results, bot, other).one) > 0


def _between(results: Results, bot: Bot, other: Bot) -> Pairs:
    return results.pairs.between(results.index(bot), results.index(other))


def _require_two(bot: Bot, other: Bot) -> None:
    if bot == other:
        raise NotStored(f"{bot} cannot be compared with itself; name two different bots")


def group_tally(results: Results, bot: Bot, other: Bot) -> Tally:
    """Count the complete groups of two bots by what the first scored in them."""
    pairs, one, two = results.pairs, results.index(bot), results.index(other)
    # A group has one match per seat; one with fewer is unfinished, its seats not yet even.
    seats = np.zeros(int(results.group.max(initial=-1)) + 1, np.int64)
    seats[results.group] = results.players
    of_pair = np.repeat(results.group, results.players)[pairs.one]
    complete = (np.bincount(results.group) == seats)[of_pair]
    ahead = (pairs.first == one) & (pairs.second == two) & complete
    behind = (pairs.first == two) & (pairs.second == one) & complete
    group = np.concatenate([of_pair[ahead], of_pair[behind]])
    score = np.concatenate([pairs.score[ahead], 1 - pairs.score[behind]])
    met = np.bincount(group)
    halves = np.bincount(group, 2 * score).round().astype(int)[met > 0]
    return tally_of_groups(zip(halves.tolist(), met[met > 0].tolist(), strict=True))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
