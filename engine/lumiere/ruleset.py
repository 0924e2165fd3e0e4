"""The figures of the game, read from `ruleset.toml`, checked and typed."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.lumiere.actions import BUILDINGS, POSTCARDS
from engine.lumiere.cells import SIDE, area, mask_of
from engine.rulesets import figure, load_figures, require

SEATS = 2
TILES = 8
"""Tiles of each player: together they fill the 16 squares."""

_GROUNDS = "oxmL"
_SCORING = ("unplaced", "painter", "dancer", "fountain", "statue_side", "statue_corner")

Shape = tuple[int, ...]
Ray = tuple[tuple[int, int], ...]


class Ruleset(NamedTuple):
    """Every figure of the game."""

    chimneys: int
    tokens: int
    tiles: tuple[str, ...]
    shapes: tuple[tuple[str, Shape], ...]
    """The cells of each piece that covers more than one, in the top left corner of the board."""
    rays: tuple[Ray, ...]
    starter: tuple[str, ...]
    """The postcards of the starter set."""
    titles: tuple[tuple[str, str], ...]
    unplaced: int
    painter: int
    dancer: int
    fountain: int
    statue_side: int
    statue_corner: int


def load_ruleset(override: Mapping[str, Any] | None) -> Ruleset:
    """Return the game's figures, with those of `override` in their place."""
    return _load(json.dumps(override, sort_keys=True, default=str))


@lru_cache(maxsize=16)
def _load(override: str) -> Ruleset:
    figures = load_figures("engine.lumiere", json.loads(override))
    table, scoring = figure(figures, "table", dict), figure(figures, "scoring", dict)
    postcards = figure(figures, "postcards", dict)
    tokens = _count(table, "tokens", "table", 1, len(POSTCARDS) // SEATS)
    return Ruleset(
        chimneys=_count(table, "chimneys", "table", 1, len(BUILDINGS) + 1),
        tokens=tokens,
        tiles=_tiles(figure(figures, "paving", dict)),
        shapes=(
            *_shapes(figure(figures, "buildings", dict), "buildings", BUILDINGS),
            *_shapes(figure(figures, "pieces", dict), "pieces", ("garden", "fountain")),
        ),
        rays=_rays(figure(figures, "big_lamp", dict)),
        starter=_starter(postcards, SEATS * tokens),
        titles=tuple((name, _card(postcards, name, "title", str)) for name in POSTCARDS),
        **{key: _count(scoring, key, "scoring", 0, 100) for key in _SCORING},
    )


def _count(table: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
    value = figure(table, key, int, where)
    name = f"{where}.{key}"
    require(low <= value <= high, name, f"is {value}, not from {low} to {high}")
    return value


def _tiles(table: Mapping[str, Any]) -> tuple[str, ...]:
    tiles = figure(table, "tiles", list, "paving")
    require(len(tiles) == TILES, "paving.tiles", f"has {len(tiles)} tiles, not {TILES}")
    for place, face in enumerate(tiles):
        good = isinstance(face, str) and len(face) == 4 and set(face) <= set(_GROUNDS)
        require(good, f"paving.tiles[{place}]", f"is {face!r}, not four of the letters {_GROUNDS}")
    return tuple(tiles)


def _shapes(
    table: Mapping[str, Any], where: str, pieces: tuple[str, ...]
) -> list[tuple[str, Shape]]:
    return [
        (piece, _shape(figure(table, piece, list, where), f"{where}.{piece}")) for piece in pieces
    ]


def _shape(rows: list[Any], name: str) -> Shape:
    """Read a drawing of # and . that starts at the top left and is one connected piece."""
    typed = all(isinstance(row, str) and set(row) <= set("#.") for row in rows)
    require(typed, name, f"is {rows!r}, not rows of # and .")
    small = len(rows) <= SIDE and all(len(row) <= SIDE for row in rows)
    require(small, name, f"is larger than the board of {SIDE} × {SIDE}")
    cells = tuple(
        SIDE * r + c for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"
    )
    require(bool(cells), name, "covers no cell")
    mask = mask_of(cells)
    require(area(mask & -mask, mask) == mask, name, "is not connected side by side")
    cornered = cells[0] < SIDE and any(cell % SIDE == 0 for cell in cells)
    require(cornered, name, "has an empty first row or column")
    return cells


def _rays(table: Mapping[str, Any]) -> tuple[Ray, ...]:
    rays = figure(table, "rays", list, "big_lamp")
    return tuple(_ray(ray, f"big_lamp.rays[{place}]") for place, ray in enumerate(rays))


def _ray(offsets: Any, name: str) -> Ray:
    require(
        isinstance(offsets, list) and bool(offsets), name, f"is {offsets!r}, not a list of cells"
    )
    for offset in offsets:
        pair = isinstance(offset, list) and [type(part) for part in offset] == [int, int]
        require(pair, name, f"has {offset!r}, which is not [rows, columns]")
        inside = max(map(abs, offset)) < SIDE and offset != [0, 0]
        require(inside, name, f"has {offset!r}, which no cell of the board can have from another")
    return tuple((rows, columns) for rows, columns in offsets)


def _starter(postcards: Mapping[str, Any], count: int) -> tuple[str, ...]:
    names = tuple(name for name in POSTCARDS if _card(postcards, name, "starter", bool))
    found = len(names)
    require(
        found == count, "postcards", f"marks {found} as starter, not twice table.tokens: {count}"
    )
    return names


def _card(postcards: Mapping[str, Any], name: str, key: str, kind: type[Any]) -> Any:
    return figure(figure(postcards, name, dict, "postcards"), key, kind, f"postcards.{name}")
