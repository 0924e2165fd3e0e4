"""What is shown of one game, or of all together; its ratings are computed once."""

from dataclasses import dataclass

import numpy as np

from ladder.ratings.results import Results
from ladder.ratings.standings import RatedResults

ALL_GAMES = "All games"


@dataclass(frozen=True)
class Section:
    """The results of one game under their title, or of all games."""

    anchor: str
    title: str
    rated: RatedResults


def sections_of(results: Results) -> list[Section]:
    """Return all games together, then each game; a single game is all there is."""
    played = [results.games[index] for index in np.unique(results.game_index).tolist()]
    sections = [
        Section(f"game-{number}", game, RatedResults(results.of_game(game)))
        for number, game in enumerate(played, 1)
    ]
    if len(sections) == 1:
        return sections
    return [Section("all", ALL_GAMES, RatedResults(results)), *sections]
