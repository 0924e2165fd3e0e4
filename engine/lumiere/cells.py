"""The 8 × 8 cells as bits of a whole number: cell 8 × row + column is the bit of that number."""

from collections.abc import Iterable
from functools import lru_cache

SIDE = 8
ALL = (1 << 64) - 1
BITS = tuple(1 << cell for cell in range(64))

Shape = tuple[int, ...]
"""The cells of a piece in the top left corner of the board, lowest first."""

_WEST = sum(BITS[::SIDE])
_EAST = _WEST << SIDE - 1
_NOT_WEST, _NOT_EAST = ALL ^ _WEST, ALL ^ _EAST
_ROWS = tuple(
    tuple(tuple(SIDE * row + c for c in range(SIDE) if byte >> c & 1) for byte in range(256))
    for row in range(SIDE)
)
"""The cells of a row for each pattern of its eight bits."""


def mask_of(cells: Iterable[int]) -> int:
    """Return the bits of some cells."""
    mask = 0
    for cell in cells:
        mask |= BITS[cell]
    return mask


def cells_of(mask: int) -> list[int]:
    """Return the cells of some bits, lowest first."""
    cells: list[int] = []
    for row in _ROWS:
        if byte := mask & 255:
            cells += row[byte]
        mask >>= 8
    return cells


def beside(mask: int) -> int:
    """Return the cells orthogonally next to some cells, which may be among them."""
    across = (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1
    return across | mask << SIDE & ALL | mask >> SIDE


@lru_cache(maxsize=4096)
def edge_of(cells: Shape) -> int:
    """Return the cells orthogonally next to a piece, which is asked for as long as it stands."""
    return beside(mask_of(cells))


def diagonal(mask: int) -> int:
    """Return the cells diagonally next to some cells."""
    across = (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1
    return across << SIDE & ALL | across >> SIDE


def area(start: int, passable: int) -> int:
    """Return the cells reached from some cells by orthogonal steps over passable ones."""
    reached, edge = start, start
    while edge:
        edge = beside(edge) & passable & ~reached
        reached |= edge
    return reached


def shifted(cell: int, rows: int, columns: int) -> int | None:
    """Return the cell that many rows down and columns right, or None beyond the edge."""
    row, column = cell // SIDE + rows, cell % SIDE + columns
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def turn_shape(shape: Shape, rotation: int, flipped: bool) -> Shape:
    """Mirror a shape left to right, turn it clockwise, push it into the top left corner."""
    cells = [divmod(cell, SIDE) for cell in shape]
    if flipped:
        cells = [(row, -column) for row, column in cells]
    for _ in range(rotation):
        cells = [(column, -row) for row, column in cells]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted(SIDE * (row - top) + column - left for row, column in cells))
