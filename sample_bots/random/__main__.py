"""`random`: any valid action, each as likely; but in Paris it trades less than that."""

from arbiter.client import Turn, run
from sample_bots.random import paris


def choose(turn: Turn) -> int:
    """Choose at random; in Paris free actions less often, or it would trade most of the time."""
    if turn.match.game == "paris":
        return paris.choose(turn.view, turn.actions, turn.match.rng)
    return turn.match.rng.randrange(turn.action_count)


run(choose, max_matches=1_000)
