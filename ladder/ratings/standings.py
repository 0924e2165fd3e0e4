"""What people look at: rows that can be written as JSON, all of them derived from results."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.errors import UnknownBot
from ladder.ratings.elo import START, K, live_elo
from ladder.ratings.fit import fit
from ladder.ratings.meetings import Counts, score_of_pairs
from ladder.ratings.results import Results

PROVISIONAL_GAMES = 30
"""Below so many games a rating is marked as provisional."""


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
    games: int


def standings(
    results: Results, *, anchor: Bot | None = None, anchor_elo: float = START
) -> list[Standing]:
    """Return a row for each bot, the strongest first, the unrated last.

    The mean of the rated bots is 1500, or the anchor has the Elo it is given.
    """
    pool = results.pool()
    place = {bot: index for index, bot in enumerate(pool.bots)}
    if anchor is not None and anchor not in place:
        raise UnknownBot(f"{anchor} is not rated; choose another anchor")
    ratings = fit(pool.pairs, anchor=None if anchor is None else place[anchor])
    counts = Counts(results)
    order = sorted(range(len(pool.bots)), key=lambda index: -ratings.elo[index])
    rated = [pool.bots[index] for index in order]
    rows = []
    for rank, index in enumerate(order):
        los = float(ratings.los[index, order[rank + 1]]) if rank + 1 < len(order) else None
        elo, error = anchor_elo + ratings.elo[index], ratings.error[index]
        rows.append(_row(counts, rated[rank], rank + 1, float(elo), float(error), los))
    others = sorted(set(results.bots) - place.keys())
    return rows + [_row(counts, bot, None, None, None, None) for bot in others]


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


def seat_advantages(results: Results) -> list[SeatAdvantage]:
    """Return what each seat of each game and number of players is worth."""
    pool = results.pool()
    ratings = fit(pool.pairs)
    seats = [(block, seat) for block in ratings.blocks for seat in range(block.players)]
    kinds = zip(pool.game_index.tolist(), pool.players.tolist(), strict=True)
    games = Counter((pool.games[game], players) for game, players in kinds)
    return [
        SeatAdvantage(*block, seat, float(elo), float(error), games[block])
        for (block, seat), elo, error in zip(
            seats, ratings.seat_elo, ratings.seat_error, strict=True
        )
    ]


def _row(
    counts: Counts,
    bot: Bot,
    rank: int | None,
    elo: float | None,
    error: float | None,
    los: float | None,
) -> Standing:
    place = counts.bots.index(bot)
    wins, draws, losses = (
        int(each[place].sum()) for each in (counts.wins, counts.draws, counts.losses)
    )
    games = int(counts.games[place])
    return Standing(
        *(rank, *bot, elo, error, games, wins, draws, losses),
        forfeits=int(counts.forfeits[place]),
        score=score_of_pairs(wins, draws, losses),
        los=los,
        provisional=games < PROVISIONAL_GAMES,
        rated=rank is not None,
    )
