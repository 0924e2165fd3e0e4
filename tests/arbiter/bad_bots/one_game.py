"""Plays one game well, says goodbye and ends; nothing wrong with that."""

from raw import answer, misuse

from lutetia.v1 import play_pb2


async def play(call):
    while True:
        message = await call.read()
        if message.overs:
            await call.write(play_pb2.BotMessage(goodbye=play_pb2.Goodbye()).SerializeToString())
            return
        for turn in message.turns:
            await answer(call, turn)


misuse(play, max_games=1)
