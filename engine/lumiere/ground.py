"""The ground: what the paving tiles of both players print on the board."""

from typing import NamedTuple

from engine.lumiere.actions import Pave
from engine.lumiere.cells import BITS, SIDE
from engine.lumiere.views import FIRST, LAMP, SECOND, SHARED, UNPAVED
from engine.tuples import new_tuple, without

SQUARES = 16
CORNERS = tuple(2 * SIDE * (square // 4) + 2 * (square % 4) for square in range(SQUARES))
"""The cell at the top left of each square."""

_CLOCKWISE = (0, 1, SIDE + 1, SIDE)
"""The cells of a square from its corner, in the order of a tile's letters."""
_IS_LETTER = {
    letter: bytes(b"1"[0] if code == ord(letter) else b"0"[0] for code in range(256))
    for letter in (FIRST, SECOND, SHARED, LAMP)
}
"""For `bytes.translate`: a digit 1 for the letter, 0 for all others."""


class Ground(NamedTuple):
    """The board as it is printed: the letters, and what follows from them, worked out once."""

    letters: str
    """As in the view."""
    colours: tuple[int, int]
    """The cells of each seat's colour."""
    shared: int
    lamps: int
    """The printed lamps, covered ones too."""
    empty: tuple[int, ...]
    """The squares without a tile."""


class Face(NamedTuple):
    """A tile of a seat, turned in some way and lying on a square: the cells it prints there."""

    first: int
    second: int
    shared: int
    lamps: int
    corner: int
    """The cell at its top left."""
    top: str
    """The letters of its upper row."""
    bottom: str


def read_ground(letters: str) -> Ground:
    """Return the ground that some letters describe."""
    # Cell 0 is the lowest bit, so that the letters are read from the last one on.
    digits = letters.encode()[::-1]
    first, second, shared, lamps = (
        int(digits.translate(is_it), 2) for is_it in _IS_LETTER.values()
    )
    empty = tuple([square for square in range(SQUARES) if letters[CORNERS[square]] == UNPAVED])
    return Ground(letters, (first, second), shared, lamps, empty)


def pave_square(ground: Ground, square: int, face: Face) -> Ground:
    """Return the ground with a tile on a square."""
    letters, (first, second), shared, lamps, empty = ground
    more_first, more_second, more_shared, more_lamps, corner, top, bottom = face
    between, after = letters[corner + 2 : corner + 8], letters[corner + 10 :]
    fields = (
        f"{letters[:corner]}{top}{between}{bottom}{after}",
        (first | more_first, second | more_second),
        shared | more_shared,
        lamps | more_lamps,
        without(empty, square),
    )
    return new_tuple(Ground, fields)


def faces_of(tile: str, seat: int) -> tuple[tuple[Face, ...], ...]:
    """Return a tile of a seat on each square, in its four rotations."""
    turned = [turn_tile(letters_of(tile, seat), rotation) for rotation in range(4)]
    return tuple(tuple(_face(letters, corner) for letters in turned) for corner in CORNERS)


def paves_of(tile: str) -> tuple[tuple[Pave, ...], ...]:
    """Return the ways to put a tile on each square; rotations that look alike count once (§3)."""
    turned = [turn_tile(tile, rotation) for rotation in range(4)]
    rotations = [rotation for rotation in range(4) if turned.index(turned[rotation]) == rotation]
    return tuple(tuple(Pave(square, turn) for turn in rotations) for square in range(SQUARES))


def letters_of(tile: str, seat: int) -> str:
    """Return a tile of a seat with the letters of the ground."""
    own, rival = (FIRST, SECOND) if seat == 0 else (SECOND, FIRST)
    grounds = {"o": own, "x": rival, "m": SHARED, "L": LAMP}
    return "".join(grounds[letter] for letter in tile)


def letters_on(ground: Ground, square: int) -> str:
    """Return the tile on a square, clockwise from the top left."""
    return "".join(ground.letters[CORNERS[square] + offset] for offset in _CLOCKWISE)


def turn_tile(letters: str, rotation: int) -> str:
    """Turn a tile: its letters move on clockwise."""
    return letters[4 - rotation :] + letters[: 4 - rotation]


def _face(turned: str, corner: int) -> Face:
    masks = dict.fromkeys((FIRST, SECOND, SHARED, LAMP), 0)
    for offset, letter in zip(_CLOCKWISE, turned, strict=True):
        masks[letter] |= BITS[corner + offset]
    first, second, shared, lamps = masks.values()
    return Face(first, second, shared, lamps, corner, turned[:2], turned[3] + turned[2])
