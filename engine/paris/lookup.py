"""What follows from the figures once and for all: places as bits of a mask, interned actions.

A set of places is a whole number whose bit n stands for place n of `engine.paris.ruleset`, so
that what a key can reach is a few operations on numbers.
"""

from functools import lru_cache

from engine.paris.actions import (
    DISTRICTS,
    LANDMARKS,
    PRESTIGE,
    RESOURCES,
    TOKENS,
    Advance,
    Arc,
    Bank,
    Building,
    Buy,
    ChooseEndTile,
    ChooseVpTile,
    Draw,
    GoBack,
    Landmark,
    MoveKey,
    MoveTo,
    Pay,
    Place,
    PlaceKey,
    PutLandmark,
    PutVpTile,
    ReturnPair,
    Sell,
    Settle,
    Source,
    SpendPrestige,
    TakeBonus,
    UseBonus,
    UseEndTile,
)
from engine.paris.ruleset import ARC, FIRST_BANK, FIRST_LANDMARK, PLACES, SIZE, SPACES, Figures
from engine.paris.tiles import BONUS_NUMBERS, END_NUMBERS, Tile

ALL_LANDMARKS = sum(1 << place for place in range(FIRST_LANDMARK, FIRST_BANK))
IN_DISTRICT = tuple(sum(1 << SIZE * d + v for v in range(SIZE)) for d in range(SIZE))
"""The building spaces of each district."""

TOKEN, HALF = Source("token"), Source("half")
BONUS_SOURCES = tuple(Source("bonus", n) for n in range(BONUS_NUMBERS.stop))
END_SOURCES = tuple(Source("end", n) for n in range(END_NUMBERS.stop))
_SOURCES = (TOKEN, HALF, *BONUS_SOURCES, *END_SOURCES)

BUYS = tuple(Buy(token) for token in RESOURCES)
PAYS = tuple({source: Pay(token, source) for source in _SOURCES} for token in RESOURCES)
SALES = tuple({source: Sell(token, source) for source in _SOURCES} for token in TOKENS)
SPENDINGS = tuple(
    {source: SpendPrestige(token, source) for source in _SOURCES} for token in PRESTIGE
)
HALF_SALES = (
    tuple(SALES[token][HALF] for token in range(3)),
    tuple(SALES[token][HALF] for token in range(3, 6)),
)
PAIRS = tuple(ReturnPair(token) for token in TOKENS)
DRAWS = tuple(Draw(stack) for stack in range(SIZE))
SETTLINGS = tuple(Settle(district) for district in DISTRICTS)
PUT_LANDMARKS = tuple(PutLandmark(district) for district in DISTRICTS)
PUT_VP_TILES = tuple(PutVpTile(district) for district in DISTRICTS)
VP_TILES = tuple(ChooseVpTile(tile) for tile in range(SIZE + 1))
ADVANCES = tuple(Advance(space) for space in range(BONUS_NUMBERS.stop))
TAKINGS = tuple(TakeBonus(space) for space in range(BONUS_NUMBERS.stop))
GOING_BACK = tuple(GoBack(space) for space in range(BONUS_NUMBERS.stop))
USES = tuple(UseBonus(tile) for tile in range(BONUS_NUMBERS.stop))
END_CHOICES = tuple(ChooseEndTile(tile) for tile in range(END_NUMBERS.stop))

Power = tuple[int, int, int, int]
"""What a player can pay with: wood, marble, gold, and jokers for any of them."""


