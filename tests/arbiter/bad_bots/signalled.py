"""Ends itself by a signal that has no name, on its second turn."""

import os

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 2:
        os.kill(os.getpid(), 40)
    return 0


run(choose)
