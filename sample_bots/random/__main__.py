"""`random`: any valid action, each as likely."""

from arbiter.client import Turn, run


def choose(turn: Turn) -> int:
    """Choose without looking."""
    return turn.game.rng.randrange(turn.action_count)


run(choose)
