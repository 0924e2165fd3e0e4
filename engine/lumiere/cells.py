"""The 8 × 8 cells as bits of a whole number: cell 8 × row + column is the bit of that number."""

from collections.abc import Iterable

SIDE = 8
ALL = (1 << 64) - 1
BITS = tuple(1 << cell for cell in range(64))

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
        cells += row[mask & 255]
        mask >>= 8
    return cells


def beside(mask: int) -> int:
    """Return the cells orthogonally next to some cells, which may be among them."""
    across = (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1
    return across | mask << SIDE & ALL | mask >> SIDE


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
