"""Answers its first turn a hundred thousand times."""

from raw import Call, answer, first_turn, misuse


async def play(call: Call) -> None:
    turn = await first_turn(call)
    for _ in range(100):
        await answer(call, turn, times=1_000)


misuse(play)
