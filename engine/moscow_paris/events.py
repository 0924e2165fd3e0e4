"""What happened. All of it is public but `Received`, which only its seat learns."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from engine.game import Notice
from engine.moscow_paris.actions import Place


class Coupled(NamedTuple):
    """A seat put a wagon at the outer end of a line."""

    seat: int
    wagon: str
    row: int
    side: str
    kind: str = "coupled"


class PutInFront(NamedTuple):
    """A seat put a wagon in front of itself."""

    seat: int
    wagon: str
    kind: str = "put_in_front"


class TookBack(NamedTuple):
    """A seat took a wagon in front of it back into hand."""

    seat: int
    wagon: str
    kind: str = "took_back"


class Swapped(NamedTuple):
    """A seat swapped two wagons, named as they lay before."""

    seat: int
    first: Place
    first_wagon: str
    second: Place
    second_wagon: str
    kind: str = "swapped"


class Uncoupled(NamedTuple):
    """A seat discarded wagons one below the other, the first from `row`."""

    seat: int
    row: int
    side: str
    distance: int
    wagons: tuple[str, ...]
    kind: str = "uncoupled"


class Exchanged(NamedTuple):
    """A seat swapped a wagon in front of it with a neighbour."""

    seat: int
    give: str
    neighbour: int
    take: str
    kind: str = "exchanged"


class DeclinedExchange(NamedTuple):
    """A seat ended the chain of exchanges."""

    seat: int
    kind: str = "declined_exchange"


class Closed(NamedTuple):
    """A seat removed a city with its line."""

    seat: int
    row: int
    city: str
    kind: str = "closed"


class PlayedWithoutEffect(NamedTuple):
    """A seat played an action card without its effect."""

    seat: int
    card: str
    kind: str = "played_without_effect"


class Claimed(NamedTuple):
    """A seat took a city."""

    seat: int
    row: int
    city: str
    kind: str = "claimed"


class DeclinedClaim(NamedTuple):
    """A seat could claim a city and did not."""

    seat: int
    kind: str = "declined_claim"


class Revealed(NamedTuple):
    """A city was turned up in a row."""

    row: int
    city: str
    kind: str = "revealed"


class Drew(NamedTuple):
    """A seat drew cards."""

    seat: int
    card_count: int
    kind: str = "drew"


class Received(NamedTuple):
    """The cards a seat drew, told to it alone."""

    cards: tuple[str, ...]
    kind: str = "received"


class Reshuffled(NamedTuple):
    """The discard pile became a new deck."""

    deck_size: int
    kind: str = "reshuffled"


class Stupor(NamedTuple):
    """Hands, fronts and lines were discarded face up; new hands are dealt next."""

    hands: tuple[tuple[str, ...], ...]
    """What each hand held, in the order of the alphabet."""
    kind: str = "stupor"


class Ended(NamedTuple):
    """The game ended: "cities" were used up, or the last of the "turns" was played."""

    reason: str
    kind: str = "ended"


Event = (
    Coupled
    | PutInFront
    | TookBack
    | Swapped
    | Uncoupled
    | Exchanged
    | DeclinedExchange
    | Closed
    | PlayedWithoutEffect
    | Claimed
    | DeclinedClaim
    | Revealed
    | Drew
    | Received
    | Reshuffled
    | Stupor
    | Ended
)


def shared_notices(event: Callable[..., Event]) -> Callable[..., Notice[Event]]:
    """Return how to make public notices of an event that has few possible values.

    They are made once and shared, since making them is a good part of the shortest turns.
    """
    return cache(lambda *values: Notice(event(*values)))
