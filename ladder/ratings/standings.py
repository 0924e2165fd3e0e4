"""What people look at: rows that can be written as JSON, all of them derived from results."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.bars import SIGMAS
from ladder.ratings.crosstable import mean_score
from ladder.ratings.elo import START, K, live_elo
from ladder.ratings.fit import fit, half_width, normal_cdfs
from ladder.ratings.lists import RatingList
from ladder.ratings.results import FloatArray, Results, SeatBlock

PROVISIONAL_MATCHES = 30
"""A rating from fewer matches than this is marked as provisional."""


OVERALL = "overall"
"""What the list is called that is made of all others."""


class Anchor(NamedTuple):
    """A bot whose Elo is given; all others are relative to it."""

    bot: Bot
    elo: float

    def __str__(self) -> str:
        return f"{self.bot}={self.elo:g}"


@dataclass(frozen=True)
class Standing:
    """A bot's row of the standings; wins, draws, losses and score count pairs of seats."""

    rank: int | None
    """None for a bot that is not rated."""
    bot: str
    version: str
    elo: float | None
    error: float | None
    """Half the width of the 95 % interval; if an end is open, the distance to the other."""
    games: int
    """Matches played; rating lists call them games."""
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: float
    los: float | None
    """Likelihood of being stronger than the next in the table."""
    provisional: bool
    rated: bool
    """False outside the first pool, or in the overall list for a bot that misses a list."""
    low: float | None
    """Lower end of the 95 % interval; None if it is open, as after losing everything."""
    high: float | None
    pool: int | None
    """Bots that met, directly or through others, are a pool; 1 is rated. None if not rated in
    the overall list."""

    @property
    def interval(self) -> str:
        """Return the 95 % interval as it is read."""
        return interval_text(self.error, self.low, self.high)


def interval_text(error: float | None, low: float | None, high: float | None) -> str:
    """Return a 95 % interval as it is read: `± 35`, or `at least 1720` if it is open."""
    if low is None and high is None:
        return "–"
    if high is None:
        return f"at least {low:.0f}"
    return f"at most {high:.0f}" if low is None else f"± {error:.0f}"


@dataclass(frozen=True)
class HistoryPoint:
    """A bot's live Elo after a match."""

    match_id: int
    game: str
    rank: int
    forfeit: bool
    elo: float


@dataclass(frozen=True)
class SeatAdvantage:
    """What a seat is worth in Elo; the seats of a list sum to zero."""

    rating_list: RatingList
    players: int
    seat: int
    elo: float
    error: float
    matches: int


class RatedResults:
    """Results with the fit over those that can be compared, which everything shown shares.

    Results of several lists are pooled: rated as if they were of one game.
    """

    def __init__(self, results: Results, anchor: Anchor | None = None) -> None:
        self.results = results
        self.pool = results.pool()
        self.ratings = fit(self.pool.pairs)
        self.anchor = anchor if anchor and anchor.bot in self.pool.bots else None
        """None too if the anchor is not rated here."""
        self.elo = START + self.ratings.elo
        """Of the bots of the pool; their mean is 1500, or the anchor has the Elo it is given."""
        self.low, self.high = START + self.ratings.low, START + self.ratings.high
        if self.anchor:
            self._fix(self.anchor)
        self.order = np.argsort(-self.elo, kind="stable")
        """The bots of the pool, the strongest first."""
        self.rated = [self.pool.bots[index] for index in self.order.tolist()]

    def is_of(self, results: Results, anchor: Anchor | None) -> bool:
        """Tell whether these results, with this anchor, would be rated just as these are."""
        fixed = anchor if anchor and anchor.bot in self.pool.bots else None
        return self.anchor == fixed and self.results.equals(results)

    @property
    def offset(self) -> float:
        """By how much the anchor moves all Elos, whose mean would else be 1500."""
        return float(self.elo[0] - self.ratings.elo[0] - START) if len(self.elo) else 0.0

    def _fix(self, anchor: Anchor) -> None:
        """Move all strengths so that the anchor has its Elo, and take the bars relative to it."""
        index = self.pool.index(anchor.bot)
        down, up = self.ratings.difference_ends(np.arange(len(self.elo)), np.array(index))
        down[index] = up[index] = 0
        self.elo = anchor.elo + self.ratings.elo - self.ratings.elo[index]
        self.low, self.high = self.elo - down, self.elo + up

    @property
    def bots(self) -> list[Bot]:
        """All bots in the order of the standings; of several lists, in that of the pooled fit.

        That one rates bots that miss a list, too, so that a crosstable of all of them has an order.
        """
        return [*self.rated, *unrated_bots(self.results, self.rated)]

    def standings(self) -> list[Standing]:
        """Return a row for each bot, the strongest first, the unrated last, pool by pool."""
        los = self.ratings.los(self.order[:-1], self.order[1:])
        bars = np.stack([self.elo, self.low, self.high])[:, self.order]
        pools = dict(zip(self.results.bots, (self.results.pools + 1).tolist(), strict=True))
        return _Rows(self.results).standings(self.rated, bars, los, pools)

    def los(self) -> FloatArray:
        """Return the likelihoods of superiority of the rated bots, in the order of standings."""
        return self.ratings.los(self.order[:, None], self.order)

    def seat_advantages(self) -> list[SeatAdvantage]:
        """Return what each seat of each list and number of players is worth."""
        pool = self.pool
        kinds = Counter(zip(pool.list_index.tolist(), pool.players.tolist(), strict=True))
        matches = {SeatBlock(pool.lists[n], players): kinds[n, players] for n, players in kinds}
        elo, error = iter(self.ratings.seat_elo.tolist()), iter(self.ratings.seat_error.tolist())
        return [
            SeatAdvantage(*block, seat, next(elo), next(error), matches[block])
            for block in self.ratings.blocks
            for seat in range(block.players)
        ]


