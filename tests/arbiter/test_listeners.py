"""The Play stream as a client in another process would meet it: real gRPC, real refusals."""

import asyncio
import struct
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest
import trio
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arbiter.arbiter import Arbiter
from arbiter.listeners import (
    DEFAULT_LISTENER_LIMITS,
    SERVICE,
    STREAMS_PER_CONNECTION,
    CannotListen,
    ListenerLimits,
    listening,
)
from arbiter.loops import in_asyncio, run
from arbiter.sessions import MESSAGE_LIMIT
from engine.record import Bot
from lutetia.v1 import play_pb2

T = TypeVar("T")
Ended = tuple[grpc.StatusCode, str]
PLAY = "/lutetia.v1.ArbiterService/Play"
SETTINGS, PING, GOAWAY = 4, 6, 7
"""Kinds of HTTP/2 frames."""
INITIAL_WINDOW_SIZE = 4
"""The number of a setting."""


def hello(bot: str = "bot", token: str = "secret", version: int = 1) -> bytes:
    message = play_pb2.Hello(protocol_version=version, bot=bot, token=token)
    return play_pb2.BotMessage(hello=message).SerializeToString()


def end_of_stream(tmp_path: Path, *messages: bytes, streams: int = 1) -> Ended:
    """Send messages on a stream (or on several, one after the other) and say how it ended."""

    async def talk(address: str) -> Ended:
        async with aio.insecure_channel(address) as channel:
            play: Any = channel.stream_stream("/lutetia.v1.ArbiterService/Play")
            calls = [play() for _ in range(streams)]
            for call in calls:
                for message in messages:
                    await call.write(message)
                if call is not calls[-1]:
                    await call.read()
            try:
                while await calls[-1].read() is not aio.EOF:
                    pass
            except aio.AioRpcError:
                pass
            return await calls[-1].code(), await calls[-1].details()

    async def main() -> Ended:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        arbiter.expect("bot", Bot("bot", "1"), token="secret", startup_s=60)
        with trio.fail_after(20):
            async with listening(arbiter, f"unix:{tmp_path}/arbiter") as address:
                return await in_asyncio(talk(address))

    return run(main)


@pytest.mark.parametrize(
    ("messages", "status", "sentence"),
    [
        ([hello(token="guess")], "UNAUTHENTICATED", "token"),
        ([hello(bot="stranger")], "UNAUTHENTICATED", "token"),
        ([hello(token="")], "UNAUTHENTICATED", "token"),
        ([hello(version=9)], "FAILED_PRECONDITION", "protocol 1, the bot 9"),
        ([b"\xff\xff"], "INVALID_ARGUMENT", "not a BotMessage"),
        ([b""], "INVALID_ARGUMENT", "first message must be a hello"),
        ([hello(), hello()], "INVALID_ARGUMENT", "second hello"),
    ],
)
def test_a_bot_that_breaks_the_protocol_is_told_why(
    messages: list[bytes], status: str, sentence: str, tmp_path: Path
) -> None:
    code, details = end_of_stream(tmp_path, *messages)
    assert code.name == status
    assert sentence in details


def test_a_bot_that_is_connected_cannot_connect_again(tmp_path: Path) -> None:
    code, details = end_of_stream(tmp_path, hello(), streams=2)
    assert code.name == "ALREADY_EXISTS"
    assert "bot is connected already" in details


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (MESSAGE_LIMIT + 1, "a message of 262,145 bytes; at most 262,144 are allowed"),
        (4 * MESSAGE_LIMIT + 1, "larger than max"),  # gRPC's own words
    ],
)
def test_a_message_over_the_limit_ends_the_stream(size: int, sentence: str, tmp_path: Path) -> None:
    code, details = end_of_stream(tmp_path, hello(), b"\x22" * size)
    assert code.name == "RESOURCE_EXHAUSTED"
    assert sentence in details


def converse(
    tmp_path: Path,
    talk: Callable[[str], Coroutine[Any, Any, T]],
    limits: ListenerLimits = DEFAULT_LISTENER_LIMITS,
    **options: Any,
) -> T:
    """Run a conversation with a listener, given its address."""

    async def main() -> T:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        for name in ("bot", *map(str, range(STREAMS_PER_CONNECTION))):
            arbiter.expect(name, Bot(name, "1"), token="secret", startup_s=60)
        with trio.fail_after(20):
            socket = f"unix:{tmp_path}/arbiter"
            async with listening(arbiter, socket, limits, **options) as address:
                return await in_asyncio(talk(address))

    return run(main)


