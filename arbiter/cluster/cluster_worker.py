"""A worker of a cluster: takes batches, plays them in worker processes, reports the results.

The matches are not played in this process, so that a game whose rules loop does not stop its
heartbeat, and a bot that kills whoever plays its match does not kill the worker.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import trio

from arbiter.bot_files import BadFiles
from arbiter.bots import BadBot
from arbiter.cluster.batches import Batch, Report, deaths_to_json
from arbiter.cluster.bot_archives import BotLibrary
from arbiter.cluster.message_queue import MATCHES, VERSION, MessageQueue, queue_of
from arbiter.jobs import Job, encode_result
from arbiter.tournaments.runner import Pool
from arbiter.worker_pool import Death, Retried, WorkerProcessDied
from engine.errors import OperatorError
from engine.record import Host
from ladder.store.members import GIVEN_UP_S, Admission
from ladder.store.rows import Member
from ladder.store.store import Store

LAST_REPORT_S = 2.0
"""How long a worker that is stopped tries to say what it has not played."""
LOOK_S = 2.0
"""How often a worker looks whether an operator has drained or excluded it."""
_DECISIONS = {
    Admission.ADMITTED: "{host} is admitted again, and takes matches.",
    Admission.DRAINED: "{host} is drained: it finishes what it has and takes no more, until "
    "`lutetia workers admit {host}`.",
    Admission.EXCLUDED: "{host} is excluded: it gives back what it has and takes no more, until "
    "`lutetia workers admit {host}`.",
}


class OtherVersion(OperatorError):
    """The coordinators of a cluster are of another version than this worker."""


async def work_for_cluster(
    store: Store,
    queue: MessageQueue,
    pool: Pool,
    library: BotLibrary,
    host: Host,
    places: int,
    remark: Callable[[str], None],
) -> None:
    """Play batches until cancelled, with a pool that plays `places` matches at a time.

    An operator may drain or exclude the host meanwhile, and admit it again.
    """
    refuse_other_version(store)
    unpacking = trio.Lock()
    in_play: set[_BatchInPlay] = set()

    async def joined(number: int) -> None:
        worker = Member(
            id=number,
            host=host.name,
            process=os.getpid(),
            version=VERSION,
            places=places,
            calibration_s=host.calibration_s,
        )
        await trio.to_thread.run_sync(store.join_cluster, worker, abandon_on_cancel=True)
        remark(f"{host.name} plays {places} match{'es' * (places > 1)} at a time. Ctrl-C ends it.")

    async def take(payload: dict[str, Any]) -> None:
        batch = _BatchInPlay(store, queue, pool, library, unpacking, host.name, Batch(**payload))
        in_play.add(batch)
        try:
            await batch.play()
        finally:
            in_play.remove(batch)

    def obey(admission: Admission) -> None:
        queue.set_taking(admission is Admission.ADMITTED)
        if admission is Admission.EXCLUDED:
            for batch in in_play:
                batch.give_back()
        remark(_DECISIONS[admission].format(host=host.name))

    admission = store.admission(host.name)
    if admission is not Admission.ADMITTED:
        obey(admission)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_keep_looking, store, host.name, admission, obey, remark)
        # One batch more than there are places: small ones fill all places, and the next is there
        # when one ends.
        queues = [MATCHES, queue_of(host.name, os.getpid())]
        await queue.work(queues, take, places + 1, joined, remark)


async def _keep_looking(
    store: Store,
    host: str,
    admission: Admission,
    obey: Callable[[Admission], None],
    remark: Callable[[str], None],
) -> None:
    """Check what the operator has decided, and whether there are coordinators to work for."""

    def look() -> tuple[Admission, str]:
        return store.admission(host), other_version(store)

    said = ""
    while True:
        await trio.sleep(LOOK_S)
        try:
            decided, other = await trio.to_thread.run_sync(look, abandon_on_cancel=True)
        except OperatorError:  # the database is away, and whoever needs it says so
            continue
        if decided is not admission:
            admission = decided
            obey(admission)
        if other and other != said:
            remark(f"Nothing to play: {other}.")
        said = other


def refuse_other_version(store: Store) -> None:
    """Raise OtherVersion if all coordinators that are there are of another version."""
    if other := other_version(store):
        raise OtherVersion(other)


def other_version(store: Store) -> str:
    """Say that all coordinators that are there are of another version, if they are."""
    members = [member for member in store.members() if not member.given_up]
    coordinators = [member for member in members if member.tournament is not None]
    if not coordinators or any(each.version == VERSION for each in coordinators):
        return ""
    other = coordinators[0]
    return (
        f"{other.tournament!r} is run by lutetia {other.version} on {other.host}, and this is "
        f"{VERSION}: install that version here"
    )


class _BatchInPlay:
    """A batch that this worker plays."""

    def __init__(
        self,
        store: Store,
        queue: MessageQueue,
        pool: Pool,
        library: BotLibrary,
        unpacking: trio.Lock,
        host: str,
        batch: Batch,
    ) -> None:
        self._store = store
        self._queue = queue
        self._pool = pool
        self._library = library
        self._unpacking = unpacking
        self._host = host
        self._batch = batch
        self._playing = trio.CancelScope()
        self._lines: list[bytes] = []
        self._died: list[int] = []
        self._deaths: dict[int, tuple[Death, ...]] = {}
        self._unable: dict[str, str] = {}
        self._news = trio.Event()
        self._played = False
        """Whether no further results will come."""

    async def play(self) -> None:
        """Play all matches; results are reported while others are still played.

        What a coordinator that was killed has left in the queue is given back unplayed.
        """
        over = False
        try:
            silent_s = await self._silence_of_coordinator()
            if silent_s is None or silent_s > GIVEN_UP_S:
                return
            with self._playing:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._keep_reporting)
                    async with trio.open_nursery() as matches:
                        for number, job in self._batch.jobs().items():
                            matches.start_soon(self._play, number, job)
                    self._played = True
                    self._news.set()
            await self._report_end()
            over = True
        finally:
            # If it was cut short the rest is played elsewhere at once.
            if not over:
                with trio.move_on_after(LAST_REPORT_S, shield=True):
                    await self._report_end()

    def give_back(self) -> None:
        """Stop playing; what has no result is played elsewhere."""
        self._playing.cancel()

    async def _silence_of_coordinator(self) -> float | None:
        ask = partial(self._store.silence, self._batch.coordinator)
        return await trio.to_thread.run_sync(ask, abandon_on_cancel=True)

    async def _play(self, number: int, job: Job) -> None:
        bots = {}
        for name, manifest in job.bots.items():
            try:
                async with self._unpacking:
                    content = self._batch.archives[str(manifest.bot)]
                    bots[name] = await trio.to_thread.run_sync(
                        self._library.find, manifest, content, abandon_on_cancel=True
                    )
            except (BadBot, BadFiles) as error:
                # No result: the match is played where the bot can be built.
                self._unable[str(manifest.bot)] = str(error)
                return
        result = await self._pool.play(replace(job, bots=bots))
        if isinstance(result, Retried):
            self._deaths[number] = result.deaths
            result = result.result
        if isinstance(result, WorkerProcessDied):
            self._died.append(number)
        self._lines.append(encode_result(number, result))
        self._news.set()

    async def _keep_reporting(self) -> None:
        """Report what is there; while one report is under way, the next results gather."""
        while not self._played:
            await self._news.wait()
            self._news = trio.Event()
            if self._lines and not self._played:  # else the last report tells it
                await self._report()

    async def _report_end(self) -> None:
        """Say what is left to say, unless the coordinator has left: nobody would take it."""
        if await self._silence_of_coordinator() is not None:
            await self._report(over=True)

    async def _report(self, over: bool = False) -> None:
        lines, died, deaths = list(self._lines), list(self._died), dict(self._deaths)
        report = Report(
            batch=self._batch.name,
            host=self._host,
            process=os.getpid(),
            results=b"".join(lines).decode(),
            died=died,
            deaths=deaths_to_json(deaths),
            unable=self._unable,
            over=over,
        )
        await self._queue.defer(self._batch.reply_to, [report.to_json()])
        # Only now: a report that is cut short, which may have arrived or not, is made again.
        del self._lines[: len(lines)], self._died[: len(died)]
        for number in deaths:
            del self._deaths[number]
