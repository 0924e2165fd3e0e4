"""What a seat, or a spectator, may know: there is no field here for anything else (§10)."""

from typing import Annotated, NamedTuple

from engine.fields import Between, Length


class City(NamedTuple):
    """A city card."""

    name: Annotated[str, Length(1, 40)]
    country: Annotated[str, Length(1, 40)]
    limit: Annotated[int, Between(1, 19)]
    """The most wagons its line can hold, both sides together."""
    points: Annotated[int, Between(0, 100)]
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
    fronts_seen: tuple[tuple[str, ...], ...]
    """The fronts of the player since the last progress that would make a turn a repeated one;
    empty until the player makes a front or back turn, which counts the front before it too."""
    old_card_count: int
    """How many of the view's `old_cards` were this player's."""
    laid: tuple[str, ...]
    """The cards not known before that the player has laid down from hand since the last
    reshuffle, in that order; empty if it held no old card."""
    drawn_before: tuple[int, ...]
    """For each card of `laid`, how many cards the player had drawn since the reshuffle."""


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
    step: str
    """What is to be decided: "turn", "claim", "exchange", or "over"."""
    decider: int | None
    mover: int
    """Whose turn it is; in a chain of exchanges somebody else decides."""
    turns: int
    """How many turns are over."""
    deck_size: int
    city_deck_size: int
    discard: tuple[tuple[str, int], ...]
    """How many of each card lie in the discard pile; every card of the game is named."""
    closed: tuple[City, ...]
    """Cities that have left the game."""
    partner: int | None
    """In a chain of exchanges: who the decider may exchange with."""
    old_cards: tuple[str, ...]
    """The cards of all hands that were not known to everybody when the deck was last reshuffled:
    those that were neither on the table nor in the new deck. They are not in the deck now.
    In the order of the alphabet; empty before the first reshuffle and after a stupor."""
    own_old_cards: tuple[str, ...]
    """Those of them that were the viewer's."""
    rules: Rules
