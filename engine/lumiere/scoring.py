"""The points (§6)."""

from engine.game import Outcome, ranks_of
from engine.lumiere.cells import ALL, area, beside, diagonal, mask_of, shifted
from engine.lumiere.postcards import FACING_OFFSETS
from engine.lumiere.table import Table
from engine.lumiere.views import Building, Figure, Score


def scores(table: Table) -> tuple[Score, ...]:
    """Count the points of both players."""
    return (score(table, 0), score(table, 1))


def outcome(table: Table) -> Outcome:
    """Most points win, then most free cells of the own colour; else it is shared (§6.5)."""
    both = scores(table)
    totals = tuple(score.total for score in both)
    return Outcome(totals, ranks_of([(score.total, score.free) for score in both]))


def score(table: Table, seat: int) -> Score:
    """Count the points of a player, line by line."""
    figures = {figure.piece: figure for figure in table.figures if figure.seat == seat}
    return Score(
        lit=sum(light(table, building) for building in table.buildings if building.seat == seat),
        quarter=quarter(table, seat),
        unplaced=unplaced(table, seat),
        painter=_painter(table, figures.get("painter")),
        dancer=_dancer(table, figures.get("dancer")),
        fountain=_fountain(table, figures.get("fountain")),
        statue=_statue(table, figures.get("statue")),
        free=(table.ground.colours[seat] & ~table.taken).bit_count(),
    )


def sources(score: Score) -> dict[str, int]:
    """Return the points of a player by source, named in words."""
    lit, quarter, unplaced, painter, dancer, fountain, statue, _ = score
    return {
        "lit buildings": lit,
        "largest quarter": quarter,
        "unplaced buildings": unplaced,
        "painter": painter,
        "dancer": dancer,
        "fountain": fountain,
        "statue": statue,
    }


def light(table: Table, building: Building) -> int:
    """A building's size times the lamps that light it, each lamp once (§6.1)."""
    mask = mask_of(building.cells)
    big = _cells_of_figure(table, "big_lamp")
    lamps = (beside(mask) & _lamps(table) & ~big).bit_count()
    if big:
        lamps += any(
            _first_building(table, big.bit_length() - 1, ray) & mask
            for ray in table.ruleset.big_lamp.rays
        )
    return len(building.cells) * lamps


def _lamps(table: Table) -> int:
    """Return all lamps that shine: printed ones without a building on them, and the token."""
    return table.ground.lamps & ~_built(table) | _cells_of_figure(table, "lamp")


def _built(table: Table) -> int:
    """Return the cells with buildings."""
    return mask_of(cell for building in table.buildings for cell in building.cells)


def _cells_of_figure(table: Table, piece: str) -> int:
    return mask_of(
        cell for figure in table.figures if figure.piece == piece for cell in figure.cells
    )


def _first_building(table: Table, lamp: int, ray: tuple[tuple[int, int], ...]) -> int:
    """Return the bit of the first cell with a building on a ray of the big lamp (§5.12)."""
    built = _built(table)
    for offset in ray:
        cell = shifted(lamp, *offset)
        if cell is not None and built >> cell & 1:
            return 1 << cell
    return 0


def quarter(table: Table, seat: int) -> int:
    """The cells of the player's largest group of connected buildings (§6.2)."""
    own = mask_of(
        cell for building in table.buildings if building.seat == seat for cell in building.cells
    )
    largest = 0
    while own:
        group = area(own & -own, own)
        largest = max(largest, group.bit_count())
        own ^= group
    return largest


def unplaced(table: Table, seat: int) -> int:
    """The loss for buildings left over, unless Sacré Coeur was kept (§6.3, §5.4)."""
    if table.keeps(seat, "sacre_coeur"):
        return 0
    return -table.ruleset.scoring.unplaced * len(table.players[seat].reserve)


def _painter(table: Table, painter: Figure | None) -> int:
    """Points for each lamp in the area that edge and buildings bound (§5.5)."""
    if painter is None:
        return 0
    seen = area(mask_of(painter.cells), ALL & ~_built(table))
    lamps = _lamps(table)
    return table.ruleset.scoring.painter * (seen & lamps).bit_count()


def _dancer(table: Table, dancer: Figure | None) -> int:
    """Points for each free cell in the area that anything bounds, lamps too (§5.9)."""
    if dancer is None:
        return 0
    around = area(mask_of(dancer.cells), ALL & ~table.taken & ~table.ground.lamps)
    return table.ruleset.scoring.dancer * around.bit_count()


def _fountain(table: Table, fountain: Figure | None) -> int:
    """Points for each own building beside the fountain (§5.10)."""
    if fountain is None:
        return 0
    edge = beside(mask_of(fountain.cells))
    touching = [
        building
        for building in table.buildings
        if building.seat == fountain.seat and mask_of(building.cells) & edge
    ]
    return table.ruleset.scoring.fountain * len(touching)


def _statue(table: Table, statue: Figure | None) -> int:
    """Points for the free cells around the statue, if the one in front is free (§5.11)."""
    if statue is None or statue.facing is None:
        return 0
    (cell,) = statue.cells
    front = shifted(cell, *FACING_OFFSETS[statue.facing])
    free, here = ALL & ~table.taken, 1 << cell
    if front is None or not free >> front & 1:
        return 0
    sides = (beside(here) & free).bit_count()
    corners = (diagonal(here) & free).bit_count()
    figures = table.ruleset.scoring
    return figures.statue_side * sides + figures.statue_corner * corners
