"""What a seat, or a spectator, may know: there is no field here for anything else (§10).

A card is called by its name: "mail", "swap". A pile is told by how many of each card lie in it, in
the order of `Rules.cards`. A city is called by its name; its figures are in `Rules.cities`.
"""

from typing import Annotated, NamedTuple

from engine.fields import Between, Length

Name = Annotated[str, Length(1, 40)]


class City(NamedTuple):
    """A city card."""

    name: Name
    country: Name
    limit: Annotated[int, Between(1, 1000)]
    """The most wagons its line can hold, both sides together."""
    points: Annotated[int, Between(0, 1000)]
    capital: bool


class Card(NamedTuple):
    """A kind of card of the deck."""

    name: str
    copies: int
    wagon: bool
    """Whether it is a wagon; else it is an action card."""


class Rules(NamedTuple):
    """The options and figures in use: the same for the whole match and all seats."""

    cards: tuple[Card, ...]
    """Wagons, then action cards."""
    cities: tuple[City, ...]
    rows: int
    """How many cities lie face up while there are enough of them."""
    hand: int
    """How many cards a player has in hand and in front, together."""
    front: int
    """How many wagons a player may have in front."""
    end_cities: int
    """With no city to come, the game ends when this many or fewer are left on the table."""
    stupor_repeats: int
    """How many repeated turns of every player make a stupor."""
    repeated_flag: int
    """The points for each city whose country the player has already."""
    full_lines_only: bool
    """Whether only full lines can be claimed."""
    teams: bool
    """Whether seats 0 and 2 play together against 1 and 3."""
    max_turns: int


class Line(NamedTuple):
    """A city on the table with its wagons; each side is told from the city outwards."""

    city: str
    left: tuple[str, ...]
    right: tuple[str, ...]


class Player(NamedTuple):
    """What everybody sees of a player, or can conclude."""

    front: tuple[str, ...]
    """In the order of the alphabet."""
    hand_size: int
    shown: tuple[str, ...]
    """Wagons everybody knows to be in that hand, since they were taken back into it."""
    cities: tuple[str, ...]
    """The cities claimed, in that order."""
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


class View(NamedTuple):
    """A position, as one seat knows it."""

    seat: int | None
    """Who looks; None is a spectator."""
    step: str
    """What is to be decided: "turn", "claim", "exchange", or "over"."""
    decider: int | None
    mover: int
    """Whose turn it is; in a chain of exchanges somebody else decides."""
    partner: int | None
    """In a chain of exchanges: who the decider may exchange with."""
    turns: int
    """How many turns are over."""
    hand: tuple[str, ...]
    """The viewer's own cards in the order of the alphabet; empty for a spectator."""
    lines: tuple[Line, ...]
    players: tuple[Player, ...]
    closed: tuple[str, ...]
    """Cities that have left the game."""
    city_deck_size: int
    deck_size: int
    discard: tuple[int, ...]
    """The discard pile."""
    old_cards: tuple[int, ...]
    """The cards of all hands that were not known to everybody when the deck was last reshuffled,
    together: what was neither on the table nor in the new deck. They are not in the deck now.
    Empty before the first reshuffle and after a stupor."""
    own_old_cards: tuple[str, ...]
    """Those of them that were the viewer's."""
