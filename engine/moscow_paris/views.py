"""What a seat, or a spectator, may know: there is no field here for anything else (§10)."""

from typing import NamedTuple


class City(NamedTuple):
    """A city card."""

    name: str
    country: str
    limit: int
    """The most wagons its line can hold, both sides together."""
    points: int
    capital: bool


class Line(NamedTuple):
    """A city on the table with its wagons; each side is told from the city outwards."""

    city: City
    left: tuple[str, ...]
    right: tuple[str, ...]


class Player(NamedTuple):
    """What everybody sees of a player."""

    front: tuple[str, ...]
    """In the order of the alphabet."""
    hand_size: int
    shown: tuple[str, ...]
    """Wagons everybody knows to be in that hand, since they were taken back into it."""
    cities: tuple[City, ...]
    repeats: int
    """Repeated turns that count towards stupor."""


class Rules(NamedTuple):
    """The options of the game that change how it is played."""

    teams: bool
    claim: str
    max_turns: int


class View(NamedTuple):
    """A position, as one seat knows it."""

    seat: int | None
    """Who looks; None is a spectator."""
    hand: tuple[str, ...]
    """The viewer's own cards in the order of the alphabet; empty for a spectator."""
    lines: tuple[Line, ...]
    players: tuple[Player, ...]
    asked: str
    """What is to be decided: "turn", "claim", "exchange", or "over"."""
    decider: int | None
    mover: int
    """Whose turn it is; in a chain of exchanges somebody else decides."""
    turns: int
    """How many turns are over."""
    deck: int
    city_deck: int
    discard: tuple[tuple[str, int], ...]
    """How many of each card lie in the discard pile; every card of the game is named."""
    closed: tuple[City, ...]
    """Cities that have left the game."""
    rules: Rules
