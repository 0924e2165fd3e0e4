"""Every way to put a piece on the empty board, worked out once for a ruleset."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.lumiere.actions import BUILDINGS, Build, Lay, Levitate, Pave
from engine.lumiere.cells import SIDE, mask_of
from engine.lumiere.ruleset import Ruleset, Shape
from engine.lumiere.views import FIRST, LAMP, SECOND, SHARED, Rules

SQUARES = 16
CORNERS = tuple(2 * SIDE * (square // 4) + 2 * (square % 4) for square in range(SQUARES))
"""The cell at the top left of each square."""

_CLOCKWISE = (0, 1, SIDE + 1, SIDE)
"""The cells of a square from its corner, in the order of a tile's letters."""


class Placement(NamedTuple):
    """A piece on certain cells."""

    mask: int
    action: Build | Lay
    levitations: tuple[Levitate, ...]
    """To this place by Levitation, for each building given away, in the order of BUILDINGS."""


class Face(NamedTuple):
    """A tile of a seat, turned somehow and lying on square 0."""

    colours: tuple[int, int]
    """The cells of each seat's colour."""
    shared: int
    lamps: int
    rows: tuple[str, str]
    """The same as two rows of the view's ground."""


class Catalogue(NamedTuple):
    """What follows from a ruleset alone."""

    placements: Mapping[str, tuple[Placement, ...]]
    """By piece; ordered by flip, rotation and cell."""
    paves: tuple[tuple[tuple[Pave, ...], ...], ...]
    """By tile and square: the rotations that differ."""
    faces: tuple[tuple[tuple[Face, ...], ...], ...]
    """By seat, tile and rotation."""
    rules: Rules
    """What the view tells of the ruleset."""


@lru_cache(maxsize=16)
def catalogue(ruleset: Ruleset, flip: bool) -> Catalogue:
    """Work out the placements of every piece and tile."""
    return Catalogue(
        placements={
            piece: tuple(_placements(piece, shape, flip)) for piece, shape in ruleset.shapes
        },
        paves=tuple(_paves(face) for face in ruleset.tiles),
        faces=tuple(
            tuple(tuple(_face(seat, face, turn) for turn in range(4)) for face in ruleset.tiles)
            for seat in (0, 1)
        ),
        rules=Rules(ruleset.tiles, ruleset.shapes, flip, ruleset.rays, *ruleset[-6:]),
    )


def _paves(face: str) -> tuple[tuple[Pave, ...], ...]:
    """Return the placements of a tile on each square; equal rotations count once (§3)."""
    turned = [_turn_face(face, rotation) for rotation in range(4)]
    rotations = [rotation for rotation in range(4) if turned.index(turned[rotation]) == rotation]
    return tuple(tuple(Pave(square, turn) for turn in rotations) for square in range(SQUARES))


def _turn_face(face: str, rotation: int) -> str:
    """Turn a tile: the letters move on clockwise."""
    return face[4 - rotation :] + face[: 4 - rotation]


def _face(seat: int, face: str, rotation: int) -> Face:
    own, rival = (FIRST, SECOND) if seat == 0 else (SECOND, FIRST)
    grounds = {"o": own, "x": rival, "m": SHARED, "L": LAMP}
    turned = "".join(grounds[letter] for letter in _turn_face(face, rotation))

    def mask(ground: str) -> int:
        return mask_of(c for c, each in zip(_CLOCKWISE, turned, strict=True) if each == ground)

    rows = (turned[0] + turned[1], turned[3] + turned[2])
    return Face((mask(FIRST), mask(SECOND)), mask(SHARED), mask(LAMP), rows)


def _placements(piece: str, shape: Shape, flip: bool) -> Iterator[Placement]:
    seen: set[Shape] = set()
    for flipped in (False, True) if flip else (False,):
        for rotation in range(4):
            turned = _turn_shape(shape, rotation, flipped)
            if turned not in seen:
                seen.add(turned)
                for cells in _shifts(turned):
                    yield _placement(piece, rotation, flipped, cells)


def _placement(piece: str, rotation: int, flipped: bool, cells: Shape) -> Placement:
    mask = mask_of(cells)
    if piece not in BUILDINGS:
        return Placement(mask, Lay(piece, cells), ())
    levitations = tuple(Levitate(give, piece, rotation, flipped, cells) for give in BUILDINGS)
    return Placement(mask, Build(piece, rotation, flipped, cells), levitations)


def _turn_shape(shape: Shape, rotation: int, flipped: bool) -> Shape:
    """Mirror a shape left to right, turn it clockwise, push it into the top left corner."""
    cells = [divmod(cell, SIDE) for cell in shape]
    if flipped:
        cells = [(row, -column) for row, column in cells]
    for _ in range(rotation):
        cells = [(column, -row) for row, column in cells]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted(SIDE * (row - top) + column - left for row, column in cells))


def _shifts(shape: Shape) -> Iterator[Shape]:
    """Move a shape from the top left corner to everywhere on the board."""
    height = 1 + shape[-1] // SIDE
    width = 1 + max(cell % SIDE for cell in shape)
    for row in range(SIDE - height + 1):
        for column in range(SIDE - width + 1):
            yield tuple(cell + SIDE * row + column for cell in shape)