def test_the_standard_health_check_is_answered(tmp_path: Path) -> None:
    async def talk(address: str) -> tuple[int, int, grpc.StatusCode]:
        async with aio.insecure_channel(address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            server = await stub.Check(health_pb2.HealthCheckRequest())
            service = await stub.Check(health_pb2.HealthCheckRequest(service=SERVICE))
            with pytest.raises(aio.AioRpcError) as unknown:
                await stub.Check(health_pb2.HealthCheckRequest(service="chess"))
            return server.status, service.status, unknown.value.code()

    server, service, unknown = converse(tmp_path, talk)
    assert server == service == health_pb2.HealthCheckResponse.SERVING
    assert unknown.name == "NOT_FOUND"


def test_services_are_described_to_those_who_ask_if_the_operator_wants_it(tmp_path: Path) -> None:
    async def talk(address: str) -> list[str]:
        async with aio.insecure_channel(address) as channel:
            stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
            asked = reflection_pb2.ServerReflectionRequest(list_services="")
            call = stub.ServerReflectionInfo(iter([asked]))
            try:
                answer = await call.read()
            except aio.AioRpcError as error:
                return [error.code().name]
            return [service.name for service in answer.list_services_response.service]

    assert SERVICE in converse(tmp_path, talk, reflection=True)
    assert converse(tmp_path, talk) == ["UNIMPLEMENTED"]


def test_what_each_message_costs_is_told(tmp_path: Path) -> None:
    seconds: list[float] = []

    async def talk(address: str) -> None:
        async with aio.insecure_channel(address) as channel:
            call: Any = channel.stream_stream(PLAY)()
            await call.write(hello())
            await call.read()

    converse(tmp_path, talk, observe=seconds.append)
    assert len(seconds) == 1
    assert seconds[0] > 0


def test_a_stream_without_a_hello_is_ended_with_a_sentence(tmp_path: Path) -> None:
    async def talk(address: str) -> Ended:
        async with aio.insecure_channel(address) as channel:
            call: Any = channel.stream_stream(PLAY)()
            return await call.code(), await call.details()

    code, details = converse(tmp_path, talk, ListenerLimits(hello_s=0.1))
    assert code.name == "DEADLINE_EXCEEDED"
    assert "no hello within 0.1 s" in details


def test_a_stranger_who_is_refused_waits_and_a_bot_that_comes_back_does_not(
    tmp_path: Path,
) -> None:
    async def talk(address: str) -> list[bool]:
        async with aio.insecure_channel(address) as channel:
            play: Any = channel.stream_stream(PLAY)
            first, again, stranger = play(), play(), play()
            await first.write(hello())
            await first.read()
            await stranger.write(hello(token="guess"))
            await again.write(hello())
            assert (await again.code()).name == "ALREADY_EXISTS"
            return [call.done() for call in (first, again, stranger)]

    assert converse(tmp_path, talk, ListenerLimits(refusal_s=60)) == [False, True, False]


def test_too_many_silent_streams_cost_the_oldest_and_keep_nobody_out(tmp_path: Path) -> None:
    async def talk(address: str) -> grpc.StatusCode:
        async with aio.insecure_channel(address) as channel:
            await channel.channel_ready()  # from here on streams reach the server in their order
            play: Any = channel.stream_stream(PLAY)
            oldest, *others, speaking = (play() for _ in range(4))
            await speaking.write(hello())
            assert await speaking.read() is not aio.EOF
            silent = [call for call in others if not call.done()]
            assert len(silent) == 2
            status: grpc.StatusCode = await oldest.code()
            return status

    limits = ListenerLimits(silent_streams=3, hello_s=60)
    assert converse(tmp_path, talk, limits).name == "DEADLINE_EXCEEDED"


def test_a_connection_carries_this_many_streams_and_further_ones_wait(tmp_path: Path) -> None:
    async def talk(address: str) -> None:
        async with aio.insecure_channel(address) as channel:
            play: Any = channel.stream_stream(PLAY)
            calls = [play() for _ in range(STREAMS_PER_CONNECTION)]
            for number, call in enumerate(calls):
                await call.write(hello(str(number)))
                assert await call.read() is not aio.EOF
            waiting = play()
            written = asyncio.create_task(waiting.write(hello()))
            done, _ = await asyncio.wait({written}, timeout=0.2)
            assert not done
            goodbye = play_pb2.BotMessage(goodbye=play_pb2.Goodbye())
            await calls[0].write(goodbye.SerializeToString())
            assert await calls[0].read() is aio.EOF
            await written
            assert await waiting.read() is not aio.EOF

    converse(tmp_path, talk)


class Http2:
    """A connection that speaks HTTP/2 by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        self.send(SETTINGS, b"")

    def send(self, kind: int, payload: bytes) -> None:
        self._writer.write(len(payload).to_bytes(3) + bytes([kind, 0]) + bytes(4) + payload)

    async def read(self, kind: int) -> bytes:
        """Return the next frame of a kind; raise IncompleteReadError at the end."""
        while True:
            head = await self._reader.readexactly(9)
            payload = await self._reader.readexactly(int.from_bytes(head[:3]))
            if head[3] == kind:
                return payload


@asynccontextmanager
async def http2(address: str) -> AsyncIterator[Http2]:
    reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
    try:
        yield Http2(reader, writer)
    finally:
        writer.close()


def test_too_many_pings_end_the_connection(tmp_path: Path) -> None:
    """What docs/protocol.md says of them: more than two in a row within a second each."""

    async def talk(address: str) -> bytes:
        async with http2(address) as connection:
            for number in range(4):  # the first follows none
                connection.send(PING, number.to_bytes(8))
            return await connection.read(GOAWAY)

    assert b"too_many_pings" in converse(tmp_path, talk)


def test_a_connection_that_opens_no_stream_is_closed(tmp_path: Path) -> None:
    async def talk(address: str) -> bytes:
        async with http2(address) as connection:
            return await connection.read(GOAWAY)

    assert b"idle" in converse(tmp_path, talk, ListenerLimits(idle_s=1))


def test_a_connection_above_the_cap_is_closed(tmp_path: Path) -> None:
    async def talk(address: str) -> None:
        async with http2(address) as first, http2(address) as second:
            await first.read(SETTINGS)
            await second.read(SETTINGS)
            async with http2(address) as third:
                with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                    await third.read(SETTINGS)

    converse(tmp_path, talk, ListenerLimits(connections=2))


@pytest.mark.parametrize("words", [b"", b"PRI * HT", b"GET / HTTP/1.1\r\n\r\n" * 100, bytes(1_000)])
def test_500_connections_that_are_silent_half_open_or_garbage_are_closed_and_bots_come_in(
    words: bytes, tmp_path: Path
) -> None:
    async def until_closed(address: str) -> None:
        reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
        with suppress(ConnectionError):
            writer.write(words)
            while await reader.read(1024):
                pass
        writer.close()

    async def talk(address: str) -> None:
        strangers = [asyncio.create_task(until_closed(address)) for _ in range(500)]
        async with aio.insecure_channel(address) as channel:
            call: Any = channel.stream_stream(PLAY)()
            await call.write(hello())
            assert await call.read() is not aio.EOF
            await asyncio.gather(*strangers)
            assert not call.done()

    converse(tmp_path, talk, ListenerLimits(handshake_s=1.0))


@pytest.mark.parametrize("size", [9_000, 20_000])
def test_too_much_metadata_is_always_refused_and_others_go_on(size: int, tmp_path: Path) -> None:
    """gRPC refused 9,000 bytes once in four times."""

    async def talk(address: str) -> set[str]:
        async with aio.insecure_channel(address) as channel:
            play: Any = channel.stream_stream(PLAY)
            call = play()
            await call.write(hello())
            greedy = [play(metadata=[("x", "y" * size)]) for _ in range(20)]
            statuses: set[str] = {(await each.code()).name for each in greedy}
            assert await call.read() is not aio.EOF
            return statuses

    assert converse(tmp_path, talk, ListenerLimits(hello_s=1.0)) == {"RESOURCE_EXHAUSTED"}


def test_little_is_read_ahead_of_a_bot_whose_flood_must_be_noticed(tmp_path: Path) -> None:
    """What is read ahead is lost when the bot leaves: its flood was called a disconnect."""

    async def talk(address: str) -> dict[int, int]:
        async with http2(address) as connection:
            return dict(struct.iter_unpack(">HI", await connection.read(SETTINGS)))

    assert converse(tmp_path, talk)[INITIAL_WINDOW_SIZE] == 65_535


def test_an_address_that_cannot_be_had_is_an_operators_mistake() -> None:
    async def main() -> None:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        async with listening(arbiter, "127.0.0.1:0") as taken, listening(arbiter, taken):
            pass

    with pytest.raises(CannotListen, match="in use"):
        run(main)
