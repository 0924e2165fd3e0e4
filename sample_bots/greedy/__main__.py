"""`greedy`: the action that looks best now, by a few rules of thumb per game."""

from collections.abc import Callable

from arbiter.client import Turn, run
from sample_bots.greedy import lumiere, moscow_paris, paris

PLAYERS: dict[str, Callable[[Turn], int]] = {
    "lumiere": lumiere.choose,
    "moscow_paris": moscow_paris.choose,
    "paris": paris.choose,
}


def choose(turn: Turn) -> int:
    """Choose by the rules of thumb of the game."""
    return PLAYERS[turn.match.game](turn)


run(choose, games=PLAYERS, max_matches=1_000)
