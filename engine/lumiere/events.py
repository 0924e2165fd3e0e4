"""What happened. All of it is public but `Received`, which only its seat learns.

The last field makes events of different types unequal, as it does for actions.
"""

from typing import NamedTuple


class Received(NamedTuple):
    """You looked at your next tile."""

    tile: int
    kind: str = "received"


class Paved(NamedTuple):
    """A seat put a tile on a square."""

    seat: int
    tile: int
    square: int
    rotation: int
    kind: str = "paved"


class Took(NamedTuple):
    """A seat took a building from the pool."""

    seat: int
    piece: str
    kind: str = "took"


class DeclinedBuilding(NamedTuple):
    """A seat took no building: by choice, or because the pool was empty."""

    seat: int
    kind: str = "declined_building"


class Passed(NamedTuple):
    """A seat could neither build nor activate a postcard."""

    seat: int
    kind: str = "passed"


class Began(NamedTuple):
    """All squares are paved; a seat begins to build."""

    seat: int
    kind: str = "began"


class Built(NamedTuple):
    """A seat built a building of its reserve."""

    seat: int
    piece: str
    rotation: int
    flipped: bool
    cells: tuple[int, ...]
    kind: str = "built"


class Levitated(NamedTuple):
    """A seat gave a building to the pool for another one and built that."""

    seat: int
    give: str
    piece: str
    rotation: int
    flipped: bool
    cells: tuple[int, ...]
    kind: str = "levitated"


class Laid(NamedTuple):
    """A seat laid the garden or the fountain."""

    seat: int
    piece: str
    cells: tuple[int, ...]
    kind: str = "laid"


class Extended(NamedTuple):
    """A seat let a building grow by the annex."""

    seat: int
    cell: int
    piece: str
    kind: str = "extended"


class Stood(NamedTuple):
    """A seat put the painter, the lamp, the dancer or the big lamp on a cell."""

    seat: int
    piece: str
    cell: int
    kind: str = "stood"


class Erected(NamedTuple):
    """A seat put up the statue."""

    seat: int
    cell: int
    facing: str
    kind: str = "erected"


class Kept(NamedTuple):
    """A seat activated a postcard for later."""

    seat: int
    postcard: str
    kind: str = "kept"


class DeclinedEffect(NamedTuple):
    """A seat activated a postcard without its effect."""

    seat: int
    postcard: str
    kind: str = "declined_effect"


class Spent(NamedTuple):
    """A seat used Metropolitain or Chartier for the piece it is placing, on this cell of it."""

    seat: int
    postcard: str
    cell: int
    kind: str = "spent"


class Ended(NamedTuple):
    """Nobody can do anything any more; the scores are in the view."""

    kind: str = "ended"


Event = (
    Received
    | Paved
    | Took
    | DeclinedBuilding
    | Passed
    | Began
    | Built
    | Levitated
    | Laid
    | Extended
    | Stood
    | Erected
    | Kept
    | DeclinedEffect
    | Spent
    | Ended
)
