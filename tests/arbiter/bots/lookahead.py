"""A bot that knows nothing but its view: it imagines a position and looks one decision ahead.

It takes a few of its actions, plays each in a copy of an imagined position, lets chance play on
for a while, and keeps the one that left it the best placed. It stops if what it imagines does not
show it what the arbiter did.
"""

from arbiter.client import Turn, run
from arbiter.wire.games import find_wire
from engine.dice import Dice
from engine.game import AnyState

TRIED, PLAYED_ON = 3, 25


def choose(turn: Turn) -> int:
    state = turn.imagine()
    view, actions, _ = find_wire(turn.match.game).decode(turn.position.SerializeToString())
    if state.view(turn.match.seat) != view or list(state.actions()) != actions:
        raise SystemExit("what is imagined does not agree with the view")
    dice = Dice(turn.match.rng.getrandbits(64))
    tried = turn.match.rng.sample(range(len(actions)), min(TRIED, len(actions)))
    return max(tried, key=lambda index: _promise(state.copy(), index, turn.match.seat, dice))


def _promise(state: AnyState, index: int, seat: int, dice: Dice) -> tuple[int, int]:
    """Return how a position looks after an action and some chance: rank if over, then freedom."""
    state.play(state.actions()[index])
    for _ in range(PLAYED_ON):
        if state.decider is None:
            break
        state.play(dice.choose(state.actions()))
    outcome = state.outcome()
    rank = 0 if outcome is None else -outcome.ranks[seat]
    return rank, len(state.actions()) if state.decider == seat else 0


run(choose)
