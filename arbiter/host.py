"""Where gRPC's loop and trio meet. Of the arbiter only this file knows asyncio; `client`, which
runs in the process of a bot, has a loop of its own.

`grpc.aio` runs on asyncio, which is the host; trio is its guest in the same thread. A stream's
reader drives sessions and matches directly, so a decision costs no task switch. Everything with
a lifetime is a trio task.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import grpc
import outcome
import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.gallery import Gallery
from arbiter.sessions import MESSAGE_LIMIT, Admit, Refusal, Session, Status
from engine.errors import OperatorError

T = TypeVar("T")

CLOSE_S = 1.0
"""How long a refused bot has to read its last message."""
STREAMS_PER_CONNECTION = 32
SERVICE = "lutetia.v1.ArbiterService"
WATCH_SERVICE = "lutetia.v1.WatchService"
_HEALTHY = {b"", b"\n" + bytes([len(SERVICE)]) + SERVICE.encode()}
"""The requests for the health of the server and of its service, as grpc.health.v1 has them."""
_SERVING = b"\x08\x01"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a listener grants to whoever connects, before it knows who that is."""

    hello_s: float = 10.0
    """How long a stream may stay open without a hello."""
    silent_streams: int = 256
    """How many streams may wait for their hello at a time; one more ends the oldest of them."""
    connections: int = 512
    idle_s: float = 20.0
    """How long a connection may stay open without a stream."""
    ping_s: float = 1.0
    """How often a bot may ping us; three pings in a row that come sooner end its connection."""
    keepalive_s: float = 20.0
    """How long a connection is silent before we ping it."""
    keepalive_timeout_s: float = 10.0
    """How long it may take to answer; then it is dead, and its streams are lost."""
    slow_s: float = 10.0
    """How long a spectator may take to read what it is sent before it is sent more."""


DEFAULT_LIMITS = Limits()
ONE_BOT = Limits(silent_streams=64, connections=4)
"""For a listener of one process: a client needs one stream on one connection."""


class CannotListen(OperatorError):
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
async def listening(
    arbiter: Arbiter,
    address: str,
    limits: Limits = DEFAULT_LIMITS,
    *,
    admit: Admit | None = None,
    credentials: grpc.ServerCredentials | None = None,
    observe: Callable[[float], None] | None = None,
    reflection: bool = False,
) -> AsyncIterator[str]:
    """Serve an arbiter on `host:port` or `unix:path`; the address that bots connect to.

    `admit` lets bots in, if others may come than those the arbiter expects. With credentials the
    streams are encrypted. `observe` is told the seconds that each message has cost. With
    `reflection` the server describes its services to whoever asks.
    """
    server = aio.server(options=_options(limits))
    streams = _Streams(arbiter, limits, admit, observe)
    # No deserialiser: a session reads the bytes of its messages itself.
    handler: Any = grpc.stream_stream_rpc_method_handler(streams.play)
    service = grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})
    health: Any = grpc.unary_unary_rpc_method_handler(_check_health)
    checks = grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": health})
    server.add_generic_rpc_handlers((service, checks))
    if reflection:
        _describe_services(server)
    async with _serving(server, address, credentials) as bound:
        yield bound


@asynccontextmanager
async def showing(
    gallery: Gallery,
    address: str,
    limits: Limits = DEFAULT_LIMITS,
    *,
    credentials: grpc.ServerCredentials | None = None,
) -> AsyncIterator[str]:
    """Let spectators watch on `host:port` or `unix:path`; the address that they connect to."""
    server = aio.server(options=_options(limits))

    async def watch(request: bytes, context: Any) -> None:
        try:
            await _watch(gallery, limits.slow_s, request, context)
        except Refusal as refusal:
            refused = context.abort(grpc.StatusCode[refusal.status.name], str(refusal))
            await asyncio.wait_for(refused, CLOSE_S)

    async def list_matches(_: bytes, context: Any) -> bytes:
        return gallery.matches()

    # No serialisers: a part is serialised once, whoever watches.
    handlers: Any = {
        "Watch": grpc.unary_stream_rpc_method_handler(watch),
        "ListMatches": grpc.unary_unary_rpc_method_handler(list_matches),
    }
    service = grpc.method_handlers_generic_handler(WATCH_SERVICE, handlers)
    server.add_generic_rpc_handlers((service,))
    async with _serving(server, address, credentials) as bound:
        yield bound


