"""Answers its first turn with a message that gRPC itself does not take."""

from raw import Call, first_turn, misuse


async def play(call: Call) -> None:
    await first_turn(call)
    await call.write(bytes(3_000_000))
    await call.read()


misuse(play)
