"""A greedy player of Paris: every action gets a worth in VP, and the best one is taken.

A main action is worth what it brings now and what it is good for later: tokens, bonus tiles, a
lead in a district. A purchase that only lacks a resource in the supply, or francs that tokens
would fetch, counts too: then the trade that leads to it is worth as much.
"""

from collections.abc import Sequence

from arbiter.client import ParisTurn
from lutetia.v1 import paris_pb2 as pb
from sample_bots.greedy.choice import best_of
from sample_bots.greedy.paris_position import Position
from sample_bots.greedy.paris_purchases import Purchases, Trade
from sample_bots.greedy.paris_rulebook import Rulebook, is_joker, place_of

WASTE = -100.0
USE_NOW = 50.0
"""What can only be good: francs and VP that nothing else depends on."""
ARC_WORTH = 1.2
END_TILE = 2.4
"""What an end tile is worth, besides its effect: the turn it takes brings the end nearer."""
PASS = 0.3
GOOD_TILE = 4.0
"""What a bonus tile must be worth for another one to be spent on it."""
KEEP = {
    pb.PARIS_FORM_TOKEN: 1.0,
    pb.PARIS_FORM_HALF: 0.0,
    pb.PARIS_FORM_BONUS_TILE: 1.5,
    pb.PARIS_FORM_END_TILE: 0.5,
}
"""How much better it is to keep something than to pay with it."""
KEEP_JOKER = 1.5


def choose(turn: ParisTurn) -> int:
    """Return the index of the action that looks best; among equals by chance."""
    if "rulebook" not in turn.match.memory:  # the figures are the same for the whole match
        turn.match.memory["rulebook"] = Rulebook(turn.match.rules)
    worths = weigh(turn.match.memory["rulebook"], turn.view, turn.actions)
    return best_of(worths, turn.match.rng)


def weigh(rules: Rulebook, view: pb.ParisView, actions: Sequence[pb.ParisAction]) -> list[float]:
    """Return about how many VP each action is worth."""
    player = _Player(view, rules)
    return [player.worth(action) for action in actions]


