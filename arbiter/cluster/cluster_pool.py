"""The coordinator's side of a cluster: matches go out in batches, results come back in reports."""

import os
import secrets
import socket
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import trio

from arbiter.bot_files import BadFiles
from arbiter.bots import BadBot, Manifest
from arbiter.cluster import NoCluster
from arbiter.cluster.batches import Batch, Report, encode_jobs
from arbiter.cluster.bot_archives import publish
from arbiter.cluster.message_queue import BATCHES, MATCHES, VERSION, open_message_queue, queue_of
from arbiter.jobs import BadLine, Job, JobResult, NotStarted, check_result
from arbiter.match import Void
from arbiter.worker_pool import Death, Retried, WorkerProcessDied, matches_to_blame
from engine.errors import OperatorError
from engine.record import PackedRecord
from ladder.store.members import Admission, PresentMember
from ladder.store.rows import Member
from ladder.store.store import Store, Tournament

REPORTS = "lutetia reports "
"""How the names of the queues begin in which results come back."""
IN_FLIGHT = 256
"""How many matches are given to the cluster at a time, unless more are asked for."""
BATCH_S = 1.0
"""How much thinking a batch should hold: enough for its way through the database not to matter,
little enough for the last batches of a tournament to end together."""
LARGEST_BATCH = 32
ATTEMPTS = 3
"""How many workers may be lost over a match before it is void."""
MOST_LOSSES = 20
"""The same for times that it was lost, however few workers that were. One that has too little of
its machine loses its heartbeat over and over, which is no fault of the match."""
CHECK_S = 2.0
"""How often to look for workers that were lost."""
CLOSE_S = 5.0
"""How long taking back unplayed matches may last."""


class Queue(Protocol):
    """Where batches go: `MessageQueue`, or a test's double."""

    async def defer(self, queue: str, payloads: Sequence[dict[str, Any]]) -> list[int]:
        """Put messages into a queue, and return their numbers."""

    async def lost(
        self, family: str, numbers: Sequence[int], replies: str
    ) -> tuple[dict[int, int | None], set[int]]:
        """Return which of some messages were stalled, and which have ended with no reply waiting.

        Of a stalled one, the number of its worker as a member is told, if it is known.

        Their queues have names that begin with `family`.
        """

    async def take_back(self, numbers: Sequence[int]) -> set[int]:
        """Take back those messages that nobody has taken, and return which they were."""

    async def withdraw(self, numbers: Sequence[int]) -> None:
        """Take messages back, and have those ended that somebody has taken."""

    async def forget(self, queue: str, family: str) -> None:
        """Remove all messages of a queue, and old ones of its family."""


class WorkerName(NamedTuple):
    """A worker, as members and reports name it."""

    host: str
    process: int


@dataclass
class _Pending:
    """A match that has no result yet."""

    job: Job
    done: trio.Event = field(default_factory=trio.Event)
    result: JobResult | None = None
    losses: int = 0
    """How many times a worker was lost over it."""
    lost_by: set[int | str] = field(default_factory=set)
    """Which members these were; where that is not known, the batch."""
    deaths: list[Death] = field(default_factory=list)
    """These, each once, and worker processes that died."""

    def end(self, result: JobResult) -> None:
        self.result = result
        self.done.set()


@dataclass
class _SentBatch:
    """A batch that waits in the queue or is played."""

    matches: dict[int, _Pending]
    """Those without a result."""
    worker: WorkerName | None
    """The only worker that may play it; None if any may."""
    message_number: int = 0
    """That of its message in the queue; 0 until it is known."""
    missed: bool = False
    """Whether it had left the queue when we last looked; its last report may be on its way."""


