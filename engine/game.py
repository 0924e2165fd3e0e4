"""The contract between a game and everything around it.

A match is played by seats 0 to n - 1. Its state changes only in `play`; it knows no clock, no
thread, no randomness but the dice in it.

- An **action** is a NamedTuple of plain values (str, int, bool, None, nested tuples of these)
  whose last field is `kind: str = "..."`, different for each type of action of the game. So
  actions hash and compare at the speed of C, a record can hold any game's actions, and `plays`
  finds what an action does.
- An **event** is such a NamedTuple too, and says what happened. Who may see it stands beside it,
  in a `Notice`.
- A **view** is a NamedTuple that holds all that one seat (or a spectator) may know and that
  still matters, and has no field for anything else. Its field `seat` says who looks.

A game declares its values and what each kind of action does; what turns the game from decision to
decision, forced moves included, is here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from engine.dice import Dice, SecretDice
from engine.errors import BadPlayers, IllegalAction
from engine.sentences import action_from_fields, event_from_fields

A = TypeVar("A", bound=tuple[Any, ...])  # an action
V = TypeVar("V", bound=tuple[Any, ...])  # a view
E = TypeVar("E", bound=tuple[Any, ...])  # an event
O = TypeVar("O")  # noqa: E741 - the options


class Outcome(NamedTuple):
    """How a match ended: a score and a rank (1 is best, ties share) for each seat."""

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
    """A position of a game, in which at most one seat is to decide.

    A subclass declares `plays`, its own `__slots__`, and which of these are `changed_in_place`.
    """

    __slots__ = ("decider", "notices", "valid")

    plays: ClassVar[Mapping[str, Callable[[Any, Any], None]]]
    """What each kind of action does: a function of the state and the action.

    It changes the state, appends to `notices`, and leaves `decider` and `valid` as the next
    decision has them.
    """
    changed_in_place: ClassVar[tuple[str, ...]] = ()
    """The slots whose values have a `copy` method and are changed in place. All other values are
    replaced, never changed, so that copies may share them."""

    decider: int | None
    """The seat whose decision it is; None when the match is over."""
    valid: Sequence[A]
    """The valid actions of the decider; never changed in place."""
    notices: list[Notice[E]]
    """What has happened since the last decision."""

    def actions(self) -> Sequence[A]:
        """List the valid actions of the decider: at least two, none twice, in a stable order.

        What has only one possible answer is done by the engine without asking. The list and
        its order depend on nothing the decider does not see.
        """
        return self.valid

    def play(self, action: A) -> list[Notice[E]]:
        """Change the state by an action taken from `actions()`, which is not checked again."""
        self.notices = []
        self.plays[action[-1]](self, action)
        if len(self.valid) == 1:
            self.play_forced()
        return self.notices

    def play_forced(self) -> None:
        """Play what has no alternative until there is something to decide, or the end."""
        while len(self.valid) == 1:
            (action,) = self.valid
            self.plays[action[-1]](self, action)

    def apply(self, action: A) -> list[Notice[E]]:
        """Change the state by a valid action; anything else raises and changes nothing."""
        if self.decider is None or action not in self.actions():
            raise IllegalAction(f"{action!r} is not a valid action here")
        return self.play(action)

    def copy(self) -> Self:
        """Return an independent copy."""
        other: Self = self._copy()
        return other

    _copy: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls) -> None:
        # Written out and compiled once per class, as dataclasses does. Search copies all the time,
        # and a loop over the names takes four times as long: 4.4 µs instead of 1.1 for the
        # 26 slots of Moscow–Paris.
        slots = [name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ())]
        lines = ["def copy(self):", " other = new(self.__class__)"]
        for name in slots:
            copied = ".copy()" if name in cls.changed_in_place else ""
            lines.append(f" other.{name} = self.{name}{copied}")
        namespace: dict[str, Any] = {"new": object.__new__}
        exec("\n".join([*lines, " return other"]), namespace)  # noqa: S102 - names of slots alone
        cls._copy = namespace["copy"]

    @abstractmethod
    def view(self, seat: int | None) -> V:
        """Return what a seat may know, or a spectator (None)."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the result once the match is over."""

    def score_sources(self) -> Sequence[Mapping[str, int]]:
        """Return where the points of each seat come from: points by source, zeros included.

        All seats have the same sources, in the order in which people read them. At the end their
        sum is the score. Before that they are the points so far, as the game counts them; a game
        that cannot tell returns nothing. Spectators see them while the match goes on, so they tell
        nothing that is hidden.
        """
        outcome = self.outcome()
        return [{"score": score} for score in outcome.scores] if outcome else ()

    @abstractmethod
    def pieces(self) -> Sequence[object]:
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
        """Set up a match."""
        if players not in self.players:
            raise BadPlayers(f"{self.name} needs {self._counts()} players, not {players}")
        return self.deal(players, options, SecretDice(seed))

    def _counts(self) -> str:
        """Return the numbers of players in words: "2 to 4", or "2 or 4"."""
        first, last = self.players[0], self.players[-1]
        if len(self.players) > 2 and self.players == tuple(range(first, last + 1)):
            return f"{first} to {last}"
        return " or ".join(map(str, self.players))

    @abstractmethod
    def deal(self, players: int, options: O, dice: Dice) -> State[A, V, E]:
        """Set up a match for a number of players it has; options that clash raise BadValue."""

    @abstractmethod
    def imagine(self, view: V, options: O, dice: Dice) -> State[A, V, E]:
        """Return a full state that agrees with a view; what the view does not hold is dealt.

        The seat that looks sees the same in it: the same view, and, where it is to decide, the
        same valid actions in the same order. Hidden pieces and future chance come from `dice`,
        each deal that the seat could believe in being possible. Bots search with it from nothing
        but their view, and the conformance suite checks with it that nothing hidden leaks: what
        a view does not hold cannot be told from it.
        """

    def rules(self, players: int, options: O) -> tuple[Any, ...] | None:
        """Return the figures in use as a NamedTuple, if the game has some that bots need.

        They are the same for the whole match and for all seats, so that a bot is told them once,
        at its start, and needs no table of its own that a corrected ruleset would make wrong.
        """
        return None

    def sides(self, players: int, options: O) -> tuple[int, ...]:
        """Return the side that each seat plays for; seats of one side share its place.

        Every seat plays for itself unless a game has teams. The result of a team is one result:
        mates are not compared with each other, and when one forfeits, the side does.
        """
        return tuple(range(players))

    told_by: ClassVar[Mapping[str, str]] = {}
    """For kinds of actions the kind of event that tells all that they do, in words."""

    def action_in_words(self, action: A, view: V, options: O, names: Sequence[str]) -> str:
        """Say what an action does, as an order to the seat that decides: "take the I3".

        It begins with the verb and says neither "you" nor "your", so that `third_person` can
        make a statement of it. `view` is what some seat or a spectator sees before the action,
        `names` are those of the seats. No two valid actions of a position sound the same.
        """
        return action_from_fields(action)

    def events_in_words(
        self, events: Sequence[E], view: V, options: O, names: Sequence[str]
    ) -> list[str]:
        """Say each of the events that followed a position, without capital and full stop.

        An event that only one seat learns of is said as to the seat that looks.
        """
        return [event_from_fields(event, names) for event in events]

    legend: ClassVar[str] = ""
    """What the signs of the picture mean: one screen, at most 80 columns wide."""

    @abstractmethod
    def picture(self, view: V, options: O) -> str:
        """Draw a view as plain text for a terminal, at most 80 columns wide."""


AnyState = State[Any, Any, Any]
AnyGame = Game[Any, Any, Any, Any]


def ranks_of(standing: Sequence[Any]) -> tuple[int, ...]:
    """Rank seats by what they reached, highest first; equal ones share the better rank."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)
