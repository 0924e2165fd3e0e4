"""The figures of the game, read from `ruleset.toml`, checked and typed.

Spaces, landmarks, banks and the Arc are numbered as places 0 to 50: see `SPACES` and after.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.paris.actions import DISTRICTS, LANDMARKS, PRESTIGE, RESOURCES, TOKENS, TYPES
from engine.paris.tiles import BONUS_NUMBERS, MAX_FIGURE, Tile, read_bonus, read_ends
from engine.rulesets import figure, load_figures, require

PLAYERS = (2, 3, 4)
SIZE = 6
"""Districts, building spaces of each, types, kinds of tokens: there are six of all."""
SPACES = range(36)
"""Places 0 to 35: space v of district d is 6 × d + v, both from 0."""
FIRST_LANDMARK, FIRST_BANK, ARC, PLACES = 36, 44, 50, 51

Cost = tuple[int, int, int]

_BY_VALUE = (
    *(f"spaces.{key}" for key in ("wood", "points", "bonus_price")),
    *(f"buildings.{district}" for district in DISTRICTS),
)
"""Tables whose keys are values of buildings: a corrected file replaces them whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Every figure of the game, by the numbers of places and tokens."""

    francs: int
    keys: Mapping[int, int]
    reserve: int
    all_keys: int
    stacks: int
    removed: int
    vp_keys: int
    second_percent: int
    """Of the first's sum, which the second of two players needs in a district."""
    values: tuple[int, ...]
    """Of the six building spaces of a district."""
    types: tuple[int, ...]
    """Of the building printed for each space."""
    layout: tuple[int, ...]
    """The token beside each space in the standard set-up."""
    banks: tuple[int, ...]
    buy: tuple[int, ...]
    sell: tuple[int, ...]
    prestige: tuple[int, ...]
    """VP for a prestige token at a landmark."""
    landmarks: tuple[int, ...]
    """The value of each landmark."""
    icons: tuple[Cost, ...]
    """Bronze, silver and gold prestige each landmark takes."""
    costs: tuple[Cost, ...]
    """Wood, marble and gold for each space and landmark."""
    points: tuple[int, ...]
    """VP the buyer of a building gets, by its space."""
    bonus_prices: tuple[int | None, ...]
    """Francs for a bonus tile, by the space of the building; None: it brings none."""
    vp_tiles: tuple[tuple[int, ...], ...]
    bonus: tuple[Tile, ...]
    ends: tuple[Tile, ...]
    copies: Mapping[int, tuple[int, ...]]
    """How many there are of each bonus number, by the number of players."""
    zones: tuple[tuple[int, int], ...]


def load_ruleset(override: Mapping[str, Any] | None) -> Figures:
    """Return the game's figures, with those of `override` in their place."""
    return _load(json.dumps(override, sort_keys=True, default=str))


@lru_cache(maxsize=16)
def _load(override: str) -> Figures:
    data = load_figures("engine.paris", json.loads(override), _BY_VALUE)
    setup, spaces, prices, districts = (
        figure(data, key, dict) for key in ("setup", "spaces", "prices", "districts")
    )
    values = _values(spaces)
    landmarks = _landmarks(figure(data, "landmarks", dict))
    all_keys = _count(setup, "all_keys", "setup", 1, 30)
    reserve = _count(setup, "reserve", "setup", 0, all_keys)
    figures = Figures(
        francs=_count(setup, "francs", "setup"),
        keys=_keys(setup, all_keys - reserve),
        reserve=reserve,
        all_keys=all_keys,
        stacks=_count(setup, "stacks", "setup", 1, 6),
        removed=_count(setup, "removed", "setup", 0, 30),
        vp_keys=_count(districts, "vp_keys", "districts", 1),
        second_percent=_count(districts, "second_percent", "districts", 0, 100),
        values=values,
        types=_types(figure(data, "buildings", dict), values),
        layout=_layout(figure(data, "layout", dict), figure(data, "tokens", dict)),
        banks=_row(figure(data, "banks", dict), DISTRICTS, "banks"),
        buy=_row(figure(prices, "buy", dict, "prices"), RESOURCES, "prices.buy", 1),
        sell=_row(figure(prices, "sell", dict, "prices"), TOKENS, "prices.sell"),
        prestige=_row(figure(data, "prestige", dict), PRESTIGE, "prestige"),
        landmarks=tuple(row[0] for row in landmarks),
        icons=tuple(row[2] for row in landmarks),
        costs=_space_costs(spaces, values) + tuple(row[1] for row in landmarks),
        points=_by_space(spaces, "points", values, 0),
        bonus_prices=_by_space(spaces, "bonus_price", values, None),
        vp_tiles=_vp_tiles(figure(data, "vp_tiles", dict)),
        bonus=read_bonus(figure(data, "bonus", dict), values),
        ends=read_ends(figure(data, "end_tiles", dict)),
        copies=_copies(figure(data, "bonus_tiles", dict)),
        zones=_zones(figure(data, "zones", dict)),
    )
    _check(figures)
    return figures


