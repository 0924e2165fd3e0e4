"""Resigns at its first turn, and plays on in other games."""

from raw import Call, first_turn, misuse, send

from lutetia.v1 import play_pb2


async def play(call: Call) -> None:
    while True:
        turn = await first_turn(call)
        part = play_pb2.Resignation(match_id=turn.match_id)
        await send(call, resignations=[part])


misuse(play)
