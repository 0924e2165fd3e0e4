"""What is shown of one game, or of all together; each number is computed once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.record import Bot
from ladder.ratings.fit import fit
from ladder.ratings.results import FloatArray, Results
from ladder.ratings.standings import Standing, standings

ALL_GAMES = "All games"


@dataclass(frozen=True)
class Section:
    """The results of one game under their title, or of all games."""

    anchor: str
    title: str
    results: Results

    @cached_property
    def rows(self) -> list[Standing]:
        return standings(self.results)

    @property
    def bots(self) -> list[Bot]:
        """All bots in the order of the standings."""
        return [bot_of(row) for row in self.rows]

    @property
    def rated(self) -> list[Bot]:
        return [bot_of(row) for row in self.rows if row.rated]

    @cached_property
    def los(self) -> FloatArray:
        """Likelihood of superiority among the rated bots, in the order of the standings."""
        pool = self.results.pool()
        order = [pool.place(bot) for bot in self.rated]
        return fit(pool.pairs).los[np.ix_(order, order)]


def sections_of(results: Results) -> list[Section]:
    """Return all games together, then each game; a single game is all there is."""
    played = [results.games[index] for index in np.unique(results.game_index).tolist()]
    sections = [
        Section(f"game-{number}", game, results.of_game(game))
        for number, game in enumerate(played, 1)
    ]
    return sections if len(sections) == 1 else [Section("all", ALL_GAMES, results), *sections]


def bot_of(row: Standing) -> Bot:
    """Return whose row it is."""
    return Bot(row.bot, row.version)
