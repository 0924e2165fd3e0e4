"""The figures of the game: what `ruleset.toml` may hold, declared key by key."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from engine.fields import Between, Length, Matching
from engine.lumiere.actions import BUILDINGS, POSTCARDS
from engine.lumiere.cells import SIDE, area, mask_of
from engine.options import RulesetFile
from engine.rulesets import read_ruleset, require

SEATS = 2
TILES = 8
"""Tiles of each player: together they fill the 16 squares."""

Shape = tuple[int, ...]
"""The cells of a piece in the top left corner of the board, lowest first."""

Tile = Annotated[str, Matching(re.compile("[oxmL]{4}"), "four of the letters o, x, m and L")]
Row = Annotated[str, Matching(re.compile("[#.]{1,8}"), "a row of # and ., at most 8 long")]
Drawing = Annotated[tuple[Row, ...], Length(1, SIDE)]
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


@dataclass(frozen=True)
class Pieces:
    """The pieces of postcards that cover more than one cell."""

    garden: Drawing
    fountain: Drawing


@dataclass(frozen=True)
class BigLamp:
    rays: tuple[Ray, ...]

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
class PostcardEntry:
    title: str
    starter: bool


@dataclass(frozen=True, eq=False)  # equal if identical, so that it hashes: see `catalogue`
class Ruleset:
    """Every figure of the game, by the tables of `ruleset.toml`."""

    table: Supplies
    paving: Paving
    buildings: Mapping[str, Drawing]
    pieces: Pieces
    big_lamp: BigLamp
    scoring: Scoring
    postcards: Mapping[str, PostcardEntry]

    def __post_init__(self) -> None:
        count = SEATS * self.table.tokens
        require(
            len(self.starter) == count,
            "postcards",
            f"marks {len(self.starter)} as starter; it must be twice table.tokens: {count}",
        )
        _ = self.shapes  # checked here, not when it is first used

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """The pieces that cover more than one cell."""
        return {
            **{piece: _shape(self.buildings[piece], f"buildings.{piece}") for piece in BUILDINGS},
            "garden": _shape(self.pieces.garden, "pieces.garden"),
            "fountain": _shape(self.pieces.fountain, "pieces.fountain"),
        }

    @property
    def starter(self) -> tuple[str, ...]:
        """The postcards of the starter set."""
        return tuple(name for name in POSTCARDS if self.postcards[name].starter)


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
