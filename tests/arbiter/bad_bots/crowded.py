"""Asks for a number of matches at a time, and ends if it gets more."""

import sys

from grpc import aio
from raw import Call, answer, misuse

max_matches = int(sys.argv[1])


async def play(call: Call) -> None:
    running: set[int] = set()
    while (message := await call.read()) is not aio.EOF:
        running |= {start.match_id for start in message.starts}
        if len(running) > max(max_matches, 1):
            sys.exit(f"{len(running)} matches at a time")
        for turn in message.turns:
            await answer(call, turn)
        running -= {over.match_id for over in message.overs}


misuse(play, max_matches=max_matches)