class _Player:
    """Weighs the actions of one decision."""

    def __init__(self, view: pb.ParisView, rules: Rulebook) -> None:
        self.view = view
        self.rules = rules
        self.now = Position(view, rules)
        self.shop = Purchases(self.now)
        self.acting = view.step == pb.PARIS_STEP_MAIN
        """Whether the main action is still to come."""
        self.plans: dict[Trade, float] | None = None

    def worth(self, action: pb.ParisAction) -> float:
        """Weigh an action by the method below that has its name."""
        kind = action.WhichOneof("action") or ""
        worth: float = getattr(self, kind)(getattr(action, kind))
        return worth

    # The tile at the beginning of a turn.

    def draw(self, action: pb.ParisDraw) -> float:
        """Prefer a district in which a key of mine waits in the bank."""
        return self._tile_in(self.view.stacks[action.stack].district)

    def put_building(self, action: pb.ParisPutBuilding) -> float:
        return self._tile_in(action.district)

    def _tile_in(self, district: int) -> float:
        mine = self.now.banked(self.now.me, district)
        others = sum(self.now.banked(seat, district) for seat in self.now.others)
        return 1.0 * mine - 0.5 * others + 0.02 * self.now.weights[district]

    # Main actions.

    def place_key(self, action: pb.ParisPlaceKey) -> float:
        """A key brings a bank's francs and a way into the district."""
        soon = min(1.0, self.now.turns_left / 4)
        if action.place.HasField("arc"):
            return ARC_WORTH * soon
        bank, targets = place_of(action.place), self.shop.targets(action.place.bank)
        best = max([0.0, *(self.shop.worth_of(bank, target) for target in targets)])
        return self.now.franc * self.rules.banks[action.place.bank] + 0.3 * best * soon

    def move_key(self, action: pb.ParisMoveKey) -> float:
        """A key is worth the best it can buy."""
        return max(self.shop.purchases(place_of(action.origin)).values(), default=WASTE)

    def take_end_tile(self, action: object) -> float:
        return END_TILE

    def choose_end_tile(self, action: pb.ParisChooseEndTile) -> float:
        return self.now.end_worth(action.tile)

    def decline_main_action(self, action: object) -> float:
        return 0.0

    # The steps of a purchase.

    def move_to(self, action: pb.ParisMoveTo) -> float:
        origin = place_of(self.view.purchase.origin)
        return self.shop.purchases(origin).get(place_of(action.target), WASTE)

    def put_landmark(self, action: pb.ParisPutLandmark) -> float:
        landmark = place_of(self.view.purchase.target)
        return self.now.lead(action.district, self.now.values[landmark])

    def pay(self, action: pb.ParisPay) -> float:
        return -self._loss(action.source)

    def _loss(self, source: pb.ParisSource) -> float:
        """Jokers are kept longest."""
        tiles = self.rules.end_tiles
        if source.form == pb.PARIS_FORM_BONUS_TILE:
            tiles = self.rules.bonus_tiles
        joker = source.tile > 0 and is_joker(tiles[source.tile])
        return KEEP[source.form] + KEEP_JOKER * joker

    def choose_vp_tile(self, action: pb.ParisChooseVpTile) -> float:
        return max(self.now.tile_gain(action.tile, district) for district in self.now.without_tile)

    def put_vp_tile(self, action: pb.ParisPutVpTile) -> float:
        return self.now.tile_gain(self.view.vp_tile, action.district)

    def decline_vp_tile(self, action: object) -> float:
        return 0.0

    def advance(self, action: pb.ParisAdvance) -> float:
        """A tile is worth its effect, less what the meeple leaves behind."""
        jump = action.space - self.now.meeple
        return self.now.bonus_worth(self.now.track[action.space]) - self.now.hurry * jump

    def decline_bonus_tile(self, action: object) -> float:
        return PASS

    def spend_prestige(self, action: pb.ParisSpendPrestige) -> float:
        return self.rules.prestige[action.token] - 0.2 * self._loss(action.source)

    def stop_prestige(self, action: object) -> float:
        return 1.0

    # Free actions.

    def buy(self, action: pb.ParisBuy) -> float:
        """Buy what a purchase lacks."""
        return self._plan("buy", action.token)

    def sell(self, action: pb.ParisSell) -> float:
        """Sell for a purchase that lacks francs; at the end, for the tile that scores them."""
        if self.now.last_turn and not self.acting:
            francs = self.rules.sell[action.token]
            scored = self.now.holds(pb.PARIS_EFFECT_FRANCS_AT_END)
            return 1.0 + francs if scored else PASS + 0.01 * francs
        if action.source.form != pb.PARIS_FORM_TOKEN:
            return WASTE
        return self._plan("sell", action.token)

    def _plan(self, trade: str, token: int) -> float:
        """Return the worth of the best purchase that a trade leads to."""
        if not self.acting:
            return WASTE
        if self.plans is None:
            self.plans = self.shop.plans()
        return self.plans.get((trade, token), WASTE)

    def use_bonus_tile(self, action: pb.ParisUseBonusTile) -> float:
        """Use francs and keys at once, what scores at the end of the last turn."""
        now, tile = self.now, self.rules.bonus_tiles[action.tile]
        match tile.effect:
            case pb.PARIS_EFFECT_GAIN:
                return USE_NOW
            case pb.PARIS_EFFECT_RESERVE_KEY:
                needed = now.keys_in_hand <= 1 and now.turns_left > 5 and now.francs >= 6
                return USE_NOW if needed else WASTE
            case pb.PARIS_EFFECT_TAKE | pb.PARIS_EFFECT_BACK:
                return USE_NOW if now.best_tile(tile) >= GOOD_TILE or now.last_turn else WASTE
        if not now.last_turn or self.acting:
            return WASTE
        first = tile.effect == pb.PARIS_EFFECT_PER_TILE  # while the others are still held
        return USE_NOW + 30.0 * first + now.bonus_worth(action.tile)

    def use_end_tile(self, action: object) -> float:
        return USE_NOW

    def take_bonus_tile(self, action: pb.ParisTakeBonusTile) -> float:
        return self.now.bonus_worth(self.now.track[action.space])

    def go_back(self, action: pb.ParisGoBack) -> float:
        return self.now.bonus_worth(self.now.track[action.space])

    def return_pair(self, action: object) -> float:
        return 1.0

    def stop_pairs(self, action: object) -> float:
        return 0.0

    def end_turn(self, action: object) -> float:
        return PASS + 0.02
