"""A decision: how long to think, and what comes of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from arbiter.client import Match, Turn
from engine.games import find_game
from engine.options import options_from_json
from lutetia.v1 import play_pb2
from sample_bots.search.advice import advice_for
from sample_bots.search.tree import OutOfTime, Search

USE_OF_MOVE = 0.7
"""How much of a limit per decision is used: the rest is for a busy machine."""
USE_OF_BANK = 1 / 30
"""How much of the bank a decision may use."""
USE_OF_INCREMENT = 0.9
UNLIMITED_S = 1.0
"""How long to think when there is no limit."""


@dataclass(frozen=True)
class Level:
    """How hard to think; always within the clock."""

    simulations: int | None = None
    """At most this many."""
    seconds: float | None = None


def thinking_s(start: play_pb2.Start, clock: play_pb2.Clock) -> float:
    """Return how long to think about a decision, from its arrival to the answer."""
    if not clock.remaining_ms:
        return UNLIMITED_S
    limits = [USE_OF_MOVE * clock.remaining_ms]
    if start.bank_ms:
        limits.append(USE_OF_BANK * clock.bank_ms + USE_OF_INCREMENT * start.increment_ms)
    return max(0.0, min(limits) / 1e3 - clock.round_trip_us / 1e6)


class Player:
    """Chooses by search."""

    def __init__(self, level: Level, now: Callable[[], float] = time.monotonic) -> None:
        self.level = level
        self.now = now

    def choose(self, turn: Turn) -> int:
        """Return the index of the action that was found best."""
        began = self.now()
        deadline = began + thinking_s(turn.match.start, turn.clock)
        if self.level.seconds is not None:
            deadline = min(deadline, began + self.level.seconds)
        limit = self.level.simulations or 1e9

        def progress() -> float:
            passed = (self.now() - began) / (deadline - began) if deadline > began else 1.0
            return max(passed, search.simulations / limit)

        def check() -> None:
            if progress() >= 1:
                raise OutOfTime

        match = turn.match
        advice = advice_for(turn, _sides(match), check)
        search = Search(match.players, advice, turn.imagine, progress, match.rng)
        action = search.best()
        return list(turn.imagine().actions()).index(action)


def _sides(match: Match) -> tuple[int, ...]:
    game = find_game(match.game)
    return game.sides(match.players, options_from_json(game.options, match.options))
