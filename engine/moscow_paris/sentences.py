"""Actions and events in words: rows of the table go by their cities."""

from collections.abc import Iterable, Sequence

from engine.moscow_paris.actions import (
    Action,
    Back,
    Claim,
    Close,
    Couple,
    DeclineClaim,
    DeclineExchange,
    Exchange,
    Front,
    FrontPlace,
    NoEffect,
    Place,
    Swap,
    Uncouple,
)
from engine.moscow_paris.events import (
    Claimed,
    Closed,
    Coupled,
    DeclinedClaim,
    DeclinedExchange,
    Drew,
    Ended,
    Event,
    Exchanged,
    PlayedWithoutEffect,
    PutInFront,
    Received,
    Reshuffled,
    Revealed,
    Stupor,
    Swapped,
    TookBack,
    Uncoupled,
)
from engine.moscow_paris.views import View
from engine.sentences import counted, listed, third_person

TOLD_BY = {
    "couple": "coupled",
    "front": "put_in_front",
    "back": "took_back",
    "swap": "swapped",
    "uncouple": "uncoupled",
    "exchange": "exchanged",
    "decline_exchange": "declined_exchange",
    "close": "closed",
    "no_effect": "played_without_effect",
    "claim": "claimed",
    "decline_claim": "declined_claim",
}
_ENDS = {"cities": "too few cities are left", "turns": "the last turn has been played"}


def action_in_words(action: Action, view: View, names: Sequence[str]) -> str:
    """Say what an action does."""
    rows = [line.city for line in view.lines]

    def wagon_at(place: Place) -> str:
        if isinstance(place, FrontPlace):
            return place.wagon
        line = view.lines[place.row]
        return (line.left if place.side == "left" else line.right)[place.distance]

    match action:
        case Couple(wagon, row, side):
            return _couple(wagon, rows[row], side)
        case Front(wagon):
            return _front(wagon)
        case Back(wagon):
            return _back(wagon)
        case Swap(first, second):
            wagons = wagon_at(first), wagon_at(second)
            return _swap(_at(first, wagons[0], rows, names), _at(second, wagons[1], rows, names))
        case Uncouple(top, side, distance, length):
            sides = [getattr(line, side) for line in view.lines[top : top + length]]
            return _uncouple([own[distance] for own in sides], rows[top:], side)
        case Exchange(give, seat, take):
            return _exchange(give, names[seat], take)
        case DeclineExchange():
            return "exchange nothing"
        case Close(row):
            return f"close {rows[row]} with its line"
        case NoEffect(card):
            return _no_effect(card)
        case Claim(row):
            return f"claim {rows[row]}"
        case DeclineClaim():
            return "claim no city"


def events_in_words(events: Sequence[Event], view: View, names: Sequence[str]) -> list[str]:
    """Say what happened. Events name rows, whose cities change as events go on."""
    rows = [line.city for line in view.lines]
    said = []
    for number, event in enumerate(events):
        said.append(_event(event, rows, view.seat, names))
        if isinstance(event, Revealed):
            rows[event.row : event.row + 1] = [event.city]
        elif isinstance(event, Claimed | Closed):
            later = events[number:]
            if (event.row,) not in [each[:1] for each in later if isinstance(each, Revealed)]:
                # No city is left to turn up, and the gap closes. A slice, since whoever begins to
                # watch here has only seen the table without that row.
                del rows[event.row : event.row + 1]
    return said


def _event(event: Event, rows: Sequence[str], viewer: int | None, names: Sequence[str]) -> str:
    match event:
        case Revealed(_, city):
            return f"{city} is turned up"
        case Received(cards):
            who = "the one who drew" if viewer is None else names[viewer]
            return f"{who} gets {_cards(cards)}"
        case Reshuffled(size):
            return f"the discard pile becomes a new deck of {counted(size, 'card')}"
        case Stupor(hands):
            held = (f"{names[seat]} held {_cards(hand)}" for seat, hand in enumerate(hands))
            return f"stupor, all hands, fronts and lines are discarded, where {listed(held)}"
        case Ended(reason):
            return f"the match ends, since {_ENDS[reason]}"
        case _:
            return third_person(_order(event, rows, names), names[event.seat])


def _order(event: Event, rows: Sequence[str], names: Sequence[str]) -> str:
    """Return what a seat did as an order, of an event that reports an action or a draw."""
    match event:
        case Coupled(_, wagon, row, side):
            return _couple(wagon, rows[row], side)
        case PutInFront(_, wagon):
            return _front(wagon)
        case TookBack(_, wagon):
            return _back(wagon)
        case Swapped(_, first, one, second, other):
            return _swap(_at(first, one, rows, names), _at(second, other, rows, names))
        case Uncoupled(_, row, side, _, wagons):
            return _uncouple(wagons, rows[row:], side)
        case Exchanged(_, give, neighbour, take):
            return _exchange(give, names[neighbour], take)
        case DeclinedExchange():
            return "exchange nothing"
        case Closed(_, _, city):
            return f"close {city} with its line"
        case PlayedWithoutEffect(_, card):
            return _no_effect(card)
        case Claimed(_, _, city):
            return f"claim {city}"
        case DeclinedClaim():
            return "claim no city"
        case Drew(_, count):
            return f"draw {counted(count, 'card')}"
    raise AssertionError(event)


def _couple(wagon: str, city: str, side: str) -> str:
    return f"couple a {_wagon(wagon)} to the {side} of {city}"


def _front(wagon: str) -> str:
    return f"put a {_wagon(wagon)} in front of yourself"


def _back(wagon: str) -> str:
    return f"take a {_wagon(wagon)} back into hand"


def _swap(first: str, second: str) -> str:
    return f"swap {first} with {second}"


def _at(place: Place, wagon: str, rows: Sequence[str], names: Sequence[str]) -> str:
    """Name a wagon by where it lies; the wagons of a line all differ."""
    if isinstance(place, FrontPlace):
        return f"the {_wagon(wagon)} in front of {names[place.seat]}"
    return f"the {_wagon(wagon)} {place.side} of {rows[place.row]}"


def _uncouple(wagons: Sequence[str], rows: Sequence[str], side: str) -> str:
    named = zip(wagons, rows, strict=False)
    return f"uncouple {listed(f'the {_wagon(wagon)} {side} of {city}' for wagon, city in named)}"


def _exchange(give: str, neighbour: str, take: str) -> str:
    return f"exchange a {_wagon(give)} for a {_wagon(take)} in front of {neighbour}"


def _no_effect(card: str) -> str:
    return f"play the card {_card(card)} without its effect"


def _wagon(kind: str) -> str:
    return kind if kind == "locomotive" else f"{_card(kind)} wagon"


def _cards(cards: Iterable[str]) -> str:
    return listed(map(_card, cards))


def _card(name: str) -> str:
    return name.replace("_", " ")
