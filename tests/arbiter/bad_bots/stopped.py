"""Stops itself on its third turn, as SIGSTOP or a pulled cable would."""

import os
import signal

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 3:
        os.kill(os.getpid(), signal.SIGSTOP)
    return 0


run(choose)
