"""A turn to bytes beside the engine's own step, in microseconds: `python -m benchmarks.encoding`.

`python -m benchmarks.encoding paris lumiere` measures these games only.
"""

import statistics
import sys
import time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from arbiter.wire.games import find_wire
from engine.dice import Dice
from engine.game import AnyGame
from engine.games import find_game, game_names

WARM_UP, DECISIONS = 10_000, 20_000
"""Decisions before and while times are taken: the caches fill within the first."""


class Times(NamedTuple):
    """What each decision of random play took, in seconds."""

    steps: list[float]
    """Playing an action and listing the valid ones after it."""
    views: list[float]
    encodings: list[float]


def encoding_table(names: list[str]) -> Table:
    """Return the median of each game, which the rest of the machine disturbs least, and mean."""
    table = Table("game", title="µs per turn, median (mean)")
    for column in ("step", "view", "bytes", "view + bytes ÷ step"):
        table.add_column(column, justify="right")
    for name in names:
        times = measure(find_game(name))
        step, view, encoding = (1e6 * statistics.median(seconds) for seconds in times)
        cells = [
            f"{1e6 * statistics.median(seconds):.1f} ({1e6 * statistics.fmean(seconds):.1f})"
            for seconds in times
        ]
        table.add_row(name, *cells, f"{(view + encoding) / step:.2f}")
    return table


def measure(game: AnyGame) -> Times:
    """Play random matches with each number of players in turn."""
    times = Times([], [], [])
    seed = 0
    while len(times.steps) < WARM_UP + DECISIONS:
        play(game, game.players[seed % len(game.players)], seed, times)
        seed += 1
    return Times(*(seconds[WARM_UP:] for seconds in times))


def play(game: AnyGame, players: int, seed: int, times: Times) -> None:
    """Play a random match to its end."""
    state, dice = game.new(players, game.options(), seed), Dice(seed)
    events: list[list[Any]] = [[] for _ in range(players)]
    began = time.perf_counter()
    encode = find_wire(game.name).encoder()
    new_encoder = time.perf_counter() - began  # counts for the first turn
    while (seat := state.decider) is not None:
        actions = state.actions()
        action = dice.choose(actions)
        began = time.perf_counter()
        view = state.view(seat)
        seen = time.perf_counter()
        encode(view, actions, events[seat])
        sent = time.perf_counter()
        notices = state.play(action)
        state.actions()
        done = time.perf_counter()
        times.views.append(seen - began)
        times.encodings.append(sent - seen + new_encoder)
        times.steps.append(done - sent)
        new_encoder = 0.0
        events[seat] = []
        for notice in notices:
            for other in range(players):
                if notice.reaches(other):
                    events[other].append(notice.event)


if __name__ == "__main__":
    Console().print(encoding_table(sys.argv[1:] or game_names()))
