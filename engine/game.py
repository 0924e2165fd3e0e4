"""The contract between a game and everything around it.

A game is played by seats 0 to n - 1. Its state is an object that changes only in `play`; it
knows no clock, no thread, no randomness but the dice in it.

- An **action** is a NamedTuple of plain values (str, int, bool, None, nested tuples of these),
  whose last field is `kind: str = "..."`, different for each type of action of the game: so
  actions hash and compare at the speed of C, and a record can hold any game's actions.
- An **event** is a NamedTuple of plain values that says what happened. Who may see it is said
  beside it, in a `Notice`.
- A **view** is a NamedTuple that holds what one seat (or a spectator) may know, and has no
  field for anything else.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engine.dice import Dice
from engine.errors import BadPlayers, IllegalAction

A = TypeVar("A", bound=tuple[Any, ...])  # an action
V = TypeVar("V", bound=tuple[Any, ...])  # a view
E = TypeVar("E", bound=tuple[Any, ...])  # an event
O = TypeVar("O")  # noqa: E741 - the options


class Outcome(NamedTuple):
    """How a game ended: a score and a rank (1 is best, ties share) for each seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Notice(NamedTuple, Generic[E]):
    """An event and who learns of it: everybody, or one seat alone."""

    event: E
    seat: int | None = None

    def reaches(self, seat: int | None) -> bool:
        """Tell whether a seat (None: a spectator) learns of the event."""
        return self.seat is None or self.seat == seat


class State(ABC, Generic[A, V, E]):
    """A position of a game, in which at most one seat is to decide."""

    __slots__ = ()

    decider: int | None
    """The seat whose decision it is; None when the game is over."""

    @abstractmethod
    def actions(self) -> Sequence[A]:
        """List the valid actions of the decider: at least two, none twice, in a stable order.

        What has only one possible answer is done by the engine without asking. The list and
        its order depend on nothing the decider does not see.
        """

    @abstractmethod
    def play(self, action: A) -> list[Notice[E]]:
        """Change the state by an action taken from `actions()`, which is not checked again."""

    def apply(self, action: A) -> list[Notice[E]]:
        """Change the state by a valid action; anything else raises and changes nothing."""
        if self.decider is None or action not in self.actions():
            raise IllegalAction(f"{action!r} is not a valid action here")
        return self.play(action)

    @abstractmethod
    def view(self, seat: int | None) -> V:
        """Return what a seat may know, or a spectator (None)."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the result once the game is over."""

    @abstractmethod
    def copy(self) -> "State[A, V, E]":
        """Return an independent copy."""

    @abstractmethod
    def resample(self, seat: int | None, dice: Dice) -> "State[A, V, E]":
        """Return a state that is equally possible for what the seat knows.

        Everything hidden from it is dealt anew with `dice`, future chance included. Bots search
        with it; the leak test checks that the seat's view and valid actions stay the same.
        """

    @abstractmethod
    def pieces(self) -> Sequence[Any]:
        """Return every piece of the game, wherever it lies; as a multiset it never changes."""


class Game(ABC, Generic[O, A, V, E]):
    """A set of rules that can be played."""

    name: str
    """How commands, records and the wire call it."""
    title: str
    players: tuple[int, ...]
    """The numbers of players it is played by."""
    options: type[O]
    """A frozen dataclass whose fields are made by `engine.options.option`."""

    def new(self, players: int, options: O, seed: int) -> State[A, V, E]:
        """Set the game up."""
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise BadPlayers(f"{self.name} is for {counts} players, not {players}")
        return self.deal(players, options, Dice(seed))

    @abstractmethod
    def deal(self, players: int, options: O, dice: Dice) -> State[A, V, E]:
        """Set the game up for a number of players it has; options that clash raise BadOption."""

    @abstractmethod
    def picture(self, view: V) -> str:
        """Draw a view for a terminal, in rich markup."""


AnyState = State[Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any]


def ranks_of(standing: Sequence[Any]) -> tuple[int, ...]:
    """Rank seats by what they reached, highest first; equal ones share the better rank."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)
