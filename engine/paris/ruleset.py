"""The figures of the game, as `ruleset.toml` has them: declared, read and checked.

The tables of the file that go by districts, tokens or numbers have all their keys: a correction
can change them, but neither add nor remove any.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from engine.fields import Between, Length
from engine.paris.actions import DISTRICTS, RESOURCES, TOKENS
from engine.paris.figures.tiles import (
    BONUS_NUMBERS,
    EFFECTS,
    END_EFFECTS,
    END_NUMBERS,
    Count,
    Effect,
    FrancsAtEnd,
    OtherKeys,
    OwnKeys,
    PerBuilding,
    Positive,
    TileTable,
    read_tiles,
)
from engine.rulesets import read_ruleset, require

PLAYERS = (2, 3, 4)
TILES = 36
"""Building tiles: one for each space."""

BuildingType = Literal["cafe", "bakery", "residence", "restaurant", "hotel", "theatre"]
Token = Literal["wood", "marble", "gold", "bronze", "silver", "gold_prestige"]
Icon = Literal["bronze", "silver", "gold_prestige"]
ByValue = Mapping[str, Count]
"""Figures by the value of a building; a value that is left out has none."""

WHOLE = (
    *(f"spaces.{key}" for key in ("wood", "points", "bonus_price")),
    *(f"buildings.{district}" for district in DISTRICTS),
)
"""Tables whose keys are values of buildings: a corrected file replaces them whole."""


@dataclass(frozen=True)
class Setup:
    """What the players and the table begin with (§1)."""

    francs: Count
    keys: Mapping[str, Positive]
    """By the number of players."""
    reserve: Count
    all_keys: Annotated[int, Between(1, 30)]
    stacks: Annotated[int, Between(1, 6)]
    removed: Annotated[int, Between(0, 30)]

    def __post_init__(self) -> None:
        most = self.all_keys - self.reserve
        require(most >= 0, "setup.reserve", f"is {self.reserve}; there are {self.all_keys} keys")
        for players, keys in self.keys.items():
            key = f"setup.keys.{players}"
            require(keys <= most, key, f"is {keys}; it must be from 1 to {most}")
        for removed in (self.removed, 0):  # option free_placement removes none
            key = "setup.removed" if removed else "setup.stacks"
            even = (TILES - removed) % self.stacks == 0
            require(even, key, f"leaves tiles that do not make {self.stacks} equal stacks")


@dataclass(frozen=True)
class Spaces:
    """The building spaces of each district, by their values (§1, §5)."""

    values: Annotated[tuple[Positive, ...], Length(6)]
    wood: ByValue
    """Wood a building costs."""
    points: ByValue
    """VP it pays its buyer."""
    bonus_price: ByValue
    """Francs for the bonus tile it brings; a value that is left out brings none."""

    def __post_init__(self) -> None:
        rising = sorted(set(self.values)) == list(self.values)
        require(rising, "spaces.values", f"is {self.values}; it must be six rising numbers")
        for name in ("wood", "points", "bonus_price"):
            for value in getattr(self, name):
                known = value in map(str, self.values)
                require(known, f"spaces.{name}.{value}", "is not one of spaces.values")


@dataclass(frozen=True)
class Prices:
    """Francs for a token of the supply, and for one that is sold (§6)."""

    buy: Mapping[str, Positive]
    sell: Mapping[str, Count]

    def __post_init__(self) -> None:
        for token in RESOURCES:
            less = self.sell[token] < self.buy[token]
            require(less, f"prices.sell.{token}", f"must be less than prices.buy.{token}")


@dataclass(frozen=True)
class Landmark:
    """A landmark (§5, §10)."""

    value: Positive
    marble: Annotated[int, Between(0, 6)]
    gold: Annotated[int, Between(0, 6)]
    icons: Annotated[tuple[Icon, ...], Length(0, 3)]


@dataclass(frozen=True)
class Districts:
    """When a district brings a VP tile (§8), and what the second of two needs there (§14)."""

    vp_keys: Positive
    second_percent: Annotated[int, Between(0, 100)]


@dataclass(frozen=True)
class VpTile:
    """VP for the first, second and third in a district (§14)."""

    points: Annotated[tuple[Count, ...], Length(3)]


@dataclass(frozen=True)
class Tokens:
    """How many there are of each kind."""

    copies: Count


@dataclass(frozen=True)
class BonusTiles:
    """Which bonus tiles there are: for two players, and what three and four add to them (§1)."""

    total: Count
    copies: Mapping[str, tuple[Annotated[int, Between(1, BONUS_NUMBERS[-1])], ...]]

    def __post_init__(self) -> None:
        found = sum(map(len, self.copies.values()))
        sentence = f"is {self.total}, but the copies are {found} in all"
        require(found == self.total, "bonus_tiles.total", sentence)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Every figure of the game. Two of them are equal if they are one: derived tables are kept."""

    setup: Setup
    spaces: Spaces
    banks: Mapping[str, Count]
    buildings: Mapping[str, Mapping[str, BuildingType]]
    tokens: Tokens
    layout: Mapping[str, Annotated[tuple[Token, ...], Length(6)]]
    prices: Prices
    prestige: Mapping[str, Count]
    landmarks: Mapping[str, Landmark]
    districts: Districts
    vp_tiles: Mapping[str, VpTile]
    end_tiles: Mapping[str, TileTable]
    bonus_tiles: BonusTiles
    zones: Mapping[str, tuple[int, int]]
    bonus: Mapping[str, TileTable]

    @cached_property
    def bonus_effects(self) -> dict[int, Effect]:
        return read_tiles(self.bonus, "bonus", BONUS_NUMBERS, tuple(EFFECTS))

    @cached_property
    def end_effects(self) -> dict[int, Effect]:
        return read_tiles(self.end_tiles, "end_tiles", END_NUMBERS, END_EFFECTS)

    def bonus_copies(self, players: int) -> list[int]:
        """List the bonus tiles of a game by their numbers."""
        return [
            n for most in PLAYERS if most <= players for n in self.bonus_tiles.copies[str(most)]
        ]

    def __post_init__(self) -> None:
        self._check_buildings()
        self._check_layout()
        for number, tile in self.vp_tiles.items():
            falling = sorted(tile.points, reverse=True) == list(tile.points)
            key = f"vp_tiles.{number}.points"
            require(falling, key, f"is {tile.points}; it must be three falling numbers")
        self._check_zones()
        self._check_effects()

    def _check_buildings(self) -> None:
        values = [str(value) for value in self.spaces.values]
        for district, types in self.buildings.items():
            for value in types:
                key = f"buildings.{district}.{value}"
                require(value in values, key, "is not one of spaces.values")
            for value in values:
                key = f"buildings.{district}.{value}"
                require(value in types, key, "is missing: a district is replaced whole")

    def _check_layout(self) -> None:
        copies = self.tokens.copies
        number = copies * len(TOKENS)
        require(number == TILES, "tokens.copies", f"makes {number} tokens for {TILES} spaces")
        beside: list[str] = [token for row in self.layout.values() for token in row]
        for token in TOKENS:
            count = beside.count(token)
            require(count == copies, "layout", f"has {count} × {token}; there are {copies}")

    def _check_zones(self) -> None:
        """Check that the zones, one after the other, cover the track."""
        start, last = BONUS_NUMBERS[0], BONUS_NUMBERS[-1]
        for name, zone in self.zones.items():
            follows = zone[0] == start <= zone[1] <= last
            require(follows, f"zones.{name}", f"is {zone}; it must be [{start}, …] of the track")
            start = zone[1] + 1
        require(start == last + 1, "zones.c", "does not end with the last space")

    def _check_effects(self) -> None:
        for number, effect in self.bonus_effects.items():
            if isinstance(effect, PerBuilding):
                known = effect.value in self.spaces.values
                sentence = f"is {effect.value}, which is not one of spaces.values"
                require(known, f"bonus.{number}.value", sentence)
        for kind in (OwnKeys, OtherKeys, FrancsAtEnd):
            found = [n for n, effect in self.bonus_effects.items() if isinstance(effect, kind)]
            name = next(name for name, effect in EFFECTS.items() if effect is kind)
            sentence = f"is the effect {name!r} a second time; only one number can have it"
            require(len(found) <= 1, f"bonus.{found[-1] if found else 0}.effect", sentence)
        assert self.end_effects  # read now, so that what is wrong in it is found now


def load_ruleset(override: Mapping[str, object] | None) -> Ruleset:
    """Return the game's figures, with those of `override` in their place."""
    return read_ruleset("engine.paris", Ruleset, override, WHOLE)
