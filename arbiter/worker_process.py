"""A worker process: a local arbiter that plays what it is told on standard input.

Each line in is a match, a bot, or a request to watch a match. Each line out is a result, or actions
of a match that is watched; an empty line says that the worker is alive. The end of standard input
ends the worker and its bots. `arbiter.worker_pool` is the parent's side; its arguments are how many
matches the worker plays at a time, whether its bots run in a sandbox, where what they print is
kept, and on which machine of a cluster it runs.
"""

import os
from argparse import ArgumentParser
from collections import deque
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio

from arbiter.bot_output import LogFolder
from arbiter.jobs import (
    HOST,
    LOG,
    SANDBOXED,
    Job,
    JobDecoder,
    JobResult,
    LineReader,
    Watch,
    encode_played,
    encode_result,
)
from arbiter.json_log import is_json_wanted, log_as_json
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.loops import PipeWriter, call_soon, run
from arbiter.match import Result
from arbiter.sandbox.bubblewrap import find_sandbox
from engine.record import Host, Record, pack_record

BEAT_S = 1.0
"""How often the worker says that it is alive."""


class MatchQueue:
    """Matches that wait for a place in this worker.

    Where one ends the next begins, and its result is written, in asyncio's loop: to wake trio, its
    guest, takes 0.3 ms, which is more than many a short match has between two of its decisions.
    """

    def __init__(
        self,
        arbiter: LocalArbiter,
        places: int,
        nursery: trio.Nursery,
        output: PipeWriter,
        host: Host | None = None,
    ) -> None:
        self._arbiter = arbiter
        self._host = host
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
        job = self._jobs.pop(job_id)
        if isinstance(result, Record):
            timed = job.control.bank_s is not None or job.control.move_s is not None
            record = replace(result, host=self._host) if timed and self._host else result
            packed: JobResult = pack_record(record)
        else:
            packed = result
        self._output.put(encode_result(job_id, packed))
        if (report := self._reports.pop(job_id, None)) is not None:
            self._in_trio(report.cancel)
        self._free_places += 1
        # Not from here: the answer that ended the match is still being dealt with.
        call_soon(self._begin_waiting)


async def beat(output: PipeWriter) -> None:
    """Prove that the event loop still runs; a game whose rules loop blocks it."""
    while True:
        output.put(b"\n")
        await trio.sleep(BEAT_S)


async def work(
    places: int, *, sandboxed: bool = False, log_folder: str = "", host: Host | None = None
) -> None:
    """Play matches until standard input ends."""
    results = os.dup(1)
    os.dup2(2, 1)  # what a game or a plug-in prints must not come between the results
    async with trio.lowlevel.FdStream(os.dup(0)) as source:
        lines, output, decoder = LineReader(source), PipeWriter(results), JobDecoder()
        sandbox = find_sandbox() if sandboxed else None
        logs = LogFolder(Path(log_folder)) if log_folder else None
        async with (
            open_local_arbiter(sandbox=sandbox, logs=logs) as arbiter,
            trio.open_nursery() as nursery,
        ):
            queue = MatchQueue(arbiter, places, nursery, output, host)
            nursery.start_soon(beat, output)
            while (line := await lines.next()) is not None:
                order = decoder.decode(line)
                if isinstance(order, Watch):
                    queue.watch(order.job_id)
                elif order is not None:
                    queue.add(*order)
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m arbiter.worker_process")
    parser.add_argument("places", type=int)
    parser.add_argument(SANDBOXED, action="store_true")
    parser.add_argument(LOG, default="")
    parser.add_argument(HOST, nargs=2)
    chosen = parser.parse_args()
    if is_json_wanted():
        log_as_json()
    machine = Host(chosen.host[0], float(chosen.host[1])) if chosen.host else None
    work_as_told = partial(work, sandboxed=chosen.sandboxed, log_folder=chosen.log, host=machine)
    run(partial(work_as_told, chosen.places))
