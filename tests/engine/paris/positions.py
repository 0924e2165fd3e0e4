"""Positions set up by hand.

Places are written "arc", "bank montmartre", "montmartre 5" and "louvre"; several are parted by
commas.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.dice import Dice
from engine.paris.actions import (
    DISTRICTS,
    LANDMARKS,
    TOKENS,
    Arc,
    Bank,
    Building,
    Landmark,
    MoveKey,
    MoveTo,
    Place,
)
from engine.paris.events import Event
from engine.paris.options import Options
from engine.paris.purchase import raise_landmark
from engine.paris.ruleset import FIRST_BANK, FIRST_LANDMARK, SIZE, SPACES
from engine.paris.state import ParisState
from engine.paris.steps import proceed
from engine.paris.table import show_track
from engine.paris.views import BoardToken, BoardVpTile

VALUES = (1, 2, 3, 4, 5, 8)
ALL = ", ".join(f"{district} {value}" for district in DISTRICTS for value in VALUES)


@dataclass
class Seat:
    """A player: keys on the board, and what is behind the screen."""

    keys: str = ""
    francs: int = 0
    tokens: str = ""
    bonus: Sequence[int] = ()
    ends: Sequence[int] = ()
    behind: int = 5
    reserve: int = 2
    meeple: int = 0
    used: Sequence[int] = ()


def position(
    *seats: Seat,
    built: str = ALL,
    tokens: str = "",
    landmarks: str = "",
    vp_tiles: str = "",
    supply: str = "",
    draws: bool = True,
    track: Sequence[int] | None = None,
    step: str = "main",
    options: Options | None = None,
) -> ParisState:
    """Set a board up; seat 0 is to decide, at the main action unless told otherwise.

    No token lies beside a building but those that are named: "montmartre 5 marble". Landmarks and
    VP tiles are named with their districts: "louvre belleville", "1 montmartre". With `draws` some
    building tiles are left, so that there is no end tile to take yet. With `track`, just these
    spaces of the bonus track have a tile each.
    """
    seats = seats if len(seats) > 1 else (*seats, Seat())
    state = ParisState(len(seats), options or Options(), Dice(1))
    state.lay_stacks(((7, 14), (21, 28), (0, 35)) if draws else ((), (), ()))
    for place in places(state, built):
        state.raise_building(place, place // SIZE)
    _lay_tokens(state, tokens)
    for name, district in _pairs(landmarks):
        number = FIRST_LANDMARK + LANDMARKS.index(name)
        raise_landmark(state, number, DISTRICTS.index(district))
    put = tuple(BoardVpTile(int(tile), district) for tile, district in _pairs(vp_tiles))
    state.board = state.board._replace(vp_tiles=put)
    state.vp_free = tuple(each for each in state.vp_free if each not in {p.tile for p in put})
    wood, marble, gold, *_ = count_tokens(supply)
    state.supply = (wood, marble, gold)
    _seat_players(state, seats)
    if track is not None:
        state.copies = tuple(int(space in track) for space in range(len(state.copies)))
        state.board = state.board._replace(track=show_track(state.numbers, state.copies))
    proceed(state, step)
    return state


def _lay_tokens(state: ParisState, tokens: str) -> None:
    rows = [text.split() for text in tokens.split(",") if text]
    lying = tuple(BoardToken(district, int(value), token) for district, value, token in rows)
    state.board = state.board._replace(tokens=lying)
    spots = [-1] * len(SPACES)
    for district, value, token in lying:
        space = SIZE * DISTRICTS.index(district) + VALUES.index(value)
        spots[space] = TOKENS.index(token)
    state.spots = tuple(spots)


def _seat_players(state: ParisState, seats: Sequence[Seat]) -> None:
    counts = [0] * SIZE
    for holder, seat in zip(state.players, seats, strict=True):
        holder.lay_keys(places(state, seat.keys), state.lookup)
        for place in holder.places:
            if place < FIRST_BANK:
                counts[state.district_of(place)] += 1
        holder.francs, holder.tokens = seat.francs, count_tokens(seat.tokens)
        holder.bonus, holder.ends = tuple(sorted(seat.bonus)), tuple(sorted(seat.ends))
        holder.behind, holder.reserve = seat.behind, seat.reserve
        holder.meeple, holder.used_bonus = seat.meeple, tuple(seat.used)
    state.district_keys = tuple(counts)
    held = [number for seat in seats for number in seat.bonus]
    stock = zip(state.numbers[1:], state.copies[1:], strict=True)
    left = (max(0, count - held.count(number)) for number, count in stock)
    state.copies = (0, *left)
    track = [each for each in state.board.track if state.copies[each.space]]
    track = [each._replace(copies=state.copies[each.space]) for each in track]
    state.board = state.board._replace(track=tuple(track))
    ends = [tile for seat in seats for tile in seat.ends]
    state.pile = tuple(tile for tile in state.pile if tile not in ends)
    state.takes = tuple((place, tile) for place, seat in enumerate(seats) for tile in seat.ends)
    state.look_at_players()


def places(state: ParisState, text: str) -> list[int]:
    """Return the numbers of places."""
    return [state.lookup.index[place(each)] for each in text.split(",") if each.strip()]


def place(text: str) -> Place:
    """Read a place."""
    words = text.split()
    if words[0] == "bank":
        return Bank(words[1])
    if len(words) == 2:
        return Building(words[0], int(words[1]))
    return Arc() if words[0] == "arc" else Landmark(words[0])


def count_tokens(text: str) -> tuple[int, ...]:
    """Count the tokens that are named."""
    return tuple(text.split().count(token) for token in TOKENS)


def _pairs(text: str) -> list[list[str]]:
    return [each.split() for each in text.split(",") if each.strip()]


def play(state: ParisState, *actions: Any) -> list[Event]:
    """Play actions, each of which must be valid, and return what everybody saw."""
    return [
        notice.event for action in actions for notice in state.apply(action) if notice.seat is None
    ]


def buy(state: ParisState, origin: str, target: str) -> list[Event]:
    """Move a key to a target, past questions that are not asked for lack of choice."""
    events = play(state, MoveKey(place(origin)))
    if MoveTo(place(target)) in state.actions():
        events += play(state, MoveTo(place(target)))
    return events


def offered(state: ParisState, kind: str) -> list[Any]:
    """Return the first field of each valid action of a kind."""
    return [action[0] for action in state.actions() if action.kind == kind]


def kinds(state: ParisState) -> set[str]:
    """Return the kinds of actions that are valid."""
    return {action.kind for action in state.actions()}
