"""Positions set up by hand, drawn as they lie on the table."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Dice
from engine.lumiere import scoring, turns
from engine.lumiere.cells import mask_of
from engine.lumiere.events import Event
from engine.lumiere.game import game
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Building, Figure, Player, Postcard


def at(row: int, column: int) -> int:
    """Return a cell."""
    return 8 * row + column


def new(seed: int = 3, **options: Any) -> LumiereState:
    """Deal a match."""
    return game.deal(2, Options(**options), Dice(seed))


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
    **options: Any,
) -> LumiereState:
    """Set up a position in which a seat is to build.

    The ground is drawn from the top left with the letters of a view; the rest of the board is
    `fill`. Postcards are named, and open.
    """
    given = Options(**options)
    grown = [row.ljust(8, fill) for row in rows] + [fill * 8] * (8 - len(rows))
    view = (
        new(**options)
        .view(None)
        ._replace(
            step="building",
            decider=builder,
            ground="".join(grown),
            postcards=tuple(Postcard(name, None, "open", None) for name in postcards),
            pool=tuple(pool.split()),
            players=(
                Player(tuple(reserves[0].split()), (), chimneys[0], tokens[0]),
                Player(tuple(reserves[1].split()), (), chimneys[1], tokens[1]),
            ),
            first=builder,
        )
    )
    return ask(LumiereState(given, view, ((), ())), builder)


def ask(state: LumiereState, seat: int) -> LumiereState:
    """Let a seat decide."""
    turns.ask_builder(state, seat)
    return state


def change(state: LumiereState, seat: int, **fields: Any) -> None:
    """Change what a player has."""
    state.set_player(seat, state.players[seat]._replace(**fields))


def hold(state: LumiereState, seat: int, tile: int) -> None:
    """Let a seat have a certain tile to place next."""
    rest = [other for other in state.stacks[seat] if other != tile]
    stack = (tile, *rest)
    state.stacks = (state.stacks[0], stack) if seat else (stack, state.stacks[1])


def put(state: LumiereState, seat: int, piece: str, *cells: int, annex: int | None = None) -> None:
    """Stand a building on cells, whatever the ground."""
    state.buildings += (Building(piece, seat, cells, annex),)
    state.taken |= mask_of(cells)


def figure(
    state: LumiereState, seat: int, piece: str, *cells: int, facing: str | None = None
) -> None:
    """Stand another component on cells."""
    state.put_figure(Figure(piece, seat, cells, facing))


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
    parts = scoring.score(state, seat)
    return {name: points for name, points in parts._asdict().items() if points and name != "free"}


def light(state: LumiereState, piece: str) -> int:
    """Return the points of a building for its light."""
    (building,) = (building for building in state.buildings if building.piece == piece)
    return scoring.light(state, building)
