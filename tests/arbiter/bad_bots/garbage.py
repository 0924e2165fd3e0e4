"""Sends bytes that are not a message at its first turn."""

import time

from raw import Call, first_turn, misuse


async def play(call: Call) -> None:
    await first_turn(call)
    await call.write(b"\xff\xff\xff\xff")
    await call.read()


misuse(play)
time.sleep(3600)