class ClusterPool:
    """Plays matches on the workers of a cluster."""

    def __init__(
        self,
        store: Store,
        queue: Queue,
        remark: Callable[[str], None],
        members: Callable[[], Sequence[PresentMember]],
    ) -> None:
        self._store = store
        self._queue = queue
        self._remark = remark
        self._members = members
        """Asks who is there."""
        self.reports = f"{REPORTS}{secrets.token_hex(8)}"
        """The queue in which results come back."""
        self._coordinator = 0
        """Our own number as a member of the cluster."""
        self._joined = trio.Event()
        self._waiting: list[_Pending] = []
        self._news = trio.Event()
        self._sent: dict[str, _SentBatch] = {}
        self._archives: dict[Manifest, str] = {}
        self._unable: defaultdict[str, dict[WorkerName, str]] = defaultdict(dict)
        """For each bot, by name and version, on which workers it cannot play, and why."""
        self._stranded: list[_Pending] = []
        """Matches that wait for a worker: those that could play them are drained, or away."""
        self._said: list[str] = []
        """Remarks that still hold, and are not made again."""
        self._match_s = BATCH_S
        """How long a match has lately taken, so that the first batches hold one each."""

    async def play(self, job: Job) -> JobResult | Retried:
        """Play a match on some worker; on another, if that one is lost."""
        pending = _Pending(job)
        self._put(pending)
        await pending.done.wait()
        assert pending.result is not None
        if pending.deaths:
            return Retried(pending.result, tuple(pending.deaths))
        return pending.result

    def joined(self, number: int) -> None:
        """Take in under which number this coordinator is a member of the cluster."""
        self._coordinator = number
        self._joined.set()

    async def send(self) -> None:
        """Send what waits; what comes while it is under way gathers."""
        await self._joined.wait()
        while True:
            await self._news.wait()
            self._news = trio.Event()
            waiting, self._waiting = self._waiting, []
            ready = [pending for pending in waiting if await self._publish(pending)]
            for worker, matches in (await self._sort(ready)).items():
                await self._send_to(worker, matches)

    async def _send_to(self, worker: WorkerName | None, matches: list[_Pending]) -> None:
        size = max(1, min(LARGEST_BATCH, round(BATCH_S / self._match_s)))
        batches = [
            self._batch(matches[start : start + size], worker)
            for start in range(0, len(matches), size)
        ]
        queue = MATCHES if worker is None else queue_of(*worker)
        numbers = await self._queue.defer(queue, [batch.to_json() for batch in batches])
        for batch, message_number in zip(batches, numbers, strict=True):
            if batch.name in self._sent:  # else all its results are there already
                self._sent[batch.name].message_number = message_number

    async def _sort(self, ready: list[_Pending]) -> dict[WorkerName | None, list[_Pending]]:
        """Return who plays which matches: any worker, unless a bot cannot play on some.

        A match whose bots can play nowhere is over.
        """
        sorted_out: defaultdict[WorkerName | None, list[_Pending]] = defaultdict(list)
        members: list[PresentMember] | None = None
        for pending in ready:
            bots = {name: self._unable[str(bot.bot)] for name, bot in pending.job.bots.items()}
            if not any(bots.values()):
                sorted_out[None].append(pending)
                continue
            if members is None:
                members = [each for each in await self._ask_members() if _plays(each)]
            able = [
                each
                for each in members
                if not any(
                    WorkerName(each.host, each.process) in unable for unable in bots.values()
                )
            ]
            takers = [each for each in able if each.admission is Admission.ADMITTED]
            if takers:
                least = min(takers, key=lambda each: self._load(each, sorted_out))
                sorted_out[WorkerName(least.host, least.process)].append(pending)
            elif able or not members:
                self._stranded.append(pending)
            else:
                pending.end(_nowhere(bots, members))
        return sorted_out

    def _load(
        self, member: PresentMember, more: Mapping[WorkerName | None, list[_Pending]]
    ) -> float:
        """Return how many matches wait for one worker alone, per place that it has."""
        worker = WorkerName(member.host, member.process)
        sent = sum(len(sent.matches) for sent in self._sent.values() if sent.worker == worker)
        return (sent + len(more.get(worker, ()))) / member.places

    async def take(self, payload: dict[str, Any]) -> None:
        """Take in a report; that of a worker which was given up is dropped."""
        report = Report(**payload)
        sent = self._sent.get(report.batch)
        if sent is None:
            return
        for bot, why in report.unable.items():
            worker = WorkerName(report.host, report.process)
            if worker not in self._unable[bot]:
                self._remark(f"{bot} cannot play on {report.host}: {why}")
            self._unable[bot][worker] = f"{report.host}: {why}"
        try:
            for number, result, deaths in report.decode():
                if (pending := sent.matches.get(number)) is not None:
                    pending.deaths += deaths
                    self._end(pending, check_result(pending.job, result), report.host)
                    del sent.matches[number]
        except BadLine as error:
            self._remark(f"{report.host} is not believed: {error}")
            self._play_again(report.batch, f"{report.host} returned what is not a result")
        if report.over or not sent.matches:  # if it was given up above, this does nothing
            self._play_again(report.batch, None)

    async def watch(self) -> None:
        """Send again what lost workers have not played."""
        while True:
            numbers = {
                sent.message_number: name
                for name, sent in self._sent.items()
                if sent.message_number
            }
            stalled, gone = await self._queue.lost(BATCHES, list(numbers), self.reports)
            for number, member in stalled.items():
                self._play_again(numbers[number], "its worker has lost its heartbeat", member)
            for number in gone:
                if (sent := self._sent.get(numbers[number])) is None:
                    continue
                if sent.missed:
                    self._play_again(numbers[number], "its worker has ended without a result")
                sent.missed = True
            if stalled:
                self._remark("A worker was lost; its unplayed matches go to other workers.")
            with suppress(OperatorError):  # the database is away, and whoever needs it says so
                await self._look_at(await self._ask_members())
            await trio.sleep(CHECK_S)

    async def _look_at(self, members: Sequence[PresentMember]) -> None:
        """Take back what waits for workers that take nothing any more; say who is missing."""
        workers = [each for each in members if each.places and not each.given_up]
        takers = {
            WorkerName(each.host, each.process)
            for each in workers
            if _plays(each) and each.admission is Admission.ADMITTED
        }
        waiting = {
            sent.message_number: name
            for name, sent in self._sent.items()
            if sent.message_number and sent.worker is not None and sent.worker not in takers
        }
        for number in await self._queue.take_back(list(waiting)) if waiting else ():
            self._play_again(waiting[number], None)
        stranded, self._stranded = self._stranded, []
        for pending in stranded:
            self._put(pending)
        conditions = _conditions(workers)
        for sentence in conditions:
            if sentence not in self._said:
                self._remark(sentence)
        self._said = conditions

    async def close(self) -> None:
        """Take back what is not played yet."""
        numbers = [sent.message_number for sent in self._sent.values() if sent.message_number]
        self._sent.clear()
        await self._queue.withdraw(numbers)
        await self._queue.forget(self.reports, REPORTS)

    def _put(self, pending: _Pending) -> None:
        self._waiting.append(pending)
        self._news.set()

    async def _publish(self, pending: _Pending) -> bool:
        """Store the bots of a match where workers find them; if that fails, the match is over."""
        for name, manifest in pending.job.bots.items():
            if manifest not in self._archives:
                try:
                    self._archives[manifest] = await trio.to_thread.run_sync(
                        publish, self._store, manifest
                    )
                except (BadBot, BadFiles) as error:
                    pending.end(NotStarted(str(error), (name,)))
                    return False
        return True

    def _batch(self, ready: list[_Pending], worker: WorkerName | None) -> Batch:
        name = secrets.token_hex(16)
        matches = dict(enumerate(ready))
        self._sent[name] = _SentBatch(matches, worker)
        jobs = {number: pending.job for number, pending in matches.items()}
        bots = {bot for job in jobs.values() for bot in job.bots.values()}
        archives = {str(bot.bot): self._archives[bot] for bot in bots}
        return Batch(name, self._coordinator, self.reports, archives, encode_jobs(jobs))

    def _end(self, pending: _Pending, result: JobResult, host: str) -> None:
        if isinstance(result, PackedRecord):
            took_s = sum(seat.seconds for seat in result.seats)
            # A moving average over the last ten or so.
            self._match_s = max(0.9 * self._match_s + 0.1 * took_s, 1e-3)
            result = replace(result, host=host)
        pending.end(result)

    def _play_again(self, batch: str, why_lost: str | None, member: int | None = None) -> None:
        """Queue what is left of a batch again; `why_lost` is None if its worker gave it back."""
        sent = self._sent.pop(batch, None)
        if sent is None:
            return
        unplayed = list(sent.matches.values())
        death = Death(batch, matches_to_blame(pending.job for pending in unplayed))
        for pending in unplayed:
            if why_lost is not None:
                pending.losses += 1
                lost = batch if member is None else member
                if lost not in pending.lost_by:
                    pending.lost_by.add(lost)
                    pending.deaths.append(death)
            if len(pending.lost_by) < ATTEMPTS and pending.losses < MOST_LOSSES:
                self._put(pending)
            else:
                times = f"{pending.losses} times"
                reason = f"{why_lost}, {times}; to reproduce: {pending.job.setup!r}"
                pending.end(WorkerProcessDied(reason))

    async def _ask_members(self) -> Sequence[PresentMember]:
        return await trio.to_thread.run_sync(self._members, abandon_on_cancel=True)


