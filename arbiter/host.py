"""Where gRPC's loop and trio meet: the only file that knows asyncio.

`grpc.aio` runs on asyncio, which is the host; trio is its guest in the same thread. A stream's
reader drives sessions and matches directly, so a decision costs no task switch. Everything with
a lifetime is a trio task.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import grpc
import outcome
import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.sessions import Refusal, Session
from engine.errors import OperatorError
from engine.record import Ending

T = TypeVar("T")

MESSAGE_LIMIT = 256 * 1024
CLOSE_S = 1.0
"""How long a bot that is thrown out may take to read the last it is sent."""
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MESSAGE_LIMIT),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.server_handshake_timeout_ms", 5_000),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
)


class AddressInUse(OperatorError):
    """Nobody can listen there."""


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a trio main function with gRPC at hand, until it returns."""

    async def host() -> T:
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[outcome.Outcome[T]] = loop.create_future()
        running = trio.CancelScope()
        token: list[trio.lowlevel.TrioToken] = []

        async def guest() -> T:
            token.append(trio.lowlevel.current_trio_token())
            with running:
                return await main()
            raise KeyboardInterrupt

        trio.lowlevel.start_guest_run(
            guest,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=ended.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:  # Ctrl-C: the guest ends its bots before we go
            token[0].run_sync_soon(running.cancel)
        return (await ended).unwrap()

    return asyncio.run(host())


@asynccontextmanager
async def listening(arbiter: Arbiter, address: str) -> AsyncIterator[str]:
    """Serve an arbiter on `host:port` or `unix:path`; the address that bots connect to."""
    server = aio.server(options=_OPTIONS)
    handler: Any = grpc.stream_stream_rpc_method_handler(_player(arbiter))
    service = grpc.method_handlers_generic_handler("lutetia.v1.ArbiterService", {"Play": handler})
    server.add_generic_rpc_handlers((service,))
    try:
        port = server.add_insecure_port(address)
    except RuntimeError:
        raise AddressInUse(
            f"cannot listen on {address}: it is in use, or not this machine's"
        ) from None
    bound = address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
    await in_host(server.start())
    try:
        yield bound
    finally:
        with trio.CancelScope(shield=True):
            await in_host(server.stop(grace=0.5))


async def in_host(work: Coroutine[Any, Any, T]) -> T:
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
        raise
    return task.result()


def _player(arbiter: Arbiter) -> Callable[..., Awaitable[None]]:
    """Return the handler of the Play stream."""

    async def play(_: object, context: Any) -> None:
        session = arbiter.open_session()
        ready = asyncio.Event()
        session.wake = ready.set
        writer = asyncio.create_task(_write(session, ready, context))
        try:
            while (data := await context.read()) is not aio.EOF:
                session.receive(data)
        except Refusal as refusal:
            arbiter.forfeit(session, Ending.PROTOCOL_VIOLATION, str(refusal))
            arbiter.close_session(session)
            session.closed = True
            ready.set()
            await asyncio.wait({writer}, timeout=CLOSE_S)  # gRPC takes no status during a write
            refused = context.abort(grpc.StatusCode[refusal.status.name], str(refusal))
            await asyncio.wait_for(refused, CLOSE_S)
        finally:
            writer.cancel()
            arbiter.close_session(session)

    return play


async def _write(session: Session, ready: asyncio.Event, context: Any) -> None:
    """Send what is ready, all of it in one message.

    It never waits for more, but lets what other streams have already delivered be read first:
    that makes messages fuller and half again as many decisions a second.
    """
    while not session.closed:
        await ready.wait()
        await asyncio.sleep(0)
        ready.clear()
        if data := session.drain():
            await context.write(data)
