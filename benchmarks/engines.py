"""Decisions per second in the engine alone, beside PettingZoo's connect_four in the same run."""

import random
import time

from engine.game import AnyGame


class NoPettingZoo(Exception):
    """PettingZoo is not installed, so nothing can be compared with it."""


def engine_rate(game: AnyGame, players: int, seconds: float) -> float:
    """Return the decisions per second of random play, valid actions listed at each."""
    chance = random.Random(1).random
    began = time.perf_counter()
    decisions = matches = 0
    while (elapsed := time.perf_counter() - began) < seconds:
        state = game.new(players, game.options(), matches)
        matches += 1
        while state.decider is not None:
            actions = state.actions()
            state.play(actions[int(chance() * len(actions))])
            decisions += 1
    return decisions / elapsed


def times_pettingzoo(game: AnyGame, players: int, seconds: float, slices: int = 8) -> float:
    """Return the ratio of the two rates, measured in turns, so that both share the noise."""
    ours = theirs = 0.0
    for _ in range(slices):
        theirs += pettingzoo_rate(seconds / slices)
        ours += engine_rate(game, players, seconds / slices)
    return ours / theirs


def pettingzoo_rate(seconds: float) -> float:
    """Return the steps a second of PettingZoo's connect_four, by the loop its documentation has."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        raise NoPettingZoo(
            f"Not compared with PettingZoo ({error}): pip install -e '.[bench]' installs it."
        ) from None
    env = connect_four_v3.env()
    began = time.perf_counter()
    steps = matches = 0
    while (elapsed := time.perf_counter() - began) < seconds:
        env.reset(seed=matches)
        matches += 1
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                action = env.action_space(agent).sample(observation["action_mask"])
                steps += 1
            env.step(action)
    return steps / elapsed