def _plays(member: PresentMember) -> bool:
    """Whether a member is there, and plays by our rules."""
    return member.places > 0 and not member.given_up and member.version == VERSION


def _nowhere(bots: Mapping[str, Mapping[WorkerName, str]], members: list[PresentMember]) -> Void:
    """Return why a match can be played by none of the workers that are there."""
    workers = {WorkerName(member.host, member.process) for member in members}
    broken = tuple(name for name, unable in bots.items() if workers <= unable.keys())
    reason = next(why for unable in bots.values() for why in unable.values())
    return NotStarted(f"no worker can play it. {reason}", broken)


def _conditions(workers: Sequence[PresentMember]) -> list[str]:
    """Return what an operator should know of the workers that are there."""
    if not workers:
        return [
            "No worker is connected: run `lutetia worker` with this --db wherever matches may run."
        ]
    sentences = []
    if others := [worker for worker in workers if worker.version != VERSION]:
        hosts = ", ".join(sorted({other.host for other in others}))
        none = f"No worker of version {VERSION} is connected. " if others == list(workers) else ""
        sentences.append(
            f"{none}{hosts}: lutetia {others[0].version}, which plays by other rules and gets no "
            f"matches; install {VERSION} there."
        )
    ours = [worker for worker in workers if worker.version == VERSION]
    if ours and all(worker.admission is not Admission.ADMITTED for worker in ours):
        sentences.append(
            f"All workers are drained or excluded: `lutetia workers admit {ours[0].host}`."
        )
    return sentences


@asynccontextmanager
async def open_cluster_pool(
    store: Store, url: str, tournament: Tournament, *, remark: Callable[[str], None]
) -> AsyncIterator[ClusterPool]:
    """Let a cluster play the matches of a tournament while a block lasts."""
    require_shared(store)
    async with open_message_queue(url) as queue:
        pool = ClusterPool(store, queue, remark, store.members)

        async def join(number: int) -> None:
            coordinator = Member(
                id=number,
                host=socket.gethostname(),
                process=os.getpid(),
                version=VERSION,
                tournament=tournament.name,
            )
            await trio.to_thread.run_sync(store.join_cluster, coordinator, abandon_on_cancel=True)
            pool.joined(number)

        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(queue.work, [pool.reports], pool.take, 1, join, remark)
                nursery.start_soon(pool.send)
                nursery.start_soon(pool.watch)
                yield pool
                nursery.cancel_scope.cancel()
        finally:
            with trio.move_on_after(CLOSE_S, shield=True):
                await pool.close()


def require_shared(store: Store) -> None:
    """Raise NoCluster unless other machines can use the database."""
    if not store.is_shared:
        raise NoCluster(
            "a cluster needs PostgreSQL: choose it with --db postgresql+psycopg://HOST/NAME"
        )
