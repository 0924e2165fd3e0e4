"""Writes a gigabyte to standard error and to standard output, and plays on."""

import os
import threading

from arbiter.client import Turn, run

GIGABYTE = 2**30
LINE = b"x" * 99 + b"\n"


def write(descriptor: int) -> None:
    for _ in range(GIGABYTE // (len(LINE) * 640)):
        os.write(descriptor, LINE * 640)


def choose(turn: Turn) -> int:
    return 0


for descriptor in (1, 2):
    threading.Thread(target=write, args=(descriptor,), daemon=True).start()
run(choose)
