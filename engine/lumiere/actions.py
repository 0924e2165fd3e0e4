"""What a player may do. A cell is 8 × row + column, a square 4 × row + column, from the top left.

A placement is given by the piece, how it is turned, and the cells it covers, lowest first: the
first of them is the highest cell, and of these the leftmost.
"""

from typing import NamedTuple

BUILDINGS = ("I3", "L3", "I4", "O4", "T4", "L4", "U5", "V5", "W5", "T5", "C6", "E6")
INDEX = {piece: index for index, piece in enumerate(BUILDINGS)}
"""The order of the buildings, in which they lie in pool and reserve."""

POSTCARDS = (
    "levitation",
    "metropolitain",
    "jardin_des_plantes",
    "sacre_coeur",
    "le_peintre",
    "chartier",
    "bouquinistes",
    "lampadaire",
    "moulin_rouge",
    "fontaine_des_mers",
    "le_penseur",
    "la_grande_lumiere",
)

COMPONENTS = {
    "jardin_des_plantes": "garden",
    "le_peintre": "painter",
    "chartier": "shared_paving",
    "bouquinistes": "annex",
    "lampadaire": "lamp",
    "moulin_rouge": "dancer",
    "fontaine_des_mers": "fountain",
    "le_penseur": "statue",
    "la_grande_lumiere": "big_lamp",
}
"""The component that lies beside a postcard."""

FACINGS = ("north", "east", "south", "west")


class Pave(NamedTuple):
    """Put your tile on an empty square, turned clockwise by quarter turns (§3)."""

    square: int
    rotation: int
    kind: str = "pave"


class Take(NamedTuple):
    """Take a building from the pool into your reserve (§3)."""

    piece: str
    kind: str = "take"


class DeclineBuilding(NamedTuple):
    """Take no building this turn, with all your tiles down (§3)."""

    kind: str = "decline_building"


class Build(NamedTuple):
    """Put a building of your reserve on the board (§4)."""

    piece: str
    rotation: int
    """Clockwise quarter turns; of equal ones the least is listed."""
    flipped: bool
    """Mirrored left to right before it was turned."""
    cells: tuple[int, ...]
    kind: str = "build"


class Levitate(NamedTuple):
    """Swap a building of your reserve for one of the pool and build that (§5.1)."""

    give: str
    piece: str
    rotation: int
    flipped: bool
    cells: tuple[int, ...]
    kind: str = "levitate"


class Lay(NamedTuple):
    """Lay the garden (§5.3) or the fountain (§5.10)."""

    piece: str
    cells: tuple[int, ...]
    kind: str = "lay"


class Extend(NamedTuple):
    """Put the annex on a cell beside one of your buildings, which grows (§5.7)."""

    cell: int
    piece: str
    """The building that grows; the garden is one."""
    kind: str = "extend"


class Stand(NamedTuple):
    """Put the painter, the lamp, the dancer or the big lamp on a cell (§5.5, 8, 9, 12)."""

    piece: str
    cell: int
    kind: str = "stand"


class Erect(NamedTuple):
    """Put the statue on a cell, facing a free one (§5.11)."""

    cell: int
    facing: str
    kind: str = "erect"


class Keep(NamedTuple):
    """Activate a postcard whose effect comes later: Metropolitain, Sacré Coeur, Chartier (§5)."""

    postcard: str
    kind: str = "keep"


class DeclineEffect(NamedTuple):
    """Activate a postcard without its effect (§5)."""

    postcard: str
    kind: str = "decline_effect"


Action = (
    Pave
    | Take
    | DeclineBuilding
    | Build
    | Levitate
    | Lay
    | Extend
    | Stand
    | Erect
    | Keep
    | DeclineEffect
)
