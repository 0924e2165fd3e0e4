"""Bot against bot: the crosstable, and the comparison of two."""

import math
from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.errors import NoResults
from ladder.ratings.elo import Tally, tally_of_groups
from ladder.ratings.results import IntArray, Results
from ladder.ratings.sprt import Sprt


@dataclass(frozen=True)
class Meeting:
    """A cell of the crosstable: all pairs of seats of two bots, as the first sees them."""

    bot: str
    version: str
    other: str
    other_version: str
    wins: int
    draws: int
    losses: int
    score: float


@dataclass(frozen=True)
class Comparison:
    """Two bots at the tables where both sat; statistics are those of seat-rotation groups."""

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


def crosstable(results: Results) -> list[Meeting]:
    """Return a row for every two bots that met, in both directions."""
    counts = Counts(results)
    total = counts.wins + counts.draws + counts.losses
    return [counts.meeting(int(one), int(two)) for one, two in zip(*np.nonzero(total), strict=True)]


def compare(results: Results, bot: Bot, other: Bot, sprt: Sprt | None = None) -> Comparison:
    """Weigh two bots by the tables where both sat."""
    sprt = sprt or Sprt()
    counts = Counts(results)
    meeting = counts.meeting(results.place(bot), results.place(other))
    tally = group_tally(results, bot, other)
    if not tally.total:
        raise NoResults(
            f"{bot.name} and {other.name} have not yet played all seats of a table together; "
            "let them play a tournament"
        )
    return Comparison(
        *(*bot, *other, meeting.wins, meeting.draws, meeting.losses),
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
    """Count the complete seat-rotation groups of two bots by what the first scored in them."""
    pairs, one, two = results.pairs, results.place(bot), results.place(other)
    complete = (np.bincount(results.group) == _players_of_groups(results))[pairs.group]
    ahead = (pairs.first == one) & (pairs.second == two) & complete
    behind = (pairs.first == two) & (pairs.second == one) & complete
    group = np.concatenate([pairs.group[ahead], pairs.group[behind]])
    score = np.concatenate([pairs.score[ahead], 1 - pairs.score[behind]])
    met = np.bincount(group)
    halves = np.bincount(group, 2 * score).round().astype(int)[met > 0]
    return tally_of_groups(zip(halves.tolist(), met[met > 0].tolist(), strict=True))


class Counts:
    """Wins and draws of every bot (row) against every other (column)."""

    def __init__(self, results: Results) -> None:
        pairs, size = results.pairs, len(results.bots)
        self.bots = results.bots
        self.games = np.bincount(results.bot, minlength=size)
        self.forfeits = np.bincount(results.bot[results.forfeit], minlength=size)
        won, lost = pairs.score == 1, pairs.score == 0
        drawn = ~(won | lost)
        code = pairs.first * size + pairs.second
        self.wins = _square(code[won], size) + _square(code[lost], size).T
        self.losses = self.wins.T
        self.draws = _square(code[drawn], size)
        self.draws = self.draws + self.draws.T

    def meeting(self, one: int, two: int) -> Meeting:
        """Return a cell of the crosstable."""
        wins, draws, losses = (int(each[one, two]) for each in (self.wins, self.draws, self.losses))
        score = score_of_pairs(wins, draws, losses)
        return Meeting(*self.bots[one], *self.bots[two], wins, draws, losses, score)


def _players_of_groups(results: Results) -> IntArray:
    players = np.zeros(int(results.group.max(initial=-1)) + 1, np.int64)
    players[results.group] = results.players
    return players


def _square(code: IntArray, size: int) -> IntArray:
    return np.bincount(code, minlength=size * size).reshape(size, size)


def score_of_pairs(wins: int, draws: int, losses: int) -> float:
    """Return the mean score, ½ for none."""
    total = wins + draws + losses
    return (wins + draws / 2) / total if total else 0.5


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
