"""What makes the search better at a game: `greedy`'s opinion of actions, and a judge of positions.

A game without advice is searched all the same: all actions look alike at first, and a position is
worth how it ends when everybody plays on at random.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from arbiter.client import Turn, position_of
from engine.game import AnyState, ranks_of
from sample_bots.greedy import lumiere, moscow_paris, paris
from sample_bots.greedy.choice import best_of
from sample_bots.greedy.paris_rulebook import Rulebook
from sample_bots.search import judges
from sample_bots.search.tree import Check, Values

LONGEST_PLAYOUT = 5_000
"""A playout of this many decisions is given up as a draw."""
TEMPERATURE = 0.2
"""The part of the spread by which an action must be worth less to be e times less likely."""
RANK_WEIGHT = 0.5
"""How much of an outcome's value is the place; the rest is the margin, which varies less."""


class Plain:
    """Any game: no opinion, and random play to the end."""

    def __init__(self, sides: Sequence[int]) -> None:
        self.rivals = [[other for other, its in enumerate(sides) if its != side] for side in sides]
        """By seat, those of other sides."""

    def priors(self, state: AnyState) -> Sequence[float]:
        count = len(state.actions())
        return [1 / count] * count

    def is_far(self, state: AnyState) -> bool:
        return False

    def evaluate(self, state: AnyState, rng: Random, check: Check) -> Values:
        """Play at random to the end."""
        for _ in range(LONGEST_PLAYOUT):
            if state.decider is None:
                break
            check()
            actions = state.actions()
            state.play(actions[int(rng.random() * len(actions))])
        outcome = state.outcome()
        if outcome is None:
            return [0.5] * len(self.rivals)
        # Nothing is known about the scores of the game: only the order of seats counts.
        return self.values(outcome.ranks, [0.0] * len(self.rivals), 1.0, 1.0)

    def values(
        self, ranks: Sequence[int], scores: Sequence[float], spread: float, rank_weight: float
    ) -> Values:
        """Return by seat what it gets against each rival, on average: by rank and by margin."""
        values = []
        for seat, rivals in enumerate(self.rivals):
            value = 0.0
            for rival in rivals:
                won = (ranks[seat] < ranks[rival]) - (ranks[seat] > ranks[rival])
                margin = max(-30.0, min(30.0, (scores[seat] - scores[rival]) / spread))
                value += rank_weight * (0.5 + 0.5 * won)
                value += (1 - rank_weight) / (1 + exp(-margin))
            values.append(value / (len(rivals) or 1))
        return values


@dataclass(frozen=True)
class Knowledge:
    """What is known about a game."""

    weigh: Callable[[Any, Any, Sequence[Any]], list[float]]
    """Returns what actions are worth, by rulebook, view and actions as messages."""
    rulebook: Callable[[Any], Any]
    """Reads the rules that a match begins with."""
    spread: float
    """A margin of scores that is safe about three times in four."""
    rounds: int | None = None
    """How many turns of everybody are played on before a position is judged; None: to the end."""
    judge: Callable[[Any, AnyState], Sequence[float]] | None = None
    """Returns the scores to expect at the end, by rulebook and state."""


KNOWLEDGE: Mapping[str, Knowledge] = {
    # Little is hidden and a match is short: to the end is best.
    "lumiere": Knowledge(lumiere.weigh, lambda rules: rules, spread=12.0),
    # To the end, chance is likely to outweigh the decision. Judged after two rounds, the values of
    # greedy's first two actions in the same world differed by 0.03 on average, with a standard
    # deviation of 0.07 from world to world (23 positions, 40 worlds each).
    "moscow_paris": Knowledge(
        moscow_paris.weigh, moscow_paris.Rulebook, 3.0, 2, judges.moscow_paris
    ),
    "paris": Knowledge(paris.weigh, Rulebook, 12.0, 1, judges.paris),
}


class Advised(Plain):
    """A game that something is known about."""

    def __init__(self, turn: Turn, sides: Sequence[int], known: Knowledge) -> None:
        super().__init__(sides)
        self.game = turn.match.game
        self.known = known
        memory = turn.match.memory
        if "rulebook" not in memory:  # the figures are the same for the whole match
            memory["rulebook"] = known.rulebook(turn.match.rules)
        self.rulebook = memory["rulebook"]
        self.last_turn: int | None = None
        if known.rounds is not None:
            self.last_turn = turn.view.turns + known.rounds * turn.match.players
        self.weighed: tuple[AnyState | None, list[float]] = (None, [])

    def weigh(self, state: AnyState) -> list[float]:
        assert state.decider is not None
        position = position_of(self.game, state, state.decider)
        return self.known.weigh(self.rulebook, position.view, position.actions)

    def priors(self, state: AnyState) -> Sequence[float]:
        """Return greedy's opinion, as chances."""
        worths = self.weigh(state)
        # A state is mostly evaluated right after: then its first decision is known.
        self.weighed = (state, worths)
        best = max(worths)
        temperature = TEMPERATURE * self.known.spread
        weights = [exp(max(-50.0, (worth - best) / temperature)) for worth in worths]
        total = sum(weights)
        return [weight / total for weight in weights]

    def is_far(self, state: Any) -> bool:
        return self.last_turn is not None and state.turns >= self.last_turn

    def evaluate(self, state: AnyState, rng: Random, check: Check) -> Values:
        """Let greedy play on for a while, then judge."""
        known = self.known
        weighed, worths = self.weighed
        self.weighed = (None, [])
        while state.decider is not None and not self.is_far(state):
            check()
            if weighed is not state:
                worths = self.weigh(state)
            weighed = None
            state.play(state.actions()[best_of(worths, rng)])
        outcome = state.outcome()
        if outcome is not None:
            return self.values(outcome.ranks, outcome.scores, known.spread, RANK_WEIGHT)
        assert known.judge is not None
        scores = known.judge(self.rulebook, state)
        return self.values(ranks_of(scores), scores, known.spread, 0.0)


def advice_for(turn: Turn, sides: Sequence[int]) -> Plain:
    """Return what is known about a game, if only its rules."""
    known = KNOWLEDGE.get(turn.match.game)
    return Plain(sides) if known is None else Advised(turn, sides, known)
