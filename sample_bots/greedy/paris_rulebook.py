"""The figures of Paris in use, as the greedy player looks them up."""

from collections.abc import Iterable
from typing import NamedTuple

from lutetia.v1 import paris_pb2 as pb

DISTRICTS = range(pb.PARIS_DISTRICT_BATIGNOLLES, pb.PARIS_DISTRICT_CHAILLOT + 1)
RESOURCES: tuple[int, ...] = (pb.PARIS_TOKEN_WOOD, pb.PARIS_TOKEN_MARBLE, pb.PARIS_TOKEN_GOLD)
PRESTIGE: tuple[int, ...] = (
    pb.PARIS_TOKEN_BRONZE,
    pb.PARIS_TOKEN_SILVER,
    pb.PARIS_TOKEN_GOLD_PRESTIGE,
)
AS_TOKENS = (pb.PARIS_EFFECT_RESOURCE, pb.PARIS_EFFECT_PRESTIGE)
"""The effects of tiles that stand for tokens."""


class Place(NamedTuple):
    """Where a key may lie."""

    kind: str
    """"building", "landmark", "bank" or "arc"."""
    number: int = 0
    """A district, or a landmark."""
    value: int = 0
    """Of a building."""


ARC = Place("arc")


def place_of(place: pb.ParisPlace) -> Place:
    """Read a place."""
    if place.HasField("building"):
        return Place("building", place.building.district, place.building.value)
    if place.HasField("landmark"):
        return Place("landmark", place.landmark)
    return Place("bank", place.bank) if place.HasField("bank") else ARC


class Space(NamedTuple):
    """What a building of some value costs and brings."""

    wood: int
    points: int
    bonus_price: int | None


Cost = tuple[int, ...]
"""Wood, marble, gold."""


class Landmark(NamedTuple):
    """What a landmark costs, and the prestige it takes, the best first."""

    place: Place
    value: int
    cost: Cost
    icons: tuple[int, ...]


class Tile(NamedTuple):
    """What a bonus tile or an end tile does."""

    effect: int
    tokens: tuple[int, ...]
    amount: int
    francs: int
    points: tuple[int, ...]
    value: int
    spaces: int
    fewest: int


class Rulebook:
    """What a bot is told at its start, by what the figures are of.

    They are looked up all the time: a field of a tuple is read several times as fast as one of a
    message.
    """

    def __init__(self, rules: pb.ParisRules) -> None:
        self.spaces = {
            space.value: Space(
                space.wood,
                space.points,
                space.bonus_price if space.HasField("bonus_price") else None,
            )
            for space in rules.spaces
        }
        """What buildings cost and bring, by their values."""
        self.banks: dict[int, int] = {bank.district: bank.francs for bank in rules.banks}
        self.buy: dict[int, int] = {token.token: token.buy for token in rules.tokens}
        self.sell: dict[int, int] = {token.token: token.sell for token in rules.tokens}
        self.prestige: dict[int, int] = {token.token: token.points for token in rules.tokens}
        """VP for a token at a landmark."""
        self.landmarks: dict[int, Landmark] = {
            figures.landmark: Landmark(
                Place("landmark", figures.landmark),
                figures.value,
                (0, figures.marble, figures.gold),
                tuple(sorted(figures.icons, reverse=True)),
            )
            for figures in rules.landmarks
        }
        self.landmark_values = {each.place: each.value for each in self.landmarks.values()}
        self.vp_tiles = {tile.tile: tuple(tile.points) for tile in rules.vp_tiles}
        self.bonus_tiles = {tile.tile: _tile(tile) for tile in rules.bonus_tiles}
        self.end_tiles = {tile.tile: _tile(tile) for tile in rules.end_tiles}


def _tile(tile: pb.ParisTileRules) -> Tile:
    counts = (tile.amount, tile.francs, tuple(tile.points), tile.value, tile.spaces, tile.fewest)
    return Tile(tile.effect, tuple(tile.tokens), *counts)


def jokers(tiles: Iterable[Tile], effect: int) -> int:
    """Count the tokens of one's choice that tiles stand for."""
    return sum(tile.amount for tile in tiles if tile.effect == effect and is_joker(tile))


def is_joker(tile: Tile) -> bool:
    return len(tile.tokens) > 1


def standing_for(tiles: Iterable[Tile], token: int) -> int:
    """Count the tokens of a kind that tiles stand for which can be nothing else."""
    return sum(tile.amount for tile in tiles if tile.tokens == (token,))
