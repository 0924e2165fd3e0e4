"""Positions set up by hand, drawn as they lie on the table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.dice import Dice
from engine.moscow_paris import turns
from engine.moscow_paris.events import Event
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import Line

EVERYWHERE = ("Paris", "Rome", "Berlin", "Moscow")


def position(
    hands: Sequence[str],
    *,
    lines: Sequence[str] = EVERYWHERE,
    fronts: Sequence[str] = (),
    to_come: str = "Nice Lyon Milan",
    discard: str = "",
    deck: str | None = None,
    options: Options | None = None,
) -> MoscowParisState:
    """Set a table up for as many players as there are hands; seat 0 is to move.

    A line is drawn as it lies: "saloon mail | Paris | dining", or "Paris" if it is empty. The
    next city to come is the first one named, and so is the next card of the deck. Without a deck
    all other cards are in it; cities that are not named are closed.
    """
    options = options or Options()
    state = MoscowParisState(len(hands), options, Dice(1))
    state.lines = [_line(text) for text in lines]
    state.city_deck = to_come.split()[::-1]
    lying = {line.city for line in state.lines} | set(state.city_deck)
    state.closed = tuple(city for city in state.cities_by_name if city not in lying)
    state.hidden = [tuple(hand.split()) for hand in hands]
    state.fronts = [tuple(sorted(front.split())) for front in fronts]
    state.fronts += [()] * (len(hands) - len(fronts))
    state.discard = {**dict.fromkeys(state.discard, 0), **Counter(discard.split())}
    state.deck = _rest(state) if deck is None else deck.split()[::-1]
    turns.begin_turn(state)
    return state


def play(state: MoscowParisState, *actions: Any) -> list[Event]:
    """Play actions, each of which must be valid, and return what everybody saw."""
    return [
        notice.event for action in actions for notice in state.apply(action) if notice.seat is None
    ]


def kinds(state: MoscowParisState) -> set[str]:
    """Return the kinds of actions that are valid."""
    return {action.kind for action in state.actions()}


def of_kind(state: MoscowParisState, kind: str) -> list[Any]:
    """Return the valid actions of a kind."""
    return [action for action in state.actions() if action.kind == kind]


def hand(state: MoscowParisState, seat: int) -> list[str]:
    return sorted(state.hidden[seat] + state.shown[seat])


def drawn(state: MoscowParisState) -> list[str]:
    """Draw the lines as `position` takes them."""
    return [
        f"{' '.join(reversed(left))} | {city} | {' '.join(right)}".strip()
        for city, left, right in state.lines
    ]


def _line(text: str) -> Line:
    if "|" not in text:
        return Line(text, (), ())
    left, city, right = text.split("|")
    return Line(city.strip(), tuple(reversed(left.split())), tuple(right.split()))


def _rest(state: MoscowParisState) -> list[str]:
    """Return the cards that lie nowhere else."""
    state.deck = []
    rest = Counter(state.ruleset.deck())
    rest.subtract(card for card in state.pieces() if isinstance(card, str))
    return list(rest.elements())
