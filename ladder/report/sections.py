"""What is shown of one game, or of all together; its ratings are computed once."""

from dataclasses import dataclass

import numpy as np

from ladder.ratings.results import Results
from ladder.ratings.standings import RatedResults, Standing, overall

ALL_GAMES = "All games"


@dataclass(frozen=True)
class Section:
    """The results of one game under their title, or of all games."""

    anchor: str
    title: str
    standings: list[Standing]
    rated: RatedResults
    """The fit behind everything else; of all games it is the pooled one."""


def sections_of(results: Results) -> list[Section]:
    """Return all games together, then each game; a single game is all there is."""
    played = [results.games[index] for index in np.unique(results.game_index).tolist()]
    lists = [RatedResults(results.of_game(game)) for game in played]
    sections = [
        Section(f"game-{number}", game, rated.standings(), rated)
        for number, (game, rated) in enumerate(zip(played, lists, strict=True), 1)
    ]
    if len(sections) == 1:
        return sections
    everything = Section("all", ALL_GAMES, overall(results, lists), RatedResults(results))
    return [everything, *sections]
