"""A position of Paris as the greedy player thinks about it: what things are worth, in VP."""

from functools import cached_property

from lutetia.v1 import paris_pb2 as pb
from sample_bots.greedy.paris_rulebook import (
    ARC,
    AS_TOKENS,
    DISTRICTS,
    PRESTIGE,
    RESOURCES,
    Place,
    Rulebook,
    Tile,
    is_joker,
    place_of,
)

AS_TOKEN: dict[int, float] = {
    pb.PARIS_TOKEN_WOOD: 1.0,
    pb.PARIS_TOKEN_MARBLE: 2.0,
    pb.PARIS_TOKEN_GOLD: 2.6,
    pb.PARIS_TOKEN_BRONZE: 1.6,
    pb.PARIS_TOKEN_SILVER: 2.2,
    pb.PARIS_TOKEN_GOLD_PRESTIGE: 3.0,
}
"""What a tile is worth that stands for one token."""
JOKER: dict[int, float] = {pb.PARIS_EFFECT_RESOURCE: 2.8, pb.PARIS_EFFECT_PRESTIGE: 3.3}
"""The same, if the token is of one's choice."""
SECOND: dict[int, float] = {pb.PARIS_EFFECT_RESOURCE: 2.0, pb.PARIS_EFFECT_PRESTIGE: 3.0}
"""What a joker's second half adds: it must be used in the same turn."""
KEPT = 0.2
"""How much more a bonus tile is worth than an end tile: there is more time to use it."""
OTHER_TILES: dict[int, float] = {
    pb.PARIS_EFFECT_OWN_KEYS: 2.0,
    pb.PARIS_EFFECT_OTHER_KEYS: 3.5,
    pb.PARIS_EFFECT_TAKE: 5.0,
    pb.PARIS_EFFECT_BACK: 3.0,
    pb.PARIS_EFFECT_PRESTIGE_PAIRS: 3.0,
    pb.PARIS_EFFECT_RESOURCE_PAIRS: 2.0,
}
"""Bonus tiles that do something else than give VP."""
RESERVE_KEY = 3.8
"""A key, less what it costs."""


