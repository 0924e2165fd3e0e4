"""The gRPC servers: streams of bots, calls of readers, and spectators, within limits.

A stream's reader drives sessions and matches directly, in asyncio's loop (see `loops`).
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import grpc
import outcome
import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.gallery import Gallery
from arbiter.loops import Guest, in_asyncio
from arbiter.sessions import HELLO_LIMIT, MESSAGE_LIMIT, Admit, Refusal, Session, Status
from engine.errors import OperatorError

CLOSE_S = 1.0
"""How long a refused bot has to read its last message."""
STREAMS_PER_CONNECTION = 32
METADATA_LIMIT = 8 * 1024
CALLS_PER_S = 50
"""How many calls per second spectators and readers may make from one address."""
CALLS_AT_ONCE = 8
"""How many calls of readers may be under way from one address."""
MOST_CALLS = 100
"""How many may be in all."""
READERS = 2
"""How many threads answer them."""
MOST_DELAYED = 1_000
"""How many refusals are delayed at a time; further ones are sent at once."""
_DELAYED = {Status.UNAUTHENTICATED, Status.INVALID_ARGUMENT, Status.RESOURCE_EXHAUSTED}
"""The refusals of a hello that are delayed. Not those that a bot may meet on its way back
to its match, where every second counts, nor DEADLINE_EXCEEDED, which has taken time already."""
SERVICE = "lutetia.v1.ArbiterService"
WATCH_SERVICE = "lutetia.v1.WatchService"
_SERVING = b"\x08\x01"
"""The answer of grpc.health.v1 that a service is well."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ListenerLimits:
    """What a listener grants to whoever connects, before it knows who that is."""

    handshake_s: float = 5.0
    """How long a connection may take to get as far as HTTP/2's settings."""
    hello_s: float = 10.0
    """How long a stream may stay open without a hello."""
    refusal_s: float = 1.0
    """How long a refusal is delayed, so that trying again and again takes time."""
    silent_streams: int = 256
    """How many streams may wait for their hello at a time; one more ends the oldest of them."""
    connections: int = 1_000
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


ReadCall = Callable[[bytes], Callable[[], bytes]]
"""Reads a request at once, in the event loop, and returns the slow part, for a thread to run: the
response is its result. Either may raise Refusal."""


class ReadService(NamedTuple):
    """A service whose calls only read, by their names."""

    name: str
    calls: Mapping[str, ReadCall]


DEFAULT_LISTENER_LIMITS = ListenerLimits()
ONE_BOT = ListenerLimits(silent_streams=64, connections=4)
"""For a listener of one process: a client needs one stream on one connection."""
SPECTATORS = ListenerLimits(connections=250)
"""For a listener of spectators, who need one connection each."""


class CannotListen(OperatorError):
    """The address cannot be listened on."""


@asynccontextmanager
async def listening(
    arbiter: Arbiter,
    address: str,
    limits: ListenerLimits = DEFAULT_LISTENER_LIMITS,
    *,
    admit: Admit | None = None,
    credentials: grpc.ServerCredentials | None = None,
    observe: Callable[[float], None] | None = None,
    refused: Callable[[str, Refusal], None] | None = None,
    reflection: bool = False,
    readable: ReadService | None = None,
) -> AsyncIterator[str]:
    """Serve an arbiter on `host:port` or `unix:path`; the address that bots connect to.

    `admit` lets bots in, if others may come than those the arbiter expects. With credentials the
    streams are encrypted. `observe` is told the seconds that each message has cost, `refused` from
    which address a hello was refused, and why. With `reflection` the server describes its services
    to whoever asks. Everybody who connects may call `readable`.
    """
    server = aio.server(options=_options(limits))
    streams = _Streams(arbiter, limits, admit, observe, refused)
    # No deserialiser: a session reads the bytes of its messages itself.
    handler: Any = grpc.stream_stream_rpc_method_handler(streams.play)
    service = grpc.method_handlers_generic_handler(SERVICE, {"Play": handler})
    names = [SERVICE] if readable is None else [SERVICE, readable.name]
    health: Any = grpc.unary_unary_rpc_method_handler(_health_check(names))
    checks = grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": health})
    server.add_generic_rpc_handlers((service, checks))
    if reflection:
        _describe_services(server, names)
    async with AsyncExitStack() as stack:
        if readable is not None:
            nursery = await stack.enter_async_context(trio.open_nursery())
            stack.callback(nursery.cancel_scope.cancel)
            server.add_generic_rpc_handlers((_Readers(Guest(nursery), limits).handler(readable),))
        yield await stack.enter_async_context(_serving(server, address, credentials))


