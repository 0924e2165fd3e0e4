"""Worker processes that play games; one that dies costs only the games it was in."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from arbiter.jobs import Job, LineReader, decode_result, encode_job
from arbiter.tables import Result, Void

ATTEMPTS = 3
"""How often a game is begun whose worker dies over it."""
DIED = Void("its worker process died")
STOP_S = 2.0
"""How long a worker has to end its bots and itself."""


@dataclass
class _Pending:
    """A game that a worker plays."""

    done: trio.Event = field(default_factory=trio.Event)
    result: Result = DIED


class _Worker:
    """A place for a worker process; one is started when there is a game for it."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.games: dict[int, _Pending] = {}
        self.process: trio.Process | None = None
        self._nursery = nursery
        self._numbers = 0
        self._writing = trio.Lock()

    async def play(self, job: Job) -> Result:
        """Play a game; void if the worker dies over it."""
        self._numbers += 1
        number, pending = self._numbers, _Pending()
        self.games[number] = pending
        async with self._writing:
            if self.process is None:
                await self._start()
            await self._send(encode_job(number, job))
        await pending.done.wait()
        return pending.result

    async def stop(self) -> None:
        """End the process and its bots, or leave them to the kernel after a while."""
        process = self.process
        if process is None:
            return
        assert process.stdin is not None
        await process.stdin.aclose()
        with trio.move_on_after(STOP_S):
            await process.wait()
        if process.returncode is None:
            process.kill()

    async def _start(self) -> None:
        self.process = await trio.lowlevel.open_process(
            [sys.executable, "-m", "arbiter.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the coordinator, which tells its workers
        )
        self._nursery.start_soon(self._listen, self.process)

    async def _send(self, line: bytes) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(trio.BrokenResourceError):  # it has died: `_listen` sees to its games
            await self.process.stdin.send_all(line)

    async def _listen(self, process: trio.Process) -> None:
        """Hand out results until the worker ends; then its games are void."""
        assert process.stdout is not None
        lines = LineReader(process.stdout)
        while (line := await lines.next()) is not None:
            number, result = decode_result(line)
            pending = self.games.pop(number)
            pending.result = result
            pending.done.set()
        self.process = None
        for pending in self.games.values():
            pending.done.set()
        self.games.clear()
        await process.wait()


class Workers:
    """Worker processes that share the games among them."""

    def __init__(self, workers: list[_Worker]) -> None:
        self._workers = workers

    async def play(self, job: Job) -> Result:
        """Play a game with the worker that has least to do; again, if the worker dies."""
        result: Result = DIED
        for _ in range(ATTEMPTS):
            worker = min(self._workers, key=lambda each: len(each.games))
            result = await worker.play(job)
            if result is not DIED:
                break
        return result

    def pids(self) -> list[int]:
        """Return the process ids of the workers that run."""
        return [worker.process.pid for worker in self._workers if worker.process]


@asynccontextmanager
async def open_workers(count: int) -> AsyncIterator[Workers]:
    """Keep so many worker processes while a block lasts."""
    async with trio.open_nursery() as nursery:
        workers = [_Worker(nursery) for _ in range(count)]
        try:
            yield Workers(workers)
        finally:
            with trio.CancelScope(shield=True):
                async with trio.open_nursery() as stopping:
                    for worker in workers:
                        stopping.start_soon(worker.stop)
            nursery.cancel_scope.cancel()
