"""Thinks for a number of seconds of processor time about each of its decisions; nothing bad in it.

It takes one match at a time, as bots do that do not say otherwise, or the number that is given.
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


if __name__ == "__main__":
    max_matches = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    run(choose, max_matches=max_matches)
