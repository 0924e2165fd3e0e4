"""Sleeps on each turn, while processes of its own with the lowest priority wait for a processor."""

import subprocess
import sys
import time

from arbiter.client import Turn, run

WAITING = """
import os
os.nice(19)
os.write(1, b"x")
while True:
    pass
"""

seconds = float(sys.argv[1])
for _ in range(4):
    child = subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.read(1)  # from here on it waits


def choose(turn: Turn) -> int:
    time.sleep(seconds)
    return 0


run(choose)
