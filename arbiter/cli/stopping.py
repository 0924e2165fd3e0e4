"""Ctrl-C and SIGTERM: the first stops what runs, a second ends the program at once."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def stopping() -> AsyncIterator[trio.CancelScope]:
    """Let signals cancel a block, which has then caught its cancellation."""
    running = trio.CancelScope()
    # Opened here and not in the task: until that runs, Ctrl-C would raise KeyboardInterrupt.
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, signals, running)
            with running:
                yield running
            nursery.cancel_scope.cancel()


async def _listen(signals: AsyncIterator[int], running: trio.CancelScope) -> None:
    async for _ in signals:
        if running.cancel_called:
            os._exit(130)  # asked twice: at once; the workers end when their input does
        running.cancel()
