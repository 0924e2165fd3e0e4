"""Drawings of positions as HTML with SVG, a module per game: `paris`, `moscow_paris`, `lumiere`.

All are drawn with the few shapes of `svg`.

A drawing is made of parts, each with a name, by which the style sheet finds its place, and its
own markup. From step to step most parts stay as they are, so each is made from the values that it
shows and kept: see `arbiter.web.replays`.

What an action can be about has a `data-place`, by which a person who plays clicks on it: see
`arbiter.web.places`, which knows the names.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from markupsafe import Markup

from engine.games import find_game
from engine.options import options_from_json

R = TypeVar("R")

DRAWN = ("lumiere", "moscow_paris", "paris")
"""The games that have a module here."""


class Part(NamedTuple):
    """A part of a drawing."""

    name: str
    markup: Markup


class Figures(Generic[R]):
    """The rules in use, as `Game.rules` tells them, to be part of the key of a cache.

    They are equal only to themselves: to hash the figures of Paris takes longer than to draw.
    """

    def __init__(self, rules: R) -> None:
        self.rules = rules


Draw = Callable[[Any, Figures[Any]], Sequence[Part]]
"""Draws a view."""


class Drawing:
    """Draws the positions of one match."""

    def __init__(self, game: str, players: int, options: Mapping[str, object]) -> None:
        self._game = find_game(game)
        self._options = options_from_json(self._game.options, options)
        self._figures = Figures(self._game.rules(players, self._options))
        self._draw = _find_draw(game)

    def draw(self, view: Any) -> Sequence[Part]:
        """Return the parts of a position; they have the same names in the whole match."""
        if self._draw is not None:
            return self._draw(view, self._figures)
        picture = self._game.picture(view, self._options)
        return [Part("text", Markup('<pre class="picture-text">{}</pre>').format(picture))]


@cache
def _find_draw(game: str) -> Draw | None:
    if game not in DRAWN:
        return None
    draw: Draw = import_module(f"arbiter.web.boards.{game}").draw
    return draw
