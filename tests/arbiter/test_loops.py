"""Where asyncio and trio meet: interrupts and cancellation on both sides, lines for a pipe."""

import asyncio
import os
import signal
from typing import Any

import pytest
import trio

from arbiter.loops import Guest, PipeWriter, in_asyncio, run


def test_an_interrupt_ends_the_guest_before_the_run() -> None:
    ended = []

    async def main() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.01)
            ended.append("tidied up")

    with pytest.raises(KeyboardInterrupt):
        run(main)
    assert ended == ["tidied up"]


def test_an_interrupt_in_the_last_moment_of_a_run_takes_nothing_away() -> None:
    """Between the end of trio and the moment asyncio learns of it there was a traceback."""

    async def main() -> str:
        outer = next(task for task in asyncio.all_tasks() if not task.done())
        # asyncio does this on Ctrl-C. It runs before `outer` wakes up, which trio wakes at its end.
        asyncio.get_running_loop().call_soon(outer.cancel)
        return "result"

    assert run(main) == "result"


def test_cancelling_trio_cancels_what_it_runs_in_asyncio_and_waits_for_its_end() -> None:
    steps = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            steps.append("asyncio has ended")

    async def main() -> None:
        with trio.move_on_after(0.01):
            await in_asyncio(work())
        steps.append("trio goes on")

    run(main)
    assert steps == ["asyncio has ended", "trio goes on"]


def test_cancelling_asyncio_cancels_what_it_runs_in_trio_and_waits_for_its_end() -> None:
    steps = []

    async def work() -> None:
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.01)
            steps.append("trio has ended")

    async def host(guest: Guest) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(guest.run(work), 0.01)
        steps.append("asyncio goes on")

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            await in_asyncio(host(Guest(nursery)))

    run(main)
    assert steps == ["trio has ended", "asyncio goes on"]


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
