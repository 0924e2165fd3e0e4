"""A run of matches on the terminal, as it goes on, with the standings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from arbiter.cli.output import for_terminal, remark, stderr
from arbiter.cli.standings import brief_notes, standings_table
from arbiter.tournaments.runner import Observer
from ladder.ratings.standings import Standing

DRAW_S = 0.25
REPORT_S = 10.0
"""How often a run says how far it has come where there is no terminal."""


class Screen(Observer):
    """Draws a run on standard error while a block lasts; prints reports if that is no terminal."""

    def __init__(self) -> None:
        self.standings: list[Standing] = []

    def rated(self, standings: list[Standing]) -> None:
        self.standings = standings

    def remarked(self, sentence: str) -> None:
        remark(for_terminal(sentence))

    def top(self) -> RenderableType:
        """Return what is drawn beside the standings, above them if a run does not say otherwise."""
        raise NotImplementedError

    def drawing(self) -> RenderableType:
        """Return what is drawn while the run goes on; what does not fit is cut at its end."""
        return Group(self.top(), *self.table())

    def table(self) -> list[RenderableType]:
        """Return the standings, and what their marks mean."""
        notes = "\n".join(brief_notes(self.standings))
        return [standings_table(self.standings), *([Text(notes, style="dim")] if notes else [])]

    def end(self) -> RenderableType:
        """Return what stays on the terminal when the run has ended."""
        return self.drawing()

    async def refresh(self) -> None:
        """Look up what is drawn next, before each drawing."""

    def report(self) -> list[str]:
        """Return in lines how far the run has come, for a log; none: its results say it."""
        return []

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Draw again and again while a block lasts."""
        if not stderr.is_terminal:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep_reporting)
                yield
                nursery.cancel_scope.cancel()
            return
        with Live(console=stderr, auto_refresh=False, vertical_overflow="crop") as live:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._keep_drawing, live)
                    yield
                    nursery.cancel_scope.cancel()
            finally:
                live.update(self.end(), refresh=True)

    async def _keep_reporting(self) -> None:
        said: list[str] = []
        while True:
            await trio.sleep(REPORT_S)
            if (lines := self.report()) != said:
                said = lines
                for line in lines:
                    self.remarked(line)

    async def _keep_drawing(self, live: Live) -> None:
        while True:
            await self.refresh()
            live.update(self.drawing(), refresh=True)
            await trio.sleep(DRAW_S)
