"""Paris at random: any valid action, but free actions seldom, since there are always some."""

import random
from collections.abc import Sequence

from lutetia.v1.paris_pb2 import ParisAction, ParisView

FREE_ACTIONS = {"buy", "sell", "use_bonus_tile", "use_end_tile"}
FREE_CHANCE = 0.15
"""How often a free action is chosen where another one could be."""


def choose(view: ParisView, actions: Sequence[ParisAction], rng: random.Random) -> int:
    """Choose the index of an action; a turn goes on most of the time."""
    free: list[int] = []
    others: list[int] = []
    for index, action in enumerate(actions):
        kind = action.WhichOneof("action")
        (free if kind in FREE_ACTIONS else others).append(index)
    trade = free and (not others or rng.random() < FREE_CHANCE)
    return rng.choice(free if trade else others)
