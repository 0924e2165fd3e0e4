"""Ends on its first turn: with words, if the file it is given is not there, else without."""

import os
import sys
from pathlib import Path

from arbiter.client import Turn, run

before = Path(sys.argv[1])


def choose(turn: Turn) -> int:
    if not before.exists():
        before.touch()
        os.write(2, b"farewell\n")
    os._exit(1)


run(choose)
