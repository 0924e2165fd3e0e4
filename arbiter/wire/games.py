"""Finding the wire of a game by the entry points `lutetia.wires`, which name a `GameWire`."""

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbiter.wire.codec import GameWire

GROUP = "lutetia.wires"


@cache
def find_wire(game: str) -> "GameWire":
    """Return the wire of a game that `engine.games.find_game` knows."""
    (point,) = entry_points(group=GROUP, name=game)
    wire: GameWire = point.load()
    return wire
