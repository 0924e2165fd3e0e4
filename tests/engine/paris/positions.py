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
from engine.paris.figures.board import Board
from engine.paris.flow import list_actions
from engine.paris.options import Options
from engine.paris.parts.city import City, city_of
from engine.paris.parts.end_tiles import Taken, end_tiles_after
from engine.paris.parts.player import Player, Players
from engine.paris.parts.stacks import Stacks
from engine.paris.state import ParisState, new_state
from engine.paris.views import (
    BoardLandmark,
    BoardToken,
    BoardVpTile,
    CityView,
    PlayerView,
    TrackSpace,
    UsedEndTile,
)

VALUES = (1, 2, 3, 4, 5, 8)
ALL = ", ".join(f"{district} {value}" for district in DISTRICTS for value in VALUES)
SOME_TILES = ((7, 14), (21, 28), (0, 35))
"""Three stacks, by the numbers of tiles: on top are la_villette 3, saint_germain 5, chaillot 8."""


@dataclass
class Seat:
    """A player: keys on the board, and what is behind the screen."""

    keys: str = ""
    francs: int = 0
    tokens: str = ""
    bonus: Sequence[int] = ()
    ends: Sequence[int] = ()
    in_hand: int = 5
    reserve: int = 2
    meeple: int = 0
    used: Sequence[int] = ()
    used_ends: Sequence[int] = ()


def position(
    *seats: Seat,
    built: str = ALL,
    tokens: str = "",
    landmarks: str = "",
    vp_tiles: str = "",
    supply: str = "",
    stacks: Sequence[tuple[int, ...]] = SOME_TILES,
    track: Sequence[int] | None = None,
    step: str = "main",
    options: Options | None = None,
) -> ParisState:
    """Set a board up; seat 0 is to decide, at the main action unless told otherwise.

    No token lies beside a building but those that are named: "montmartre 5 marble". Landmarks and
    VP tiles are named with their districts: "louvre belleville", "1 montmartre". Without `stacks`
    there are end tiles to take. With `track`, just these spaces of the bonus track have a tile
    each. Those who have end tiles took them in the order of their seats.
    """
    seats = seats if len(seats) > 1 else (*seats, Seat())
    state = new_state(len(seats), options or Options(), Dice(1))
    state.stacks = Stacks(tuple(stacks), ())
    state.city = _city(state.board, built, tokens, landmarks, vp_tiles)
    state.track = _track(state.track, seats, track)
    state.end_tiles = end_tiles_after(
        len(seats),
        [Taken(n, tile) for n, seat in enumerate(seats) for tile in (*seat.used_ends, *seat.ends)],
        [UsedEndTile(n, tile) for n, seat in enumerate(seats) for tile in seat.used_ends],
    )
    wood, marble, gold, *_ = count_tokens(supply)
    state.supply = (wood, marble, gold)
    state.players = Players([_player(state.board, n, seat) for n, seat in enumerate(seats)])
    state.public = tuple(player.view() for player in state.players)
    state.step = step
    list_actions(state)
    state.play_forced()
    return state


def _city(board: Board, built: str, tokens: str, landmarks: str, vp_tiles: str) -> City:
    beside = (words.split() for words in tokens.split(",") if words)
    view = CityView(
        tuple(board.printed[board.index[space]] for space in read_places(built)),
        tuple(BoardToken(district, int(value), token) for district, value, token in beside),
        tuple(BoardLandmark(name, district) for name, district in _pairs(landmarks)),
        tuple(BoardVpTile(int(tile), district) for tile, district in _pairs(vp_tiles)),
    )
    return city_of(view, board)


def _track(
    full: tuple[TrackSpace, ...], seats: Sequence[Seat], spaces: Sequence[int] | None
) -> tuple[TrackSpace, ...]:
    """Return the track without what the seats hold, or with just some spaces."""
    if spaces is not None:
        return tuple(TrackSpace(space, tile, 1) for space, tile, _ in full if space in spaces)
    held = [number for seat in seats for number in seat.bonus]
    left = (TrackSpace(space, tile, n - held.count(tile)) for space, tile, n in full)
    return tuple(lying for lying in left if lying.copies > 0)


def _player(board: Board, number: int, seat: Seat) -> Player:
    view = PlayerView(
        points=0,
        francs=seat.francs,
        tokens=count_tokens(seat.tokens),
        bonus_tiles=tuple(sorted(seat.bonus)),
        used_bonus_tiles=tuple(seat.used),
        keys_in_hand=seat.in_hand,
        reserve_keys=seat.reserve,
        keys=tuple(read_places(seat.keys)),
        meeple=seat.meeple,
    )
    return Player(number, view, board)


def read_places(text: str) -> list[Place]:
    return [place(part) for part in text.split(",") if part.strip()]


def place(text: str) -> Place:
    """Read a place."""
    words = text.split()
    if words[0] == "bank":
        return Bank(words[1])
    if len(words) == 2:
        return Building(words[0], int(words[1]))
    return Arc() if words[0] == "arc" else Landmark(words[0])


def target(text: str) -> Building | Landmark:
    """Read a place that can be bought."""
    found = place(text)
    assert isinstance(found, Building | Landmark)
    return found


def count_tokens(text: str) -> tuple[int, ...]:
    """Count the tokens that are named."""
    return tuple(text.split().count(token) for token in TOKENS)


def _pairs(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(",") if part.strip()]


def play(state: ParisState, *actions: Any) -> list[Event]:
    """Play actions, each of which must be valid, and return what everybody saw."""
    return [
        notice.event for action in actions for notice in state.apply(action) if notice.seat is None
    ]


def buy(state: ParisState, origin: str, bought: str) -> list[Event]:
    """Move a key to a target, past questions that are not asked for lack of choice."""
    events = play(state, MoveKey(place(origin)))
    if MoveTo(target(bought)) in state.actions():
        events += play(state, MoveTo(target(bought)))
    return events


def offered(state: ParisState, kind: str) -> list[Any]:
    """Return the first field of each valid action of a kind."""
    return [action[0] for action in state.actions() if action.kind == kind]


def kinds(state: ParisState) -> set[str]:
    """Return the kinds of actions that are valid."""
    return {action.kind for action in state.actions()}


def held_ends(state: ParisState, seat: int) -> tuple[int, ...]:
    """Return the end tiles behind a seat's screen."""
    return state.end_tiles.own[seat].held


def used_ends(state: ParisState, seat: int) -> tuple[int, ...]:
    return tuple(tile for user, tile in state.end_tiles.view.used if user == seat)
