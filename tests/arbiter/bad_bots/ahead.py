"""Answers every turn and, in the same message, those that come next with what is not valid."""

from raw import Call, first_turn, misuse, send

from lutetia.v1 import play_pb2


async def play(call: Call) -> None:
    while True:
        turn = await first_turn(call)
        answers = [play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id)]
        answers += [
            play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id + later, action_index=999)
            for later in (1, 2, 3)
        ]
        await send(call, answers=answers)


misuse(play)
