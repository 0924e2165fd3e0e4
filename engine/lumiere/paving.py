"""The first phase: tiles and buildings are taken up in turn (§3)."""

from engine.game import Notice
from engine.lumiere.actions import BUILDINGS, Action, Pass, Pave, Take
from engine.lumiere.events import Drew, Passed, Paved, Took
from engine.lumiere.placements import CORNERS
from engine.lumiere.table import Table, without

_TAKES = {piece: Take(piece) for piece in BUILDINGS}
_PASS = Pass()


def paving_actions(table: Table, seat: int) -> list[Action]:
    """List the places of the tile and the buildings of the pool; without a tile, a pass (§3)."""
    actions: list[Action] = []
    stack = table.stacks[seat]
    if stack:
        paves = table.catalogue.paves[stack[0]]
        for square in table.empty:
            actions += paves[square]
    actions += [_TAKES[piece] for piece in table.pool]
    if not stack:
        actions.append(_PASS)
    return actions


def pave(table: Table, seat: int, action: Pave) -> None:
    """Put the tile on its square and look at the next one (§3)."""
    square, rotation, _ = action
    tile, *rest = table.stacks[seat]
    table.stacks[seat] = tuple(rest)
    table.empty = tuple([each for each in table.empty if each != square])
    table.paved += ((seat, tile),)
    _print_face(table, seat, tile, square, rotation)
    table.news.append(Notice(Paved(seat, tile, square, rotation)))
    if rest:
        table.news.append(Notice(Drew(rest[0]), seat))
    elif table.first is None:
        table.first = seat


def _print_face(table: Table, seat: int, tile: int, square: int, rotation: int) -> None:
    (first, second), shared, lamps, (top, bottom) = table.catalogue.faces[seat][tile][rotation]
    corner = CORNERS[square]
    table.colours[0] |= first << corner
    table.colours[1] |= second << corner
    table.shared |= shared << corner
    table.lamps |= lamps << corner
    ground = table.ground
    table.ground = (
        ground[:corner] + top + ground[corner + 2 : corner + 8] + bottom + ground[corner + 10 :]
    )


def take(table: Table, seat: int, action: Take) -> None:
    """Move a building from the pool to the reserve, in the order of the catalogue (§3)."""
    piece = action.piece
    table.pool = without(table.pool, piece)
    table.reserves[seat] = tuple(sorted((*table.reserves[seat], piece), key=BUILDINGS.index))
    table.news.append(Notice(Took(seat, piece)))


def skip(table: Table, seat: int, _: Pass) -> None:
    """Do nothing for this turn (§3)."""
    table.news.append(Notice(Passed(seat)))
