"""Says hello and goodbye in one message, as often as it is told; then it plays.

It notes each life in a file.
"""

import sys
from pathlib import Path

from grpc import aio
from raw import Call, answer, misuse

from lutetia.v1 import play_pb2

lives, times = Path(sys.argv[1]), int(sys.argv[2])
with lives.open("a") as file:
    file.write("life\n")
shy = len(lives.read_text().split()) <= times


async def play(call: Call) -> None:
    while (message := await call.read()) is not aio.EOF:
        for turn in message.turns:
            await answer(call, turn)


misuse(play, goodbye=play_pb2.Goodbye() if shy else None)
