"""Has a function that decides, and lets nobody call it."""


def choose(turn: object) -> int:
    return 0