@asynccontextmanager
async def _serving(
    server: aio.Server, address: str, credentials: grpc.ServerCredentials | None
) -> AsyncIterator[str]:
    """Run a server while a block lasts; the address that was taken."""
    try:
        if credentials is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, credentials)
    except RuntimeError:
        raise CannotListen(
            f"cannot listen on {address}: it is in use, or not this machine's, "
            "or this machine has no descriptors left"
        ) from None
    bound = address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
    await in_host(server.start())
    try:
        yield bound
    finally:
        with trio.CancelScope(shield=True):
            await in_host(server.stop(grace=0.5))


def call_soon(callback: Callable[[], object]) -> None:
    """Call something in the host loop when what it is doing now is done."""
    asyncio.get_running_loop().call_soon(callback)


async def in_host(work: Coroutine[object, object, T]) -> T:
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


async def _check_health(request: bytes, context: Any) -> bytes:
    """Answer grpc.health.v1.Health/Check, whose messages are too small for a package of their own.

    There is no Watch, which anybody could use to keep a connection without a token.
    """
    if request not in _HEALTHY:
        await context.abort(grpc.StatusCode.NOT_FOUND, f"the only service is {SERVICE}")
    return _SERVING


def _describe_services(server: aio.Server) -> None:
    try:
        from grpc_reflection.v1alpha.reflection import SERVICE_NAME, enable_server_reflection
    except ImportError:
        raise CannotListen(
            "reflection needs a package: pip install 'lutetia[reflection]'"
        ) from None
    enable_server_reflection((SERVICE, SERVICE_NAME), server)


def _options(limits: Limits) -> tuple[tuple[str, int], ...]:
    return (
        ("grpc.so_reuseport", 0),
        # Beyond the limit of a session, which refuses the bot with a sentence. Of what gRPC itself
        # refuses we see no more than the end of a stream, as if it were lost.
        ("grpc.max_receive_message_length", 4 * MESSAGE_LIMIT),
        ("grpc.max_metadata_size", 8 * 1024),
        ("grpc.max_concurrent_streams", STREAMS_PER_CONNECTION),
        ("grpc.max_allowed_incoming_connections", limits.connections),
        # For a connection that does not get as far as HTTP/2's settings, and one without a stream.
        ("grpc.server_handshake_timeout_ms", 5_000),
        ("grpc.max_connection_idle_ms", round(limits.idle_s * 1000)),
        # We ping bots, to notice a pulled cable.
        ("grpc.keepalive_time_ms", round(limits.keepalive_s * 1000)),
        ("grpc.keepalive_timeout_ms", round(limits.keepalive_timeout_s * 1000)),
        # Bots may ping us, with or without a stream. By default gRPC closes a connection that
        # pings more often than every five minutes while we have nothing to send, that is, while
        # its bot thinks.
        ("grpc.http2.min_ping_interval_without_data_ms", round(limits.ping_s * 1000)),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.keepalive_permit_without_calls", 1),
        # Without this, gRPC reads 4 MB ahead of us on each stream. What it has read ahead is lost
        # when a bot ends its stream, so a flood could pass for a disconnect. With it, 64 KB.
        ("grpc.http2.bdp_probe", 0),
    )