def parse_anchor(text: str) -> tuple[str, float]:
    """Read a bot and its Elo, as in `random=1000` or `random@2=1000`."""
    name, _, elo = text.rpartition("=")
    try:
        value = float(elo)
    except ValueError:
        value = math.nan
    if not name or not math.isfinite(value):
        raise NotStored(f"anchor {text!r} is not understood; write BOT=ELO as in random=1000")
    return name, value


def read_anchor(text: str) -> Anchor:
    """Read an anchor as it is written: with the version of its bot."""
    name, elo = parse_anchor(text)
    return Anchor(Bot.parse(name), elo)


def find_anchor(results: Results, text: str) -> Anchor:
    """Read an anchor that must be rated in one of the lists at least."""
    name, elo = parse_anchor(text)
    bot = results.find(name)
    if not any(bot in of_list.pool().bots for of_list in results.by_list.values()):
        raise NotStored(f"{bot} is not rated; choose another anchor")
    return Anchor(bot, elo)


def rate_lists(results: Results, anchor: Anchor | None = None) -> dict[RatingList, RatedResults]:
    """Rate each list by itself; the anchor fixes the lists in which it is rated."""
    return {name: RatedResults(of_list, anchor) for name, of_list in results.by_list.items()}


def standings_by_list(results: Results, anchor: Anchor | None = None) -> dict[str, list[Standing]]:
    """Return the standings of each list, then the overall ones if there are several."""
    lists = rate_lists(results, anchor)
    by_name = {str(name): rated.standings() for name, rated in lists.items()}
    if len(lists) > 1:
        by_name[OVERALL] = overall(results, list(lists.values()))
    return by_name


def standings(results: Results, anchor: Anchor | None = None) -> list[Standing]:
    """Return the only list, or the overall one of several."""
    return joint_standings(results, rate_lists(results, anchor))


def joint_standings(results: Results, lists: Mapping[RatingList, RatedResults]) -> list[Standing]:
    """Return the only one of the lists that were rated, or the overall one of several."""
    rated = list(lists.values())
    if len(rated) > 1:
        return overall(results, rated)
    return rated[0].standings() if rated else []


