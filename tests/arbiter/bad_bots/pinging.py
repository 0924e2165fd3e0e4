"""Pings every 2 s, as many clients do, and thinks so long about its first turn that it matters."""

import asyncio

from raw import Call, answer, first_turn, misuse

THINK_S = 9.0
OPTIONS = (
    ("grpc.keepalive_time_ms", 2_000),
    ("grpc.http2.max_pings_without_data", 0),  # as many as it likes
)


async def play(call: Call) -> None:
    turn = await first_turn(call)
    await asyncio.sleep(THINK_S)
    while True:
        await answer(call, turn)
        turn = await first_turn(call)


misuse(play, OPTIONS)
