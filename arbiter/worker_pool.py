"""Worker processes that play matches; one that dies or errs costs nothing but time."""

import logging
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from math import ceil

import trio

from arbiter.gallery import Gallery, Showing
from arbiter.jobs import (
    BadLine,
    Job,
    JobEncoder,
    JobResult,
    LineReader,
    LineWriter,
    NotStarted,
    Played,
    check_result,
    decode_result,
    encode_watch,
)
from arbiter.match import Void
from arbiter.private_folder import temporary_folder
from arbiter.processes import SANDBOXED, WORKER, end_marked

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
class WorkerDied(Void):
    """A match without result because the process that played it died, each time it was tried."""


_DIED = WorkerDied("its worker process died or stood still")
"""What a match has until its worker returns something. It is told by identity from a void that a
worker has returned, which is a result and not played again."""


@dataclass
class _Pending:
    """A match that a worker plays."""

    job: Job
    showing: Showing | None
    done: trio.Event = field(default_factory=trio.Event)
    result: JobResult = _DIED


class _Process:
    """A worker process that runs, and the matches that were sent to it."""

    def __init__(self, process: trio.Process, mark: str, gallery: Gallery | None) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.matches: dict[int, _Pending] = {}
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
        while True:
            line = None
            with trio.move_on_after(silence_s):
                line = await self._lines.next()
            if line is None:
                return
            if not line:  # it is alive
                continue
            job_id, result = decode_result(line)
            if job_id not in self.matches:
                raise BadLine("it returned a match that it was not given")
            pending = self.matches[job_id]
            if isinstance(result, Played):
                if pending.showing is not None and self._gallery is not None:
                    pending.showing.played(result, self._gallery.now())
                continue
            pending.result = check_result(pending.job, result)
            self._finish(pending)
            del self.matches[job_id]

    def _finish(self, pending: _Pending) -> None:
        pending.done.set()
        if pending.showing is not None and self._gallery is not None:
            self._gallery.end(pending.showing, pending.result)

    async def stop(self) -> None:
        """Let the process end its bots and itself, then end what is left."""
        await self._input.aclose()
        with trio.move_on_after(STOP_S):
            await self.process.wait()
        await self.end()

    async def end(self) -> None:
        """End the process and all that its bots have left; its matches have no result."""
        self.process.kill()
        for pending in self.matches.values():
            self._finish(pending)
        self.matches.clear()
        with trio.CancelScope(shield=True):
            await self.process.wait()
            await end_marked(WORKER, self._mark)


class _Worker:
    """A slot for a worker process; one is started when there is a match for it."""

    def __init__(
        self,
        nursery: trio.Nursery,
        command: Sequence[str],
        places: int,
        sandboxed: bool,
        silence_s: float,
        remark: Callable[[str], None],
        gallery: Gallery | None,
    ) -> None:
        self.load = 0
        self.running: _Process | None = None
        self._nursery = nursery
        self._command = (*command, str(places), *((SANDBOXED,) if sandboxed else ()))
        self._silence_s = silence_s
        self._remark = remark
        self._gallery = gallery
        self._sending = trio.Lock()

    async def play(self, job: Job) -> JobResult:
        self.load += 1
        try:
            async with self._sending:
                running = self.running or await self._start()
                pending = running.send(job)
            await pending.done.wait()
        except OSError as error:
            return NotStarted(f"a worker process could not be started: {error}")
        finally:
            self.load -= 1
        return pending.result

    async def _start(self) -> _Process:
        mark = secrets.token_hex(8)
        process = await trio.lowlevel.open_process(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, WORKER: mark},
            start_new_session=True,  # Ctrl-C is for the coordinator, which tells its workers
        )
        self.running = _Process(process, mark, self._gallery)
        self._nursery.start_soon(self.running.output.write)
        self._nursery.start_soon(self._listen, self.running)
        return self.running

    async def _listen(self, running: _Process) -> None:
        try:
            await running.listen(self._silence_s)
        except BadLine as error:
            self._remark(f"worker process {running.process.pid} is replaced: {error}")
        self.running = None
        await running.end()


class WorkerPool:
    """Worker processes that share the matches among them."""

    def __init__(self, workers: list[_Worker], spare: _Worker) -> None:
        self._workers = workers
        self._spare = spare
        self._one_at_a_time = trio.Lock()

    async def play(self, job: Job) -> JobResult:
        """Play a match with the worker that has least to do; again, if the worker dies."""
        for _ in range(ATTEMPTS - 1):
            worker = min(self._workers, key=lambda worker: worker.load)
            if (result := await worker.play(job)) is not _DIED:
                return result
        # Twice may be bad luck, as another match can kill the worker that two share. So the last
        # try has the spare worker to itself: whoever dies there dies over this match.
        async with self._one_at_a_time:
            if (result := await self._spare.play(job)) is not _DIED:
                return result
        return WorkerDied(f"{_DIED.reason} {ATTEMPTS} times; to reproduce: {job.setup!r}")

    def matches(self) -> dict[int, int]:
        """Return by its process id how many matches each running worker has."""
        running = [worker.running for worker in self._workers if worker.running]
        return {worker.process.pid: len(worker.matches) for worker in running}


@asynccontextmanager
async def open_worker_pool(
    count: int,
    at_a_time: int,
    *,
    remark: Callable[[str], None] = log.warning,
    silence_s: float = SILENCE_S,
    command: Sequence[str] = COMMAND,
    sandboxed: bool = False,
    gallery: Gallery | None = None,
) -> AsyncIterator[WorkerPool]:
    """Keep this many worker processes, and a spare one, while a block lasts.

    They play `at_a_time` matches between them; of more that they are given, some wait. From the
    gallery all of them can be watched.
    """
    temporary_folder()  # an operator's mistake is better told here than by workers that die of it
    async with trio.open_nursery() as nursery:
        places = [*(ceil(at_a_time / count) for _ in range(count)), 1]
        *workers, spare = (
            _Worker(nursery, command, places_of_one, sandboxed, silence_s, remark, gallery)
            for places_of_one in places
        )
        try:
            yield WorkerPool(workers, spare)
        finally:
            with trio.CancelScope(shield=True):
                async with trio.open_nursery() as stopping:
                    for worker in (*workers, spare):
                        if worker.running:
                            stopping.start_soon(worker.running.stop)
            nursery.cancel_scope.cancel()
