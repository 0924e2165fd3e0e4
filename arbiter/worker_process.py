"""A worker process: a hall that plays what it is told on standard input.

Each line in is a game, each line out a result; an empty line says that the worker is alive. The
end of standard input ends the worker and its bots. `arbiter.worker_pool` is the other end.
"""

import os
from contextlib import suppress

import trio

from arbiter.host import run
from arbiter.jobs import Job, LineReader, decode_job, encode_result
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter

BEAT_S = 1.0
"""How often the worker says that it is alive."""


class Output:
    """The lines that a worker writes, whole, whoever writes them."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self._stream = stream
        self._writing = trio.Lock()

    async def write(self, line: bytes) -> None:
        """Write a line; to nobody, if the other end is gone: then the input ends, too."""
        async with self._writing:
            with suppress(trio.BrokenResourceError):
                await self._stream.send_all(line)

    async def beat(self) -> None:
        """Show that the loop turns: it does not while the rules of a game do."""
        while True:
            await self.write(b"\n")
            await trio.sleep(BEAT_S)


async def work() -> None:
    """Play games until standard input ends."""
    private = os.dup(1)
    os.dup2(2, 1)  # what a game or a plug-in prints is no result
    async with (
        trio.lowlevel.FdStream(os.dup(0)) as source,
        trio.lowlevel.FdStream(private) as stream,
    ):
        lines, output = LineReader(source), Output(stream)

        async def play(hall: LocalArbiter, number: int, job: Job) -> None:
            await output.write(encode_result(number, await hall.play(job)))

        async with open_local_arbiter() as hall, trio.open_nursery() as nursery:
            nursery.start_soon(output.beat)
            while (line := await lines.next()) is not None:
                nursery.start_soon(play, hall, *decode_job(line))
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    run(work)
