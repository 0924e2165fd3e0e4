"""The figures of the game: what `ruleset.toml` may hold, declared key by key."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from engine.fields import Between, Length, Matching
from engine.lumiere.actions import BUILDINGS, POSTCARDS
from engine.lumiere.cells import SIDE, Shape, area, mask_of, turn_shape
from engine.options import RulesetFile
from engine.rulesets import read_ruleset, require

SEATS = 2
TILES = 8
"""Tiles of each player: together they fill the 16 squares."""

Tile = Annotated[str, Matching(re.compile("[oxmL]{4}"), "four of the letters o, x, m and L")]
Row = Annotated[str, Matching(re.compile("[#.]{1,8}"), "a row of # and ., at most 8 long")]
Drawing = Annotated[tuple[Row, ...], Length(1, SIDE)]
PostcardName = Annotated[
    str, Matching(re.compile("|".join(POSTCARDS)), f"one of {', '.join(POSTCARDS)}")
]
Points = Annotated[int, Between(0, 100)]
Distance = Annotated[int, Between(1 - SIDE, SIDE - 1)]
Ray = Annotated[tuple[tuple[Distance, Distance], ...], Length(1, 64)]


@dataclass(frozen=True)
class Supplies:
    """What each player gets, besides tiles."""

    chimneys: Annotated[int, Between(1, len(BUILDINGS) + 1)]
    tokens: Annotated[int, Between(1, len(POSTCARDS) // SEATS)]


@dataclass(frozen=True)
class Paving:
    tiles: Annotated[tuple[Tile, ...], Length(TILES)]
    second_tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        count = len(self.second_tiles)
        require(
            count in (0, TILES),
            "paving.second_tiles",
            f"has {count} tiles; it must have {TILES}, or none if they are like paving.tiles",
        )


@dataclass(frozen=True)
class Pieces:
    """The pieces of postcards that cover more than one cell."""

    garden: Drawing
    fountain: Drawing


@dataclass(frozen=True)
class BigLamp:
    rays: Annotated[tuple[Ray, ...], Length(1, 64)]

    def __post_init__(self) -> None:
        for index, ray in enumerate(self.rays):
            require((0, 0) not in ray, f"big_lamp.rays[{index}]", "has [0, 0], the lamp itself")


@dataclass(frozen=True)
class Scoring:
    unplaced: Points
    painter: Points
    dancer: Points
    fountain: Points
    statue_side: Points
    statue_corner: Points


@dataclass(frozen=True)
class Postcards:
    box: Annotated[tuple[PostcardName, ...], Length(len(POSTCARDS))]
    starter: tuple[PostcardName, ...]

    def __post_init__(self) -> None:
        for key, names in (("box", self.box), ("starter", self.starter)):
            require(len(set(names)) == len(names), f"postcards.{key}", "names a postcard twice")


@dataclass(frozen=True, eq=False)  # equal if identical, so that it hashes: see `catalogue`
class Ruleset:
    """Every figure of the game, by the tables of `ruleset.toml`."""

    table: Supplies
    paving: Paving
    buildings: Mapping[str, Drawing]
    pieces: Pieces
    big_lamp: BigLamp
    scoring: Scoring
    postcards: Postcards

    def __post_init__(self) -> None:
        starter, count = len(self.postcards.starter), SEATS * self.table.tokens
        require(
            starter == count,
            "postcards.starter",
            f"names {starter} postcards; it must name twice table.tokens: {count}",
        )
        self._check_sizes()

    def _check_sizes(self) -> None:
        """Refuse pieces that cannot be those of the box, by what the rulebook says of them."""
        seen: dict[Shape, str] = {}
        for piece in BUILDINGS:
            key, shape, size = f"buildings.{piece}", self.shapes[piece], int(piece[1:])
            require(len(shape) == size, key, f"covers {len(shape)} cells; it must cover {size}")
            # Turned to the same side, equal shapes are equal. Mirror images may well be in the box.
            turned = min(turn_shape(shape, rotation, False) for rotation in range(4))
            other = seen.setdefault(turned, piece)
            require(other == piece, key, f"has the shape of {other}; all buildings must differ")
        garden, fountain = len(self.shapes["garden"]), len(self.shapes["fountain"])
        require(garden == 2, "pieces.garden", f"covers {garden} cells; it must cover 2")
        require(fountain >= 2, "pieces.fountain", "covers 1 cell; it must cover 2 or more")

    @cached_property
    def tiles(self) -> tuple[tuple[str, ...], ...]:
        """By seat, the tiles as their owner sees them."""
        return (self.paving.tiles, self.paving.second_tiles or self.paving.tiles)

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """The pieces that cover more than one cell."""
        return {
            **{piece: _shape(self.buildings[piece], f"buildings.{piece}") for piece in BUILDINGS},
            "garden": _shape(self.pieces.garden, "pieces.garden"),
            "fountain": _shape(self.pieces.fountain, "pieces.fountain"),
        }


def load_ruleset(override: RulesetFile | None) -> Ruleset:
    """Return the game's figures, with those of `override` in their place."""
    return read_ruleset("engine.lumiere", Ruleset, override)


def _shape(rows: Drawing, key: str) -> Shape:
    """Read a drawing that starts at the top left and is one connected piece."""
    cells = tuple(
        SIDE * r + c for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"
    )
    require(bool(cells), key, "covers no cell")
    mask = mask_of(cells)
    require(area(mask & -mask, mask) == mask, key, "is not connected side by side")
    cornered = cells[0] < SIDE and any(cell % SIDE == 0 for cell in cells)
    require(cornered, key, "has an empty first row or column")
    return cells
