"""Where gRPC's loop and trio meet: the arbiter's only file that knows asyncio.

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

T = TypeVar("T")

MESSAGE_LIMIT = 256 * 1024
CLOSE_S = 1.0
"""How long a refused bot has to read its last message."""
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
    """Run a trio main function, inside which `listening` works, until it returns.

    asyncio runs the thread; trio runs in slices of it, scheduled with `call_soon`. Neither loop
    knows the other's cancellation, so Ctrl-C needs care: asyncio answers it by cancelling `host`,
    and if `host` just ended, the guest would be cut off with its bots running. Instead it cancels
    the guest, waits until that has ended its bots, and only then ends.
    """

    async def host() -> T:
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
                trio_token.run_sync_soon(guest_scope.cancel)
        return (await ended).unwrap()

    return asyncio.run(host())


@asynccontextmanager
async def listening(arbiter: Arbiter, address: str) -> AsyncIterator[str]:
    """Serve an arbiter on `host:port` or `unix:path`; the address that bots connect to."""
    server = aio.server(options=_OPTIONS)
    handler: Any = grpc.stream_stream_rpc_method_handler(_play(arbiter))
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


def _play(arbiter: Arbiter) -> Callable[..., Awaitable[None]]:
    """Return the handler of the Play stream."""

    async def play(_: object, context: Any) -> None:
        ready = asyncio.Event()
        session = arbiter.open_session(wake=ready.set)
        writer = asyncio.create_task(_write(session, ready, context))
        reader = asyncio.create_task(_read(session, context))
        try:
            # The reader ends with what the bot sends; the writer when the session is over, or
            # when the bot is gone, and then what it sent before is still to be read.
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() or not session.over:
                await reader
        except Refusal as refusal:
            arbiter.refuse(session, str(refusal))
            # gRPC takes no status while a message is being written. A bot that does not read
            # must not hold us up.
            await asyncio.wait({writer}, timeout=CLOSE_S)
            refused = context.abort(grpc.StatusCode[refusal.status.name], str(refusal))
            await asyncio.wait_for(refused, CLOSE_S)
        finally:
            reader.cancel()
            writer.cancel()
            arbiter.close_session(session)

    return play


async def _read(session: Session, context: Any) -> None:
    """Hand over all that the bot sends; what breaks the protocol raises Refusal."""
    while (data := await context.read()) is not aio.EOF:
        session.receive(data)


async def _write(session: Session, ready: asyncio.Event, context: Any) -> None:
    """Send what is ready, all of it in one message, until the session is over."""
    while not session.over:
        await ready.wait()
        # Never wait for more to send, but let what other streams have already delivered be read
        # first: their answers make turns for this stream. Messages are fuller for it, and there
        # are half again as many decisions per second.
        await asyncio.sleep(0)
        ready.clear()
        if data := session.drain():
            await context.write(data)
