"""The second phase: building (§4). Where a piece fits, and putting it there."""

from engine.game import Notice
from engine.lumiere.actions import Action, Build
from engine.lumiere.cells import ALL, mask_of
from engine.lumiere.events import Built
from engine.lumiere.placements import Placement
from engine.lumiere.table import Table, without


def build_actions(table: Table, seat: int) -> list[Action]:
    """List the places for the buildings of the reserve; each needs a chimney (§4)."""
    if not table.chimneys[seat]:
        return []
    kept = table.kept[seat]
    lamp, strange = "metropolitain" in kept, "chartier" in kept
    actions: list[Action] = []
    for piece in table.reserves[seat]:
        actions += [row[1] for row in places(table, seat, piece, lamp, strange)]
    return actions


def places(
    table: Table, seat: int, piece: str, lamp: bool = False, strange: bool = False
) -> list[Placement]:
    """Return where a piece fits on free cells of the seat's colour or shared (§4).

    With `lamp` one cell may be a printed lamp (§5.2), with `strange` one of the rival (§5.6).
    """
    known = table.fits[seat].get(piece)
    if known is None:
        fits = _all_places(table, seat, piece, lamp, strange)
    else:
        taken = table.taken
        fits = [row for row in known if not row[0] & taken]
    table.fits[seat][piece] = fits
    return fits


def _all_places(table: Table, seat: int, piece: str, lamp: bool, strange: bool) -> list[Placement]:
    rows = table.catalogue.placements[piece]
    closed = ALL & ~(table.colours[seat] | table.shared) | table.taken
    if not (lamp or strange):
        return [row for row in rows if not row[0] & closed]
    lamps = table.lamps & ~table.taken if lamp else 0
    rivals = table.colours[1 - seat] & ~table.taken if strange else 0
    closed &= ~(lamps | rivals)
    return [
        row
        for row in rows
        if not row[0] & closed and _at_most_one(row[0] & lamps) and _at_most_one(row[0] & rivals)
    ]


def _at_most_one(mask: int) -> bool:
    return not mask & mask - 1


def build(table: Table, seat: int, action: Build) -> None:
    """Put a building of the reserve on the board (§4)."""
    piece, rotation, flipped, cells, _ = action
    table.reserves[seat] = without(table.reserves[seat], piece)
    table.news.append(Notice(Built(seat, piece, rotation, flipped, cells)))
    table.put_building(seat, piece, cells, mask_of(cells))
