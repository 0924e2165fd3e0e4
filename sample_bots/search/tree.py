"""Information-set Monte Carlo tree search with several players.

Worlds are imagined: full states that agree with what the seat knows. One tree serves them all. It
branches by actions, whatever is hidden, so that what is learned of an action in one world counts in
the others; an action that is valid in few worlds is weighed by how often it could be chosen
(Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012). Every seat maximises
its own value.

At the root the most promising actions are candidates. All are tried in the same worlds, because
worlds differ more than actions do, and as time goes by the worst are dropped.

Below the root an action is chosen by its mean value, plus a bonus for what was seldom tried that is
in proportion to its prior (as PUCT has it). A node widens slowly: the actions of lower prior come
into play one by one as its visits grow.
"""

from collections.abc import Callable, Sequence
from math import ceil, log, sqrt
from random import Random
from typing import Any, Protocol

from engine.game import AnyState

Action = tuple[Any, ...]
Values = Sequence[float]
"""By seat, how well it does: from 0, the worst, to 1."""

CURIOSITY = 0.6
"""The weight of the bonus for what was seldom tried."""
UNTRIED = 0.05
"""By how much an action that was not tried yet is expected to be worse than its node."""
FLOOR = 0.03
"""The part of the best action's prior that an action must have to be considered at the root."""
ADMISSION = 0.25
"""The part of the time in which actions are admitted at the root."""
PRIOR_WORLDS = 4.0
"""How many worlds the prior counts as."""
DOUBT = 0.05
"""How much value an action is expected to lack for each factor e that its prior is lower."""

Check = Callable[[], None]


class Advice(Protocol):
    """What is known about a game beyond its rules."""

    def priors(self, state: AnyState) -> Sequence[float]:
        """Return how promising each valid action is; they add up to 1."""

    def is_far(self, state: AnyState) -> bool:
        """Tell whether a state is to be evaluated without looking further."""

    def evaluate(self, state: AnyState, rng: Random, check: Check) -> Values:
        """Return the values of a state, which may be changed on the way.

        What takes long calls `check` every millisecond or so: it raises OutOfTime.
        """


class OutOfTime(Exception):
    """There is no time left for the simulation that is under way."""


class Edge:
    """An action from a node, and what came of it."""

    __slots__ = ("available", "node", "prior", "totals", "visits")

    def __init__(self, prior: float, seats: int) -> None:
        self.prior = prior
        self.visits = 0
        self.available = 0
        """How often it could be chosen."""
        self.totals = [0.0] * seats
        self.node: Node | None = None


