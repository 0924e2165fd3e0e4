"""Answers its first turn a hundred thousand times."""

from raw import answer, first_turn, misuse


async def play(call):
    turn = await first_turn(call)
    for _ in range(100):
        await answer(call, turn, times=1_000)


misuse(play)
