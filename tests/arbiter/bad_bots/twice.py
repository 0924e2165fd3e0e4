"""Answers every turn twice, and is none the worse for it."""

from raw import Call, answer, first_turn, misuse


async def play(call: Call) -> None:
    while True:
        await answer(call, await first_turn(call), times=2)


misuse(play)
