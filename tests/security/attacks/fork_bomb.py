"""Starts processes, which start processes, each in a session of its own, until it cannot."""

import os
import sys
import time

from attack import attack


def bomb() -> int:
    for count in range(2000):
        try:
            child = os.fork()
        except OSError as error:
            print(f"after {count}: {error.strerror}", file=sys.stderr, flush=True)
            raise
        if child == 0:
            os.setsid()
            time.sleep(3600)
            os._exit(0)
    return count


attack(processes=bomb)
