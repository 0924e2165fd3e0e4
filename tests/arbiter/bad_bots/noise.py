"""Writes lines to its standard error for ever, with what moves a cursor; dies on its 20th turn."""

import os
import threading

from arbiter.client import Turn, run

turns = 0


def write() -> None:
    while True:
        os.write(2, b"\x1b[2Jx\n" * 10_000)


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 20:
        os._exit(3)
    return 0


threading.Thread(target=write, daemon=True).start()
run(choose)
