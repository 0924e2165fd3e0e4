"""Closes its stream on its third turn, and lives on."""

import time

from raw import Call, answer, first_turn, misuse


async def play(call: Call) -> None:
    for _ in range(2):
        await answer(call, await first_turn(call))
    await first_turn(call)


misuse(play)
time.sleep(3600)