class _Streams:
    """The handler of all Play streams of a listener."""

    def __init__(
        self,
        arbiter: Arbiter,
        limits: Limits,
        admit: Admit | None,
        observe: Callable[[float], None] | None,
    ) -> None:
        self._arbiter = arbiter
        self._limits = limits
        self._admit = admit
        self._observe = observe
        self._silent: dict[asyncio.Timeout, None] = {}
        """The time limits of the streams that wait for their hello, the oldest first."""

    async def play(self, _: object, context: Any) -> None:
        """Play one stream to its end."""
        ready = asyncio.Event()
        session = self._arbiter.open_session(ready.set, self._admit)
        writer = asyncio.create_task(_write(session, ready, context))
        reader = asyncio.create_task(self._read(session, context))
        try:
            # The reader ends with what the bot sends; the writer when the session is over, or
            # when the bot is gone, and then what it sent before is still to be read.
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if not session.over:
                await asyncio.wait({reader})
            if (refusal := session.refusal) is not None:
                # gRPC takes no status while a message is being written. A bot that does not
                # read must not hold us up.
                await asyncio.wait({writer}, timeout=CLOSE_S)
                refused = context.abort(grpc.StatusCode[refusal.status.name], str(refusal))
                await asyncio.wait_for(refused, CLOSE_S)
        finally:
            # gRPC cancels us when the bot is gone, so this is the one place for all endings.
            reader.cancel()
            writer.cancel()
            self._arbiter.close_session(session)

    async def _read(self, session: Session, context: Any) -> None:
        """Hand over all that the bot sends, until it ends its stream or is refused.

        A refusal takes effect here and at once, and so does the end of the stream. If a refusal
        were raised to `play`, gRPC might cancel `play` in between, because the bot is gone by
        now, and it would be lost. If the end waited for `play`, a match might begin in between.
        """
        try:
            data = await self._first_message(context)
            receive = session.receive if self._observe is None else self._timed(session)
            while data is not aio.EOF:
                receive(data)
                data = await context.read()
        except Refusal as refusal:
            self._arbiter.refuse(session, refusal)
        else:
            self._arbiter.close_session(session)

    def _timed(self, session: Session) -> Callable[[bytes], None]:
        """Return `session.receive` with a look at the clock before and after."""
        observe = self._observe
        assert observe is not None

        def receive(data: bytes) -> None:
            since_s = time.perf_counter()
            session.receive(data)
            observe(time.perf_counter() - since_s)

        return receive

    async def _first_message(self, context: Any) -> Any:
        """Read the hello, within its time. Too many silent streams cost the oldest of them.

        The oldest, not the newest: whoever opens many streams and says nothing must not keep
        others out, whose hello comes at once.
        """
        limits = self._limits
        try:
            async with asyncio.timeout(limits.hello_s) as time_limit:
                self._silent[time_limit] = None
                if len(self._silent) > limits.silent_streams:
                    oldest = next(iter(self._silent))
                    del self._silent[oldest]
                    if not oldest.expired():
                        oldest.reschedule(0)
                try:
                    return await context.read()
                finally:
                    self._silent.pop(time_limit, None)
        except TimeoutError:
            reason = (
                f"no hello within {limits.hello_s:g} s, or more than {limits.silent_streams} "
                "streams wait for theirs"
            )
            raise Refusal(Status.DEADLINE_EXCEEDED, reason) from None


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


async def _watch(gallery: Gallery, slow_s: float, request: bytes, context: Any) -> None:
    """Show a match to one spectator, to its end."""
    news = asyncio.Event()
    spectator = gallery.enter(request, news.set)
    try:
        while not spectator.done:
            due_s = spectator.due_s()
            now_s = gallery.now()
            if due_s is None or due_s > now_s:
                news.clear()
                with suppress(TimeoutError):
                    pause_s = None if due_s is None else due_s - now_s
                    await asyncio.wait_for(news.wait(), pause_s)
                continue
            try:
                # It returns when gRPC has room for more, which is little for who does not read.
                await asyncio.wait_for(context.write(spectator.take(now_s)), slow_s)
            except TimeoutError:
                raise Refusal(Status.RESOURCE_EXHAUSTED, "you read too slowly") from None
    finally:
        gallery.leave(spectator)
