"""Thinks for a number of seconds of processor time about each of its decisions; nothing bad in it.

It takes one match at a time, as bots do that do not say otherwise.
"""

import sys
import time

from arbiter.client import Turn, run

seconds = float(sys.argv[1])


def choose(turn: Turn) -> int:
    enough = time.thread_time() + seconds
    while time.thread_time() < enough:
        pass
    return 0


run(choose)
