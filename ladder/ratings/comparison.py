"""Two bots on the matches they both played: Elo with its error, likelihood, sequential test."""

import math
from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.crosstable import Counts
from ladder.ratings.elo import Tally, tally_of_groups
from ladder.ratings.results import Results
from ladder.ratings.sprt import Sprt


@dataclass(frozen=True)
class Comparison:
    """How one bot did against another; statistics are those of complete groups."""

    bot: str
    version: str
    other: str
    other_version: str
    wins: int
    draws: int
    losses: int
    groups: int
    score: float
    elo: float | None
    """None where the score is 0 or 1: no finite difference explains it."""
    error: float | None
    normalised_elo: float | None
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
    cell = Counts(results).cell(results.place(bot), results.place(other))
    tally = group_tally(results, bot, other)
    if not tally.total:
        raise NotStored(
            f"{bot.name} and {other.name} have not yet played a complete group together, all "
            "rotations of the seats of one table; let them play a tournament"
        )
    return Comparison(
        *(*bot, *other, cell.wins, cell.draws, cell.losses),
        groups=int(tally.total),
        score=tally.mean,
        elo=_finite(tally.elo),
        error=_finite(tally.error),
        normalised_elo=_finite(tally.normalised_elo),
        los=tally.los,
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
    complete = (np.bincount(results.group) == seats)[pairs.group]
    ahead = (pairs.first == one) & (pairs.second == two) & complete
    behind = (pairs.first == two) & (pairs.second == one) & complete
    group = np.concatenate([pairs.group[ahead], pairs.group[behind]])
    score = np.concatenate([pairs.score[ahead], 1 - pairs.score[behind]])
    met = np.bincount(group)
    halves = np.bincount(group, 2 * score).round().astype(int)[met > 0]
    return tally_of_groups(zip(halves.tolist(), met[met > 0].tolist(), strict=True))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
