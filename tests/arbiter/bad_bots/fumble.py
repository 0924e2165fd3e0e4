"""Fails at its first turns as its words say, `illegal` or `late`, and then plays well.

It is late by half of the time that it has.
"""

import sys
import time

from arbiter.client import Turn, run

failures = sys.argv[1:]


def choose(turn: Turn) -> int:
    failure = failures.pop(0) if failures else ""
    if failure == "late":
        time.sleep(1.5 * turn.clock.remaining_ms / 1000)
    return turn.action_count if failure == "illegal" else 0


run(choose)
