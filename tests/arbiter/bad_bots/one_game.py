"""Says goodbye after its first match, as the protocol has it; nothing wrong with that."""

from grpc import aio
from raw import Call, answer, misuse, send

from lutetia.v1 import play_pb2


async def play(call: Call) -> None:
    leaving = False
    while (message := await call.read()) is not aio.EOF:
        for turn in message.turns:
            await answer(call, turn)
        if message.overs and not leaving:
            leaving = True
            await send(call, goodbye=play_pb2.Goodbye())


misuse(play)
