"""The second phase: postcards (§5). What each one offers, and what it then does."""

from collections.abc import Callable, Sequence

from engine.lumiere.actions import (
    BUILDINGS,
    COMPONENTS,
    FACINGS,
    INDEX,
    POSTCARDS,
    Action,
    DeclineEffect,
    Erect,
    Extend,
    Keep,
    Lay,
    Levitate,
    Stand,
)
from engine.lumiere.building import HELPS, places
from engine.lumiere.cells import BITS, cells_of, edge_of, mask_of, shifted
from engine.lumiere.events import DeclinedEffect, Erected, Extended, Kept, Laid, Levitated, Stood
from engine.lumiere.table import Table
from engine.lumiere.views import Building, Figure, Player, Postcard
from engine.tuples import new_tuple, without

FACING_OFFSETS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

_CARDS = {piece: name for name, piece in COMPONENTS.items()}
_DECLINES = {name: DeclineEffect(name) for name in POSTCARDS}
_KEEPS = {name: (Keep(name),) for name in ("metropolitain", "sacre_coeur", "chartier")}
_STANDS = {
    piece: tuple(Stand(piece, cell) for cell in range(64))
    for piece in ("painter", "lamp", "dancer", "big_lamp")
}
_EXTENDS = {
    piece: tuple(Extend(cell, piece) for cell in range(64)) for piece in (*BUILDINGS, "garden")
}
_ERECTS = tuple(
    tuple(
        (BITS[front], Erect(cell, facing))
        for facing in FACINGS
        if (front := shifted(cell, *FACING_OFFSETS[facing])) is not None
    )
    for cell in range(64)
)
"""By cell: the cell in front of the statue, and putting it there so."""


def postcard_actions(table: Table, seat: int) -> list[Action]:
    """List the actions of the open postcards, and after them each one without its effect (§5)."""
    actions: list[Action] = []
    if table.players[seat].tokens:
        for name, owner, _, _ in table.postcards:
            if owner is None:
                actions += _OFFERS[name](table, seat)
                actions.append(_DECLINES[name])
    return actions


def _levitation(table: Table, seat: int) -> list[Action]:
    """Any building of the reserve for any of the pool, built at once as usual (§5.1)."""
    reserve, _, chimneys, _ = table.players[seat]
    if not chimneys or not reserve:
        return []
    # Without help: kept postcards are for building as such, not for Levitation.
    fits = [placement[2] for placement in places(table, seat, table.pool)]
    actions: list[Action] = []
    for give in reserve:
        index = INDEX[give]
        actions += [levitations[index] for levitations in fits]
    return actions


def _garden(table: Table, seat: int) -> list[Action]:
    """The garden on own or shared cells, with a chimney; kept postcards help (§5.3)."""
    if not table.players[seat].chimneys:
        return []
    return [placement[1] for placement in places(table, seat, ("garden",), HELPS)]


def _fountain(table: Table, seat: int) -> list[Action]:
    """The fountain on own or shared cells; Chartier helps, Metropolitain does not (§5.10)."""
    return [placement[1] for placement in places(table, seat, ("fountain",), ("chartier",))]


def _free_own(table: Table, seat: int) -> list[int]:
    return cells_of(table.ground.colours[seat] & ~table.taken)


def _annex(table: Table, seat: int) -> list[Action]:
    """The annex on a free own cell beside an own building; beside two, either grows (§5.7)."""
    free = table.ground.colours[seat] & ~table.taken
    actions: list[Action] = []
    for piece, owner, cells, _ in table.buildings:
        if owner == seat and (edge := edge_of(cells) & free):
            extends = _EXTENDS[piece]
            actions += [extends[cell] for cell in cells_of(edge)]
    return actions


def _painter(table: Table, seat: int) -> list[Action]:
    """The painter on a free own cell (§5.5)."""
    return [_STANDS["painter"][cell] for cell in _free_own(table, seat)]


def _lamp(table: Table, seat: int) -> list[Action]:
    """The lamp on a free own cell (§5.8)."""
    return [_STANDS["lamp"][cell] for cell in _free_own(table, seat)]


def _dancer(table: Table, seat: int) -> list[Action]:
    """The dancer on a free own cell (§5.9)."""
    return [_STANDS["dancer"][cell] for cell in _free_own(table, seat)]


def _big_lamp(table: Table, seat: int) -> list[Action]:
    """The big lamp on a free printed lamp (§5.12)."""
    return [_STANDS["big_lamp"][cell] for cell in cells_of(table.ground.lamps & ~table.taken)]


