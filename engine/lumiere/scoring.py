"""The points (§6)."""

from engine.game import Outcome, ranks_of
from engine.lumiere.cells import ALL, area, beside, diagonal, mask_of, step
from engine.lumiere.postcards import STEPS
from engine.lumiere.table import Table
from engine.lumiere.views import Figure, Score


def scores(table: Table) -> tuple[Score, ...]:
    """Count the points of both players."""
    return (score(table, 0), score(table, 1))


def outcome(table: Table) -> Outcome:
    """Most points win, then most free cells of the own colour; else it is shared (§6.5)."""
    counted = scores(table)
    totals = tuple(each.total for each in counted)
    return Outcome(totals, ranks_of([(each.total, each.free) for each in counted]))


def score(table: Table, seat: int) -> Score:
    """Count the points of a player, line by line."""
    figures = {each.piece: each for each in table.figures if each.seat == seat}
    return Score(
        lit=sum(light(table, each.piece) for each in table.buildings if each.seat == seat),
        quarter=quarter(table, seat),
        unplaced=unplaced(table, seat),
        painter=_painter(table, figures.get("painter")),
        dancer=_dancer(table, figures.get("dancer")),
        fountain=_fountain(table, figures.get("fountain")),
        statue=_statue(table, figures.get("statue")),
        free=(table.colours[seat] & ~table.taken).bit_count(),
    )


def light(table: Table, piece: str) -> int:
    """A building's size times the lamps that light it, each lamp once (§6.1)."""
    mask = table.masks[piece]
    big = _big_lamp(table)
    lamps = (beside(mask) & _lamps(table) & ~big).bit_count() + _is_lit_by_big(table, mask, big)
    return mask.bit_count() * lamps


def _lamps(table: Table) -> int:
    """Return all lamps that shine: printed ones without a building on them, and tokens."""
    tokens = (cell for each in table.figures if each.piece == "lamp" for cell in each.cells)
    return table.lamps & ~table.built | mask_of(tokens)


def _big_lamp(table: Table) -> int:
    return mask_of(
        cell for each in table.figures if each.piece == "big_lamp" for cell in each.cells
    )


def _is_lit_by_big(table: Table, mask: int, big: int) -> bool:
    """Tell whether the first building on some ray of the big lamp is this one (§5.12)."""
    return bool(big) and any(
        _first_building(table, big.bit_length() - 1, ray) & mask for ray in table.ruleset.rays
    )


def _first_building(table: Table, cell: int, ray: tuple[tuple[int, int], ...]) -> int:
    for offset in ray:
        met = step(cell, *offset)
        if met is not None and table.built >> met & 1:
            return 1 << met
    return 0


def quarter(table: Table, seat: int) -> int:
    """The cells of the player's largest group of connected buildings (§6.2)."""
    own = 0
    for each in table.buildings:
        if each.seat == seat:
            own |= table.masks[each.piece]
    largest = 0
    while own:
        group = area(own & -own, own)
        largest = max(largest, group.bit_count())
        own ^= group
    return largest


def unplaced(table: Table, seat: int) -> int:
    """The loss for buildings left over, unless Sacré Coeur was kept (§6.3, §5.4)."""
    if "sacre_coeur" in table.kept[seat]:
        return 0
    return -table.ruleset.unplaced * len(table.reserves[seat])


def _painter(table: Table, painter: Figure | None) -> int:
    """Points for each lamp in the area that edge and buildings bound (§5.5)."""
    if painter is None:
        return 0
    seen = area(mask_of(painter.cells), ALL & ~table.built)
    return table.ruleset.painter * (seen & _lamps(table)).bit_count()


def _dancer(table: Table, dancer: Figure | None) -> int:
    """Points for each free cell in the area that anything bounds, lamps too (§5.9)."""
    if dancer is None:
        return 0
    around = area(mask_of(dancer.cells), ALL & ~table.taken & ~table.lamps)
    return table.ruleset.dancer * around.bit_count()


def _fountain(table: Table, fountain: Figure | None) -> int:
    """Points for each own building beside the fountain (§5.10)."""
    if fountain is None:
        return 0
    edge = beside(mask_of(fountain.cells))
    touching = [
        each
        for each in table.buildings
        if each.seat == fountain.seat and table.masks[each.piece] & edge
    ]
    return table.ruleset.fountain * len(touching)


def _statue(table: Table, statue: Figure | None) -> int:
    """Points for the free cells around the statue, if the one in front is free (§5.11)."""
    if statue is None or statue.facing is None:
        return 0
    (cell,) = statue.cells
    front = step(cell, *STEPS[statue.facing])
    free, here = ALL & ~table.taken, 1 << cell
    if front is None or not free >> front & 1:
        return 0
    sides = (beside(here) & free).bit_count()
    corners = (diagonal(here) & free).bit_count()
    return table.ruleset.statue_side * sides + table.ruleset.statue_corner * corners
