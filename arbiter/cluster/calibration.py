"""How fast a machine is: the time that a fixed piece of work takes it.

A bot decides better on a faster machine, or loses on time on a slower one. So a worker measures
itself when it starts, and a record tells on which machine its match was played.
"""

import time
from statistics import median

from engine.dice import Dice
from engine.games import find_game

GAME, PLAYERS, SEED = "moscow_paris", 2, 7
REPETITIONS = 7


def calibrate(repetitions: int = REPETITIONS) -> float:
    """Return the seconds for a unit of work: to play one match, the same on every machine.

    The median, which a pause of the machine does not change. All of it takes about a second.
    """
    return median(_play_once() for _ in range(repetitions))


def _play_once() -> float:
    since_s = time.perf_counter()
    game = find_game(GAME)
    state = game.new(PLAYERS, game.options(), SEED)
    dice = Dice(SEED)
    while state.decider is not None:
        state.play(dice.choose(state.actions()))
    return time.perf_counter() - since_s
