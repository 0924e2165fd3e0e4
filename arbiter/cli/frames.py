"""A position on a terminal, or printed: the board, and what is said of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.text import Text

from arbiter.cli.output import for_terminal

_FEWEST_ROWS = 5
"""Rows of a board that are drawn in any case."""


@dataclass(frozen=True)
class Frame:
    """A position, with what led to it and what comes next."""

    title: str
    """As markup; all else is plain text."""
    picture: str
    points: Sequence[str] = ()
    last: Sequence[str] = ()
    following: Sequence[str] = ()
    end: Sequence[str] = ()
    """How the match ended, in its last frame."""

    def printed(self) -> str:
        """Return it as markup, what is said below the board, where a person's eye is."""
        parts = [self.picture, "\n".join(self.points)]
        parts.append("\n".join([*_under("last move", self.last), *self._following()]))
        return f"{self.title}\n\n" + for_terminal("\n\n".join(filter(None, parts)))

    def drawn(self, console: Console, status: str = "", down: int = 0) -> RenderableType:
        """Return it as it fits a terminal: what is said above the board, which is cut to fit.

        `down` is by how many rows the board is scrolled, `status` the line at the bottom.
        """
        said = [f"last {line}" for line in self.last] + [f"next {line}" for line in self.following]
        above = "\n".join(filter(None, [*said, *self.end, *self.points]))
        head = Text.from_markup(f"{self.title}\n{for_terminal(above)}", emoji=False)
        head = Text("\n").join(head.wrap(console, console.width))
        taken = head.plain.count("\n") + 2 + bool(status)
        # Not the last row: there a terminal would scroll.
        rows = max(_FEWEST_ROWS, console.height - taken - 1)
        lines = self.picture.split("\n")
        down = max(0, min(down, len(lines) - rows))
        board = Text.from_markup(for_terminal("\n".join(lines[down : down + rows])), emoji=False)
        board.no_wrap, board.overflow = True, "ellipsis"
        below = [Text(status, style="dim", no_wrap=True, overflow="ellipsis")] if status else []
        return Group(head, "", board, *below)

    def _following(self) -> list[str]:
        return [*_under("next move", self.following), *self.end]


def _under(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *lines] if lines else []
