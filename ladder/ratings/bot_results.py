"""How one bot did: against each opponent, and from each seat."""

from dataclasses import dataclass

import numpy as np

from engine.record import Bot
from ladder.ratings.crosstable import Cell, Counts, mean_score
from ladder.ratings.results import Results


@dataclass(frozen=True)
class SeatResult:
    """How a bot did from one seat; wins, draws and losses count pairs of seats."""

    rating_list: str
    players: int
    seat: int
    matches: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        return mean_score(self.wins, self.draws, self.losses)


def opponents(counts: Counts, bot: Bot) -> list[Cell]:
    """Return how a bot did against each it met, those it met most often first."""
    own = counts.bots.index(bot)
    met = (counts.wins + counts.draws + counts.losses)[own]
    order = np.argsort(-met, kind="stable").tolist()
    return [counts.cell(own, other) for other in order if met[other]]


def seat_results(results: Results, bot: Bot) -> list[SeatResult]:
    """Return how a bot did from each seat of each list and number of players."""
    found = []
    own = results.index(bot)
    for index, name in enumerate(results.lists):
        for players in np.unique(results.players[results.list_index == index]).tolist():
            chosen = (results.list_index == index) & (results.players == players)
            rows = results.start[chosen][:, None] + np.arange(players)
            who, rank, side = results.bot[rows], results.rank[rows], results.side[rows]
            for seat in range(players):
                mine = who[:, seat] == own
                if not mine.any():
                    continue
                rivals = (side != side[:, [seat]]) & (who != own)
                ahead = np.sign(rank - rank[:, [seat]])
                counts = [int(((ahead == way) & rivals)[mine].sum()) for way in (1, 0, -1)]
                found.append(SeatResult(str(name), players, seat, int(mine.sum()), *counts))
    return found
