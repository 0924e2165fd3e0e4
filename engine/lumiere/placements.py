"""Every way to put a piece on the board, worked out once per ruleset, and which of them fit."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.lumiere.actions import BUILDINGS, Build, Lay, Levitate, Pave
from engine.lumiere.cells import SIDE, Shape, mask_of, turn_shape
from engine.lumiere.ground import Face, faces_of, paves_of
from engine.lumiere.ruleset import Ruleset


class Placement(NamedTuple):
    """A piece on certain cells."""

    mask: int
    action: Build | Lay
    levitations: tuple[Levitate, ...]
    """To these cells by Levitation, for each building given away, in the order of BUILDINGS."""


class Orientation(NamedTuple):
    """A piece turned in some way. Its anchor is the lowest cell it covers."""

    anchors: int
    """The cells its anchor can be on with all of the piece on the board."""
    offsets: tuple[int, ...]
    """How much higher than the anchor its other cells are."""
    by_anchor: Mapping[int, Placement]
    """By the bit of the anchor's cell."""


class Catalogue(NamedTuple):
    """What follows from a ruleset alone."""

    orientations: Mapping[str, tuple[Orientation, ...]]
    """By piece; ordered by flip and rotation. Those that look alike count once."""
    paves: tuple[tuple[tuple[tuple[Pave, ...], ...], ...], ...]
    """By seat, tile and square: the rotations that differ."""
    faces: tuple[tuple[tuple[tuple[Face, ...], ...], ...], ...]
    """By seat, tile, square and rotation."""


@lru_cache(maxsize=16)
def catalogue(ruleset: Ruleset, flip: bool) -> Catalogue:
    """Work out the placements of every piece and tile."""
    return Catalogue(
        orientations={
            piece: tuple(_orientations(piece, shape, flip))
            for piece, shape in ruleset.shapes.items()
        },
        paves=tuple(tuple(paves_of(tile) for tile in tiles) for tiles in ruleset.tiles),
        faces=tuple(
            tuple(faces_of(tile, seat) for tile in tiles)
            for seat, tiles in enumerate(ruleset.tiles)
        ),
    )


def fitting(orientations: Sequence[Orientation], cells: int) -> list[Placement]:
    """Return the placements of a piece that cover none but the given cells, in a stable order."""
    placements: list[Placement] = []
    for anchors, offsets, by_anchor in orientations:
        # All anchors at a time: an anchor stays while each cell that the piece would cover from
        # there is among the cells. This takes a fifth of the time of going through placements.
        anchors &= cells
        for offset in offsets:
            anchors &= cells >> offset
            if not anchors:  # as it soon is on a board that fills up
                break
        while anchors:
            lowest = anchors & -anchors
            placements.append(by_anchor[lowest])
            anchors ^= lowest
    return placements


def _orientations(piece: str, shape: Shape, flip: bool) -> Iterator[Orientation]:
    seen: set[Shape] = set()
    for flipped in (False, True) if flip else (False,):
        for rotation in range(4):
            turned = turn_shape(shape, rotation, flipped)
            if turned not in seen:
                seen.add(turned)
                yield _orientation(piece, rotation, flipped, turned)


def _orientation(piece: str, rotation: int, flipped: bool, turned: Shape) -> Orientation:
    by_anchor = {
        1 << cells[0]: _placement(piece, rotation, flipped, cells) for cells in _shifts(turned)
    }
    offsets = tuple(cell - turned[0] for cell in turned[1:])
    return Orientation(sum(by_anchor), offsets, by_anchor)


def _placement(piece: str, rotation: int, flipped: bool, cells: Shape) -> Placement:
    mask = mask_of(cells)
    if piece not in BUILDINGS:
        return Placement(mask, Lay(piece, cells), ())
    levitations = tuple(Levitate(give, piece, rotation, flipped, cells) for give in BUILDINGS)
    return Placement(mask, Build(piece, rotation, flipped, cells), levitations)


def _shifts(shape: Shape) -> Iterator[Shape]:
    """Move a shape from the top left corner to everywhere on the board."""
    height = 1 + shape[-1] // SIDE
    width = 1 + max(cell % SIDE for cell in shape)
    for row in range(SIDE - height + 1):
        for column in range(SIDE - width + 1):
            yield tuple(cell + SIDE * row + column for cell in shape)