def _statue(table: Table, seat: int) -> list[Action]:
    """The statue on a free own cell, with a free cell of the board in front (§5.11)."""
    taken = table.taken
    return [
        erect
        for cell in _free_own(table, seat)
        for front, erect in _ERECTS[cell]
        if not front & taken
    ]


def _later(name: str) -> Callable[[Table, int], Sequence[Action]]:
    """A postcard that is put by for later (§5.2, §5.4, §5.6)."""
    return lambda table, seat: _KEEPS[name]


_OFFERS: dict[str, Callable[[Table, int], Sequence[Action]]] = {
    "levitation": _levitation,
    "metropolitain": _later("metropolitain"),
    "jardin_des_plantes": _garden,
    "sacre_coeur": _later("sacre_coeur"),
    "le_peintre": _painter,
    "chartier": _later("chartier"),
    "bouquinistes": _annex,
    "lampadaire": _lamp,
    "moulin_rouge": _dancer,
    "fontaine_des_mers": _fountain,
    "le_penseur": _statue,
    "la_grande_lumiere": _big_lamp,
}


def _activate(
    table: Table, seat: int, name: str, use: str, chimney: int = 0, give: str | None = None
) -> None:
    """Put an action token on a postcard, which closes it for both (§5).

    Its effect may take a chimney and a building of the reserve.
    """
    reserve, tiles, chimneys, tokens = table.players[seat]
    left = reserve if give is None else without(reserve, give)
    table.set_player(seat, new_tuple(Player, (left, tiles, chimneys - chimney, tokens - 1)))
    table.mark(Postcard(name, seat, use, None))


def decline_effect(table: Table, seat: int, action: DeclineEffect) -> None:
    """Activate a postcard without its effect (§5)."""
    _activate(table, seat, action.postcard, "declined")
    table.tell(DeclinedEffect(seat, action.postcard))


def keep(table: Table, seat: int, action: Keep) -> None:
    """Put a postcard by for later: from now on it may help (§5.2, §5.4, §5.6)."""
    name = action.postcard
    _activate(table, seat, name, "kept")
    if name in HELPS:
        table.forget_fits(seat)
    table.tell(Kept(seat, name))


def levitate(table: Table, seat: int, action: Levitate) -> None:
    """Give a building to the pool and build one of the pool (§5.1)."""
    give, piece, rotation, flipped, cells, _ = action
    _activate(table, seat, "levitation", "done", chimney=1, give=give)
    table.pool = tuple(sorted((give, *without(table.pool, piece)), key=INDEX.__getitem__))
    table.tell(Levitated(seat, give, piece, rotation, flipped, cells))
    table.put_building(seat, piece, cells)


def lay(table: Table, seat: int, action: Lay) -> None:
    """Lay the garden, which is a building, or the fountain, which is not (§5.3, §5.10)."""
    piece, cells, _ = action
    _activate(table, seat, _CARDS[piece], "done", chimney=int(piece == "garden"))
    table.tell(Laid(seat, piece, cells))
    if piece == "garden":
        table.put_building(seat, piece, cells)
    else:
        table.put_figure(Figure(piece, seat, cells, None))
        table.spend_help(seat, mask_of(cells))


def extend(table: Table, seat: int, action: Extend) -> None:
    """Let a building grow by the annex (§5.7)."""
    cell, piece, _ = action
    _activate(table, seat, "bouquinistes", "done")
    table.taken |= BITS[cell]
    table.buildings = tuple(
        [
            Building(piece, seat, (*building.cells, cell), cell)
            if building.piece == piece
            else building
            for building in table.buildings
        ]
    )
    table.tell(Extended(seat, cell, piece))


def stand(table: Table, seat: int, action: Stand) -> None:
    """Put the painter, the lamp, the dancer or the big lamp on its cell (§5.5, 8, 9, 12)."""
    piece, cell, _ = action
    _activate(table, seat, _CARDS[piece], "done")
    table.put_figure(Figure(piece, seat, (cell,), None))
    table.tell(Stood(seat, piece, cell))


def erect(table: Table, seat: int, action: Erect) -> None:
    """Put up the statue (§5.11)."""
    cell, facing, _ = action
    _activate(table, seat, "le_penseur", "done")
    table.put_figure(Figure("statue", seat, (cell,), facing))
    table.tell(Erected(seat, cell, facing))
