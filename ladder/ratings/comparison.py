"""Two bots on the matches they both played: Elo with its error, likelihood, sequential test."""

import math
from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.elo import Tally, tally_of_groups
from ladder.ratings.fit import fit, half_width
from ladder.ratings.results import Results
from ladder.ratings.sprt import Sprt


@dataclass(frozen=True)
class Comparison:
    """How one bot did against another in the matches both played.

    Elo, error and likelihood come from the fit that makes the standings, here of these two alone;
    normalised Elo and the sequential test from the scores of complete groups.
    """

    bot: str
    version: str
    other: str
    other_version: str
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
    if bot == other:
        raise NotStored(f"{bot} cannot be compared with itself; name two different bots")
    sprt = sprt or Sprt()
    pairs = results.pairs.between(results.place(bot), results.place(other))
    if not len(pairs.one):
        raise NotStored(f"{bot} and {other} have not met; let them play a tournament")
    score = np.where(pairs.first == 0, pairs.score, 1 - pairs.score)
    ratings = fit(pairs)
    one, two = np.array([0]), np.array([1])
    elo = float(ratings.elo[0] - ratings.elo[1])
    down, up = (float(end[0]) for end in ratings.difference_ends(one, two))
    tally = group_tally(results, bot, other)
    return Comparison(
        *(*bot, *other),
        wins=int((score == 1).sum()),
        draws=int((score == 0.5).sum()),
        losses=int((score == 0).sum()),
        groups=int(tally.total),
        score=float(score.mean()),
        elo=elo,
        error=float(half_width(np.array(elo), np.array(elo - down), np.array(elo + up))),
        low=_finite(elo - down),
        high=_finite(elo + up),
        normalised_elo=_finite(tally.normalised_elo) if tally.total else None,
        los=float(ratings.los(one, two)[0]),
        llr=sprt.llr(tally),
        lower=sprt.lower,
        upper=sprt.upper,
        verdict=str(sprt.verdict(tally)),
    )


def group_tally(results: Results, bot: Bot, other: Bot) -> Tally:
    """Count the complete groups of two bots by what the first scored in them."""
    pairs, one, two = results.pairs, results.place(bot), results.place(other)
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
