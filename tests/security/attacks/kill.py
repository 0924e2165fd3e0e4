"""Kills and stops the arbiter, its opponent, and whoever else it can find or guess."""

import os
import signal
import sys

from attack import attack

arbiter = int(sys.argv[1])


def others() -> list[str]:
    """Look for processes that are not of this sandbox: its own are 1 and those it started."""
    return [name for name in os.listdir("/proc") if name.isdecimal() and int(name) > 10]


def guess() -> list[int]:
    """Stop what was started after the arbiter: its workers, its other bots."""
    stopped = []
    for process in range(arbiter + 1, arbiter + 2000):
        try:
            os.kill(process, signal.SIGSTOP)
            stopped.append(process)
        except ProcessLookupError:
            continue
    return stopped


attack(
    kill=lambda: os.kill(arbiter, signal.SIGKILL),
    stop=lambda: os.kill(arbiter, signal.SIGSTOP),
    group=lambda: os.killpg(arbiter, signal.SIGKILL),
    found=others,
    guessed=guess,
)
