"""Running a tournament: what is due is played, what is played is stored, exactly once."""

from collections.abc import Callable
from typing import Protocol

import trio

from arbiter.jobs import Job
from arbiter.match import Result, Void
from arbiter.tournaments.spec import TournamentSpec
from engine.record import Record
from ladder.ratings.sprt import Verdict
from ladder.schedules.schedule import Key, Pairing, Ranks, Schedule
from ladder.store.store import Store, Tournament


class Players(Protocol):
    """Who plays a game: worker processes, or a test's double."""

    async def play(self, job: Job) -> Result:
        """Play a game to its end."""


class Runner:
    """One run of a tournament, from what is stored of it to its end or until it is stopped."""

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        spec: TournamentSpec,
        players: Players,
    ) -> None:
        self.results: dict[Key, Ranks] = store.finished(tournament)
        self.given_up: dict[Key, Void] = {}
        self.on_result: Callable[[Pairing, Result], None] = lambda pairing, result: None
        """Called with every game that was played, after it is stored."""
        self._store = store
        self._tournament = tournament
        self._control = spec.control()
        self._manifests = spec.manifests()
        self._schedules = spec.schedules()
        self.trial = spec.trial()
        self._verdict_reached = trio.CancelScope()
        self._players = players
        self._places = trio.CapacityLimiter(spec.concurrency)
        self._writing = trio.Lock()

    async def run(self) -> None:
        """Play all that is due, until nothing is, or a trial has its verdict."""
        with self._verdict_reached:
            self._weigh()
            async with trio.open_nursery() as nursery:
                for schedule in self._schedules:
                    nursery.start_soon(self._run, schedule)

    async def _run(self, schedule: Schedule) -> None:
        while due := self._due(schedule):
            async with trio.open_nursery() as nursery:
                for pairing in due:
                    await self._places.acquire_on_behalf_of(pairing.key)
                    nursery.start_soon(self._play, pairing)

    def _due(self, schedule: Schedule) -> list[Pairing]:
        return [each for each in schedule.due(self.results) if each.key not in self.given_up]

    async def _play(self, pairing: Pairing) -> None:
        try:
            bots = {name: self._manifests[name] for name in pairing.bots}
            result = await self._players.play(Job(pairing.setup, bots, self._control))
            if isinstance(result, Record):
                await self._keep(pairing, result)
            else:
                self.given_up[pairing.key] = result
        finally:
            self._places.release_on_behalf_of(pairing.key)
        self.on_result(pairing, result)

    async def _keep(self, pairing: Pairing, record: Record) -> None:
        """Store a game; a thread does it, since a commit waits for the disk."""
        async with self._writing:
            await trio.to_thread.run_sync(
                self._store.add_match, self._tournament, pairing.key, record
            )
        self.results[pairing.key] = tuple(seat.rank for seat in record.seats)
        self._weigh()

    def _weigh(self) -> None:
        if self.trial is not None and self.trial.weigh(self.results) is not Verdict.OPEN:
            self._verdict_reached.cancel()
