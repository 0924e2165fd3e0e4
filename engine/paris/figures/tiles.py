"""Bonus tiles and end tiles: the effects there are, and the figures each of them takes (§11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.errors import BadValue
from engine.fields import Between, Length, check_type, read_fields
from engine.paris.actions import PRESTIGE, RESOURCES, TOKENS, TYPES
from engine.rulesets import require

BONUS_NUMBERS = range(1, 31)
END_NUMBERS = range(1, 13)

Count = Annotated[int, Between(0, 100)]
Positive = Annotated[int, Between(1, 100)]
ByPlayers = Annotated[tuple[Positive, ...], Length(3)]
"""A figure for two, three and four players."""

ALL_TYPES = len(TYPES) + 1
"""The types of buildings, and landmarks."""


@dataclass(frozen=True)
class Gain:
    """Francs and VP at once."""

    francs: Count = 0
    points: Count = 0


@dataclass(frozen=True)
class AsResource:
    """Counts as resource tokens."""

    token: Literal["wood", "marble", "gold", "any"]
    count: Annotated[int, Between(1, 2)] = 1

    @property
    def tokens(self) -> tuple[int, ...]:
        """The numbers of the tokens it can stand for."""
        return _tokens(RESOURCES, self.token)


@dataclass(frozen=True)
class AsPrestige:
    """Counts as prestige tokens."""

    token: Literal["bronze", "silver", "gold_prestige", "any"]
    count: Annotated[int, Between(1, 2)] = 1

    @property
    def tokens(self) -> tuple[int, ...]:
        """The numbers of the tokens it can stand for."""
        return _tokens(PRESTIGE, self.token)


@dataclass(frozen=True)
class PerBuilding:
    """VP for each building of a value."""

    value: Positive
    points: Positive


@dataclass(frozen=True)
class PerLandmark:
    """VP for each landmark."""

    points: Positive


@dataclass(frozen=True)
class PerTile:
    """VP for each other bonus tile that is held."""

    points: ByPlayers


@dataclass(frozen=True)
class Types:
    """VP for owning `fewest` types, one more, … up to all; all landmarks are one type."""

    fewest: Annotated[int, Between(1, ALL_TYPES)]
    points: tuple[Positive, ...]


@dataclass(frozen=True)
class PrestigePairs:
    """VP for each pair of equal prestige tokens that is discarded."""

    points: ByPlayers


@dataclass(frozen=True)
class ResourcePairs:
    """VP for each pair of equal resource tokens that is returned."""

    points: ByPlayers


@dataclass(frozen=True)
class ReserveKey:
    """Pay francs, take a reserve key behind the screen."""

    francs: Count


@dataclass(frozen=True)
class Take:
    """Take the top tile of any space of the track."""


@dataclass(frozen=True)
class Back:
    """Move the meeple back by up to some spaces and take the tile there."""

    spaces: Positive


@dataclass(frozen=True)
class OwnKeys:
    """One move to a place that holds own keys."""


@dataclass(frozen=True)
class OtherKeys:
    """One move to a place that holds other players' keys."""


@dataclass(frozen=True)
class FrancsAtEnd:
    """VP for each franc at the end of the game."""

    points: Positive


Effect = (
    Gain
    | AsResource
    | AsPrestige
    | PerBuilding
    | PerLandmark
    | PerTile
    | Types
    | PrestigePairs
    | ResourcePairs
    | ReserveKey
    | Take
    | Back
    | OwnKeys
    | OtherKeys
    | FrancsAtEnd
)

EFFECTS: dict[str, type[Any]] = {
    "gain": Gain,
    "resource": AsResource,
    "prestige": AsPrestige,
    "per_building": PerBuilding,
    "per_landmark": PerLandmark,
    "per_tile": PerTile,
    "types": Types,
    "prestige_pairs": PrestigePairs,
    "resource_pairs": ResourcePairs,
    "reserve_key": ReserveKey,
    "take": Take,
    "back": Back,
    "own_keys": OwnKeys,
    "other_keys": OtherKeys,
    "francs_at_end": FrancsAtEnd,
}
"""The effects as the data file calls them."""

END_EFFECTS = ("gain", "resource", "prestige")
"""Those that an end tile can have."""


class InDoubleBrackets:
    """What stands under [[bonus.7]]: the double brackets make a file replace a tile whole."""

    def fits(self, value: Any) -> bool:
        return isinstance(value, list) and len(value) == 1 and isinstance(value[0], Mapping)

    def __str__(self) -> str:
        return "one table, that begins with its key in double brackets: [[…]]"


TileTable = Annotated[object, InDoubleBrackets()]


def read_tiles(
    tables: Mapping[str, Any], where: str, numbers: range, effects: tuple[str, ...]
) -> dict[int, Effect]:
    """Read the effect of each tile, by its number."""
    return {n: _read_effect(tables[str(n)][0], f"{where}.{n}", effects) for n in numbers}


def _read_effect(table: Mapping[str, Any], where: str, effects: tuple[str, ...]) -> Effect:
    if "effect" not in table:
        raise BadValue(f"{where}.effect is missing")
    name = check_type(str, table["effect"], f"{where}.effect")
    sentence = f"is {name!r}; it must be one of {', '.join(effects)}"
    require(name in effects, f"{where}.effect", sentence)
    figures = {key: value for key, value in table.items() if key != "effect"}
    effect: Effect = read_fields(EFFECTS[name], figures, where)
    if isinstance(effect, Gain):
        useful = effect.francs + effect.points > 0
        require(useful, where, "gives neither francs nor points")
    if isinstance(effect, Types):
        length = ALL_TYPES + 1 - effect.fewest
        fits = len(effect.points) == length
        require(
            fits, f"{where}.points", f"must be a list of {length}, for {effect.fewest} types on"
        )
    return effect


def _tokens(kinds: tuple[str, ...], token: str) -> tuple[int, ...]:
    return tuple(TOKENS.index(kind) for kind in kinds if token in (kind, "any"))