class Position:
    """A view, with what follows from it."""

    def __init__(self, view: pb.ParisView, rules: Rulebook) -> None:
        self.view = view
        self.rules = rules
        self.me = view.seat
        self.count = len(view.players)
        self.others = [seat for seat in range(self.count) if seat != self.me]
        own = view.players[view.seat]
        self.francs = own.francs
        self.tokens = dict(zip((*RESOURCES, *PRESTIGE), _counts(own.tokens), strict=True))
        self.held = set(own.bonus_tiles)
        self.bonus_tiles = [rules.bonus_tiles[number] for number in own.bonus_tiles]
        self.end_tiles = [rules.end_tiles[number] for number in view.own_end_tiles.held]
        self.meeple = own.meeple
        self.keys_in_hand = own.keys_in_hand
        self.last_turn = 0 < view.last_turns <= self.count
        self._read_time()
        self._read_city()
        self._sum_districts()

    def _read_time(self) -> None:
        """Guess how long the game lasts, and what a franc is worth then."""
        view = self.view
        tiles = sum(stack.tiles for stack in view.stacks)
        turns = view.last_turns or tiles + 1.4 * view.end_tiles.left + self.count
        self.turns_left = turns / self.count
        self.franc = 0.6 * min(1.0, (self.turns_left - 1) / 6)
        if self.holds(pb.PARIS_EFFECT_FRANCS_AT_END):
            self.franc = max(self.franc, 0.8)
        self.hurry = 0.03 * min(self.turns_left, 12)
        """What each space that a meeple leaves behind costs."""

    def _read_city(self) -> None:
        city = self.view.city
        self.track = {space.space: space.tile for space in self.view.track}
        self.homes: dict[int, int] = {
            landmark.landmark: landmark.district for landmark in city.landmarks
        }
        self.types = {
            Place("building", tile.district, tile.value): tile.type for tile in city.buildings
        }
        self.values = self.rules.landmark_values | {each: each.value for each in self.types}
        self.keys = [[place_of(key) for key in player.keys] for player in self.view.players]
        self.taken = {place for keys in self.keys for place in keys}

    def _sum_districts(self) -> None:
        """Sum up what each seat owns in each district, and guess what its VP tile will be."""
        self.sums: list[dict[int, int]] = [dict.fromkeys(DISTRICTS, 0) for _ in range(self.count)]
        for sums, keys in zip(self.sums, self.keys, strict=True):
            for place in keys:
                if place in self.values:
                    sums[self.district_of(place)] += self.values[place]
        self.rivals = {
            district: max(self.sums[seat][district] for seat in self.others)
            for district in DISTRICTS
        }
        put: dict[int, int] = {tile.district: tile.tile for tile in self.view.city.vp_tiles}
        free = [points for tile, points in self.rules.vp_tiles.items() if tile not in put.values()]
        chance = min(0.6, 0.05 * self.turns_left)
        guess = chance * sum(points[0] for points in free) / len(free) if free else 0.0
        self.weights = {
            district: float(self.rules.vp_tiles[put[district]][0]) if district in put else guess
            for district in DISTRICTS
        }
        self.without_tile = [district for district in DISTRICTS if district not in put]

    @cached_property
    def token_at(self) -> dict[Place, int]:
        """The tokens that wait for the buyers of buildings."""
        tokens = self.view.city.tokens
        return {Place("building", each.district, each.value): each.token for each in tokens}

    def holds(self, effect: int) -> bool:
        """Tell whether a bonus tile with an effect is held."""
        return any(tile.effect == effect for tile in self.bonus_tiles)

    def district_of(self, place: Place) -> int:
        return self.homes.get(place.number, 0) if place.kind == "landmark" else place.number

    def banked(self, seat: int, district: int) -> int:
        """Count a seat's keys that could buy a building in a district."""
        return sum(place in (Place("bank", district), ARC) for place in self.keys[seat])

    # What a lead in a district is worth.

    def lead(self, district: int, more: int) -> float:
        """Return what it is worth to own this much more in a district."""
        mine = self.sums[self.me][district]
        rival = self.rivals[district]
        rest = 1.0 + 0.4 * min(self.turns_left, 8)
        share = (mine + more) / (mine + more + rival + rest) - mine / (mine + rival + rest)
        crossing = (mine + more > rival) - (mine > rival)
        sure = 0.45 if self.turns_left > 5 else 0.7
        return self.weights[district] * (share + sure * crossing)

    def tile_gain(self, tile: int, district: int) -> float:
        """Return how much more a VP tile would bring me there than the best of the others."""
        sums = [self.sums[seat][district] for seat in range(self.count)]
        points = []
        for own in sums:
            rank = sum(other > own for other in sums)
            points.append(self.rules.vp_tiles[tile][rank] if own and rank < 3 else 0)
        margin = sums[self.me] - self.rivals[district]
        best = max(points[seat] for seat in self.others)
        return points[self.me] - best + 0.05 * margin

    # What tiles are worth.

    def bonus_worth(self, number: int) -> float:
        """Return what a bonus tile is worth to me."""
        tile = self.rules.bonus_tiles[number]
        points = sum(tile.points[:1])
        later = min(1.0, self.turns_left / 6)
        match tile.effect:
            case pb.PARIS_EFFECT_GAIN:
                return points + tile.francs * max(self.franc, 0.02)
            case pb.PARIS_EFFECT_PER_BUILDING:
                return points * (self._owned(tile.value) + 0.8 * later)
            case pb.PARIS_EFFECT_PER_LANDMARK:
                landmarks = sum(place.kind == "landmark" for place in self.keys[self.me])
                return points * (landmarks + 1.2 * later)
            case pb.PARIS_EFFECT_TYPES:
                return self._types_worth(tile, later)
            case pb.PARIS_EFFECT_PER_TILE:
                return points * (len(self.bonus_tiles) + 1.5 * later)
            case pb.PARIS_EFFECT_FRANCS_AT_END:
                return points * (4.0 * later + 0.5 * self.francs)
            case pb.PARIS_EFFECT_RESERVE_KEY:
                return (RESERVE_KEY - 0.2 * tile.francs) * later
        if tile.effect in AS_TOKENS:
            return (self._token_worth(tile) + KEPT) * later
        return OTHER_TILES[tile.effect] * later

    def end_worth(self, number: int) -> float:
        """Return what an end tile is worth to me."""
        tile = self.rules.end_tiles[number]
        if tile.effect in AS_TOKENS:
            return self._token_worth(tile)
        return sum(tile.points) + tile.francs * self.franc

    def _token_worth(self, tile: Tile) -> float:
        if is_joker(tile):
            return JOKER[tile.effect] + SECOND[tile.effect] * (tile.amount - 1)
        return AS_TOKEN[tile.tokens[0]] * tile.amount

    def _owned(self, value: int) -> int:
        return sum(
            place.kind == "building" and place.value == value for place in self.keys[self.me]
        )

    def _types_worth(self, tile: Tile, later: float) -> float:
        types = {self.types.get(place) for place in self.keys[self.me] if place in self.values}
        more = min(len(types) + round(later) - tile.fewest, len(tile.points) - 1)
        return tile.points[more] if more >= 0 else 0.0

    @cached_property
    def best_ahead(self) -> float:
        """The best a meeple's advance can bring."""
        worths = [
            self.bonus_worth(tile) - self.hurry * (space - self.meeple)
            for space, tile in self.track.items()
            if space > self.meeple and tile not in self.held
        ]
        return max([0.0, *worths])

    def best_tile(self, tile: Tile) -> float:
        """Return the best a tile that takes another one from the track could take."""
        near: range | dict[int, int] = self.track
        if tile.effect == pb.PARIS_EFFECT_BACK:
            near = range(self.meeple - tile.spaces, self.meeple)
        worths = [
            self.bonus_worth(other)
            for space, other in self.track.items()
            if space in near and other not in self.held
        ]
        return max([0.0, *worths])


def _counts(tokens: pb.ParisTokens) -> tuple[int, ...]:
    resources = (tokens.wood, tokens.marble, tokens.gold)
    return (*resources, tokens.bronze, tokens.silver, tokens.gold_prestige)
