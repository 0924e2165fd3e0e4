"""Running matches: what a schedule says is next is played, and what is played is stored once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import trio

from arbiter.bot_files import Originals
from arbiter.bots import Manifest
from arbiter.clocks import TimeControl
from arbiter.jobs import Job, JobResult, NotStarted, Withdrawn
from arbiter.match import Void
from arbiter.sessions import Refusal
from arbiter.tournaments.spec import Plan
from arbiter.tournaments.suspects import Suspects
from arbiter.worker_pool import Retried
from engine.errors import OperatorError
from engine.record import Bot, PackedRecord
from ladder.ratings.sprt import Verdict
from ladder.ratings.standings import Standing
from ladder.schedules.schedule import Idle, Key, Pairing, Ranks, TournamentSchedule
from ladder.store.store import Store, Tournament

BACKLOG = 64
"""How many finished matches may wait to be stored before no further ones are started."""
AHEAD = 4
"""One extra match waits at the workers for every this many, at least one, so that none idles."""
IDLE_REMARKS = {
    Idle.AWAITING_BOTS: "no game has enough bots; waiting for `lutetia submit`",
    Idle.RESTING: "resting: enough is known of every bot; `lutetia submit` or a bot that connects "
    "wakes the ladder",
}
NOT_STARTED_IN_A_ROW = 10
"""After this many matches in a row whose bots we failed to start, the run stops."""


class AnotherRunner(OperatorError):
    """Somebody else stores matches of the same tournament."""


class CannotStartBots(OperatorError):
    """This machine cannot start bots any more."""


class Schedule(Protocol):
    """What is to be played; it is asked and told, and does nothing by itself."""

    def next(self) -> Pairing | Idle:
        """Return the match to start now; it counts as running until it is finished or void."""

    def finished(self, pairing: Pairing, ranks: Ranks) -> bool:
        """Take in the result of a match; True if nothing else needs to be played."""

    def void(self, pairing: Pairing) -> str:
        """Take in that a match has no result; return what the operator should know, if anything."""

    def postpone(self, pairing: Pairing) -> None:
        """Take in that a match did not begin: it is still to be played."""

    def suspend(self, bot: str) -> None:
        """Start no further match of a bot."""


class Pool(Protocol):
    """Where matches are played: worker processes, or a test's double."""

    async def play(self, job: Job) -> JobResult | Retried:
        """Play a match to its end; `Retried` if that took more than one try."""


class Observer:
    """What a front end is told while matches are played; it overrides what it needs."""

    def started(self, pairing: Pairing) -> None:
        """A match has started."""

    def ended(self, pairing: Pairing) -> None:
        """A match runs no more; what has come of it is told when that is stored."""

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        """A match has ended; if it has a result, that is stored."""

    def postponed(self, pairing: Pairing) -> None:
        """A match did not begin after all; it is played later."""

    def stored(self, seconds: float) -> None:
        """A group of finished matches is stored, which took this long."""

    def rated(self, standings: list[Standing]) -> None:
        """The ladder has computed new standings."""

    def remarked(self, sentence: str) -> None:
        """Something happened that the operator should know."""

    def announced(self, sentence: str) -> None:
        """Something is as it should be, and the operator may want to know."""
        self.remarked(sentence)

    def connected(self, bot: Bot) -> None:
        """A remote bot has connected."""

    def left(self, bot: Bot) -> None:
        """A remote bot has left, and its matches are over."""

    def refused(self, peer: str, refusal: Refusal) -> None:
        """The hello of a stream from an address was refused."""


