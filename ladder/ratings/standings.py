"""What people look at: rows that can be written as JSON, all of them derived from results."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.ratings.crosstable import Counts, mean_score
from ladder.ratings.elo import START, K, live_elo
from ladder.ratings.fit import fit
from ladder.ratings.results import FloatArray, Results, SeatBlock

PROVISIONAL_GAMES = 30
"""A rating from fewer matches than this is marked as provisional."""


@dataclass(frozen=True)
class Standing:
    """A bot's row of the standings; wins, draws, losses and score count pairs of seats."""

    rank: int | None
    """None for a bot that is not rated."""
    bot: str
    version: str
    elo: float | None
    error: float | None
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
    """False outside the largest set of bots that met, directly or through others."""


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
    """What a seat is worth in Elo; the seats of a game sum to zero."""

    game: str
    players: int
    seat: int
    elo: float
    error: float
    matches: int


class RatedResults:
    """Results with the fit over those that can be compared, which everything shown shares."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.pool = results.pool()
        self.ratings = fit(self.pool.pairs)
        self.order = np.argsort(-self.ratings.elo, kind="stable")
        """The bots of the pool, the strongest first."""

        self.rated = [self.pool.bots[place] for place in self.order.tolist()]
        self.bots = [*self.rated, *sorted(set(results.bots) - set(self.rated))]
        """All bots in the order of the standings: the unrated last, by name."""

    def standings(self) -> list[Standing]:
        """Return a row for each bot, the strongest first, the unrated last.

        The mean of the rated bots is 1500.
        """
        results = self.results
        counts = Counts(results)
        games = np.bincount(results.bot, minlength=len(results.bots)).tolist()
        forfeits = np.bincount(results.bot[results.forfeit], minlength=len(results.bots)).tolist()
        elo = (START + self.ratings.elo[self.order]).tolist()
        error = self.ratings.error[self.order].tolist()
        los = self.ratings.los(self.order[:-1], self.order[1:]).tolist()
        place = {bot: number for number, bot in enumerate(results.bots)}
        rows = []
        for number, bot in enumerate(self.bots):
            own = place[bot]
            wins, draws, losses = (
                int(each[own].sum()) for each in (counts.wins, counts.draws, counts.losses)
            )
            is_rated = number < len(self.rated)
            rows.append(
                Standing(
                    rank=number + 1 if is_rated else None,
                    bot=bot.name,
                    version=bot.version,
                    elo=elo[number] if is_rated else None,
                    error=error[number] if is_rated else None,
                    games=games[own],
                    wins=wins,
                    draws=draws,
                    losses=losses,
                    forfeits=forfeits[own],
                    score=mean_score(wins, draws, losses),
                    los=los[number] if number < len(los) else None,
                    provisional=games[own] < PROVISIONAL_GAMES,
                    rated=is_rated,
                )
            )
        return rows

    def los(self) -> FloatArray:
        """Return the likelihoods of superiority of the rated bots, in the order of standings."""
        return self.ratings.los(self.order[:, None], self.order)

    def seat_advantages(self) -> list[SeatAdvantage]:
        """Return what each seat of each game and number of players is worth."""
        pool = self.pool
        kinds = zip(pool.game_index.tolist(), pool.players.tolist(), strict=True)
        matches = Counter(SeatBlock(pool.games[game], players) for game, players in kinds)
        elo, error = iter(self.ratings.seat_elo.tolist()), iter(self.ratings.seat_error.tolist())
        return [
            SeatAdvantage(block.game, block.players, seat, next(elo), next(error), matches[block])
            for block in self.ratings.blocks
            for seat in range(block.players)
        ]


def standings(results: Results) -> list[Standing]:
    """Return a row for each bot, the strongest first, the unrated last."""
    return RatedResults(results).standings()


def history(results: Results, bot: Bot, k: float = K) -> list[HistoryPoint]:
    """Return a bot's live Elo after each of its matches."""
    seats = np.flatnonzero(results.bot == results.place(bot))
    match = np.repeat(np.arange(len(results)), results.players)[seats]
    columns = zip(
        results.match_ids[match].tolist(),
        results.game_index[match].tolist(),
        results.rank[seats].tolist(),
        results.forfeit[seats].tolist(),
        live_elo(results, k)[seats].tolist(),
        strict=True,
    )
    return [HistoryPoint(match_id, results.games[game], *rest) for match_id, game, *rest in columns]
