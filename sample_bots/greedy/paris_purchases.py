"""What the greedy player of Paris could buy, what that is worth, and what to trade for it."""

from collections.abc import Iterator

from sample_bots.greedy.paris_figures import (
    ARC,
    BUY,
    JOKERS,
    LANDMARKS,
    PER_BUILDING,
    PRESTIGE_POINTS,
    SELL,
    TOKEN_WORTHS,
    Place,
    Target,
)
from sample_bots.greedy.paris_position import Position


class Purchases:
    """The purchases of a position; what was found out once is kept."""

    def __init__(self, now: Position) -> None:
        self.now = now
        self.jokers = sum(JOKERS.get(tile, 0) for tile in now.bonus) + (4 in now.ends)
        self.jokers += now.view.halves.resources
        self.scoring = {
            value: points for tile, (value, points) in PER_BUILDING.items() if tile in now.bonus
        }
        self._targets: dict[int, list[Target]] = {}
        self._lacking: dict[tuple[int, int, int], list[int]] = {}
        self._purchases: dict[Place, dict[Place, float]] = {}
        self._worths: dict[Target, float] = {}

    def targets(self, district: int) -> list[Target]:
        """List what a key in a district could buy there, cheap or dear."""
        if district not in self._targets:
            self._targets[district] = [*self._buildings(district), *self._landmarks(district)]
        return self._targets[district]

    def _buildings(self, district: int) -> Iterator[Target]:
        for place in self.now.types:
            if place[1] // 10 == district and place not in self.now.taken:
                value = place[1] % 10
                yield Target(place, district, value, (int(value == 8), 0, 0))

    def _landmarks(self, district: int) -> Iterator[Target]:
        here = [number for number, home in self.now.homes.items() if home == district]
        top = max((LANDMARKS[number][0] for number in here), default=0)
        for number in range(1, len(LANDMARKS)):
            value, marble, gold, _ = LANDMARKS[number]
            new = number not in self.now.homes and value > top
            if new or (number in here and ("landmark", number) not in self.now.taken):
                yield Target(("landmark", number), district, value, (0, marble, gold))

    def all_targets(self, origin: Place) -> list[Target]:
        """List what a key could buy if money were no matter."""
        if origin == ARC:
            return [target for district in range(1, 7) for target in self.targets(district)]
        value = self.now.values.get(origin, 0)
        targets = self.targets(self.now.district_of(origin))
        return [target for target in targets if target.value > value]

    def lacking(self, cost: tuple[int, int, int]) -> list[int]:
        """List the resources that are missing for a cost, when tiles are used up."""
        if cost not in self._lacking:
            missing = []
            for token, need in enumerate(cost, start=1):
                have = (
                    self.now.tokens[token]
                    + (token + 1 in self.now.bonus)
                    + (token in self.now.ends)
                )
                missing += [token] * max(0, need - have)
            missing.sort(reverse=True)
            self._lacking[cost] = missing[self.jokers :]
        return self._lacking[cost]

    def purchases(self, origin: Place) -> dict[Place, float]:
        """Return what a key can pay for now, and what that is worth."""
        if origin not in self._purchases:
            value = self.now.values.get(origin, 0)
            kind = self.now.types.get(origin, 0)
            worths: dict[Place, float] = {}
            for target in self.all_targets(origin):
                if target.value <= self.now.francs + value and not self.lacking(target.cost):
                    worth = self.worth_of(value, kind, target)
                    worths[target.place] = max(worths.get(target.place, worth), worth)
            self._purchases[origin] = worths
        return self._purchases[origin]

    def worth_of(self, before: int, kind: int, target: Target) -> float:
        """Return what a purchase is worth, less what it costs.

        The key comes from a building of the type `kind` and the value `before`, or from neither.
        """
        worth = self._worths.get(target)
        if worth is None:
            worth = self._worths[target] = self._worth_of(target)
        worth += self.now.lead(target.district, target.value - before)
        worth -= self.now.franc * (target.value - before)
        if before in self.scoring:
            worth -= 0.6 * self.scoring[before]
        return worth + self.variety(before, kind, target) if 30 in self.now.bonus else worth

    def _worth_of(self, target: Target) -> float:
        """Return what a target is worth wherever the key comes from."""
        worth = -0.5 * sum(TOKEN_WORTHS[t] * n for t, n in enumerate(target.cost, start=1))
        if target.place[0] == "landmark":
            return worth + self.prestige(target.place[1]) + 8.0 * (29 in self.now.bonus) + 2.0
        return worth + self.income(target) + 0.6 * self.scoring.get(target.value, 0)

    def prestige(self, landmark: int) -> float:
        """Return the VP of the prestige that can be discarded at a landmark."""
        left = list(self.now.tokens)
        for tile, token in ((5, 4), (6, 5), (7, 6)):
            left[token] += tile in self.now.ends
        jokers = (8 in self.now.bonus) + 2 * (19 in self.now.bonus) + (8 in self.now.ends)
        points = 0
        for icon in reversed(LANDMARKS[landmark][3]):
            if left[icon]:
                left[icon] -= 1
            elif jokers:
                jokers -= 1
            else:
                continue
            points += PRESTIGE_POINTS[icon]
        return float(points)

    def income(self, target: Target) -> float:
        """Return what a building brings its buyer: token, VP, bonus tile."""
        later = min(1.0, self.now.turns_left / 5)
        worth = later * TOKEN_WORTHS[self.now.token_at.get(target.place[1], 0)]
        worth += 2.0 * (target.value == 8)
        if target.value <= 3:
            price = 2 * self.now.franc if target.value == 3 else 0.0
            worth += max(0.0, self.now.best_ahead() - price)
        return worth

    def variety(self, before: int, kind: int, target: Target) -> float:
        """Return what another type is worth to tile 30."""
        mine = [
            self.now.types.get(place, 0)
            for place in self.now.keys[self.now.me]
            if place in self.now.values
        ]
        types = len(set(mine))
        if before:
            mine.remove(kind)
        return 4.0 * (len({*mine, self.now.types.get(target.place, 0)}) - types)

    def plans(self) -> dict[tuple[str, int], float]:
        """Return the trades that lead to a purchase, with its worth."""
        plans: dict[tuple[str, int], float] = {}
        lying = self.now.view.supply
        supply = (0, lying.wood, lying.marble, lying.gold)
        for origin in set(self.now.keys[self.now.me]):
            value, kind = self.now.values.get(origin, 0), self.now.types.get(origin, 0)
            for target in self.all_targets(origin):
                missing = self.lacking(target.cost)
                short = (
                    target.value - value - self.now.francs + sum(BUY[token] for token in missing)
                )
                if short > 4 or any(missing.count(t) > supply[t] for t in missing):
                    continue
                trade, loss = self.first_trade(missing, short, target)
                if trade is not None:
                    worth = self.worth_of(value, kind, target) - loss
                    plans[trade] = max(plans.get(trade, worth), worth)
        return plans

    def first_trade(
        self, missing: list[int], short: int, target: Target
    ) -> tuple[tuple[str, int] | None, float]:
        """Return what to trade first for a purchase, and what the trades lose."""
        loss = sum(self.now.franc * BUY[token] for token in missing)
        if short <= 0:
            return (("buy", missing[0]), loss) if missing else (None, 0.0)
        icons = LANDMARKS[target.place[1]][3] if target.place[0] == "landmark" else ()
        spare = list(self.now.tokens)
        for token, need in enumerate(target.cost, start=1):
            spare[token] -= need
        for icon in icons:
            spare[icon] -= 1
        first = None
        for token in sorted(range(1, 7), key=lambda t: TOKEN_WORTHS[t] / SELL[t]):
            while short > 0 and spare[token] > 0:
                spare[token] -= 1
                short -= SELL[token]
                loss += TOKEN_WORTHS[token]
                first = first or ("sell", token)
        return (first, loss) if short <= 0 else (None, 0.0)
