"""A tournament as it runs, on the terminal: a bar for each game, and the standings so far."""

import time
from dataclasses import dataclass

import trio
from rich.console import Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from arbiter.cli.output import for_terminal, stderr
from arbiter.cli.standings import standings_table
from arbiter.cli.stopping import stopping
from arbiter.match import Result, Void
from arbiter.tournaments.runner import Runner
from arbiter.tournaments.spec import TournamentSpec
from arbiter.worker_pool import open_workers
from ladder.ratings.sprt import Verdict
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Key, Pairing
from ladder.store.store import Store, Tournament

REFRESH_S = 1.0
"""How often the standings are computed anew while games go on."""


@dataclass(frozen=True)
class End:
    """How a run of a tournament ended."""

    stopped: bool
    given_up: dict[Key, Void]
    verdict: Verdict | None
    """Of a gauntlet with a sequential test."""


def run_tournament(store: Store, tournament: Tournament, spec: TournamentSpec, workers: int) -> End:
    """Play what is due, with live progress; Ctrl-C or SIGTERM stops, a second one at once."""
    return trio.run(_run, store, tournament, spec, workers)


async def _run(store: Store, tournament: Tournament, spec: TournamentSpec, count: int) -> End:
    async with stopping() as running, open_workers(count) as workers:
        runner = Runner(store, tournament, spec, workers)
        with _Screen(store, tournament, runner, spec) as screen:
            runner.on_result = screen.count
            await runner.run()
    verdict = runner.trial.verdict if runner.trial else None
    return End(running.cancelled_caught, runner.given_up, verdict)


class _Screen:
    """What is shown while a tournament runs."""

    def __init__(
        self, store: Store, tournament: Tournament, runner: Runner, spec: TournamentSpec
    ) -> None:
        self._store = store
        self._tournament = tournament
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=stderr,
        )
        self._tasks = {
            schedule.game: self._bars.add_task(
                schedule.game,
                total=schedule.total(),
                completed=sum(key.game == schedule.game for key in runner.results),
            )
            for schedule in spec.schedules()
        }
        self._live = Live(self._bars, console=stderr, refresh_per_second=4)
        self._drawn_s = time.monotonic()

    def __enter__(self) -> "_Screen":
        name, seed = for_terminal(self._tournament.name), self._tournament.seed
        stderr.print(f"tournament [bold]{name}[/], seed {seed}")
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.update(self._bars)
        self._live.stop()

    def count(self, pairing: Pairing, result: Result) -> None:
        """Count a game, and draw the standings if they have not been drawn for a while."""
        if isinstance(result, Void):
            return
        self._bars.advance(self._tasks[pairing.key.game])
        if stderr.is_terminal and time.monotonic() - self._drawn_s > REFRESH_S:
            rows = standings(self._store.results(self._tournament))
            self._live.update(Group(self._bars, standings_table(rows)))
            self._drawn_s = time.monotonic()
