"""Plays three turns, then thinks for ever."""

import sys
import time

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns > 3:
        print("turn 4 is hard", file=sys.stderr)
        time.sleep(3600)
    return 0


run(choose)
