"""Run in a network namespace of its own: a crowd of silent connections from one address, and a bot.

`python -m tests.security.crowd FOLDER` prints whether the bot was let in, from another address.
"""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import grpc
import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.certificates import make_certificate, server_credentials
from arbiter.listeners import ListenerLimits, listening
from arbiter.loops import in_asyncio, run
from engine.record import Bot
from lutetia.v1 import play_pb2

ADDRESS, PORT = "127.0.0.1", 7400
CROWD = "127.0.0.2"
LIMITS = ListenerLimits(connections=100)


async def crowd(stack: AsyncExitStack) -> None:
    """Open more connections than the listener accepts, as far as they are let through."""

    async def one() -> None:
        # Of those that are dropped nothing is heard.
        with suppress(OSError):
            async with asyncio.timeout(2):
                _, writer = await asyncio.open_connection(ADDRESS, PORT, local_addr=(CROWD, 0))
            stack.callback(writer.close)

    await asyncio.gather(*(one() for _ in range(2 * LIMITS.connections)))


async def greet(trusted: bytes) -> bool:
    """Say hello as a bot with a token, and tell whether it was let in."""
    credentials = grpc.ssl_channel_credentials(trusted)
    async with aio.secure_channel(f"{ADDRESS}:{PORT}", credentials) as channel:
        call: Any = channel.stream_stream("/lutetia.v1.ArbiterService/Play")(timeout=4)
        hello = play_pb2.Hello(protocol_version=1, bot="honest", token="secret")
        try:
            await call.write(play_pb2.BotMessage(hello=hello).SerializeToString())
            return await call.read() is not aio.EOF
        except (aio.AioRpcError, asyncio.InvalidStateError):
            return False


async def main() -> None:
    certificate, key = make_certificate(Path(sys.argv[1]), [ADDRESS])
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    arbiter.expect("honest", Bot("honest", "1"), "secret", 60)
    credentials = server_credentials(f"{ADDRESS}:{PORT}", certificate, key, insecure=False)

    async def talk() -> bool:
        async with AsyncExitStack() as stack:
            await crowd(stack)
            return await greet(certificate.read_bytes())

    with trio.fail_after(60):
        async with listening(arbiter, f"{ADDRESS}:{PORT}", LIMITS, credentials=credentials):
            print("let in" if await in_asyncio(talk()) else "kept out")


if __name__ == "__main__":
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    run(main)
