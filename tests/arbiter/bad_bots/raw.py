"""A stream without the client, for bots that misuse it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from grpc import aio

from lutetia.v1 import play_pb2

Call = Any
"""A stream as grpc.aio has it: `read` and `write`."""


def misuse(
    play: Callable[[Call], Awaitable[None]],
    options: Sequence[tuple[str, int]] = (),
    goodbye: play_pb2.Goodbye | None = None,
    **hello: Any,
) -> None:
    """Connect, say hello (and goodbye), and let `play` do what it likes with the stream."""

    async def connected() -> None:
        async with aio.insecure_channel(os.environ["LUTETIA_ADDRESS"], options) as channel:
            call: Call = channel.stream_stream(
                "/lutetia.v1.ArbiterService/Play",
                response_deserializer=play_pb2.ArbiterMessage.FromString,
            )()
            greeting = play_pb2.Hello(
                protocol_version=1,
                bot=os.environ["LUTETIA_BOT"],
                token=os.environ["LUTETIA_TOKEN"],
                **hello,
            )
            await send(call, hello=greeting, goodbye=goodbye)
            await play(call)

    asyncio.run(connected())


async def send(call: Call, **parts: Any) -> None:
    await call.write(play_pb2.BotMessage(**parts).SerializeToString())


async def first_turn(call: Call) -> play_pb2.Turn:
    """Wait for a turn."""
    while True:
        message: play_pb2.ArbiterMessage = await call.read()
        for turn in message.turns:
            return turn


async def answer(call: Call, turn: play_pb2.Turn, times: int = 1) -> None:
    """Answer a turn with its first action, once or more often."""
    part = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id, action_index=0)
    await send(call, answers=[part] * times)
