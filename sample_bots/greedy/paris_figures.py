"""The figures of Paris that the greedy player reckons with, as paris.proto tells them."""

from typing import NamedTuple

from lutetia.v1.paris_pb2 import ParisPlace

BANKS = (0, 5, 4, 7, 6, 3, 2)
"""Francs by district; like everything below as paris.proto tells it, place 0 left empty."""
BUY = (0, 2, 3, 4)
SELL = (0, 1, 2, 3, 1, 2, 3)
PRESTIGE_POINTS = (0, 0, 0, 0, 3, 4, 5)
VP_TILES = ((0, 0, 0), (20, 10, 5), (18, 9, 4), (16, 8, 4), (14, 7, 3), (12, 6, 3), (10, 5, 2))
LANDMARKS = (
    (0, 0, 0, ()),
    (9, 1, 0, (4, 4, 4)),
    (10, 0, 1, (4, 4, 5)),
    (11, 2, 0, (4, 5, 5)),
    (12, 1, 1, (4, 5, 6)),
    (13, 0, 2, (4, 5, 6)),
    (14, 2, 1, (5, 5, 6)),
    (15, 1, 2, (5, 6, 6)),
    (16, 0, 3, (6, 6, 6)),
)
"""Value, marble, gold, prestige icons."""
PER_BUILDING = {6: (1, 2), 11: (2, 3), 15: (3, 4), 18: (4, 5), 26: (5, 6), 28: (8, 7)}
"""Tiles that score buildings: value, VP each."""
GAINS = {1: (4, 0), 5: (6, 0), 7: (2, 2), 12: (3, 3), 22: (5, 5)}
"""Tiles that give francs and VP."""
# fmt: off
TILE_WORTHS = {
    2: 1.2, 3: 2.2, 4: 2.8, 10: 3.0, 21: 5.0, 8: 3.5, 19: 6.5,
    9: 2.0, 16: 3.5, 13: 3.0, 14: 3.2, 17: 5.0, 25: 3.0, 23: 3.0, 24: 2.0,
}
# fmt: on
"""Tiles that stand for tokens, or do something else than give VP."""
TOKEN_WORTHS = (0.0, 1.0, 1.8, 2.4, 1.8, 2.4, 3.0)
JOKERS = {10: 1, 21: 2}
ARC = ("arc", 0)

Place = tuple[str, int]
"""What kind of place it is and which: a district, a landmark, or 10 × district + value."""


class Target(NamedTuple):
    """Something that could be bought."""

    place: Place
    district: int
    value: int
    cost: tuple[int, int, int]
    """Wood, marble, gold."""


def place_of(place: ParisPlace) -> Place:
    """Read a place."""
    kind = place.WhichOneof("place") or ""
    if kind == "building":
        return kind, 10 * place.building.district + place.building.value
    return (kind, 0) if kind == "arc" else (kind, getattr(place, kind))
