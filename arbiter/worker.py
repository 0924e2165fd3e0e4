"""A worker process: a hall that plays what it is told on standard input.

Each line in is a game, each line out a result. The end of standard input ends the worker and its
bots. `arbiter.workers` is the other end.
"""

import os

import trio

from arbiter.hall import Hall, open_hall
from arbiter.host import run
from arbiter.jobs import Job, LineReader, decode_job, encode_result


async def work() -> None:
    """Play games until standard input ends."""
    async with (
        trio.lowlevel.FdStream(os.dup(0)) as source,
        trio.lowlevel.FdStream(os.dup(1)) as out,
    ):
        lines = LineReader(source)
        writing = trio.Lock()

        async def play(hall: Hall, number: int, job: Job) -> None:
            result = await hall.play(job)
            async with writing:
                await out.send_all(encode_result(number, result))

        async with open_hall() as hall, trio.open_nursery() as nursery:
            while (line := await lines.next()) is not None:
                nursery.start_soon(play, hall, *decode_job(line))
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    run(work)
