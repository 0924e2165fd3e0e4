"""A greedy player of Paris: every action gets a worth in VP, and the best one is taken.

A main action is worth what it brings now and what it is good for later: tokens, bonus tiles, a
lead in a district. A purchase that only lacks a resource in the supply, or francs that tokens
would fetch, counts too: then the trade that leads to it is worth as much.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from lutetia.v1.paris_pb2 import ParisAction, ParisSource, ParisView
from sample_bots.greedy.paris_figures import BANKS, PRESTIGE_POINTS, SELL, place_of
from sample_bots.greedy.paris_position import Position
from sample_bots.greedy.paris_purchases import Purchases

WASTE = -100.0
USE_NOW = 50.0
"""What can only be good: francs and VP that nothing else depends on."""
ARC_WORTH = 1.2
END_TILE = 2.4
"""What an end tile is worth, besides its effect: the turn it takes brings the end nearer."""
PASS = 0.3
END_WORTHS = (0.0, 1.0, 2.0, 2.6, 2.8, 1.6, 2.2, 3.0, 3.4, 0.0, 0.0, 3.0, 5.0)
"""What the end tiles are worth, by number; francs are weighed apart."""
END_FRANCS = {9: 4, 10: 6}
KEEP = {"TOKEN": 1.0, "HALF": 0.0, "END": 0.5, "BONUS": 1.5}


def choose(view: ParisView, actions: Sequence[ParisAction], rng: Random) -> int:
    """Return the index of the action that looks best; equal ones are drawn lots for."""
    player = _Player(view)
    worths = [player.worth(action) for action in actions]
    best = max(worths)
    return rng.choice([index for index, worth in enumerate(worths) if worth > best - 1e-9])


class _Player:
    """Weighs the actions of one decision."""

    def __init__(self, view: ParisView) -> None:
        self.view = view
        self.now = Position(view)
        self.shop = Purchases(self.now)
        self.plans: dict[tuple[str, int], float] | None = None

    def worth(self, action: ParisAction) -> float:
        kind = action.WhichOneof("action") or ""
        worth: float = getattr(self, kind)(getattr(action, kind))
        return worth

    # The tile at the beginning of a turn.

    def draw(self, action: Any) -> float:
        """Prefer a district in which a key of mine waits in the bank."""
        return self._tile_in(self.view.stacks[action.stack].district)

    def put_building(self, action: Any) -> float:
        return self._tile_in(action.district)

    def _tile_in(self, district: int) -> float:
        mine = self.now.banked(self.now.me, district)
        others = sum(self.now.banked(seat, district) for seat in self.now.others)
        return 1.0 * mine - 0.5 * others + 0.02 * self.now.weights[district]

    # Main actions.

    def place_key(self, action: Any) -> float:
        """A key brings a bank's francs and a way into the district."""
        now = self.now
        if action.place.HasField("arc"):
            return ARC_WORTH * min(1.0, now.turns_left / 4)
        district = action.place.bank
        best = max(
            (self.shop.worth_of(0, 0, each) for each in self.shop.targets(district)), default=0.0
        )
        best = max(0.0, best)
        return now.franc * BANKS[district] + 0.3 * best * min(1.0, now.turns_left / 4)

    def move_key(self, action: Any) -> float:
        """A key is worth the best it can buy."""
        return max(self.shop.purchases(place_of(action.origin)).values(), default=WASTE)

    def take_end_tile(self, action: Any) -> float:
        return END_TILE

    def choose_end_tile(self, action: Any) -> float:
        tile: int = action.tile
        return END_WORTHS[tile] + END_FRANCS.get(tile, 0) * self.now.franc

    def skip(self, action: Any) -> float:
        return 0.0

    # The steps of a purchase.

    def move_to(self, action: Any) -> float:
        origin = place_of(self.view.purchase.origin)
        return self.shop.purchases(origin).get(place_of(action.target), WASTE)

    def put_landmark(self, action: Any) -> float:
        landmark = self.view.purchase.target.landmark
        return self.now.lead(action.district, self.now.values[("landmark", landmark)])

    def pay(self, action: Any) -> float:
        return -self._loss(action.source)

    def _loss(self, source: ParisSource) -> float:
        """Jokers are kept longest."""
        kept = KEEP[("", "TOKEN", "HALF", "BONUS", "END")[source.form]]
        joker = (source.form, source.tile) in ((3, 8), (3, 10), (3, 19), (3, 21), (4, 4), (4, 8))
        return kept + 1.5 * joker

    def choose_vp_tile(self, action: Any) -> float:
        return max(self.now.tile_gain(action.tile, district) for district in self.now.without_tile)

    def put_vp_tile(self, action: Any) -> float:
        return self.now.tile_gain(self.view.vp_tile, action.district)

    def decline_vp_tile(self, action: Any) -> float:
        return 0.0

    def advance(self, action: Any) -> float:
        """A tile is worth its effect, less what the meeple leaves behind."""
        now = self.now
        jump = action.space - now.meeple
        return now.tile_worth(now.track[action.space]) - now.hurry * int(jump)

    def decline_bonus_tile(self, action: Any) -> float:
        return PASS

    def spend_prestige(self, action: Any) -> float:
        return PRESTIGE_POINTS[action.token] - 0.2 * self._loss(action.source)

    def stop_prestige(self, action: Any) -> float:
        return 1.0

    # Free actions.

    def buy(self, action: Any) -> float:
        """Buy what a purchase lacks."""
        return self._plan("buy", action.token)

    def sell(self, action: Any) -> float:
        """Sell for a purchase that lacks francs; at the end, for tile 27."""
        now = self.now
        if now.last_turn and 27 in now.bonus and not self._main():
            return 1.0 + SELL[action.token]
        if now.last_turn and not self._main():
            return PASS + 0.01 * SELL[action.token]
        token = action.source.form == 1
        return self._plan("sell", action.token) if token else WASTE

    def _main(self) -> bool:
        """Tell whether the main action is still to come."""
        return self.view.step == 3

    def _plan(self, trade: str, token: int) -> float:
        """Return the worth of the best purchase that a trade leads to."""
        if not self._main():
            return WASTE
        if self.plans is None:
            self.plans = self.shop.plans()
        return self.plans.get((trade, token), WASTE)

    def use_bonus_tile(self, action: Any) -> float:
        """Use francs and keys at once, what scores at the end of the last turn."""
        now, number = self.now, int(action.tile)
        if number in (1, 5, 7, 12, 22):
            return USE_NOW
        if number in (13, 14):
            needed = now.screen_keys <= 1 and now.turns_left > 5 and now.francs >= 6
            return USE_NOW if needed else WASTE
        if number in (17, 25):
            return USE_NOW if now.best_tile(number) >= 4.0 or now.last_turn else WASTE
        if not now.last_turn or self._main():
            return WASTE
        return USE_NOW + 30.0 * (number == 20) + now.tile_worth(number)

    def use_end_tile(self, action: Any) -> float:
        return USE_NOW

    def take_bonus_tile(self, action: Any) -> float:
        return self.now.tile_worth(self.now.track[action.space])

    def go_back(self, action: Any) -> float:
        return self.now.tile_worth(self.now.track[action.space])

    def return_pair(self, action: Any) -> float:
        return 1.0

    def stop_pairs(self, action: Any) -> float:
        return 0.0

    def end_turn(self, action: Any) -> float:
        return PASS + 0.02
