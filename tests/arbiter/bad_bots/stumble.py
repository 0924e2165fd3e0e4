"""Hangs on its third turn, unless the file it is given says that it has done so before."""

import sys
import time
from pathlib import Path

from arbiter.client import Turn, run

turns = 0
before = Path(sys.argv[1])


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 3 and not before.exists():
        before.touch()
        time.sleep(3600)
    return 0


run(choose)
