"""The second phase: building (§4). Where a piece fits, and putting it there."""

from engine.lumiere.actions import Action, Build
from engine.lumiere.events import Built
from engine.lumiere.placements import Placement, fitting
from engine.lumiere.table import Table


def build_actions(table: Table, seat: int) -> list[Action]:
    """List the places for the buildings of the reserve; each needs a chimney (§4)."""
    reserve, _, chimneys, _ = table.players[seat]
    if not chimneys or not reserve:
        return []
    lamp, rival = table.keeps(seat, "metropolitain"), table.keeps(seat, "chartier")
    actions: list[Action] = []
    for piece in reserve:
        actions += [placement[1] for placement in places(table, seat, piece, lamp, rival)]
    return actions


def places(
    table: Table, seat: int, piece: str, lamp: bool = False, rival: bool = False
) -> list[Placement]:
    """Return where a piece fits on free cells of the seat's colour or shared (§4).

    With `lamp` one cell may be a free printed lamp (§5.2), with `rival` one of the rival's (§5.6).
    """
    # Cells are only ever taken, so that a piece fits nowhere but where it did before. This is so as
    # long as the help is the same: whoever keeps or spends a postcard forgets its fits, and a piece
    # that Levitation asks for (without help) is not built from the reserve (with help) later on,
    # nor the other way round, since Levitation comes once.
    before = table.fits.get((seat, piece))
    if before is not None:
        taken = table.taken
        fits = [placement for placement in before if not placement[0] & taken]
    else:
        fits = _all_places(table, seat, piece, lamp, rival)
    table.fits[seat, piece] = fits
    return fits


def _all_places(table: Table, seat: int, piece: str, lamp: bool, rival: bool) -> list[Placement]:
    ground, free = table.ground, ~table.taken
    cells = (ground.colours[seat] | ground.shared) & free
    orientations = table.catalogue.orientations[piece]
    if not (lamp or rival):
        return fitting(orientations, cells)
    lamps = ground.lamps & free if lamp else 0
    rivals = ground.colours[1 - seat] & free if rival else 0
    return [
        placement
        for placement in fitting(orientations, cells | lamps | rivals)
        if _at_most_one(placement.mask & lamps) and _at_most_one(placement.mask & rivals)
    ]


def _at_most_one(mask: int) -> bool:
    return not mask & mask - 1


def build(table: Table, seat: int, action: Build) -> None:
    """Put a building of the reserve on the board (§4)."""
    piece, rotation, flipped, cells, _ = action
    table.take_from_reserve(seat, piece)
    table.tell(Built(seat, piece, rotation, flipped, cells))
    table.put_building(seat, piece, cells)
