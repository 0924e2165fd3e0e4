"""Worker processes that play matches; one that dies or errs costs nothing but time."""

import logging
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

import trio

from arbiter.bots import BUILT_IN
from arbiter.gallery import Gallery, Showing
from arbiter.jobs import (
    HOST,
    LOG,
    SANDBOXED,
    BadLine,
    Job,
    JobEncoder,
    JobResult,
    LineReader,
    LineWriter,
    NotStarted,
    PlayedActions,
    check_result,
    decode_result,
    encode_watch,
)
from arbiter.match import Void
from arbiter.private_folder import temporary_folder
from arbiter.processes import WORKER, end_marked
from engine.record import Host

ATTEMPTS = 3
"""How many times a match is tried when its worker dies; the last try gets a worker of its own."""
SILENCE_S = 30.0
"""A worker that says nothing for this long is stuck in the rules of a game."""
STOP_S = 2.0
"""How long a worker has to end its bots and itself."""
COMMAND = (sys.executable, "-m", "arbiter.worker_process")
"""The number of matches that a worker plays at a time is appended."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerProcessDied(Void):
    """A match without result because the process that played it died, each time it was tried."""


@dataclass(frozen=True, slots=True)
class Death:
    """The end of a worker process that died, stood still or wrote what is not a result.

    Any bot that it played with may have brought it about, to see its cards and begin again.
    """

    mark: str
    """Tells it from other deaths: all matches that it interrupts tell of it."""
    matches: Mapping[str, frozenset[str]]
    """Those that were played, and the bots of each that may be to blame: built-in ones are not."""


def matches_to_blame(jobs: Iterable[Job]) -> dict[str, frozenset[str]]:
    return {
        "/".join(map(str, job.public_name)): frozenset(
            name for name, bot in job.bots.items() if bot.name not in BUILT_IN
        )
        for job in jobs
    }


@dataclass(frozen=True, slots=True)
class Retried:
    """What came of a match that was begun again because a worker died over it."""

    result: JobResult
    deaths: tuple[Death, ...]


_DIED = "its worker process died or stood still"


@dataclass
class _Pending:
    """A match that a worker plays."""

    job: Job
    showing: Showing | None
    done: trio.Event = field(default_factory=trio.Event)
    result: JobResult = WorkerProcessDied(_DIED)
    death: Death | None = None


class _Process:
    """A worker process that runs, and the matches that were sent to it."""

    def __init__(
        self, process: trio.Process, places: int, mark: str, gallery: Gallery | None
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.matches: dict[int, _Pending] = {}
        self.stopping = False
        self._places = places
        self._input = process.stdin
        self.output = LineWriter(process.stdin)
        self._jobs = JobEncoder()
        self._lines = LineReader(process.stdout)
        self._mark = mark
        self._gallery = gallery

    def send(self, job: Job) -> _Pending:
        # Nobody but the worker can know the id, so a line that a bot sneaks into the pipe of its
        # worker is not taken for a result.
        job_id = secrets.randbits(64)
        self.output.put(self._jobs.encode(job_id, job))
        showing = None
        if self._gallery is not None:
            # After the job: somebody may wait for it, who asks for its actions at once.
            ask = partial(self.output.put, encode_watch(job_id))
            showing = self._gallery.begin(job, ask)
        pending = self.matches[job_id] = _Pending(job, showing)
        return pending

    async def listen(self, silence_s: float) -> None:
        """Pass results on until the worker ends, says nothing for too long, or a BadLine."""
        with trio.move_on_after(silence_s) as silence:
            while (line := await self._lines.next()) is not None:
                silence.deadline = trio.current_time() + silence_s
                if line:  # an empty one says that it is alive
                    self._take(line)

    def _take(self, line: bytes) -> None:
        job_id, result = decode_result(line)
        if job_id not in self.matches:
            raise BadLine("it returned a match that it was not given")
        pending = self.matches[job_id]
        if isinstance(result, PlayedActions):
            if pending.showing is not None and self._gallery is not None:
                pending.showing.played(result, self._gallery.now())
            return
        pending.result = check_result(pending.job, result)
        self._finish(pending)
        del self.matches[job_id]

    def _finish(self, pending: _Pending) -> None:
        pending.done.set()
        if pending.showing is not None and self._gallery is not None:
            self._gallery.end(pending.showing, pending.result)

    async def stop(self) -> None:
        """Let the process end its bots and itself, then end what is left."""
        self.stopping = True
        await self._input.aclose()  # which tells it to
        with trio.move_on_after(STOP_S):
            await self.process.wait()
        await self.end()

    def death(self) -> Death:
        """Return who may be behind its end; those whose matches still wait for a place cannot."""
        played = [pending.job for pending in islice(self.matches.values(), self._places)]
        death = Death(self._mark, matches_to_blame(played))
        for pending in self.matches.values():
            pending.death = death
        return death

    async def end(self) -> None:
        """End the process and all that its bots have left; its matches have no result."""
        self.process.kill()
        for pending in self.matches.values():
            self._finish(pending)
        self.matches.clear()
        with trio.CancelScope(shield=True):
            await self.process.wait()
            await end_marked(WORKER, self._mark)


class _Slot:
    """A slot for a worker process; one is started when there is a match for it."""

    def __init__(
        self,
        nursery: trio.Nursery,
        command: Sequence[str],
        places: int,
        silence_s: float,
        remark: Callable[[str], None],
        gallery: Gallery | None,
    ) -> None:
        self.load = 0
        self.running: _Process | None = None
        self.places = places
        self._nursery = nursery
        self._command = command
        self._silence_s = silence_s
        self._remark = remark
        self._gallery = gallery
        self._sending = trio.Lock()

    async def play(self, job: Job) -> JobResult | Death:
        self.load += 1
        try:
            async with self._sending:  # or two matches would each start a process
                running = self.running or await self._start()
                pending = running.send(job)
            await pending.done.wait()
        except OSError as error:
            return NotStarted(f"a worker process could not be started: {error}")
        finally:
            self.load -= 1
        return pending.death or pending.result

    async def _start(self) -> _Process:
        mark = secrets.token_hex(8)
        process = await trio.lowlevel.open_process(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, WORKER: mark},
            start_new_session=True,  # Ctrl-C is for the coordinator, which tells its workers
        )
        self.running = _Process(process, self.places, mark, self._gallery)
        self._nursery.start_soon(self.running.output.write)
        self._nursery.start_soon(self._listen, self.running)
        return self.running

    async def _listen(self, running: _Process) -> None:
        why = "it died or stood still"
        try:
            await running.listen(self._silence_s)
        except BadLine as error:
            why = str(error)
        # First, since ending it frees its matches, and the next try of one may come back here.
        self.running = None
        if not running.stopping:
            bots = sorted(frozenset[str]().union(*running.death().matches.values()))
            again = f"; begun again: matches of {', '.join(bots)}" if bots else ""
            self._remark(f"worker process {running.process.pid} is replaced: {why}{again}")
        await running.end()


class WorkerPool:
    """Worker processes that share the matches among them."""

    def __init__(self, slots: list[_Slot], spare: _Slot) -> None:
        self._slots = slots
        self._spare = spare
        self._one_at_a_time = trio.Lock()

    async def play(self, job: Job) -> JobResult | Retried:
        """Play a match with the worker that has least to do; again, if the worker dies."""
        deaths: list[Death] = []
        while len(deaths) < ATTEMPTS:
            if len(deaths) < ATTEMPTS - 1:
                slot = min(self._slots, key=lambda slot: slot.load / slot.places)
                result = await slot.play(job)
            else:
                # Twice may be bad luck, as another match can kill the worker that two share. So the
                # last try has the spare worker to itself: whoever dies there dies over this match.
                async with self._one_at_a_time:
                    result = await self._spare.play(job)
            if not isinstance(result, Death):
                return Retried(result, tuple(deaths)) if deaths else result
            deaths.append(result)
        void = WorkerProcessDied(f"{_DIED} {ATTEMPTS} times; to reproduce: {job.setup!r}")
        return Retried(void, tuple(deaths))

    def matches(self) -> dict[int, int]:
        """Return by its process id how many matches each running worker has."""
        running = [slot.running for slot in self._slots if slot.running]
        return {each.process.pid: len(each.matches) for each in running}


@asynccontextmanager
async def open_worker_pool(
    count: int,
    at_a_time: int,
    *,
    remark: Callable[[str], None] = log.warning,
    silence_s: float = SILENCE_S,
    command: Sequence[str] = COMMAND,
    sandboxed: bool = False,
    log_folder: Path | None = None,
    gallery: Gallery | None = None,
    host: Host | None = None,
) -> AsyncIterator[WorkerPool]:
    """Keep at most this many worker processes, and a spare one, while a block lasts.

    They play `at_a_time` matches between them; of more that they are given, some wait. What their
    bots print is kept in `log_folder`. From the gallery all of them can be watched. Records of
    matches with a clock name the `host`.
    """
    temporary_folder()  # an operator's mistake is better told here than by workers that die of it
    async with trio.open_nursery() as nursery:
        count = min(count, at_a_time)
        each, left_over = divmod(at_a_time, count)
        places = [*(each + (number < left_over) for number in range(count)), 1]
        options: tuple[str, ...] = (SANDBOXED,) if sandboxed else ()
        if log_folder is not None:
            options += (LOG, str(log_folder))
        if host is not None:
            options += (HOST, host.name, str(host.calibration_s))
        *slots, spare = (
            _Slot(nursery, (*command, str(of_one), *options), of_one, silence_s, remark, gallery)
            for of_one in places
        )
        try:
            yield WorkerPool(slots, spare)
        finally:
            with trio.CancelScope(shield=True):
                async with trio.open_nursery() as stopping:
                    for slot in (*slots, spare):
                        if slot.running:
                            stopping.start_soon(slot.running.stop)
            nursery.cancel_scope.cancel()
