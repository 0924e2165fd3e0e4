"""The action cards (§5), but for the exchange, which has a file of its own.

Each is played in one order: effect, card to the discard pile, draw, claim.
"""

from engine.game import Notice
from engine.moscow_paris.actions import (
    Close,
    FrontPlace,
    LinePlace,
    NoEffect,
    Place,
    Swap,
    Uncouple,
)
from engine.moscow_paris.events import Closed, PlayedWithoutEffect, Swapped, Uncoupled
from engine.moscow_paris.table import Table
from engine.moscow_paris.turns import note_progress, offer_claim
from engine.moscow_paris.views import Line


def swap(table: Table, action: Swap) -> None:
    """Let two wagons take each other's places (§5.1)."""
    first, second, _ = action
    table.lay_down(table.mover, "swap")
    one, other = _wagon_at(table, first), _wagon_at(table, second)
    _put(table, first, other)
    _put(table, second, one)
    table.notices.append(Notice(Swapped(table.mover, first, one, second, other)))
    finish_card(table, "swap")


def uncouple(table: Table, action: Uncouple) -> None:
    """Discard wagons one below the other; the rest of each side closes up (§5.2)."""
    top, side, distance, length, _ = action
    card = f"uncouple_{length}"
    table.lay_down(table.mover, card)
    wagons = tuple([_take_off(table, row, side, distance) for row in range(top, top + length)])
    table.discard_cards(wagons)
    table.notices.append(Notice(Uncoupled(table.mover, top, side, distance, wagons)))
    finish_card(table, card)


def close(table: Table, action: Close) -> None:
    """Remove a city with its line; the next one takes its place (§5.4)."""
    table.lay_down(table.mover, "close")
    city, left, right = table.lines[action.row]
    table.discard_cards(left + right)
    table.closed += (city,)
    table.notices.append(Notice(Closed(table.mover, action.row, city)))
    table.turn_up_city(action.row)
    finish_card(table, "close")


def play_without_effect(table: Table, action: NoEffect) -> None:
    """Play a card without its effect (§5.5)."""
    table.lay_down(table.mover, action.card)
    table.notices.append(Notice(PlayedWithoutEffect(table.mover, action.card)))
    finish_card(table, action.card)


def finish_card(table: Table, card: str) -> None:
    """Discard the card played, draw one, go on to the claim (§3.2)."""
    table.discard[card] += 1
    table.draw_one(table.mover)
    note_progress(table)
    offer_claim(table)


def _wagon_at(table: Table, place: Place) -> str:
    if isinstance(place, FrontPlace):
        return place.wagon
    return _side(table, place.row, place.side)[place.distance]


def _put(table: Table, place: Place, wagon: str) -> None:
    """Put a wagon in the place of the one that lies there."""
    if isinstance(place, LinePlace):
        row, side, distance = place
        _set_side(table, row, side, distance, (wagon,))
    else:
        table.change_front(place.seat, place.wagon, wagon)


def _take_off(table: Table, row: int, side: str, distance: int) -> str:
    """Take a wagon out of a line."""
    wagon = _side(table, row, side)[distance]
    _set_side(table, row, side, distance, ())
    return wagon


def _side(table: Table, row: int, side: str) -> tuple[str, ...]:
    _, left, right = table.lines[row]
    return left if side == "left" else right


def _set_side(table: Table, row: int, side: str, distance: int, wagons: tuple[str, ...]) -> None:
    """Put wagons, or none, in the place of one wagon of a line."""
    city, left, right = table.lines[row]
    if side == "left":
        left = left[:distance] + wagons + left[distance + 1 :]
    else:
        right = right[:distance] + wagons + right[distance + 1 :]
    table.put_line(row, Line(city, left, right))
