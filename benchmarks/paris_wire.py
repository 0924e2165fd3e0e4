"""A turn of Paris to bytes beside the engine's own step: `python -m benchmarks.paris_wire`.

The median of each is taken, which the rest of the machine disturbs least.
"""

import statistics
import time
from typing import Any

from arbiter.wire.paris import wire
from engine.dice import Dice
from engine.paris import game
from engine.paris.options import Options

WARM_UP, GAMES = 60, 120


def main() -> None:
    steps: list[float] = []
    views: list[float] = []
    encodings: list[float] = []
    for seed in range(WARM_UP + GAMES):
        times = play(2 + seed % 3, seed)
        if seed >= WARM_UP:
            for total, part in zip((steps, views, encodings), times, strict=True):
                total += part
    step, view, encoding = (1e6 * statistics.median(each) for each in (steps, views, encodings))
    print(
        f"{len(steps)} decisions: step {step:.1f} µs, view {view:.1f} µs, bytes {encoding:.1f} µs"
    )
    print(f"view and bytes cost {(view + encoding) / step:.2f} of a step")


def play(players: int, seed: int) -> tuple[list[float], list[float], list[float]]:
    """Play a random game and return what each step, view and encoding took."""
    state, dice = game.new(players, Options(), seed), Dice(seed)
    events: list[list[Any]] = [[] for _ in range(players)]
    steps, views, encodings = [], [], []
    while (seat := state.decider) is not None:
        actions = state.actions()
        began = time.perf_counter()
        view = state.view(seat)
        seen = time.perf_counter()
        wire.encode(view, actions, events[seat])
        sent = time.perf_counter()
        action = dice.choose(actions)
        chosen = time.perf_counter()
        notices = state.play(action)
        state.actions()
        done = time.perf_counter()
        views.append(seen - began)
        encodings.append(sent - seen)
        steps.append(done - chosen)
        events[seat] = []
        for notice in notices:
            for other in range(players):
                if notice.reaches(other):
                    events[other].append(notice.event)
    return steps, views, encodings


if __name__ == "__main__":
    main()