def _check(figures: Figures) -> None:
    """Check figures against each other."""
    for token, buy in enumerate(figures.buy):
        key = f"prices.sell.{TOKENS[token]}"
        require(figures.sell[token] < buy, key, f"must be less than prices.buy.{TOKENS[token]}")
    for removed in (figures.removed, 0):  # option free_placement removes none
        even = (len(SPACES) - removed) % figures.stacks == 0
        key = "setup.removed" if removed else "setup.stacks"
        require(even, key, f"leaves tiles that do not make {figures.stacks} equal stacks")


def _count(
    table: Mapping[str, Any], key: str, where: str, low: int = 0, high: int = MAX_FIGURE
) -> int:
    value = figure(table, key, int, where)
    require(low <= value <= high, f"{where}.{key}", f"is {value}, not from {low} to {high}")
    return value


def _row(
    table: Mapping[str, Any], names: tuple[str, ...], where: str, low: int = 0
) -> tuple[int, ...]:
    return tuple(_count(table, name, where, low) for name in names)


def _keys(setup: Mapping[str, Any], most: int) -> dict[int, int]:
    table = figure(setup, "keys", dict, "setup")
    return {n: _count(table, str(n), "setup.keys", 1, most) for n in PLAYERS}


def _values(spaces: Mapping[str, Any]) -> tuple[int, ...]:
    values = figure(spaces, "values", list, "spaces")
    whole = all(type(value) is int and 0 < value <= MAX_FIGURE for value in values)
    rising = whole and len(values) == SIZE and sorted(set(values)) == values
    require(rising, "spaces.values", f"is {values!r}, not six rising numbers")
    return tuple(values)


def _by_space(
    spaces: Mapping[str, Any], key: str, values: tuple[int, ...], default: Any
) -> tuple[Any, ...]:
    """Spread figures that are given by value over all spaces."""
    table, where = figure(spaces, key, dict, "spaces"), f"spaces.{key}"
    _check_values(table, where, values)
    row = (_count(table, str(v), where) if str(v) in table else default for v in values)
    return tuple(row) * SIZE


def _check_values(table: Mapping[str, Any], where: str, values: tuple[int, ...]) -> None:
    """Check that the keys of a table are values of buildings."""
    known = {"provenance", *map(str, values)}
    for key in table:
        require(key in known, f"{where}.{key}", "is not one of spaces.values")


def _space_costs(spaces: Mapping[str, Any], values: tuple[int, ...]) -> tuple[Cost, ...]:
    return tuple((wood, 0, 0) for wood in _by_space(spaces, "wood", values, 0))


def _types(table: Mapping[str, Any], values: tuple[int, ...]) -> tuple[int, ...]:
    """Read the type of the building of each district and value."""
    types: list[int] = []
    for district in DISTRICTS:
        row, where = figure(table, district, dict, "buildings"), f"buildings.{district}"
        _check_values(row, where, values)
        for value in values:
            missing = str(value) not in row
            require(not missing, f"{where}.{value}", "is missing: a district is replaced whole")
            name = figure(row, str(value), str, where)
            listing = ", ".join(TYPES)
            require(name in TYPES, f"{where}.{value}", f"is {name!r}, which is none of: {listing}")
            types.append(TYPES.index(name))
    return tuple(types)


