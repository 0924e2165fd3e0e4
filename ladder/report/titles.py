"""What people call games and lists."""

import re
from functools import cache

from engine.games import find_game, game_names


@cache  # searching all installed games took ten times as long as listing the matches
def game_title(name: str) -> str:
    """Return what people call a game; a plug-in that is gone keeps its short name."""
    return find_game(name).title if name in game_names() else name


def list_title(text: str) -> str:
    """Return what people call a list, which begins with its game, as in `paris, fast clock`."""
    return re.sub(r"^[^ ,]+", lambda found: game_title(found[0]), text)
