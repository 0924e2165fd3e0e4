"""Information-set Monte Carlo tree search with several players.

Each simulation imagines another world: a full state that agrees with what the seat knows. One tree
serves them all. It branches by actions, whatever is hidden, so that what is learned of an action in
one world counts in the others; an action that is valid in few worlds is weighed by how often it
could be chosen (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012). Every
seat maximises its own value.

An action is chosen by its mean value, plus a bonus for what was seldom tried that is in proportion
to its prior (as PUCT has it). A node widens slowly: the actions of lower prior come into play one
by one as its visits grow.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, sqrt
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.game import AnyState, Outcome

Action = tuple[Any, ...]
Values = Sequence[float]
"""By seat, how well it does: from 0, the worst, to 1."""

CURIOSITY = 0.6
"""The weight of the bonus for what was seldom tried."""
UNTRIED = 0.05
"""By how much an action that was not tried yet is expected to be worse than its node."""
MARGIN_WEIGHT = 0.2
"""How much of an outcome's value is the margin of its scores; the rest is the rank."""


class Advice(Protocol):
    """What is known about a game beyond its rules."""

    def priors(self, state: AnyState) -> Sequence[float]:
        """Return how promising each valid action is; they add up to 1."""

    def evaluate(self, state: AnyState, rng: Random) -> Values:
        """Return the values of a state, which may be changed on the way."""


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
        """Highest prior first, as far as they were valid in the world that made them."""
        self.visits = 0
        self.totals = [0.0] * seats


class Found(NamedTuple):
    """What a search found out about an action of its root."""

    action: Action
    visits: int
    value: float
    prior: float


class Search:
    """One decision: simulate as often as there is time, then ask for the best action."""

    def __init__(self, seats: int, advice: Advice, rng: Random) -> None:
        self.seats = seats
        self.advice = advice
        self.rng = rng
        self.root = Node(seats)

    def simulate(self, state: AnyState) -> None:
        """Play once through the tree and one step out of it, in a world that is used up.

        OutOfTime, raised by the advice, leaves the tree as it was before.
        """
        node, path = self.root, []
        while state.decider is not None:
            if not node.visits:  # new: the values of its first visit are those of the state
                self._expand(node, state)
                break
            edge, action = self._select(node, state)
            path.append((node, edge))
            state.play(action)
            if edge.node is None:
                edge.node = Node(self.seats)
            node = edge.node
        values = self.advice.evaluate(state, self.rng)
        node.visits += 1
        _add(node.totals, values)
        for parent, edge in path:
            parent.visits += 1
            edge.visits += 1
            _add(parent.totals, values)
            _add(edge.totals, values)

    def _expand(self, node: Node, state: AnyState) -> None:
        """Add the actions of a state that a node does not have yet."""
        priors = self.advice.priors(state)
        ranked = sorted(zip(priors, state.actions(), strict=True), key=_prior, reverse=True)
        for prior, action in ranked:
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

    def found(self, seat: int) -> list[Found]:
        """Return what was found out about the actions, the best first: that of most visits."""
        found = [
            Found(a, e.visits, e.totals[seat] / e.visits if e.visits else 0.0, e.prior)
            for a, e in self.root.edges.items()
        ]
        return sorted(found, key=lambda of: (of.visits, of.value, of.prior), reverse=True)


def _prior(ranked: tuple[float, Action]) -> float:
    return ranked[0]


def _edge_prior(ranked: tuple[Edge, Action]) -> float:
    return ranked[0].prior


def _add(totals: list[float], values: Values) -> None:
    for seat, value in enumerate(values):
        totals[seat] += value
