"""What a game's wire must offer, and finding it by the entry points `lutetia.wires`."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any

GROUP = "lutetia.wires"


class Wire(ABC):
    """Turns a game's views, actions and events into its position message and back.

    A position message holds `view`, `actions` and `events`, each typed. Encoding is on the hot
    path: join cached serialised parts (protobuf messages concatenate) instead of building
    message objects.
    """

    message: str
    """The full name of the position message, such as "lutetia.v1.MoscowParisPosition"."""

    @abstractmethod
    def encode(self, view: Any, actions: Sequence[Any], events: Sequence[Any]) -> bytes:
        """Return the serialised position message."""

    @abstractmethod
    def decode(self, position: bytes) -> tuple[Any, Sequence[Any], Sequence[Any]]:
        """Return the view, the valid actions and the events of a serialised position."""


@cache
def find_wire(game: str) -> Wire:
    """Return the wire of a game that `engine.games.find_game` knows."""
    (point,) = entry_points(group=GROUP, name=game)
    wire: Wire = point.load()
    return wire
