"""Worker processes that play games; one that dies costs only the games it was in."""

import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from arbiter.jobs import Job, LineReader, decode_result, encode_job
from arbiter.live_match import Result, Void
from arbiter.local_bots import WORKER
from arbiter.processes import end_marked

ATTEMPTS = 3
"""How often a game is begun whose worker dies over it; the last time it has one for itself."""
DIED = Void("its worker process died or stood still")
SILENCE_S = 30.0
"""A worker that says nothing for so long is stuck in the rules of a game."""
STOP_S = 2.0
"""How long a worker has to end its bots and itself."""


@dataclass
class _Pending:
    """A game that a worker plays."""

    done: trio.Event = field(default_factory=trio.Event)
    result: Result = DIED


class _Process:
    """A worker process that runs, and the games that were sent to it."""

    def __init__(self, process: trio.Process, mark: str) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.games: dict[int, _Pending] = {}
        self._input = process.stdin
        self._lines = LineReader(process.stdout)
        self._mark = mark
        self._numbers = 0

    async def send(self, job: Job) -> _Pending:
        """Hand a game over."""
        self._numbers += 1
        pending = self.games[self._numbers] = _Pending()
        with suppress(trio.BrokenResourceError):  # it has died: `listen` sees to its games
            await self._input.send_all(encode_job(self._numbers, job))
        return pending

    async def listen(self, silence_s: float) -> None:
        """Hand out results until the worker ends, or says nothing for too long."""
        while True:
            line = None
            with trio.move_on_after(silence_s):
                line = await self._lines.next()
            if line is None:
                return
            if line:  # an empty one says only that it is alive
                number, result = decode_result(line)
                if (pending := self.games.pop(number, None)) is not None:
                    pending.result = result
                    pending.done.set()

    async def stop(self) -> None:
        """Let the process end its bots and itself, then end what is left."""
        await self._input.aclose()
        with trio.move_on_after(STOP_S):
            await self.process.wait()
        await self.end()

    async def end(self) -> None:
        """End the process and all that its bots have left; its games are void."""
        self.process.kill()
        for pending in self.games.values():
            pending.done.set()
        self.games.clear()
        with trio.CancelScope(shield=True):
            await self.process.wait()
            await end_marked(WORKER, self._mark)


class _Worker:
    """A place for a worker process; one is started when there is a game for it."""

    def __init__(self, nursery: trio.Nursery, silence_s: float) -> None:
        self.load = 0
        self.running: _Process | None = None
        self._nursery = nursery
        self._silence_s = silence_s
        self._sending = trio.Lock()

    async def play(self, job: Job) -> Result:
        """Play a game; void if the worker dies over it."""
        self.load += 1
        try:
            async with self._sending:
                running = self.running or await self._start()
                pending = await running.send(job)
            await pending.done.wait()
        finally:
            self.load -= 1
        return pending.result

    async def _start(self) -> _Process:
        mark = secrets.token_hex(8)
        process = await trio.lowlevel.open_process(
            [sys.executable, "-m", "arbiter.worker_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, WORKER: mark},
            start_new_session=True,  # Ctrl-C is for the coordinator, which tells its workers
        )
        self.running = _Process(process, mark)
        self._nursery.start_soon(self._listen, self.running)
        return self.running

    async def _listen(self, running: _Process) -> None:
        await running.listen(self._silence_s)
        self.running = None
        await running.end()


class WorkerPool:
    """Worker processes that share the games among them."""

    def __init__(self, workers: list[_Worker], spare: _Worker) -> None:
        self._workers = workers
        self._spare = spare
        self._one_at_a_time = trio.Lock()

    async def play(self, job: Job) -> Result:
        """Play a game with the worker that has least to do; again, if the worker dies."""
        for _ in range(ATTEMPTS - 1):
            worker = min(self._workers, key=lambda each: each.load)
            if (result := await worker.play(job)) is not DIED:
                return result
        async with self._one_at_a_time:  # not to die again over somebody else's game
            if (result := await self._spare.play(job)) is not DIED:
                return result
        return Void(f"{DIED.reason} {ATTEMPTS} times; to reproduce: {job.setup!r}")

    def games(self) -> dict[int, int]:
        """Return by its process id how many games each worker has that runs."""
        running = [worker.running for worker in self._workers if worker.running]
        return {each.process.pid: len(each.games) for each in running}


@asynccontextmanager
async def open_worker_pool(count: int, silence_s: float = SILENCE_S) -> AsyncIterator[WorkerPool]:
    """Keep so many worker processes while a block lasts."""
    async with trio.open_nursery() as nursery:
        *workers, spare = (_Worker(nursery, silence_s) for _ in range(count + 1))
        try:
            yield WorkerPool(workers, spare)
        finally:
            with trio.CancelScope(shield=True):
                async with trio.open_nursery() as stopping:
                    for worker in (*workers, spare):
                        if worker.running:
                            stopping.start_soon(worker.running.stop)
            nursery.cancel_scope.cancel()
