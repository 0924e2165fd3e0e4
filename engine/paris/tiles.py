"""Bonus tiles and end tiles as the data file describes them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.paris.actions import PRESTIGE, RESOURCES, TOKENS, TYPES
from engine.rulesets import figure, require

BONUS_NUMBERS = range(1, 31)
END_NUMBERS = range(1, 13)
MAX_FIGURE = 100

_KEYS: dict[str, tuple[str, ...]] = {
    "gain": ("francs", "points"),
    "resource": ("token", "count"),
    "prestige": ("token", "count"),
    "per_building": ("value", "points"),
    "per_landmark": ("points",),
    "per_tile": ("points",),
    "types": ("fewest", "points"),
    "prestige_pairs": ("points",),
    "resource_pairs": ("points",),
    "reserve_key": ("francs",),
    "take": (),
    "back": ("spaces",),
    "own_keys": (),
    "other_keys": (),
    "francs_at_end": ("points",),
}
"""The effects there are, and the figures each of them takes."""

_OPTIONAL = {"gain": ("francs", "points"), "resource": ("count",), "prestige": ("count",)}
"""Those of them that may be left out."""

_BY_PLAYERS = {"per_tile": 3, "prestige_pairs": 3, "resource_pairs": 3}
"""Effects whose points are a list by the number of players, and its length."""

_ALL_TYPES = len(TYPES) + 1
"""The types of buildings, and landmarks."""

_END_EFFECTS = ("gain", "resource", "prestige")


class Tile(NamedTuple):
    """A bonus tile or an end tile."""

    number: int
    effect: str
    tokens: tuple[int, ...] = ()
    """The kinds of tokens it can stand for."""
    worth: int = 1
    """For how many of them it stands."""
    francs: int = 0
    points: tuple[int, ...] = (0,)
    value: int = 0
    spaces: int = 0
    fewest: int = 0
    """Types of buildings for the first of the points."""


def read_bonus(table: Mapping[str, Any], values: tuple[int, ...]) -> tuple[Tile, ...]:
    """Read the bonus tiles: thirty numbers, each with an effect; place 0 is left empty."""
    _check_numbers(table, "bonus", BONUS_NUMBERS)
    tiles = [_tile(table, n, f"bonus.{n}", tuple(_KEYS)) for n in BONUS_NUMBERS]
    for tile in tiles:
        known = tile.effect != "per_building" or tile.value in values
        key = f"bonus.{tile.number}.value"
        require(known, key, f"is {tile.value}, which is not one of spaces.values")
    for effect in ("own_keys", "other_keys", "francs_at_end"):
        numbers = [tile.number for tile in tiles if tile.effect == effect]
        sentence = f"is the effect {effect!r} a second time; only one number can have it"
        require(len(numbers) <= 1, f"bonus.{numbers[-1] if numbers else 0}.effect", sentence)
    return (Tile(0, ""), *tiles)


def read_ends(table: Mapping[str, Any]) -> tuple[Tile, ...]:
    """Read the twelve end tiles; place 0 is left empty."""
    _check_numbers(table, "end_tiles", END_NUMBERS)
    tiles = [_tile(table, n, f"end_tiles.{n}", _END_EFFECTS) for n in END_NUMBERS]
    return (Tile(0, ""), *tiles)


def _check_numbers(table: Mapping[str, Any], where: str, numbers: range) -> None:
    wanted = {str(n) for n in numbers}
    for key in table:
        last = numbers[-1]
        require(key in wanted, f"{where}.{key}", f"is not a tile: they are numbered 1 to {last}")


def _tile(table: Mapping[str, Any], number: int, where: str, effects: tuple[str, ...]) -> Tile:
    row = _row(table, number, where)
    effect = figure(row, "effect", str, where)
    require(effect in effects, f"{where}.effect", f"is {effect!r}; it can be {', '.join(effects)}")
    _check_keys(row, effect, where)
    tile = Tile(
        number,
        effect,
        tokens=_tokens(row, effect, where),
        worth=_number(row, "count", where, 1, 1, 2),
        francs=_number(row, "francs", where, 0),
        fewest=_number(row, "fewest", where, 0, 1, _ALL_TYPES),
        points=_points(row, effect, where),
        value=_number(row, "value", where, 0),
        spaces=_number(row, "spaces", where, 0),
    )
    _check_useful(tile, where)
    return tile


def _row(table: Mapping[str, Any], number: int, where: str) -> Mapping[str, Any]:
    """Return what stands under [[bonus.7]]; its double brackets make a file replace it whole."""
    rows: Any = figure(table, str(number), object, where.rpartition(".")[0])
    one = isinstance(rows, list) and len(rows) == 1 and isinstance(rows[0], dict)
    require(one, where, f"is replaced whole, as one table: begin it with [[{where}]]")
    row: Mapping[str, Any] = rows[0]
    return row


def _check_keys(row: Mapping[str, Any], effect: str, where: str) -> None:
    """Check that a tile has the figures its effect takes, and no others."""
    for key in row:
        known = key in ("effect", "provenance", *_KEYS[effect])
        require(known, f"{where}.{key}", f"is no figure of the effect {effect!r}")
    for key in _KEYS[effect]:
        require(key in row or key in _OPTIONAL.get(effect, ()), f"{where}.{key}", "is missing")


def _check_useful(tile: Tile, where: str) -> None:
    joker = len(tile.tokens) > 1
    require(joker or tile.worth == 1, f"{where}.count", "can be 2 only for the token 'any'")
    if tile.effect == "gain":
        require(tile.francs + tile.points[0] > 0, where, "gives neither francs nor points")
    elif "points" in _KEYS[tile.effect]:
        require(min(tile.points) > 0, f"{where}.points", "must be more than 0")
    if tile.effect == "back":
        require(tile.spaces > 0, f"{where}.spaces", "must be more than 0")


def _tokens(row: Mapping[str, Any], effect: str, where: str) -> tuple[int, ...]:
    """Return what a tile that counts as tokens stands for."""
    if effect not in ("resource", "prestige"):
        return ()
    kinds = RESOURCES if effect == "resource" else PRESTIGE
    token = figure(row, "token", str, where)
    listing = ", ".join((*kinds, "any"))
    require(token in (*kinds, "any"), f"{where}.token", f"is {token!r}; it can be {listing}")
    return tuple(TOKENS.index(kind) for kind in kinds if token in (kind, "any"))


def _points(row: Mapping[str, Any], effect: str, where: str) -> tuple[int, ...]:
    if effect not in _BY_PLAYERS and effect != "types":
        return (_number(row, "points", where, 0),)
    points = figure(row, "points", list, where)
    length = _BY_PLAYERS.get(effect) or _ALL_TYPES + 1 - figure(row, "fewest", int, where)
    require(len(points) == length, f"{where}.points", f"is not a list of {length} numbers")
    return tuple(_number({"points": each}, "points", where, 0) for each in points)


def _number(
    row: Mapping[str, Any], key: str, where: str, default: int, low: int = 0, high: int = MAX_FIGURE
) -> int:
    if key not in row:
        return default
    value = figure(row, key, int, where)
    require(low <= value <= high, f"{where}.{key}", f"is {value}, not from {low} to {high}")
    return value