class Node:
    """What is known after some actions, in all worlds together."""

    __slots__ = ("edges", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.edges: dict[Action, Edge] = {}
        self.visits = 0
        self.totals = [0.0] * seats


class Candidate:
    """An action of the root that is still in the running."""

    def __init__(self, action: Action, prior: float, seats: int) -> None:
        self.action = action
        self.prior = prior
        self.node = Node(seats)
        self.total = 0.0
        """Of its values in all worlds that every candidate was tried in."""


class Search:
    """One decision.

    `progress` returns which part of the time for it is over; `imagine` returns a new world.
    """

    def __init__(
        self,
        seats: int,
        advice: Advice,
        imagine: Callable[[], AnyState],
        progress: Callable[[], float],
        rng: Random,
    ) -> None:
        self.seats = seats
        self.advice = advice
        self.imagine = imagine
        self.progress = progress
        self.rng = rng
        self.simulations = 0
        self.worlds = 0
        """How many worlds all candidates have been tried in."""
        self.candidates: list[Candidate] = []
        self.admitted = 0

    def best(self) -> int:
        """Search until the time is over or nothing is left to find out.

        Return the index of the best action. Without any time it is the one of highest prior.
        """
        world = self.imagine()
        seat = world.decider
        assert seat is not None
        ranked = self._ranked(world)
        best = ranked[0].action
        try:
            self._admit(ranked, world, seat)
            best = self.candidates[0].action
            while len(self.candidates) > 1:
                self._compare(self.imagine(), seat)
                best = self._drop()
        except OutOfTime:
            pass
        return world.actions().index(best)

    def _ranked(self, world: AnyState) -> list[Candidate]:
        """Return the actions that are worth a thought, highest prior first, ties by chance."""
        priors = self.advice.priors(world)
        enough = FLOOR * max(priors)
        ranked = [
            Candidate(action, prior, self.seats)
            for prior, action in zip(priors, world.actions(), strict=True)
            if prior >= enough
        ]
        self.rng.shuffle(ranked)
        return sorted(ranked, key=lambda candidate: candidate.prior, reverse=True)

    def _admit(self, ranked: list[Candidate], world: AnyState, seat: int) -> None:
        """Try actions in a first world, as many as there is time for, but two at least."""
        if len(ranked) == 1:
            self.candidates = ranked
            return
        for candidate in ranked:
            if len(self.candidates) >= 2 and self.progress() >= ADMISSION:
                break
            candidate.total = self.simulate(candidate, world.copy())[seat]
            self.candidates.append(candidate)
        self.admitted = len(self.candidates)
        self.worlds = 1
        self.candidates.sort(key=self._rating, reverse=True)

    def _compare(self, world: AnyState, seat: int) -> None:
        """Try all candidates in another world.

        The same world for all: if it is good or bad for every candidate, that does not tell them
        apart.
        """
        values = [self.simulate(candidate, world.copy())[seat] for candidate in self.candidates]
        for candidate, value in zip(self.candidates, values, strict=True):
            candidate.total += value
        self.worlds += 1

    def _drop(self) -> Action:
        """Drop the worst as time goes by: half-way a quarter of those admitted are left."""
        self.candidates.sort(key=self._rating, reverse=True)
        left = max(0.0, 1 - self.progress())
        del self.candidates[max(2, ceil(self.admitted * left**2)) :]
        return self.candidates[0].action

    def _rating(self, candidate: Candidate) -> float:
        """Return the mean value, the prior weighing as much as a few worlds."""
        doubt = DOUBT * log(candidate.prior)
        return (candidate.total + PRIOR_WORLDS * doubt) / self.worlds

    def simulate(self, candidate: Candidate, state: AnyState) -> Values:
        """Play an action and on through its tree, one step out of it, in a world that is used up.

        OutOfTime leaves the tree as it was before.
        """
        self._check()
        state.play(candidate.action)
        node = candidate.node
        path: list[tuple[Node, Edge]] = []
        while state.decider is not None and not self.advice.is_far(state):
            if not node.visits:  # new: the values of its first visit are those of the state
                self._expand(node, state)
                break
            self._check()
            edge, action = self._select(node, state)
            path.append((node, edge))
            state.play(action)
            if edge.node is None:
                edge.node = Node(self.seats)
            node = edge.node
        values = self.advice.evaluate(state, self.rng, self._check)
        node.visits += 1
        _add(node.totals, values)
        for parent, edge in path:
            parent.visits += 1
            edge.visits += 1
            _add(parent.totals, values)
            _add(edge.totals, values)
        self.simulations += 1
        return values

    def _check(self) -> None:
        if self.progress() >= 1:
            raise OutOfTime

    def _expand(self, node: Node, state: AnyState) -> None:
        """Add the actions of a state that a node does not have yet."""
        priors = self.advice.priors(state)
        for prior, action in zip(priors, state.actions(), strict=True):
            if action not in node.edges:
                node.edges[action] = Edge(prior, self.seats)

    def _select(self, node: Node, state: AnyState) -> tuple[Edge, Action]:
        seat = state.decider
        assert seat is not None
        edges, valid = node.edges, state.actions()
        if any(action not in edges for action in valid):
            self._expand(node, state)  # another world, with other actions
        ranked = [(edges[action], action) for action in valid]
        ranked.sort(key=_edge_prior, reverse=True)
        ranked = ranked[: 2 + int(sqrt(2 * node.visits))]
        untried = node.totals[seat] / node.visits - UNTRIED
        best, chosen = -1e9, ranked[0]
        for edge, action in ranked:
            edge.available += 1
            visits = edge.visits
            value = edge.totals[seat] / visits if visits else untried
            value += CURIOSITY * edge.prior * sqrt(edge.available) / (1 + visits)
            if value > best:
                best, chosen = value, (edge, action)
        return chosen


def _edge_prior(ranked: tuple[Edge, Action]) -> float:
    return ranked[0].prior


def _add(totals: list[float], values: Values) -> None:
    for seat, value in enumerate(values):
        totals[seat] += value
