"""Has two children, one of them in a session of its own, and hangs on its third turn."""

import subprocess
import sys
import time

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 3:
        for apart in (False, True):
            child = [sys.executable, "-c", "import time; time.sleep(3600)", *sys.argv[1:]]
            subprocess.Popen(child, start_new_session=apart)
        time.sleep(3600)
    return 0


run(choose)
