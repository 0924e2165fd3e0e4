"""The floor: a bare grpc.aio stream between two processes, one message each way at a time."""

import asyncio
import subprocess
import sys
import tempfile
import time
from typing import Any

import grpc
from grpc import aio


def echo_rate(turn_bytes: int, answer_bytes: int, seconds: float) -> float:
    """Return the exchanges a second of messages of these sizes, with nothing done for them."""
    return asyncio.run(_serve(b"t" * turn_bytes, b"a" * answer_bytes, seconds))


async def _serve(turn: bytes, answer: bytes, seconds: float) -> float:
    rate: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(_: object, context: Any) -> None:
        await context.read()
        count, began = 0, time.monotonic()
        while (elapsed := time.monotonic() - began) < seconds:
            await context.write(turn)
            await context.read()
            count += 1
        rate.set_result(count / elapsed)

    server = aio.server()
    handler: Any = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("e.E", {"E": handler}),))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{folder}/echo"
        server.add_insecure_port(address)
        await server.start()
        client = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.echo", address, str(len(answer))]
        )
        try:
            return await rate
        finally:
            await server.stop(None)
            client.kill()
            client.wait()


async def _answer(address: str, size: str) -> None:
    answer = b"a" * int(size)
    async with aio.insecure_channel(address) as channel:
        call: Any = channel.stream_stream("/e.E/E")()
        await call.write(answer)
        while (await call.read()) is not aio.EOF:
            await call.write(answer)


if __name__ == "__main__":
    asyncio.run(_answer(*sys.argv[1:]))
