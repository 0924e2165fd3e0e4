"""Drops its stream at its start or its first turn, in the hope of another deal; then lives on.

It notes each start in a file.
"""

import sys
import time
from pathlib import Path

from raw import Call, first_turn, misuse

drop_at, starts = sys.argv[1], Path(sys.argv[2])


def note() -> None:
    with starts.open("a") as file:
        file.write("start\n")


async def play(call: Call) -> None:
    message = await call.read()
    while not message.starts:
        message = await call.read()
    note()
    if drop_at == "turn" and not message.turns:
        await first_turn(call)


misuse(play)
time.sleep(3600)
