"""On its first turn it fills every socket it can find, in one of three ways; then it hangs.

It makes the file it is given when that is done. The ways: `prefaces`, 50 connections to each that
say HTTP/2's preface and fall silent; `streams`, 1,000 streams without a hello; `connections`, as
many as there are descriptors, without a word.
"""

import asyncio
import os
import resource
import socket
import sys
from pathlib import Path

from grpc import aio
from raw import first_turn, misuse

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
way, done = sys.argv[1], Path(sys.argv[2])
own = Path(os.environ["LUTETIA_ADDRESS"].removeprefix("unix:"))
sockets: list[Path] = []
held = []


def connect(path: Path, count: int, words: bytes) -> None:
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(1)
        try:
            connection.connect(str(path))
            connection.sendall(words)
        except OSError:  # it is full
            return
        held.append(connection)


async def open_streams(count: int) -> None:
    # A channel has 32 streams at a time; with a pool of its own it is a connection of its own.
    for number in range(count // 32 + 1):
        path = sockets[number % len(sockets)]
        options = [("grpc.use_local_subchannel_pool", 1)]
        channel = aio.insecure_channel(f"unix:{path}", options=options)
        play = channel.stream_stream("/lutetia.v1.ArbiterService/Play")
        held.extend(play() for _ in range(32))
    await asyncio.sleep(1)


async def play(call):
    await first_turn(call)
    sockets.extend(path for path in own.parent.iterdir() if path.is_socket())
    if way == "prefaces":
        for path in sockets:
            connect(path, 50, PREFACE)
    elif way == "streams":
        await open_streams(1_000)
    else:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        for path in sockets:
            connect(path, 2_000, b"")
    done.touch()  # noqa: ASYNC240 - nothing else is to happen meanwhile
    await asyncio.sleep(3600)


misuse(play)
