"""A decision: how long to think, and what comes of it."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from arbiter.client import Turn, position_of
from engine.dice import Dice
from engine.games import find_game, game_names
from engine.options import options_from_json
from lutetia.v1 import play_pb2
from sample_bots.search.advice import advice_for
from sample_bots.search.tree import Search

USE_OF_LIMIT = 0.7
"""How much is used at most of the time there is for a decision."""
RESERVE_S = 0.1
"""What is left of that time at least, if that leaves any: for a machine that becomes busy."""
LEAST_USE = 0.3
"""How much is used whatever the machine did: what a bot waits for a processor is given back."""
STALLS = 3
"""How many stalls as long as the worst recent one must fit into what is left."""
PATIENCE = 0.1
"""The part of the limit that a stall may last. After a longer one the bot answers at once, while it
has the processor: on a busy machine it would have to wait for it again."""
FORGETTING = 0.8
"""By what factor the worst stall is forgotten with each decision."""
USE_OF_BANK = 1 / 30
"""How much of the bank a decision may use, since many will follow."""
USE_OF_INCREMENT = 0.9
UNLIMITED_S = 1.0
"""How long to think when nothing limits it."""


@dataclass(frozen=True)
class Level:
    """How hard to think at most; the clock may allow less."""

    simulations: int | None = None
    seconds: float | None = None


def thinking_s(start: play_pb2.Start, clock: play_pb2.Clock, stall_s: float = 0.0) -> float | None:
    """Return how long to think about a decision; None: there is no limit.

    `stall_s` is for how long the machine has let the bot wait for a processor, at worst.
    """
    limits_s = []
    if start.bank_ms or start.move_ms:
        limit_s = clock.remaining_ms / 1e3
        left_s = max(limit_s - RESERVE_S, LEAST_USE * limit_s)
        steady_s = max(limit_s - STALLS * stall_s, LEAST_USE * limit_s)
        limits_s += [USE_OF_LIMIT * limit_s, left_s, steady_s]
    if start.bank_ms:
        share_ms = USE_OF_BANK * clock.bank_ms + USE_OF_INCREMENT * start.increment_ms
        limits_s.append(share_ms / 1e3)
    return max(0.0, min(limits_s) - clock.round_trip_us / 1e6) if limits_s else None


class Player:
    """Chooses by search."""

    def __init__(self, level: Level, now: Callable[[], float] = time.monotonic) -> None:
        self.level = level
        self.now = now
        self.stall_s = 0.0
        """The longest recent time between two looks at the clock, normally a millisecond."""

    def choose(self, turn: Turn) -> int:
        """Return the index of the action that was found best."""
        began = self.now()
        self.stall_s *= FORGETTING
        match, level = turn.match, self.level
        limits_s = [
            s
            for s in (thinking_s(match.start, turn.clock, self.stall_s), level.seconds)
            if s is not None
        ]
        if not limits_s and level.simulations is None:
            limits_s.append(UNLIMITED_S)
        limit_s = min(limits_s, default=inf)
        longest_stall_s = PATIENCE * turn.clock.remaining_ms / 1e3 or inf
        simulations = inf if level.simulations is None else level.simulations

        looked: float | None = None

        def progress() -> float:
            nonlocal looked, limit_s
            now = self.now()
            # What came before the first look was preparation, not a stall.
            stall_s, looked = 0.0 if looked is None else now - looked, now
            self.stall_s = max(self.stall_s, stall_s)
            if stall_s > longest_stall_s:
                limit_s = 0.0
            passed = (now - began) / limit_s if limit_s else 1.0
            return max(passed, search.simulations / simulations)

        game = find_game(match.game)
        sides = game.sides(match.players, options_from_json(game.options, match.options))
        search = Search(match.players, advice_for(turn, sides), turn.imagine, progress, match.rng)
        return search.best()


def warm_up() -> None:
    """Load every game before the first match: on the clock it would take too long.

    What was loaded never becomes garbage; without it a collection takes next to no time.
    """
    for game in map(find_game, game_names()):
        players = game.players[0]
        state = game.new(players, game.options(), 1)
        assert state.decider is not None
        position_of(game.name, state, state.decider)
        game.imagine(state.view(state.decider), game.options(), Dice(1))
    gc.freeze()
