"""Crashes so that the kernel would write all its memory to a file, wherever that can be."""

import os
import resource
import sys

from attack import require_sandbox

from arbiter.client import Turn, run

require_sandbox()


def choose(turn: Turn) -> int:
    os.chdir("/tmp")
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
    except ValueError as error:
        print(error, file=sys.stderr)
    if os.fork() == 0:
        os.abort()
    _, status = os.wait()
    files = [entry.name for entry in os.scandir("/tmp") if entry.is_file()]
    print(f"dumped: {os.WCOREDUMP(status)}, {files}", file=sys.stderr, flush=True)
    os.abort()


run(choose)
