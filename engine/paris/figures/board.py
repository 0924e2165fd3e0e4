"""The printed board by numbers: what places are worth and cost, and sets of places as bits.

Spaces, landmarks, banks and the Arc are the places 0 to 50. A set of places is a whole number
whose bit n stands for place n, so that what a key can reach is a few operations on numbers.
"""

from functools import lru_cache

from engine.paris.actions import (
    DISTRICTS,
    LANDMARKS,
    PRESTIGE,
    RESOURCES,
    TOKENS,
    Arc,
    Bank,
    Building,
    Landmark,
    MoveKey,
    MoveTo,
    Place,
    PlaceKey,
)
from engine.paris.ruleset import Ruleset
from engine.paris.views import BuildingTile, RevealedTile

SIZE = 6
"""Districts, building spaces of each, types, kinds of tokens: there are six of all."""
SPACES = range(36)
"""Places 0 to 35: space v of district d is 6 × d + v, both from 0. So are the tiles' numbers."""
FIRST_LANDMARK, FIRST_BANK, ARC, PLACES = 36, 44, 50, 51

ALL_SPACES = sum(1 << space for space in SPACES)
ALL_LANDMARKS = sum(1 << place for place in range(FIRST_LANDMARK, FIRST_BANK))
IN_DISTRICT = tuple(sum(1 << SIZE * d + v for v in range(SIZE)) for d in range(SIZE))
"""The building spaces of each district."""

Cost = tuple[int, int, int]
"""Wood, marble and gold."""
Power = tuple[int, int, int, int]
"""What a player can pay with: wood, marble, gold, and jokers for any of them."""


class Board:
    """The figures that go by the numbers of places and tokens, and the sets that follow."""

    __slots__ = (
        "above",
        "banks",
        "bonus_prices",
        "buy",
        "costs",
        "highest",
        "icons",
        "index",
        "layout",
        "move_keys",
        "move_tos",
        "of_value",
        "payable_with",
        "place_keys",
        "places",
        "points",
        "prestige",
        "printed",
        "sell",
        "tiles",
        "up_to",
        "values",
        "vp_tiles",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        values = ruleset.spaces.values
        landmarks = [ruleset.landmarks[name] for name in LANDMARKS]

        spaces = [Building(district, value) for district in DISTRICTS for value in values]
        self.places: tuple[Place, ...] = (
            *spaces,
            *(Landmark(name) for name in LANDMARKS),
            *(Bank(district) for district in DISTRICTS),
            Arc(),
        )
        self.index: dict[tuple[object, ...], int] = {
            place: number for number, place in enumerate(self.places)
        }
        """The number of a place; for a building (district, value) will do."""
        self.values = (
            *(space.value for space in spaces),
            *(landmark.value for landmark in landmarks),
        )
        self.values += (0,) * (PLACES - FIRST_BANK)  # banks and the Arc have no value
        self.highest = max(self.values)

        wood, points, prices = (
            [table.get(str(space.value)) for space in spaces]
            for table in (ruleset.spaces.wood, ruleset.spaces.points, ruleset.spaces.bonus_price)
        )
        self.costs: tuple[Cost, ...] = (
            *((count or 0, 0, 0) for count in wood),
            *((0, landmark.marble, landmark.gold) for landmark in landmarks),
        )
        self.points = tuple(count or 0 for count in points)
        """VP the buyer of a building gets, by its space."""
        self.bonus_prices = tuple(prices)
        """Francs for a bonus tile, by the space of the building; None: it brings none."""
        self.banks = tuple(ruleset.banks[district] for district in DISTRICTS)
        self.icons = tuple(
            (icons.count("bronze"), icons.count("silver"), icons.count("gold_prestige"))
            for icons in (landmark.icons for landmark in landmarks)
        )
        """Bronze, silver and gold prestige each landmark takes."""
        self.vp_tiles = tuple(ruleset.vp_tiles[str(n)].points for n in range(1, SIZE + 1))

        self.buy = tuple(ruleset.prices.buy[token] for token in RESOURCES)
        self.sell = tuple(ruleset.prices.sell[token] for token in TOKENS)
        self.prestige = tuple(ruleset.prestige[token] for token in PRESTIGE)
        """VP for a prestige token at a landmark."""
        self.layout = tuple(token for district in DISTRICTS for token in ruleset.layout[district])
        """The token beside each space in the standard set-up."""
        types = [ruleset.buildings[space.district][str(space.value)] for space in spaces]
        self.tiles = tuple(
            RevealedTile(space.value, kind, space.district)
            for space, kind in zip(spaces, types, strict=True)
        )
        """The building tiles."""
        self.printed = tuple(BuildingTile(tile.back, *tile) for tile in self.tiles)
        """Each tile on the space that is printed on it."""

        targets = range(FIRST_BANK)
        self.above = tuple(
            sum(1 << place for place in targets if self.values[place] > value)
            for value in range(self.highest + 1)
        )
        """Buildings and landmarks that are worth more than a value."""
        self.up_to = tuple(
            sum(1 << place for place in targets if self.values[place] <= value)
            for value in range(self.highest + 1)
        )
        self.of_value = {
            value: sum(1 << space for space in SPACES if self.values[space] == value)
            for value in values
        }

        self.payable_with: dict[Power, int] = {}
        """What `payable` found before: players have the same few things again and again."""

        self.move_keys = tuple(MoveKey(place) for place in self.places)
        self.move_tos = tuple(
            MoveTo(place) for place in self.places if isinstance(place, Building | Landmark)
        )
        self.place_keys = _place_keys(self.places)
        """The placements that are left, by the set of banks (and the Arc) with an own key."""

    def affordable(self, origin: int, francs: int) -> int:
        """Return what a key can move to for some francs, of which its place's value is paid.

        So from a building or a landmark only the difference is due (§5).
        """
        limit = self.values[origin] + francs
        return self.up_to[limit if limit < self.highest else self.highest]

    def payable(self, power: Power) -> int:
        """Return the buildings and landmarks whose resources can be paid."""
        payable = self.payable_with.get(power)
        if payable is None:
            payable = self.payable_with[power] = sum(
                1 << place for place, cost in enumerate(self.costs) if shortage(cost, power) <= 0
            )
        return payable


@lru_cache(maxsize=16)
def board_of(ruleset: Ruleset) -> Board:
    return Board(ruleset)


def shortage(cost: Cost, power: Power) -> int:
    """Return how many resources are missing when every joker is used; not above 0: payable."""
    wood, marble, gold, jokers = power
    return max(cost[0] - wood, 0) + max(cost[1] - marble, 0) + max(cost[2] - gold, 0) - jokers


def members(mask: int) -> list[int]:
    """List the places of a set."""
    places = []
    while mask:
        lowest = mask & -mask
        places.append(lowest.bit_length() - 1)
        mask ^= lowest
    return places


def _place_keys(places: tuple[Place, ...]) -> tuple[tuple[PlaceKey, ...], ...]:
    spots = [PlaceKey(place) for place in places if isinstance(place, Bank | Arc)]
    return tuple(
        tuple(spot for bit, spot in enumerate(spots) if not taken >> bit & 1)
        for taken in range(1 << len(spots))
    )
