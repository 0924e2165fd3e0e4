"""A tournament as it runs, on the terminal: bars, the test if there is one, the standings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from rich.console import Group, RenderableType
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
from arbiter.tournaments.stored_ladder import anchor_of
from ladder.ratings.sprt import SprtTrial
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Pairing, TournamentSchedule
from ladder.store.store import Store, Tournament

REFRESH_S = 1.0
"""How often the standings are computed while matches are played, at most."""
RATING_SHARE = 0.1
"""The part of the time that this may take, however many results there are."""


class TournamentScreen(Screen):
    """Bars that advance with each stored match; the standings are read from the store."""

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        schedule: TournamentSchedule,
        trial: SprtTrial | None = None,
    ) -> None:
        super().__init__()
        self._trial = trial
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
        self._next_rating_s = trio.current_time() + REFRESH_S

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        if not isinstance(result, Void):
            self._bars.advance(self._tasks[pairing.key.game])
            self._stale = True

    def top(self) -> RenderableType:
        bars = self._bars.get_renderable()
        if self._trial is None:
            return bars
        return Group(bars, *map(for_terminal, self._trial.report().lines()))

    def report(self) -> list[str]:
        return self._counts() + (self._trial.report().lines() if self._trial else [])

    def _counts(self) -> list[str]:
        return [
            f"{game}: {played} of {total} matches are played"
            for game, (played, total) in self._schedule.progress().items()
        ]

    def end(self) -> RenderableType:
        return self.top()  # the final standings are a result, for standard output

    async def refresh(self) -> None:
        since_s = trio.current_time()
        if self._stale and since_s > self._next_rating_s:
            self._stale = False
            self.standings = await trio.to_thread.run_sync(
                lambda: standings(self._store.results(self._tournament), self._anchor)
            )
            took_s = trio.current_time() - since_s
            self._next_rating_s = since_s + max(REFRESH_S, took_s / RATING_SHARE)

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        remark(f"tournament [bold]{for_terminal(self._tournament.name)}[/]")
        stopped = True
        try:
            async with super().shown():
                yield
            stopped = False
        finally:
            if not stderr.is_terminal:
                # Of a run to its end the results tell how the test stands.
                for line in self.report() if stopped else self._counts():
                    self.remarked(line)
