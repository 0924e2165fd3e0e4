"""What makes the search better at a game: `greedy`'s opinion of actions, and a judge of positions.

A game without advice is searched all the same: all actions look alike at first, and a position is
worth how it ends when everybody plays on at random.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from arbiter.client import position_of
from engine.game import AnyState, Outcome
from sample_bots.greedy import lumiere, moscow_paris, paris
from sample_bots.greedy.choice import best_of
from sample_bots.greedy.paris_rulebook import Rulebook
from sample_bots.search.tree import Values

LONGEST_PLAYOUT = 5_000
"""A playout of this many decisions is given up as a draw."""
RANK_WEIGHT = 0.5
"""How much of an outcome's value is the place; the rest is the margin, which varies less."""

Check = Callable[[], None]
"""Called before each decision of a playout; raises OutOfTime to end the search."""


class Plain:
    """Any game: no opinion, and random play to the end."""

    def __init__(self, sides: Sequence[int], check: Check) -> None:
        self.sides = sides
        self.check = check

    def priors(self, state: AnyState) -> Sequence[float]:
        count = len(state.actions())
        return [1 / count] * count

    def evaluate(self, state: AnyState, rng: Random) -> Values:
        """Play at random to the end."""
        for _ in range(LONGEST_PLAYOUT):
            if state.decider is None:
                break
            self.check()
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
    temperature: float
    """By how much an action must be worth less to be e times less likely."""
    spread: float
    """A margin of scores that is safe about three times in four."""
    depth: int
    """How many decisions are played on before a position is judged."""
    judge: Callable[[AnyState], Sequence[float]] | None = None
    """The scores it expects; without one it is played to the end."""


KNOWLEDGE: Mapping[str, Knowledge] = {
    "lumiere": Knowledge(lumiere.weigh, lambda rules: rules, 4.0, 12.0, 1000),
    "moscow_paris": Knowledge(moscow_paris.weigh, lambda rules: rules, 0.8, 4.0, 1000),
    "paris": Knowledge(paris.weigh, Rulebook, 1.5, 15.0, 1000),
}


class Advised(Plain):
    """A game that something is known about."""

    def __init__(
        self, game: str, rules: Any, sides: Sequence[int], check: Check, known: Knowledge
    ) -> None:
        super().__init__(sides, check)
        self.game = game
        self.known = known
        self.rules = known.rules(rules)
        self.weighed: tuple[AnyState | None, list[float]] = (None, [])

    def weigh(self, state: AnyState) -> list[float]:
        self.check()
        position = position_of(self.game, state)
        return self.known.weigh(self.rules, position.view, position.actions)

    def priors(self, state: AnyState) -> Sequence[float]:
        """Return greedy's opinion, as chances."""
        worths = self.weigh(state)
        # A state is mostly evaluated right after: then its first decision is known.
        self.weighed = (state, worths)
        best = max(worths)
        weights = [exp((worth - best) / self.known.temperature) for worth in worths]
        total = sum(weights)
        return [weight / total for weight in weights]

    def evaluate(self, state: AnyState, rng: Random) -> Values:
        """Let greedy play on for a while, then judge."""
        known = self.known
        weighed, worths = self.weighed
        self.weighed = (None, [])
        for _ in range(known.depth):
            if state.decider is None:
                break
            if weighed is not state:
                worths = self.weigh(state)
            weighed = None
            state.play(state.actions()[best_of(worths, rng)])
        outcome = state.outcome()
        if outcome is not None:
            return self.values(outcome, known.spread)
        assert known.judge is not None
        return self.judged(known.judge(state), known.spread)


def advice_for(game: str, rules: Any, sides: Sequence[int], check: Check) -> Plain:
    """Return what is known about a game, if only its rules."""
    known = KNOWLEDGE.get(game)
    return Plain(sides, check) if known is None else Advised(game, rules, sides, check, known)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _chance(margin: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, margin))))
