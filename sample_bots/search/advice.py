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
from engine.game import AnyState, Outcome
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
        self.sides = sides

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
            return [0.5] * len(self.sides)
        margin = max(outcome.scores) - min(outcome.scores) or 1
        return self.values(outcome, margin)

    def values(self, outcome: Outcome, spread: float) -> Values:
        """Return the values of an outcome: what a seat got of each seat of another side."""
        scores, ranks = outcome
        values = []
        for seat, side in enumerate(self.sides):
            others = [other for other, its in enumerate(self.sides) if its != side]
            won = sum(0.5 + 0.5 * _sign(ranks[other] - ranks[seat]) for other in others)
            ahead = sum(_chance((scores[seat] - scores[other]) / spread) for other in others)
            values.append((RANK_WEIGHT * won + (1 - RANK_WEIGHT) * ahead) / len(others))
        return values

    def judged(self, scores: Sequence[float], spread: float) -> Values:
        """Return the values of the scores that a judge expects."""
        values = []
        for seat, side in enumerate(self.sides):
            others = [other for other, its in enumerate(self.sides) if its != side]
            ahead = sum(_chance((scores[seat] - scores[other]) / spread) for other in others)
            values.append(ahead / len(others))
        return values


Weigh = Callable[[Any, Any, Sequence[Any]], list[float]]
"""What actions are worth, by rules, view and actions as messages."""


@dataclass(frozen=True)
class Knowledge:
    """What is known about a game."""

    weigh: Weigh
    rules: Callable[[Any], Any]
    """Reads the rules, once per match, into what `weigh` takes."""
    spread: float
    """A margin of scores that is safe about three times in four."""
    rounds: int | None = None
    """How many turns of everybody are played on before a position is judged; None: to the end."""
    judge: Callable[[Any, AnyState], Sequence[float]] | None = None
    """The scores that it expects at the end, by rules and state."""


KNOWLEDGE: Mapping[str, Knowledge] = {
    "lumiere": Knowledge(lumiere.weigh, lambda rules: rules, 12.0),
    "moscow_paris": Knowledge(
        moscow_paris.weigh, moscow_paris.Rulebook, 3.0, 1, judges.moscow_paris
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
            memory["rulebook"] = known.rules(turn.match.rules)
        self.rules = memory["rulebook"]
        self.last_turn: int | None = None
        if known.rounds is not None:
            self.last_turn = turn.view.turns + known.rounds * turn.match.players
        self.weighed: tuple[AnyState | None, list[float]] = (None, [])

    def weigh(self, state: AnyState) -> list[float]:
        assert state.decider is not None
        position = position_of(self.game, state, state.decider)
        return self.known.weigh(self.rules, position.view, position.actions)

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
            return self.values(outcome, self.known.spread)
        assert self.known.judge is not None
        return self.judged(self.known.judge(self.rules, state), self.known.spread)


def advice_for(turn: Turn, sides: Sequence[int]) -> Plain:
    """Return what is known about a game, if only its rules."""
    known = KNOWLEDGE.get(turn.match.game)
    return Plain(sides) if known is None else Advised(turn, sides, known)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _chance(margin: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, margin))))
