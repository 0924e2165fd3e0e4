"""Results on their way from a worker process to its parent."""

import asyncio
import os
from typing import Any

from arbiter.loops import PipeWriter


def test_lines_for_a_pipe_that_is_full_arrive_whole_and_in_order() -> None:
    lines = [b"%d\n" % number for number in range(100_000)]

    async def main() -> bytes:
        outlet, inlet = os.pipe()
        writer = PipeWriter(inlet)
        for line in lines:
            writer.put(line)
        received = b""
        while not received.endswith(lines[-1]):
            received += await asyncio.to_thread(os.read, outlet, 1 << 16)
        os.close(outlet)
        os.close(inlet)
        return received

    assert asyncio.run(main()).splitlines(keepends=True) == lines


def test_lines_that_nobody_reads_any_more_are_dropped() -> None:
    async def main() -> list[Any]:
        troubles: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, each: troubles.append(each))
        outlet, inlet = os.pipe()
        os.close(outlet)
        writer = PipeWriter(inlet)
        for _ in range(2):
            writer.put(b"a result\n")
            await asyncio.sleep(0)
        os.close(inlet)
        return troubles

    assert asyncio.run(main()) == []
