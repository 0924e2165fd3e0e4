"""Finding a game by name: our own and plug-ins alike, by the entry points `lutetia.games`."""

from functools import cache
from importlib.metadata import entry_points

from engine.errors import UnknownGame, suggestion
from engine.game import AnyGame

GROUP = "lutetia.games"
OURS = "lutetia"
"""Our own distribution."""


def game_names() -> list[str]:
    """List the games that are installed."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def plugin_of(name: str) -> str | None:
    """Return the distribution that a game was installed with; None for our own."""
    for point in entry_points(group=GROUP, name=name):
        if point.dist is not None and point.dist.name != OURS:
            return point.dist.name
    return None


@cache
def find_game(name: str) -> AnyGame:
    """Return the game of that name."""
    for point in entry_points(group=GROUP, name=name):
        game: AnyGame = point.load()
        return game
    names = game_names()
    raise UnknownGame(f"no game {name!r}. Games: {', '.join(names)}.{suggestion(name, names)}")