def _layout(table: Mapping[str, Any], tokens: Mapping[str, Any]) -> tuple[int, ...]:
    """Read the tokens beside the spaces: as many of each kind as there are."""
    layout: list[int] = []
    for district in DISTRICTS:
        row = figure(table, district, list, "layout")
        known = len(row) == SIZE and all(token in TOKENS for token in row)
        require(known, f"layout.{district}", f"is not six of: {', '.join(TOKENS)}")
        layout += (TOKENS.index(token) for token in row)
    copies = _count(tokens, "copies", "tokens")
    in_all = copies * len(TOKENS)
    require(in_all == len(SPACES), "tokens.copies", f"makes {in_all} tokens for 36 spaces")
    for token, name in enumerate(TOKENS):
        found = layout.count(token)
        require(found == copies, "layout", f"has {found} × {name}; there are {copies}")
    return tuple(layout)


def _landmarks(table: Mapping[str, Any]) -> list[tuple[int, Cost, Cost]]:
    """Read value, cost and prestige icons of each landmark."""
    for name in table:
        require(name in LANDMARKS, f"landmarks.{name}", "is not a landmark")
    rows = []
    for name in LANDMARKS:
        where = f"landmarks.{name}"
        row = figure(table, name, dict, "landmarks")
        cost = (0, _count(row, "marble", where, 0, 6), _count(row, "gold", where, 0, 6))
        icons = figure(row, "icons", list, where)
        known = len(icons) == 3 and all(icon in PRESTIGE for icon in icons)
        require(known, f"{where}.icons", f"is not three of: {', '.join(PRESTIGE)}")
        bronze, silver, gold = (icons.count(kind) for kind in PRESTIGE)
        rows.append((_count(row, "value", where, 1), cost, (bronze, silver, gold)))
    return rows


def _vp_tiles(table: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    require(len(table) == SIZE, "vp_tiles", f"has {len(table)} tiles, not one for each district")
    tiles = []
    for number in range(1, SIZE + 1):
        where = f"vp_tiles.{number}"
        points = figure(figure(table, str(number), dict, "vp_tiles"), "points", list, where)
        whole = len(points) == 3 and all(type(each) is int and each >= 0 for each in points)
        falling = whole and points[0] >= points[1] >= points[2]
        require(falling, f"{where}.points", f"is {points!r}, not three falling numbers")
        tiles.append(tuple(points))
    return tuple(tiles)


def _copies(table: Mapping[str, Any]) -> dict[int, tuple[int, ...]]:
    """Count the copies of each bonus number with two, three and four players."""
    added, where = figure(table, "copies", dict, "bonus_tiles"), "bonus_tiles.copies"
    counts = [0] * BONUS_NUMBERS.stop
    copies = {}
    for players in PLAYERS:
        for number in figure(added, str(players), list, where):
            known = type(number) is int and number in BONUS_NUMBERS
            require(known, f"{where}.{players}", f"has {number!r}, which is no tile")
            counts[number] += 1
        copies[players] = tuple(counts)
    total = figure(table, "total", int, "bonus_tiles")
    in_all = sum(copies[PLAYERS[-1]])
    require(in_all == total, "bonus_tiles.total", f"is {total}, but the copies are {in_all} in all")
    return copies


def _zones(table: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Read the zones: one after the other, they cover the track."""
    zones = []
    start = BONUS_NUMBERS[0]
    for name in ("a", "b", "c"):
        zone = figure(table, name, list, "zones")
        whole = len(zone) == 2 and all(type(each) is int for each in zone)
        follows = whole and zone[0] == start <= zone[1] <= BONUS_NUMBERS[-1]
        require(follows, f"zones.{name}", f"is {zone!r}, not [{start}, …] of the track")
        zones.append((zone[0], zone[1]))
        start = zone[1] + 1
    require(start == BONUS_NUMBERS.stop, "zones.c", "does not end with the last space")
    return tuple(zones)
