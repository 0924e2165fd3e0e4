"""A tournament as it runs, on the terminal: a bar for each game, and the standings so far."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from rich.console import RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from arbiter.cli.output import for_terminal, remark, stderr
from arbiter.cli.screen import Screen
from arbiter.jobs import JobResult
from arbiter.match import Void
from arbiter.tournaments.ladder import anchor_of
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Pairing, TournamentSchedule
from ladder.store.store import Store, Tournament

REFRESH_S = 1.0
"""How often the standings are computed while matches are played."""


class TournamentScreen(Screen):
    """Bars that advance with each stored match; the standings are read from the store."""

    def __init__(self, store: Store, tournament: Tournament, schedule: TournamentSchedule) -> None:
        super().__init__()
        self._store = store
        self._tournament = tournament
        self._schedule = schedule
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=stderr,
        )
        self._tasks = {
            game: self._bars.add_task(for_terminal(game), total=total, completed=played)
            for game, (played, total) in schedule.progress().items()
        }
        self._anchor = anchor_of(store)
        self._stale = False
        self._rated_s = trio.current_time()

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        if not isinstance(result, Void):
            self._bars.advance(self._tasks[pairing.key.game])
            self._stale = True

    def top(self) -> RenderableType:
        return self._bars.get_renderable()

    def end(self) -> RenderableType:
        return self.top()  # the final standings are a result, for standard output

    async def refresh(self) -> None:
        now_s = trio.current_time()
        if self._stale and now_s - self._rated_s > REFRESH_S:
            self._stale, self._rated_s = False, now_s
            self.standings = await trio.to_thread.run_sync(
                lambda: standings(self._store.results(self._tournament), self._anchor)
            )

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        remark(f"tournament [bold]{for_terminal(self._tournament.name)}[/]")
        try:
            async with super().shown():
                yield
        finally:
            if not stderr.is_terminal:
                for game, (played, total) in self._schedule.progress().items():
                    remark(f"{for_terminal(game)}: {played} of {total} matches are played")
