"""Answers its first turn with a message that is too large."""

from raw import Call, first_turn, misuse


async def play(call: Call) -> None:
    await first_turn(call)
    await call.write(bytes(300_000))
    await call.read()


misuse(play)
