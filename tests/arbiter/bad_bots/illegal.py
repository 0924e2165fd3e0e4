"""Answers its third turn with an action that does not exist."""

from arbiter.client import Turn, run

turns = 0


def choose(turn: Turn) -> int:
    global turns
    turns += 1
    return turn.action_count if turns == 3 else 0


run(choose)
