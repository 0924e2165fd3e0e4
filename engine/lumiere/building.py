"""The second phase: building (§4). Where a piece fits, and putting it there."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.lumiere.actions import Action, Build
from engine.lumiere.events import Built
from engine.lumiere.placements import Orientation, Placement, fitting
from engine.lumiere.table import Table
from engine.lumiere.views import Player
from engine.tuples import new_tuple, without

HELPS = ("metropolitain", "chartier")
"""The postcards that let a building cover a lamp or a rival cell."""


def build_actions(table: Table, seat: int) -> list[Action]:
    """List the places for the buildings of the reserve; each needs a chimney (§4)."""
    reserve, _, chimneys, _ = table.players[seat]
    if not chimneys:
        return []
    return [placement[1] for placement in places(table, seat, reserve, HELPS)]


def places(
    table: Table, seat: int, pieces: Sequence[str], helps: Collection[str] = ()
) -> list[Placement]:
    """Return where each of some pieces fits on free cells of the seat's colour or shared (§4).

    `helps` are the postcards that let it cover other cells, if the seat keeps them.
    """
    # Cells are only ever taken, so that a piece fits nowhere but where it did before. This is so as
    # long as the help is the same: whoever keeps or spends such a postcard forgets its fits, and a
    # piece that Levitation asks for (without help) is not built from the reserve (with help) later
    # on, nor the other way round, since Levitation comes once.
    all_fits, taken = table.fits, table.taken
    room: Room | None = None
    found: list[Placement] = []
    for piece in pieces:
        key = (seat, piece)
        fits = all_fits.get(key)
        if fits is None:
            room = room or _room(table, seat, helps)
            fits = _all_places(table.catalogue.orientations[piece], room)
        elif fits:
            fits = [placement for placement in fits if not placement[0] & taken]
        all_fits[key] = fits
        found += fits
    return found


class Room(NamedTuple):
    """Where a seat may put a piece: on cells of its own and, with help, on one of each other."""

    own: int
    """Free cells of its colour or shared (§4)."""
    lamps: int
    """Free lamps, of which Metropolitain lets it cover one (§5.2)."""
    rivals: int
    """Free cells of the rival, of which Chartier lets it cover one (§5.6)."""


def _room(table: Table, seat: int, helps: Collection[str]) -> Room:
    ground, free = table.ground, ~table.taken
    kept = [name for name in helps if table.keeps(seat, name)]
    return Room(
        (ground.colours[seat] | ground.shared) & free,
        ground.lamps & free if "metropolitain" in kept else 0,
        ground.colours[1 - seat] & free if "chartier" in kept else 0,
    )


def _all_places(orientations: Sequence[Orientation], room: Room) -> list[Placement]:
    """Return where a piece fits, from scratch."""
    own, lamps, rivals = room
    placements = fitting(orientations, own | lamps | rivals)
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
    reserve, tiles, chimneys, tokens = table.players[seat]
    table.set_player(
        seat, new_tuple(Player, (without(reserve, piece), tiles, chimneys - 1, tokens))
    )
    table.tell(Built(seat, piece, rotation, flipped, cells))
    table.put_building(seat, piece, cells)
