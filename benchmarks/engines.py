"""Decisions a second in the engine alone, beside PettingZoo's connect_four in the same run."""

import time

from engine.dice import Dice
from engine.game import AnyGame
from engine.testing import random_game


def engine_rate(game: AnyGame, players: int, seconds: float) -> float:
    """Return the decisions a second of random play, valid actions listed at each."""
    dice = Dice(1)
    began = time.perf_counter()
    decisions = games = 0
    while (elapsed := time.perf_counter() - began) < seconds:
        decisions += len(random_game(game.new(players, game.options(), games), dice))
        games += 1
    return decisions / elapsed


def pettingzoo_rate(seconds: float) -> float:
    """Return the steps a second of PettingZoo's connect_four, by the loop its documentation has."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    began = time.perf_counter()
    steps = games = 0
    while (elapsed := time.perf_counter() - began) < seconds:
        env.reset(seed=games)
        games += 1
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                action = env.action_space(agent).sample(observation["action_mask"])
                steps += 1
            env.step(action)
    return steps / elapsed