class Lookup:
    """The tables that depend on the figures."""

    __slots__ = (
        "above",
        "bonus_power",
        "bonus_sales",
        "costs",
        "end_free",
        "end_power",
        "index",
        "move_keys",
        "move_tos",
        "other_keys",
        "own_keys",
        "payable_for",
        "places",
        "placings",
        "reach",
        "upto",
        "valued",
        "worth",
    )

    def __init__(self, figures: Figures) -> None:
        self.places = _places(figures)
        self.index = {place: number for number, place in enumerate(self.places)}
        self.worth = _worth(figures)
        self.reach = max(self.worth)
        targets = range(FIRST_BANK)
        self.above = tuple(
            sum(1 << place for place in targets if self.worth[place] > value)
            for value in range(self.reach + 1)
        )
        self.upto = tuple(
            sum(1 << place for place in targets if self.worth[place] <= value)
            for value in range(self.reach + 1)
        )
        self.valued = {
            value: sum(1 << space for space in SPACES if self.worth[space] == value)
            for value in figures.values
        }
        self.costs = figures.costs
        self.payable_for: dict[Power, int] = {}
        self.move_keys = tuple(MoveKey(place) for place in self.places)
        self.move_tos = tuple(
            MoveTo(place) for place in self.places if isinstance(place, Building | Landmark)
        )
        self.placings = _placings(self.places)
        self.bonus_power = tuple(_power(tile) for tile in figures.bonus)
        self.end_power = tuple(_power(tile) for tile in figures.ends)
        self.bonus_sales = tuple(
            tuple(SALES[token][BONUS_SOURCES[tile.number]] for token in tile.tokens)
            for tile in figures.bonus
        )
        self.end_free = tuple(_end_free(tile) for tile in figures.ends)
        self.own_keys = _number_of(figures, "own_keys")
        self.other_keys = _number_of(figures, "other_keys")

    def payable(self, power: Power) -> int:
        """Return the buildings and landmarks whose resources can be paid."""
        known = self.payable_for.get(power)
        if known is None:
            known = self.payable_for[power] = sum(
                1 << place for place, cost in enumerate(self.costs) if shortage(cost, power) <= 0
            )
        return known


@lru_cache(maxsize=16)
def lookup_of(figures: Figures) -> Lookup:
    """Return the tables of some figures."""
    return Lookup(figures)


def shortage(cost: tuple[int, int, int], power: Power) -> int:
    """Return how many resources are missing when every joker is used; not above 0: payable."""
    wood, marble, gold, jokers = power
    return max(cost[0] - wood, 0) + max(cost[1] - marble, 0) + max(cost[2] - gold, 0) - jokers


def members(mask: int) -> list[int]:
    """List the places of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _places(figures: Figures) -> tuple[Place, ...]:
    spaces = [Building(district, value) for district in DISTRICTS for value in figures.values]
    landmarks = [Landmark(name) for name in LANDMARKS]
    banks = [Bank(district) for district in DISTRICTS]
    return (*spaces, *landmarks, *banks, Arc())


def _worth(figures: Figures) -> tuple[int, ...]:
    """Return the value of every place; banks and the Arc have none, which is 0."""
    no_value = (0,) * (PLACES - FIRST_BANK)
    return figures.values * SIZE + figures.landmarks + no_value


def _placings(places: tuple[Place, ...]) -> tuple[tuple[PlaceKey, ...], ...]:
    """Return the placements that are left, by the banks and the Arc that hold an own key."""
    spots = [PlaceKey(place) for place in places if isinstance(place, Bank | Arc)]
    return tuple(
        tuple(spot for bit, spot in enumerate(spots) if not taken >> bit & 1)
        for taken in range(1 << ARC - FIRST_BANK + 1)
    )


def _power(tile: Tile) -> Power | None:
    """Return what a tile adds to a player's means of payment."""
    if tile.effect != "resource":
        return None
    if len(tile.tokens) > 1:
        return (0, 0, 0, tile.worth)
    wood, marble, gold = (int(token in tile.tokens) for token in range(3))
    return (wood, marble, gold, 0)


def _end_free(tile: Tile) -> tuple[UseEndTile | Sell, ...]:
    """Return the free actions an end tile allows (§12)."""
    if tile.effect == "gain":
        return (UseEndTile(tile.number),)
    return tuple(SALES[token][END_SOURCES[tile.number]] for token in tile.tokens)


def _number_of(figures: Figures, effect: str) -> int:
    """Return the number of the only tile with an effect; 0 if there is none."""
    return next((tile.number for tile in figures.bonus if tile.effect == effect), 0)
