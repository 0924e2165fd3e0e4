"""A stream without the client, for bots that misuse it."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from grpc import aio

from lutetia.v1 import play_pb2


def misuse(play: Callable[[Any], Awaitable[None]], max_games: int = 0) -> None:
    """Connect, say hello, and let `play` do what it likes with the stream."""

    async def connected() -> None:
        async with aio.insecure_channel(os.environ["LUTETIA_ADDRESS"]) as channel:
            call = channel.stream_stream(
                "/lutetia.v1.ArbiterService/Play",
                response_deserializer=play_pb2.ArbiterMessage.FromString,
            )()
            hello = play_pb2.Hello(
                protocol_version=1,
                bot=os.environ["LUTETIA_BOT"],
                token=os.environ["LUTETIA_TOKEN"],
                max_games=max_games,
            )
            await call.write(play_pb2.BotMessage(hello=hello).SerializeToString())
            await play(call)

    asyncio.run(connected())


async def first_turn(call: Any) -> play_pb2.Turn:
    """Wait for a turn."""
    while True:
        message = await call.read()
        for turn in message.turns:
            return turn


async def answer(call: Any, turn: play_pb2.Turn, action: int = 0, times: int = 1) -> None:
    """Answer a turn, once or more often."""
    part = play_pb2.Answer(game_id=turn.game_id, turn_id=turn.turn_id, action=action)
    await call.write(play_pb2.BotMessage(answers=[part] * times).SerializeToString())