@asynccontextmanager
async def showing(
    gallery: Gallery,
    address: str,
    limits: ListenerLimits = SPECTATORS,
    *,
    credentials: grpc.ServerCredentials | None = None,
) -> AsyncIterator[str]:
    """Let spectators watch on `host:port` or `unix:path`; the address that they connect to."""
    server = aio.server(options=_options(limits))
    most = max(1, gallery.places // 2)
    callers = _Callers(most, f"no place is free: {most} may watch from one address")
    delays = _Delays(limits.refusal_s)

    async def watch(request: bytes, context: Any) -> None:
        async with _refusing(context, delays):
            with callers.place(context.peer()):
                await _watch(gallery, limits.slow_s, request, context)

    async def list_matches(_: bytes, context: Any) -> bytes:
        async with _refusing(context, delays):
            callers.count(context.peer())
            return gallery.matches()
        raise AssertionError  # a refusal has ended the call

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
    await in_asyncio(server.start())
    try:
        yield bound
    finally:
        with trio.CancelScope(shield=True):
            await in_asyncio(server.stop(grace=0.5))


def _health_check(services: Sequence[str]) -> Callable[[bytes, Any], Awaitable[bytes]]:
    """Return what answers grpc.health.v1.Health/Check, for the server and its services.

    Its messages are too small for a package of their own. There is no Watch, which anybody could
    use to keep a connection without a token.
    """
    healthy = {b"", *(b"\n" + bytes([len(name)]) + name.encode() for name in services)}

    async def check(request: bytes, context: Any) -> bytes:
        if request not in healthy:
            told = f"no such service is here, only {' and '.join(services)}"
            await context.abort(grpc.StatusCode.NOT_FOUND, told)
        return _SERVING

    return check


def _describe_services(server: aio.Server, services: Sequence[str]) -> None:
    try:
        from grpc_reflection.v1alpha.reflection import SERVICE_NAME, enable_server_reflection
    except ImportError:
        raise CannotListen(
            "reflection needs a package: pip install 'lutetia[reflection]'"
        ) from None
    enable_server_reflection((*services, SERVICE_NAME), server)


def _options(limits: ListenerLimits) -> tuple[tuple[str, int], ...]:
    return (
        # Or a second server could take the same port, and the kernel would share the bots out.
        ("grpc.so_reuseport", 0),
        # Beyond the limit of a session, which refuses the bot with a sentence. Of what gRPC itself
        # refuses we see no more than the end of a stream, as if it were lost.
        ("grpc.max_receive_message_length", 4 * MESSAGE_LIMIT),
        # Between the two limits gRPC refuses at random, so there is nothing between them.
        ("grpc.max_metadata_size", METADATA_LIMIT),
        ("grpc.absolute_max_metadata_size", METADATA_LIMIT),
        ("grpc.max_concurrent_streams", STREAMS_PER_CONNECTION),
        ("grpc.max_allowed_incoming_connections", limits.connections),
        # For a connection that does not get as far as HTTP/2's settings, and one without a stream.
        ("grpc.server_handshake_timeout_ms", round(limits.handshake_s * 1000)),
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


class _Callers:
    """Counts what each machine asks for, so that none of them takes everything."""

    def __init__(self, most: int, sentence: str) -> None:
        """Let each machine hold `most` places; `sentence` is its refusal beyond that."""
        self._most = most
        self._sentence = sentence
        self._taken: Counter[str] = Counter()
        self._second = 0
        self._calls: Counter[str] = Counter()
        """Those in the current second."""

    def count(self, peer: str) -> None:
        """Count a call; one too many raises Refusal."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._calls.clear()
        machine = _machine(peer)
        self._calls[machine] += 1
        if self._calls[machine] > CALLS_PER_S:
            sentence = f"more than {CALLS_PER_S} calls per second from your address"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)

    @contextmanager
    def place(self, peer: str) -> Iterator[None]:
        """Count a call, and hold a place while the block lasts; one too many raises Refusal."""
        self.count(peer)
        machine = _machine(peer)
        if self._taken[machine] >= self._most:
            raise Refusal(Status.RESOURCE_EXHAUSTED, self._sentence)
        self._taken[machine] += 1
        try:
            yield
        finally:
            self._taken[machine] -= 1
            if not self._taken[machine]:
                del self._taken[machine]


def _machine(peer: str) -> str:
    """Return the address of a peer without its port, such as "ipv4:192.0.2.1"."""
    return peer.rpartition(":")[0]


class _Delays:
    """Makes strangers wait for their refusal: they could ask again at once."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s
        self._waiting = 0

    async def wait(self) -> None:
        if self._waiting < MOST_DELAYED:
            self._waiting += 1
            try:
                await asyncio.sleep(self._delay_s)
            finally:
                self._waiting -= 1


@asynccontextmanager
async def _refusing(context: Any, delays: _Delays) -> AsyncIterator[None]:
    """End a call with the status of a Refusal, after a delay if the caller asked for too much."""
    try:
        yield
    except Refusal as refusal:
        if refusal.status is Status.RESOURCE_EXHAUSTED:
            await delays.wait()
        refused = context.abort(grpc.StatusCode[refusal.status.name], str(refusal))
        await asyncio.wait_for(refused, CLOSE_S)


class _Readers:
    """Answers calls that only read, a few at a time and in threads: clocks are kept in this one."""

    def __init__(self, guest: Guest, limits: ListenerLimits) -> None:
        self._guest = guest
        self._threads = trio.CapacityLimiter(READERS)
        self._delays = _Delays(limits.refusal_s)
        sentence = f"more than {CALLS_AT_ONCE} calls at a time from your address"
        self._callers = _Callers(CALLS_AT_ONCE, sentence)
        self._calls = 0

    def handler(self, service: ReadService) -> grpc.GenericRpcHandler:
        handlers: Any = {
            name: grpc.unary_unary_rpc_method_handler(
                self._answering(f"{service.name}/{name}", call)
            )
            for name, call in service.calls.items()
        }
        return grpc.method_handlers_generic_handler(service.name, handlers)

    def _answering(self, name: str, begin: ReadCall) -> Any:
        async def answer(request: bytes, context: Any) -> bytes:
            async with _refusing(context, self._delays):
                with self._callers.place(context.peer()), self._call(request):
                    return await self._in_thread(name, begin, request)
            raise AssertionError  # a refusal has ended the call

        return answer

    @contextmanager
    def _call(self, request: bytes) -> Iterator[None]:
        """Count a call while the block lasts; one too many, or too large, raises Refusal."""
        if len(request) > HELLO_LIMIT:
            sentence = f"the request has {len(request)} bytes; at most {HELLO_LIMIT} are read"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
        if self._calls >= MOST_CALLS:
            sentence = f"{MOST_CALLS} calls are under way; try again in a moment"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1

    async def _in_thread(self, name: str, begin: ReadCall, request: bytes) -> bytes:
        """Answer a call in a thread, which goes on to its end even if the caller leaves."""
        try:
            work = begin(request)

            async def guest() -> outcome.Outcome[bytes]:
                # Captured there: what a guest raises would end all others.
                return await trio.to_thread.run_sync(
                    outcome.capture, work, abandon_on_cancel=True, limiter=self._threads
                )

            return (await self._guest.run(guest)).unwrap()
        except Refusal:
            raise
        except Exception:
            log.exception("%s cannot be answered", name)
            sentence = "this cannot be answered because of a bug; the operator's log has more"
            raise Refusal(Status.INTERNAL, sentence) from None


class _Streams:
    """The handler of all Play streams of a listener."""

    def __init__(
        self,
        arbiter: Arbiter,
        limits: ListenerLimits,
        admit: Admit | None,
        observe: Callable[[float], None] | None,
        refused: Callable[[str, Refusal], None] | None,
    ) -> None:
        self._arbiter = arbiter
        self._limits = limits
        self._admit = admit
        self._observe = observe
        self._refused = refused
        self._silent: dict[asyncio.Timeout, None] = {}
        """The time limits of the streams that wait for their hello, the oldest first."""
        self._delays = _Delays(limits.refusal_s)

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
                if session.life is None and refusal.status in _DELAYED:
                    await self._delays.wait()
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
            if session.life is None and self._refused is not None:
                self._refused(context.peer(), refusal)
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
                        oldest.reschedule(0)  # a time long past: it ends at once
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
        # are half again as many decisions per second. With a single match there is nothing more.
        if len(session.seats) > 1:
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
                # It returns when gRPC has room for more, which it has not for long if nobody reads.
                await asyncio.wait_for(context.write(spectator.take(now_s)), slow_s)
            except TimeoutError:
                raise Refusal(Status.RESOURCE_EXHAUSTED, "you read too slowly") from None
    finally:
        gallery.leave(spectator)
