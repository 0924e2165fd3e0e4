"""A worker process: a local arbiter that plays what it is told on standard input.

Each line in is a match, a bot, or the wish to watch a match. Each line out is a result, or actions
of a match that is watched; an empty line says that the worker is alive. The end of standard input
ends the worker and its bots. `arbiter.worker_pool` is the parent's side; its arguments are how many
matches the worker plays at a time, and whether its bots run in a sandbox.
"""

import os
import sys
from collections import deque
from functools import partial

import trio

from arbiter.host import call_soon, run
from arbiter.jobs import (
    Job,
    JobDecoder,
    JobResult,
    LineReader,
    LineWriter,
    Watch,
    encode_played,
    encode_result,
)
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.match import Result
from arbiter.processes import SANDBOXED
from arbiter.sandbox.bubblewrap import find_sandbox
from engine.record import Record, pack_record

BEAT_S = 1.0
"""How often the worker says that it is alive."""


class MatchQueue:
    """Matches that wait for a place in this worker.

    Where one ends the next begins, in the host loop: to wake trio, its guest, takes 0.3 ms, which
    is more than many a short match has between two of its decisions.
    """

    def __init__(
        self, arbiter: LocalArbiter, places: int, nursery: trio.Nursery, output: LineWriter
    ) -> None:
        self._arbiter = arbiter
        self._free_places = places
        self._nursery = nursery
        self._output = output
        self._waiting: deque[tuple[int, Job]] = deque()
        self._jobs: dict[int, Job] = {}
        """Those that wait or are played."""
        self._reports: dict[int, trio.CancelScope] = {}
        """Of those that are watched."""
        self._in_trio = trio.lowlevel.current_trio_token().run_sync_soon

    def add(self, job_id: int, job: Job) -> None:
        self._jobs[job_id] = job
        self._waiting.append((job_id, job))
        self._begin_waiting()

    def watch(self, job_id: int) -> None:
        """Tell the actions of a match from now on to its end, unless it is over."""
        job = self._jobs.get(job_id)
        if job is not None and job_id not in self._reports:
            scope = self._reports[job_id] = trio.CancelScope()
            self._nursery.start_soon(self._report, job_id, job, scope)

    async def _report(self, job_id: int, job: Job, scope: trio.CancelScope) -> None:
        with scope:
            await self._arbiter.report(
                job, lambda played: self._output.put(encode_played(job_id, played))
            )

    def _begin_waiting(self) -> None:
        while self._free_places and self._waiting:
            job_id, job = self._waiting.popleft()
            self._free_places -= 1
            if not self._arbiter.begin(job, partial(self._ended, job_id)):
                self._in_trio(self._nursery.start_soon, self._play, job_id, job)

    async def _play(self, job_id: int, job: Job) -> None:
        """Play a match whose bots are yet to be started, or wait for a place in their processes."""
        self._ended(job_id, await self._arbiter.play(job))

    def _ended(self, job_id: int, result: Result) -> None:
        packed: JobResult = pack_record(result) if isinstance(result, Record) else result
        self._in_trio(self._output.put, encode_result(job_id, packed))
        del self._jobs[job_id]
        if (report := self._reports.pop(job_id, None)) is not None:
            self._in_trio(report.cancel)
        self._free_places += 1
        # Not from here: the answer that ended the match is still being dealt with.
        call_soon(self._begin_waiting)


async def beat(output: LineWriter) -> None:
    """Prove that the event loop still runs; a game whose rules loop blocks it."""
    while True:
        output.put(b"\n")
        await trio.sleep(BEAT_S)


async def work(places: int, *, sandboxed: bool = False) -> None:
    """Play matches until standard input ends."""
    results = os.dup(1)
    os.dup2(2, 1)  # what a game or a plug-in prints must not come between the results
    async with (
        trio.lowlevel.FdStream(os.dup(0)) as source,
        trio.lowlevel.FdStream(results) as stream,
    ):
        lines, output, decoder = LineReader(source), LineWriter(stream), JobDecoder()
        sandbox = find_sandbox() if sandboxed else None
        async with open_local_arbiter(sandbox=sandbox) as arbiter, trio.open_nursery() as nursery:
            queue = MatchQueue(arbiter, places, nursery, output)
            nursery.start_soon(output.write)
            nursery.start_soon(beat, output)
            while (line := await lines.next()) is not None:
                told = decoder.decode(line)
                if isinstance(told, Watch):
                    queue.watch(told.job_id)
                elif told is not None:
                    queue.add(*told)
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    run(partial(work, int(sys.argv[1]), sandboxed=SANDBOXED in sys.argv[2:]))
