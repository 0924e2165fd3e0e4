"""What the greedy player of Paris could buy, what that is worth, and what to trade for it."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lutetia.v1 import paris_pb2 as pb
from sample_bots.greedy.paris_position import Position
from sample_bots.greedy.paris_rulebook import (
    ARC,
    DISTRICTS,
    PRESTIGE,
    RESOURCES,
    Cost,
    Place,
    jokers,
    standing_for,
)

TOKENS: dict[int, float] = {
    pb.PARIS_TOKEN_WOOD: 1.0,
    pb.PARIS_TOKEN_MARBLE: 1.8,
    pb.PARIS_TOKEN_GOLD: 2.4,
    pb.PARIS_TOKEN_BRONZE: 1.8,
    pb.PARIS_TOKEN_SILVER: 2.4,
    pb.PARIS_TOKEN_GOLD_PRESTIGE: 3.0,
}
"""What a token is worth."""
LANDMARK = 2.0
"""What a landmark is worth besides what can be counted: few can follow there."""
SHORT = 4
"""A purchase that lacks more francs than this is not traded for."""

Trade = tuple[str, int]
"""What to do first ("buy" or "sell"), and with which token."""


class Target(NamedTuple):
    """Something that could be bought."""

    place: Place
    district: int
    value: int
    cost: Cost


class Purchases:
    """The purchases of a position; what was found out once is kept."""

    def __init__(self, now: Position) -> None:
        self.now = now
        self.rules = now.rules
        tiles = [*now.bonus_tiles, *now.end_tiles]
        halves = now.view.halves
        opened = dict(zip(RESOURCES, (halves.wood, halves.marble, halves.gold), strict=True))
        self.jokers = jokers(tiles, pb.PARIS_EFFECT_RESOURCE) + halves.any_resource
        self.means = {
            token: now.tokens[token] + standing_for(tiles, token) + opened[token]
            for token in RESOURCES
        }
        """What there is of each resource without jokers."""
        self.scoring = {
            tile.value: tile.points[0]
            for tile in now.bonus_tiles
            if tile.effect == pb.PARIS_EFFECT_PER_BUILDING
        }
        """VP that held tiles give for a building, by its value."""
        self.scoring_landmarks = sum(
            tile.points[0]
            for tile in now.bonus_tiles
            if tile.effect == pb.PARIS_EFFECT_PER_LANDMARK
        )
        self.scoring_types = now.holds(pb.PARIS_EFFECT_TYPES)
        self.prestige = {
            token: now.tokens[token] + standing_for(tiles, token) for token in PRESTIGE
        }
        self.prestige_jokers = jokers(tiles, pb.PARIS_EFFECT_PRESTIGE)
        self._targets: dict[int, list[Target]] = {}
        self._purchases: dict[Place, dict[Place, float]] = {}
        self._worths: dict[Target, float] = {}
        self._lacking: dict[Cost, list[int]] = {}
        mine = (now.types.get(place) for place in now.keys[now.me] if place in now.values)
        self._own_types = Counter(mine)

    def targets(self, district: int) -> list[Target]:
        """List what a key in a district could buy there, cheap or dear."""
        if district not in self._targets:
            self._targets[district] = [*self._buildings(district), *self._landmarks(district)]
        return self._targets[district]

    def _buildings(self, district: int) -> Iterator[Target]:
        for place in self.now.types:
            if place.number == district and place not in self.now.taken:
                wood = self.rules.spaces[place.value].wood
                yield Target(place, district, place.value, (wood, 0, 0))

    def _landmarks(self, district: int) -> Iterator[Target]:
        homes, landmarks = self.now.homes, self.rules.landmarks
        here = [number for number, home in homes.items() if home == district]
        top = max((landmarks[number].value for number in here), default=0)
        for number, landmark in landmarks.items():
            new = number not in homes and landmark.value > top
            if new or (number in here and landmark.place not in self.now.taken):
                yield Target(landmark.place, district, landmark.value, landmark.cost)

    def all_targets(self, origin: Place) -> list[Target]:
        """List what a key could buy if money were no matter."""
        if origin == ARC:
            return [target for district in DISTRICTS for target in self.targets(district)]
        value = self.now.values.get(origin, 0)
        targets = self.targets(self.now.district_of(origin))
        return [target for target in targets if target.value > value]

    def lacking(self, cost: Cost) -> list[int]:
        """List the resources that are missing for a cost, dearest first, when tiles are used up."""
        if cost not in self._lacking:
            missing: list[int] = []
            for token, need in zip(RESOURCES, cost, strict=True):
                missing += [token] * max(0, need - self.means[token])
            missing.reverse()
            self._lacking[cost] = missing[self.jokers :]
        return self._lacking[cost]

    def purchases(self, origin: Place) -> dict[Place, float]:
        """Return what a key can pay for now, and what that is worth."""
        if origin not in self._purchases:
            limit = self.now.francs + self.now.values.get(origin, 0)
            worths: dict[Place, float] = {}
            for target in self.all_targets(origin):
                if target.value <= limit and not self.lacking(target.cost):
                    worth = self.worth_of(origin, target)
                    worths[target.place] = max(worths.get(target.place, worth), worth)
            self._purchases[origin] = worths
        return self._purchases[origin]

    def worth_of(self, origin: Place, target: Target) -> float:
        """Return what a purchase is worth, less what it costs."""
        worth = self._worths.get(target)
        if worth is None:
            worth = self._worths[target] = self._worth_anyway(target)
        before = self.now.values.get(origin, 0)
        worth += self.now.lead(target.district, target.value - before)
        worth -= self.now.franc * (target.value - before)
        worth -= 0.6 * self.scoring.get(before, 0)
        if self.scoring_types:
            worth += 4.0 * self._more_types(origin, target)
        return worth

    def _worth_anyway(self, target: Target) -> float:
        """Return what a target is worth wherever the key comes from."""
        worth = -0.5 * sum(
            TOKENS[token] * n for token, n in zip(RESOURCES, target.cost, strict=True)
        )
        if target.place.kind == "building":
            return worth + self._income(target) + 0.6 * self.scoring.get(target.value, 0)
        worth += self.scoring_landmarks
        return worth + self._prestige(target.place.number) + LANDMARK

    def _income(self, target: Target) -> float:
        """Return what a building brings its buyer: token, VP, bonus tile."""
        space = self.rules.spaces[target.value]
        worth = float(space.points)
        if target.place in self.now.token_at:
            later = min(1.0, self.now.turns_left / 5)
            worth += later * TOKENS[self.now.token_at[target.place]]
        if space.bonus_price is not None:
            price = space.bonus_price * self.now.franc
            worth += max(0.0, self.now.best_ahead - price)
        return worth

    def _prestige(self, landmark: int) -> float:
        """Return the VP of the prestige that can be discarded at a landmark, the best first."""
        left, wild = dict(self.prestige), self.prestige_jokers
        points = 0
        for icon in self.rules.landmarks[landmark].icons:
            if left[icon]:
                left[icon] -= 1
            elif wild:
                wild -= 1
            else:
                continue
            points += self.rules.prestige[icon]
        return float(points)

    def _more_types(self, origin: Place, target: Target) -> int:
        """Count the types that a move adds to mine; all landmarks are one."""
        own, types = self._own_types, self.now.types
        gained = types.get(target.place)
        if origin not in self.now.values:
            return int(gained not in own)
        given = types.get(origin)
        return (gained not in own) - (own[given] == 1) if gained != given else 0

    # Trades that lead to a purchase.

    def plans(self) -> dict[Trade, float]:
        """Return the trades that lead to a purchase, with its worth."""
        plans: dict[Trade, float] = {}
        lying = self.now.view.supply
        supply = dict(zip(RESOURCES, (lying.wood, lying.marble, lying.gold), strict=True))
        for origin in set(self.now.keys[self.now.me]):
            means = self.now.francs + self.now.values.get(origin, 0)
            for target in self.all_targets(origin):
                missing = self.lacking(target.cost)
                short = target.value - means + sum(self.rules.buy[token] for token in missing)
                if short > SHORT or any(missing.count(t) > supply[t] for t in missing):
                    continue
                trade, loss = self._first_trade(missing, short, target)
                if trade is not None:
                    worth = self.worth_of(origin, target) - loss
                    plans[trade] = max(plans.get(trade, worth), worth)
        return plans

    def _first_trade(
        self, missing: list[int], short: int, target: Target
    ) -> tuple[Trade | None, float]:
        """Return what to trade first for a purchase, and what the trades lose."""
        sell = self.rules.sell
        loss = self.now.franc * sum(self.rules.buy[token] for token in missing)
        if short <= 0:
            return (("buy", missing[0]), loss) if missing else (None, 0.0)
        spare = Counter(self.now.tokens)
        spare.subtract(dict(zip(RESOURCES, target.cost, strict=True)))
        if target.place.kind == "landmark":
            spare.subtract(self.rules.landmarks[target.place.number].icons)
        first = None
        for token in sorted((t for t in TOKENS if sell[t]), key=lambda t: TOKENS[t] / sell[t]):
            while short > 0 and spare[token] > 0:
                spare[token] -= 1
                short -= sell[token]
                loss += TOKENS[token]
                first = first or ("sell", token)
        return (first, loss) if short <= 0 else (None, 0.0)
