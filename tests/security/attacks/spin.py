"""Sleeps on its own clock while children in sessions of their own, without its token, compute."""

import subprocess
import sys
import time

from attack import require_sandbox

from arbiter.client import Turn, run

require_sandbox()
marker = sys.argv[1]
ESCAPE = """
import os, signal
if os.fork() or os.fork(): os._exit(0)
os.setsid()
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
while True: pass
"""


def choose(turn: Turn) -> int:
    for _ in range(3):
        subprocess.run([sys.executable, "-c", ESCAPE, marker], env={}, check=True)
    time.sleep(3600)
    return 0


run(choose)
