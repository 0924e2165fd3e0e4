"""The first phase: tiles and buildings are taken up in turn (§3)."""

from functools import cache

from engine.game import Notice
from engine.lumiere.actions import BUILDINGS, INDEX, Action, DeclineBuilding, Pave, Take
from engine.lumiere.events import DeclinedBuilding, Event, Paved, Received, Took
from engine.lumiere.ground import pave_square
from engine.lumiere.table import Table
from engine.lumiere.views import Player
from engine.tuples import new_tuple, without

_TAKES = {piece: Take(piece) for piece in BUILDINGS}
_DECLINE = DeclineBuilding()


# Two thirds of all turns are of this phase, and its notices are few: each is made once. Looking one
# up takes a sixth of the time of making it.
@cache
def _paved(seat: int, tile: int, square: int, rotation: int) -> Notice[Event]:
    return Notice(Paved(seat, tile, square, rotation))


@cache
def _received(seat: int, tile: int) -> Notice[Event]:
    return Notice(Received(tile), seat)


@cache
def _took(seat: int, piece: str) -> Notice[Event]:
    return Notice(Took(seat, piece))


def paving_actions(table: Table, seat: int) -> list[Action]:
    """List the places of the tile and the buildings of the pool; without a tile, a pass (§3)."""
    actions: list[Action] = []
    stack = table.stacks[seat]
    if stack:
        paves = table.catalogue.paves[seat][stack[0]]
        for square in table.ground.empty:
            actions += paves[square]
    actions += [_TAKES[piece] for piece in table.pool]
    if not stack:
        actions.append(_DECLINE)
    return actions


def pave(table: Table, seat: int, action: Pave) -> None:
    """Put the tile on its square and look at the next one (§3)."""
    square, rotation, _ = action
    stacks = table.stacks
    tile, rest = stacks[seat][0], stacks[seat][1:]
    table.stacks = (stacks[0], rest) if seat else (rest, stacks[1])
    reserve, tiles, chimneys, tokens = table.players[seat]
    table.set_player(seat, new_tuple(Player, (reserve, without(tiles, tile), chimneys, tokens)))
    face = table.catalogue.faces[seat][tile][square][rotation]
    table.ground = pave_square(table.ground, square, face)
    table.notices.append(_paved(seat, tile, square, rotation))
    if rest:
        table.notices.append(_received(seat, rest[0]))
    elif table.first is None:
        table.first = seat


def take(table: Table, seat: int, action: Take) -> None:
    """Move a building from the pool to the reserve, in the order of the catalogue (§3)."""
    piece = action.piece
    table.pool = without(table.pool, piece)
    reserve, tiles, chimneys, tokens = table.players[seat]
    reserve = tuple(sorted((*reserve, piece), key=INDEX.__getitem__))
    table.set_player(seat, new_tuple(Player, (reserve, tiles, chimneys, tokens)))
    table.notices.append(_took(seat, piece))


def decline_building(table: Table, seat: int, _: DeclineBuilding) -> None:
    """Take no building: the turn is over (§3)."""
    table.tell(DeclinedBuilding(seat))
