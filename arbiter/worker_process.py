"""A worker process: a local arbiter that plays what it is told on standard input.

Each line in is a match, each line out a result; an empty line says that the worker is alive. The
end of standard input ends the worker and its bots. `arbiter.worker_pool` is the parent's side.
"""

import os
import sys
from contextlib import suppress

import trio

from arbiter.host import run
from arbiter.jobs import Job, LineReader, decode_job, encode_result
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.local_bots import SANDBOXED
from arbiter.sandbox.bubblewrap import find_sandbox

BEAT_S = 1.0
"""How often the worker says that it is alive."""


class Output:
    """The lines that a worker writes, each of them whole although several tasks write."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self._stream = stream
        self._writing = trio.Lock()

    async def write(self, line: bytes) -> None:
        async with self._writing:
            with suppress(trio.BrokenResourceError):  # the parent is gone: our input ends, too
                await self._stream.send_all(line)

    async def beat(self) -> None:
        """Prove that the event loop still runs; a game whose rules loop blocks it."""
        while True:
            await self.write(b"\n")
            await trio.sleep(BEAT_S)


async def work() -> None:
    """Play matches until standard input ends."""
    results = os.dup(1)
    os.dup2(2, 1)  # what a game or a plug-in prints must not come between the results
    async with (
        trio.lowlevel.FdStream(os.dup(0)) as source,
        trio.lowlevel.FdStream(results) as stream,
    ):
        lines, output = LineReader(source), Output(stream)

        async def play(arbiter: LocalArbiter, job_id: int, job: Job) -> None:
            await output.write(encode_result(job_id, await arbiter.play(job)))

        sandbox = find_sandbox() if SANDBOXED in sys.argv[1:] else None
        async with open_local_arbiter(sandbox=sandbox) as arbiter, trio.open_nursery() as nursery:
            nursery.start_soon(output.beat)
            while (line := await lines.next()) is not None:
                nursery.start_soon(play, arbiter, *decode_job(line))
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    run(work)