def overall(results: Results, lists: Sequence[RatedResults]) -> list[Standing]:
    """Return the overall list: the mean of a bot's Elos in the lists, if it is rated in all.

    Lists are independent of each other, so the error of the mean is the root of the sum of
    squares, divided by their number.
    """
    everywhere = set(lists[0].rated).intersection(*(rated.rated for rated in lists[1:]))
    bots = [bot for bot in results.bots if bot in everywhere]
    places = [{bot: place for place, bot in enumerate(rated.pool.bots)} for rated in lists]
    rows = [np.array([place[bot] for bot in bots], np.int64) for place in places]
    pairs = list(zip(lists, rows, strict=True))
    elo = np.mean([rated.elo[row] for rated, row in pairs], axis=0)
    down = error_of_mean([(rated.elo - rated.low)[row] for rated, row in pairs])
    up = error_of_mean([(rated.high - rated.elo)[row] for rated, row in pairs])
    order = np.argsort(-elo, kind="stable")
    gap = error_of_mean(
        [rated.ratings.difference_ends(row[order[:-1]], row[order[1:]])[0] for rated, row in pairs]
    )
    los = normal_cdfs(-SIGMAS * np.diff(elo[order]), gap)
    rated_bots = [bots[index] for index in order.tolist()]
    pools = dict.fromkeys(rated_bots, 1)
    bars = np.stack([elo, elo - down, elo + up])[:, order]
    return _Rows(results).standings(rated_bots, bars, los, pools)


def error_of_mean(errors: Sequence[FloatArray]) -> FloatArray:
    """Return the errors of means of estimates that do not depend on each other."""
    return np.asarray(np.sqrt(np.sum(np.square(errors), axis=0)) / len(errors))


def unrated_bots(results: Results, rated: Sequence[Bot]) -> list[Bot]:
    """Return the other bots, pool by pool, by name."""
    by_pool = [results.bots[index] for index in np.argsort(results.pools, kind="stable").tolist()]
    is_rated = set(rated)
    return [bot for bot in by_pool if bot not in is_rated]


class _Rows:
    """What is counted of each bot."""

    def __init__(self, results: Results) -> None:
        pairs, size = results.pairs, len(results.bots)
        halves = (2 * pairs.score).astype(np.int64)  # 0 is a loss of the first, 2 its win
        counts = np.bincount(3 * pairs.first + halves, minlength=3 * size)
        counts += np.bincount(3 * pairs.second + 2 - halves, minlength=3 * size)
        self.results = results
        self.losses, self.draws, self.wins = counts.reshape(size, 3).T.tolist()
        self.games = np.bincount(results.bot, minlength=size).tolist()
        self.forfeits = np.bincount(results.bot[results.forfeit], minlength=size).tolist()

    def standings(
        self, rated: Sequence[Bot], bars: FloatArray, los: FloatArray, pools: dict[Bot, int]
    ) -> list[Standing]:
        """Return the rated bots in their order, then the others.

        `bars` has a row each for Elo, lower and upper ends.
        """
        index = {bot: number for number, bot in enumerate(self.results.bots)}
        elo, low, high = bars
        error = half_width(elo, low, high)
        rows = []
        for number, bot in enumerate([*rated, *unrated_bots(self.results, rated)]):
            own = index[bot]
            counts = self.wins[own], self.draws[own], self.losses[own]
            is_rated = number < len(rated)
            rows.append(
                Standing(
                    rank=number + 1 if is_rated else None,
                    bot=bot.name,
                    version=bot.version,
                    elo=_shown(elo, number),
                    error=_shown(error, number),
                    games=self.games[own],
                    wins=counts[0],
                    draws=counts[1],
                    losses=counts[2],
                    forfeits=self.forfeits[own],
                    score=mean_score(*counts),
                    los=_shown(los, number),
                    provisional=self.games[own] < PROVISIONAL_MATCHES,
                    rated=is_rated,
                    low=_shown(low, number),
                    high=_shown(high, number),
                    pool=pools.get(bot),
                )
            )
        return rows


def _shown(column: FloatArray, number: int) -> float | None:
    """Return a number that can be written as JSON, None if there is none or it is infinite."""
    return float(column[number]) if number < len(column) and np.isfinite(column[number]) else None


def history(results: Results, bot: Bot, k: float = K) -> list[HistoryPoint]:
    """Return a bot's live Elo after each of its matches."""
    seats = np.flatnonzero(results.bot == results.index(bot))
    match = np.repeat(np.arange(len(results)), results.players)[seats]
    columns = zip(
        results.match_ids[match].tolist(),
        results.list_index[match].tolist(),
        results.rank[seats].tolist(),
        results.forfeit[seats].tolist(),
        live_elo(results, k)[seats].tolist(),
        strict=True,
    )
    return [
        HistoryPoint(match_id, results.lists[index].game, *rest)
        for match_id, index, *rest in columns
    ]
