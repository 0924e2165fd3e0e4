"""`greedy`: the action that looks best now, by a few rules of thumb a game."""

from collections.abc import Callable

from arbiter.client import Turn, run
from sample_bots.greedy import lumiere, moscow_paris, paris

PLAYERS: dict[str, Callable[..., int]] = {
    "lumiere": lumiere.choose,
    "moscow_paris": moscow_paris.choose,
    "paris": paris.choose,
}


def choose(turn: Turn) -> int:
    """Choose by the rules of thumb of the game."""
    if turn.game.name in ("lumiere", "paris"):
        return PLAYERS[turn.game.name](turn)
    return PLAYERS[turn.game.name](turn.view, turn.actions, turn.game.rng)


run(choose, games=PLAYERS, max_games=1_000)
