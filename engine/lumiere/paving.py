"""The first phase: tiles and buildings are taken up in turn (§3)."""

from engine.lumiere.actions import BUILDINGS, Action, DeclineBuilding, Pave, Take
from engine.lumiere.events import DeclinedBuilding, Paved, Received, Took
from engine.lumiere.ground import pave_square
from engine.lumiere.table import Table
from engine.lumiere.views import Player
from engine.tuples import without

_TAKES = {piece: Take(piece) for piece in BUILDINGS}
_DECLINE = DeclineBuilding()


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
    table.set_player(seat, Player(reserve, without(tiles, tile), chimneys, tokens))
    face = table.catalogue.faces[seat][tile][rotation]
    table.ground = pave_square(table.ground, square, face)
    table.tell(Paved(seat, tile, square, rotation))
    if rest:
        table.tell(Received(rest[0]), seat)
    elif table.first is None:
        table.first = seat


def take(table: Table, seat: int, action: Take) -> None:
    """Move a building from the pool to the reserve, in the order of the catalogue (§3)."""
    piece = action.piece
    table.pool = without(table.pool, piece)
    reserve, tiles, chimneys, tokens = table.players[seat]
    reserve = tuple(sorted((*reserve, piece), key=BUILDINGS.index))
    table.set_player(seat, Player(reserve, tiles, chimneys, tokens))
    table.tell(Took(seat, piece))


def decline_building(table: Table, seat: int, _: DeclineBuilding) -> None:
    """Take no building: the turn is over (§3)."""
    table.tell(DeclinedBuilding(seat))
