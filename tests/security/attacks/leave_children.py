"""Leaves a daemon behind, which has neither its session nor its token, and ends itself."""

import os
import subprocess
import sys

from attack import require_sandbox

from arbiter.client import Turn, run

require_sandbox()
DAEMON = "import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(3600)"


def choose(_: Turn) -> int:
    subprocess.run([sys.executable, "-c", DAEMON, *sys.argv[1:]], env={}, check=True)
    os._exit(3)


run(choose)
