"""The second phase: building (§4). Where a piece fits, and putting it there."""

from collections.abc import Collection

from engine.lumiere.actions import Action, Build
from engine.lumiere.events import Built
from engine.lumiere.placements import Placement, fitting
from engine.lumiere.table import Table

HELPS = ("metropolitain", "chartier")
"""The postcards that let a building cover a lamp or a rival cell."""


def build_actions(table: Table, seat: int) -> list[Action]:
    """List the places for the buildings of the reserve; each needs a chimney (§4)."""
    reserve, _, chimneys, _ = table.players[seat]
    actions: list[Action] = []
    if chimneys:
        for piece in reserve:
            actions += [placement[1] for placement in places(table, seat, piece, HELPS)]
    return actions


def places(table: Table, seat: int, piece: str, helps: Collection[str] = ()) -> list[Placement]:
    """Return where a piece fits on free cells of the seat's colour or shared (§4).

    `helps` are the postcards that let it cover other cells, if the seat keeps them.
    """
    # Cells are only ever taken, so that a piece fits nowhere but where it did before. This is so as
    # long as the help is the same: whoever keeps or spends such a postcard forgets its fits, and a
    # piece that Levitation asks for (without help) is not built from the reserve (with help) later
    # on, nor the other way round, since Levitation comes once.
    before = table.fits.get((seat, piece))
    if before is not None:
        taken = table.taken
        fits = [placement for placement in before if not placement[0] & taken]
    else:
        fits = _all_places(table, seat, piece, helps)
    table.fits[seat, piece] = fits
    return fits


def _all_places(table: Table, seat: int, piece: str, helps: Collection[str]) -> list[Placement]:
    """Return the same, from scratch. One lamp may be covered (§5.2) and one rival cell (§5.6)."""
    ground, free = table.ground, ~table.taken
    cells = (ground.colours[seat] | ground.shared) & free
    orientations = table.catalogue.orientations[piece]
    lamps = rivals = 0
    if "metropolitain" in helps and table.keeps(seat, "metropolitain"):
        lamps = ground.lamps & free
    if "chartier" in helps and table.keeps(seat, "chartier"):
        rivals = ground.colours[1 - seat] & free
    placements = fitting(orientations, cells | lamps | rivals)
    if not (lamps or rivals):
        return placements
    return [
        placement
        for placement in placements
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
