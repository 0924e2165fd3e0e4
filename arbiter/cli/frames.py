"""A position on a terminal, or printed: the board, and what is said of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arbiter.cli.keys import Steps, WaitForKey
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
        down = self.limit(console, status, down)
        lines = self.picture.split("\n")[down : down + self._rows(console, status)]
        board = Text.from_markup(for_terminal("\n".join(lines)), emoji=False)
        board.no_wrap, board.overflow = True, "ellipsis"
        below = [Text(status, style="dim", no_wrap=True, overflow="ellipsis")] if status else []
        return Group(self._head(console), "", board, *below)

    def limit(self, console: Console, status: str, down: int) -> int:
        """Return by how many rows the board can be scrolled, `down` if that is not too far."""
        lines = self.picture.count("\n") + 1
        return max(0, min(down, lines - self._rows(console, status)))

    def _head(self, console: Console) -> Text:
        """Return what is said above the board."""
        said = [f"last {line}" for line in self.last] + [f"next {line}" for line in self.following]
        above = "\n".join(filter(None, [*said, *self.end, *self.points]))
        head = Text.from_markup(f"{self.title}\n{for_terminal(above)}", emoji=False)
        return Text("\n").join(head.wrap(console, console.width))

    def _rows(self, console: Console, status: str) -> int:
        """Return how many rows of the board there is room for."""
        taken = self._head(console).plain.count("\n") + 2 + bool(status)
        # Not the last row: there a terminal would scroll.
        return max(_FEWEST_ROWS, console.height - taken - 1)

    def _following(self) -> list[str]:
        return [*_under("next move", self.following), *self.end]


def draw_step(
    live: Live, frame: Frame, steps: Steps, wait: WaitForKey, *, more: bool = False
) -> bool:
    """Draw a step and wait for the next, as `Steps.advance` does; False when it is over."""
    status = steps.status()
    # Whoever scrolled further than to the end would have to scroll as far back to see a change.
    steps.down = frame.limit(live.console, status, steps.down)
    live.update(frame.drawn(live.console, status, steps.down), refresh=True)
    goes_on = steps.advance(wait, more=more)
    if not goes_on:
        live.update(frame.drawn(live.console, down=steps.down), refresh=True)
    return goes_on


def _under(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *lines] if lines else []
