"""Where asyncio and trio meet. Of the arbiter only this file and `listeners` know asyncio;
`client`, which runs in the process of a bot, has a loop of its own.

asyncio's loop, which gRPC and procrastinate need, has the thread; trio is its guest there. What
asyncio reads drives sessions and matches directly, so a decision costs no task switch. Everything
with a lifetime is a trio task.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TypeVar

import outcome
import trio

T = TypeVar("T")


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a trio main function as the guest of asyncio, until it returns.

    asyncio runs the thread; trio runs in slices of it, scheduled with `call_soon`. Neither loop
    knows the other's cancellation, so Ctrl-C needs care: asyncio answers it by cancelling `outer`,
    and if `outer` just ended, the guest would be cut off with its bots running. Instead it cancels
    the guest, waits until that has ended its bots, and only then ends.
    """

    async def outer() -> T:
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[outcome.Outcome[T]] = loop.create_future()
        guest_scope = trio.CancelScope()
        trio_token: trio.lowlevel.TrioToken | None = None

        async def guest() -> T:
            nonlocal trio_token
            trio_token = trio.lowlevel.current_trio_token()
            with guest_scope:
                return await main()
            # Reached only if the scope swallowed its own cancellation, which is Ctrl-C.
            raise KeyboardInterrupt

        trio.lowlevel.start_guest_run(
            guest,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=ended.set_result,
            host_uses_signal_set_wakeup_fd=True,  # asyncio has it, and trio must not take it
        )
        try:
            await asyncio.shield(ended)  # unshielded, cancelling us would cancel the future too
        except asyncio.CancelledError:
            if trio_token is None:  # not even its first slice has run
                guest_scope.cancel()
            else:
                with suppress(trio.RunFinishedError):  # it has just ended by itself
                    trio_token.run_sync_soon(guest_scope.cancel)
        return (await ended).unwrap()

    return asyncio.run(outer())


async def in_asyncio(work: Coroutine[object, object, T]) -> T:
    """Run an asyncio coroutine from trio; cancelling trio cancels it, and waits for its end."""
    task = asyncio.get_running_loop().create_task(work)
    done = trio.Event()
    token = trio.lowlevel.current_trio_token()
    task.add_done_callback(lambda _: token.run_sync_soon(done.set))
    try:
        await done.wait()
    except trio.Cancelled:
        task.cancel()
        with trio.CancelScope(shield=True):
            await done.wait()
        if not task.cancelled():
            task.exception()  # seen, else asyncio complains that nobody has
        raise
    return task.result()


class Guest:
    """Lets asyncio run trio functions: the reverse of `in_asyncio`."""

    def __init__(self, nursery: trio.Nursery) -> None:
        """Run them in a nursery, which outlives whoever asks."""
        self._nursery = nursery
        self._in_trio = trio.lowlevel.current_trio_token().run_sync_soon

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a trio function; cancelling asyncio cancels it, and waits for its end.

        What it raises ends the nursery, and is not raised here.
        """
        ended: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        scope = trio.CancelScope()

        async def guest() -> None:
            try:
                with scope:
                    result = await work()
                    ended.set_result(result)
            finally:
                if not ended.done():
                    ended.cancel()

        self._in_trio(self._nursery.start_soon, guest)
        try:
            return await asyncio.shield(ended)
        except asyncio.CancelledError:
            self._in_trio(scope.cancel)
            await asyncio.wait({ended})
            raise


def call_soon(callback: Callable[[], object]) -> None:
    """Call something in asyncio's loop when what it is doing now is done."""
    asyncio.get_running_loop().call_soon(callback)


class PipeWriter:
    """Writes lines to a pipe from asyncio's loop; while the pipe is full, they gather.

    Trio need not be awake for it.
    """

    def __init__(self, pipe: int) -> None:
        os.set_blocking(pipe, False)
        self._pipe = pipe
        self._lines = bytearray()
        self._full = False

    def put(self, line: bytes) -> None:
        if not self._lines:
            call_soon(self._write)
        self._lines += line

    def _write(self) -> None:
        try:
            del self._lines[: os.write(self._pipe, self._lines)]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # nobody reads any more
            self._lines.clear()
        full, self._full = self._full, bool(self._lines)
        loop = asyncio.get_running_loop()
        if self._full and not full:
            loop.add_writer(self._pipe, self._write)
        elif full and not self._full:
            loop.remove_writer(self._pipe)