class Observers(Observer):
    """Tells several front ends."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        # Whatever an observer can be told, so that nothing new is forgotten here.
        for hook in vars(Observer):
            if not hook.startswith("_"):
                setattr(self, hook, partial(self._tell, hook))

    def _tell(self, hook: str, /, *news: object, **named: object) -> None:
        for each in self._observers:
            getattr(each, hook)(*news, **named)


class Runner:
    """Plays one tournament or ladder, a number of matches at a time.

    `bots` are the manifests by the names that pairings use; it may grow while the runner runs.
    `originals` are the files of bots whose authors could edit them meanwhile.
    A bot that makes matches impossible is suspended, so that the others' go on.
    """

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        schedule: Schedule,
        pool: Pool,
        *,
        bots: Mapping[str, Manifest],
        control: TimeControl,
        concurrency: int,
        observer: Observer,
        originals: Mapping[str, Originals] = MappingProxyType({}),
        strikes: int = 0,
    ) -> None:
        self.void: dict[Key, Void] = {}
        """Matches that were given up."""
        self.suspended: dict[str, str] = {}
        """Bots whose matches are not played any more, and why."""
        self._store = store
        self._tournament = tournament
        self._schedule = schedule
        self._pool = pool
        self._bots = bots
        self._control = control
        self._strikes = strikes
        self._free_slots = trio.Semaphore(concurrency + max(1, concurrency // AHEAD))
        self._observer = observer
        self._originals = originals
        self._suspects = Suspects()
        self._not_started_in_a_row = 0
        self._news = trio.Event()
        self._matches = trio.CancelScope()

    async def run(self, limit: int | None = None) -> None:
        """Play until the schedule is done; start at most `limit` matches if it is given."""
        played: trio.MemorySendChannel[tuple[Pairing, PackedRecord]]
        played, to_store = trio.open_memory_channel(BACKLOG)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._store_played, to_store)
            # The channel closes after the last match, which ends the task that stores.
            async with played:
                with self._matches:
                    async with trio.open_nursery() as matches:
                        started = 0
                        while started != limit and (pairing := await self._next()) is not None:
                            matches.start_soon(self._play, pairing, played)
                            started += 1

    def wake(self) -> None:
        """Ask the schedule again: something other than a result has changed it."""
        self._news.set()
        self._news = trio.Event()

    async def _next(self) -> Pairing | None:
        """Wait until one more match may run, and return it; None when all is played."""
        await self._free_slots.acquire()
        said: Idle | None = None
        while isinstance(pairing := self._schedule.next(), Idle):
            if pairing is Idle.DONE:
                return None
            if pairing in IDLE_REMARKS and pairing is not said:
                said = pairing
                self._observer.announced(IDLE_REMARKS[pairing])
            await self._news.wait()
        return pairing

    async def _play(
        self, pairing: Pairing, played: trio.MemorySendChannel[tuple[Pairing, PackedRecord]]
    ) -> None:
        bots = {name: self._bots[name] for name in pairing.bots}
        public_name = (self._tournament.name, *pairing.key)
        self._observer.started(pairing)
        job = Job(pairing.setup, bots, self._control, public_name, self._strikes)
        result = await self._pool.play(job)
        self._observer.ended(pairing)
        if isinstance(result, Retried):
            self._blame(result)
            result = result.result
        if isinstance(result, PackedRecord):
            self._suspects.played(pairing.bots)
            self._not_started_in_a_row = 0
            await played.send((pairing, result))
        elif isinstance(result, Withdrawn):
            self._schedule.postpone(pairing)
            self._observer.postponed(pairing)
            self.wake()
        else:
            self._give_up(pairing, result)
        # Only now, behind a channel that may be full: matches are not played faster than stored.
        # Not in `finally`: what is raised here ends the run, and nobody waits for the slot.
        self._free_slots.release()

    def _give_up(self, pairing: Pairing, void: Void) -> None:
        """Go on without a match, and without the bot that is behind it, if one is."""
        self.void[pairing.key] = void
        consequence = self._schedule.void(pairing)
        self._observer.finished(pairing, void)
        if consequence:
            self._observer.remarked(consequence)
        if isinstance(void, NotStarted):
            for bot in self._suspects.not_started(void.bots):
                self._suspend(bot, void.reason)
            self._not_started_in_a_row += 1
            if self._not_started_in_a_row == NOT_STARTED_IN_A_ROW:
                raise CannotStartBots(
                    f"{NOT_STARTED_IN_A_ROW} matches in a row could not be played: {void.reason}. "
                    "All finished matches are stored; fix this, then continue with "
                    "`lutetia tournament resume` or `lutetia serve`"
                )
        self.wake()

    def _blame(self, retried: Retried) -> None:
        """Suspend the bot that is behind the deaths of workers, whatever came of the match."""
        for death in retried.deaths:
            for bot in self._suspects.died(death):
                if bot in self._bots:  # a host of a cluster may play for other tournaments, too
                    reason = "the worker processes of its matches died, as if it killed them"
                    self._suspend(bot, reason)

    def _suspend(self, bot: str, reason: str) -> None:
        if bot not in self.suspended:
            self.suspended[bot] = reason
            self._schedule.suspend(bot)
            self._observer.remarked(f"{bot} is suspended, so its matches are not played: {reason}")

    async def _without_edited(
        self, batch: list[tuple[Pairing, PackedRecord]]
    ) -> list[tuple[Pairing, PackedRecord]]:
        """Leave out matches of a bot whose files were edited: nobody knows which bot played them.

        That bot is suspended, so that nothing else of the tournament stops.
        """
        names = {name for pairing, _ in batch for name in pairing.bots if name in self._originals}
        if not names:
            return batch

        def look() -> dict[str, Path]:
            edits = ((name, self._originals[name].edited()) for name in sorted(names))
            return {name: path for name, path in edits if path is not None}

        edited = await trio.to_thread.run_sync(look)
        for name, path in edited.items():
            self._suspend(name, f"{path} was edited while the tournament ran")
        kept = []
        for pairing, record in batch:
            guilty = next((name for name in pairing.bots if name in edited), None)
            if guilty is None:
                kept.append((pairing, record))
            else:
                self._give_up(pairing, Void(f"{guilty}: {self.suspended[guilty]}"))
        return kept

    async def _store_played(
        self, played: trio.MemoryReceiveChannel[tuple[Pairing, PackedRecord]]
    ) -> None:
        """Store finished matches in groups: while one transaction is under way the next gathers.

        A run that is stopped still stores what was played, hence the shield; it ends with the
        channel. A commit waits for the disk, so a thread does it.
        """
        with trio.CancelScope(shield=True):
            async for first in played:
                batch = [first]
                while played.statistics().current_buffer_used:
                    batch.append(played.receive_nowait())
                batch = await self._without_edited(batch)
                rows = [(pairing.key, record) for pairing, record in batch]
                since_s = trio.current_time()
                stored = await trio.to_thread.run_sync(
                    self._store.add_matches, self._tournament, rows
                )
                self._observer.stored(trio.current_time() - since_s)
                for (pairing, record), new in zip(batch, stored, strict=True):
                    if not new:
                        raise AnotherRunner(
                            f"{pairing.key} of {self._tournament.name!r} is stored already: "
                            "another program ran it at the same time, or its seats are damaged; "
                            "see `lutetia replay verify --all`"
                        )
                    ranks = tuple(seat.rank for seat in record.seats)
                    if self._schedule.finished(pairing, ranks):
                        self._matches.cancel()
                    self._observer.finished(pairing, record)
                self.wake()


@dataclass(frozen=True)
class End:
    """How a run of a tournament ended."""

    void: Mapping[Key, Void]
    suspended: Mapping[str, str]
    """Bots whose matches were not played any more, and why."""
    verdict: Verdict | None
    """Of a gauntlet with a sequential test."""


async def run_tournament(
    store: Store,
    tournament: Tournament,
    plan: Plan,
    schedule: TournamentSchedule,
    pool: Pool,
    observer: Observer,
    concurrency: int | None = None,
) -> End:
    """Play what is due in a tournament, to its end or until the caller cancels it.

    `concurrency` matches are given to the pool at a time, if not as many as the plan says.
    """
    runner = Runner(
        store,
        tournament,
        schedule,
        pool,
        bots=plan.bots,
        control=plan.control,
        concurrency=concurrency or plan.spec.concurrency,
        observer=observer,
        originals=plan.originals(),
        strikes=plan.spec.strikes,
    )
    await runner.run()
    return End(runner.void, runner.suspended, plan.trial.verdict if plan.trial else None)
