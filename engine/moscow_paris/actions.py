"""What a player may do. Rows count from 0 at the top, distances from 0 at the city."""

from typing import NamedTuple

SIDES = ("left", "right")

CARDS = ("swap", "uncouple_2", "uncouple_3", "exchange", "close")
"""The kinds of action cards; kinds of wagons are as the ruleset has them."""


class LinePlace(NamedTuple):
    """A wagon's place in a line."""

    row: int
    side: str
    distance: int


class FrontPlace(NamedTuple):
    """A wagon of some kind in front of a player."""

    seat: int
    wagon: str


Place = LinePlace | FrontPlace


class Couple(NamedTuple):
    """Put a wagon from hand at the outer end of a line (§3.1)."""

    wagon: str
    row: int
    side: str
    kind: str = "couple"


class Front(NamedTuple):
    """Put a wagon from hand in front of you (§3.3)."""

    wagon: str
    kind: str = "front"


class Back(NamedTuple):
    """Take a wagon in front of you back into hand (§3.4)."""

    wagon: str
    kind: str = "back"


class Swap(NamedTuple):
    """Let two wagons take each other's places (§5.1); the card `swap`."""

    first: Place
    second: Place
    kind: str = "swap"


class Uncouple(NamedTuple):
    """Discard wagons that lie one below the other (§5.2); the cards `uncouple_2`, `uncouple_3`."""

    row: int
    """The topmost of the rows."""
    side: str
    distance: int
    length: int
    kind: str = "uncouple"


class Exchange(NamedTuple):
    """Swap a wagon in front of you for one in front of a neighbour (§5.3); card `exchange`."""

    give: str
    seat: int
    """The neighbour."""
    take: str
    kind: str = "exchange"


class DeclineExchange(NamedTuple):
    """Let the chain of exchanges end with you (§5.3)."""

    kind: str = "decline_exchange"


class Close(NamedTuple):
    """Remove a city with its line (§5.4); the card `close`."""

    row: int
    kind: str = "close"


class NoEffect(NamedTuple):
    """Play an action card without its effect, to change it for another (§5.5)."""

    card: str
    kind: str = "no_effect"


class Claim(NamedTuple):
    """Take a city whose wagons all have an equal one in front of you (§4)."""

    row: int
    kind: str = "claim"


class DeclineClaim(NamedTuple):
    """Claim no city although you could (§4)."""

    kind: str = "decline_claim"


Action = (
    Couple
    | Front
    | Back
    | Swap
    | Uncouple
    | Exchange
    | DeclineExchange
    | Close
    | NoEffect
    | Claim
    | DeclineClaim
)
