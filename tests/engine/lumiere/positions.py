"""Positions set up by hand, drawn as they lie on the table."""

from collections.abc import Sequence
from typing import Any

from engine.lumiere import game, turns
from engine.lumiere.actions import COMPONENTS
from engine.lumiere.cells import mask_of
from engine.lumiere.events import Event
from engine.lumiere.options import Options
from engine.lumiere.scoring import score
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Building, Figure, Postcard, Score


def at(row: int, column: int) -> int:
    """Return a cell."""
    return 8 * row + column


def position(
    rows: Sequence[str],
    *,
    fill: str = "1",
    reserves: Sequence[str] = ("", ""),
    pool: str = "",
    postcards: Sequence[str] = (),
    tokens: Sequence[int] = (4, 4),
    chimneys: Sequence[int] = (7, 7),
    builder: int = 0,
) -> LumiereState:
    """Set up a position in which a seat is to build.

    The ground is drawn from the top left with the letters of a view; the rest of the board is
    `fill`. Postcards are named, and open.
    """
    state = game.new(2, Options(), 0)
    grown = [row.ljust(8, fill) for row in rows] + [fill * 8] * (8 - len(rows))
    state.ground = "".join(grown)
    state.colours = [_cells(state.ground, "0"), _cells(state.ground, "1")]
    state.shared, state.lamps = _cells(state.ground, "m"), _cells(state.ground, "L")
    state.empty, state.stacks = (), [(), ()]
    state.paved = tuple((seat, tile) for seat in (0, 1) for tile in range(8))
    state.reserves = [tuple(each.split()) for each in reserves]
    state.pool = tuple(pool.split())
    state.tokens, state.chimneys = list(tokens), list(chimneys)
    state.postcards = tuple(Postcard(name, None, "open", None) for name in postcards)
    state.aside = tuple(COMPONENTS[name] for name in postcards if name in COMPONENTS)
    state.phase, state.first = "building", builder
    return ask(state, builder)


def ask(state: LumiereState, seat: int) -> LumiereState:
    """Let a seat decide."""
    turns.ask_builder(state, seat)
    return state


def put(state: LumiereState, seat: int, piece: str, *cells: int) -> None:
    """Stand a building on cells, whatever the ground."""
    state.buildings += (Building(piece, seat, cells, None),)
    state.masks[piece] = mask_of(cells)
    state.built |= mask_of(cells)
    state.taken |= mask_of(cells)


def figure(
    state: LumiereState, seat: int, piece: str, *cells: int, facing: str | None = None
) -> None:
    """Stand another component on cells."""
    state.figures += (Figure(piece, seat, cells, facing),)
    state.taken |= mask_of(cells)


def play(state: LumiereState, *actions: Any) -> list[Event]:
    """Play actions, each of which must be valid, and return what everybody saw."""
    return [
        notice.event for action in actions for notice in state.apply(action) if notice.seat is None
    ]


def of_kind(state: LumiereState, kind: str) -> list[Any]:
    """Return the valid actions of a kind."""
    return [action for action in state.actions() if action.kind == kind]


def builds(state: LumiereState) -> list[tuple[str, tuple[int, ...]]]:
    """Return where which buildings can be built."""
    return [(action.piece, action.cells) for action in of_kind(state, "build")]


def scored(state: LumiereState, seat: int) -> dict[str, int]:
    """Return the lines of a score that are not zero, the tie-break aside."""
    parts: Score = score(state, seat)
    return {name: points for name, points in parts._asdict().items() if points and name != "free"}


def _cells(ground: str, letter: str) -> int:
    return mask_of(cell for cell, each in enumerate(ground) if each == letter)
