"""Answers every turn twice, and is none the worse for it."""

from raw import answer, first_turn, misuse


async def play(call):
    while True:
        await answer(call, await first_turn(call), times=2)


misuse(play)
