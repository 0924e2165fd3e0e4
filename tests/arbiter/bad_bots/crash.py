"""Raises an exception on its third turn."""

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    if turns == 3:
        raise RuntimeError("the third turn is too hard")
    return 0


run(choose)
