"""The Play stream as a client in another process would meet it: real gRPC, real refusals."""

from pathlib import Path

import grpc
import pytest
import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.host import MESSAGE_LIMIT, AddressInUse, in_host, listening, run
from engine.record import Bot
from lutetia.v1 import play_pb2

Ended = tuple[grpc.StatusCode, str]


def hello(bot: str = "bot", token: str = "secret", version: int = 1) -> bytes:
    message = play_pb2.Hello(protocol_version=version, bot=bot, token=token)
    return play_pb2.BotMessage(hello=message).SerializeToString()


def end_of_stream(tmp_path: Path, *messages: bytes, streams: int = 1) -> Ended:
    """Send messages on a stream (or on several, one after the other) and say how it ended."""

    async def talk(address: str) -> Ended:
        async with aio.insecure_channel(address) as channel:
            play = channel.stream_stream("/lutetia.v1.ArbiterService/Play")
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
                return await in_host(talk(address))

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
    assert "bot is or was connected already" in details


def test_a_message_over_the_limit_ends_the_stream(tmp_path: Path) -> None:
    code, _ = end_of_stream(tmp_path, hello(), b"\x22" * (MESSAGE_LIMIT + 1))
    assert code.name == "RESOURCE_EXHAUSTED"


def test_an_address_that_cannot_be_had_is_an_operators_mistake() -> None:
    async def main() -> None:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        async with listening(arbiter, "127.0.0.1:0") as taken, listening(arbiter, taken):
            pass

    with pytest.raises(AddressInUse, match="in use"):
        run(main)
