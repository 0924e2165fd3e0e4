"""Actions that are made once and listed often, and what tiles allow by their numbers."""

from functools import lru_cache

from engine.paris.actions import (
    DISTRICTS,
    PRESTIGE,
    RESOURCES,
    TOKENS,
    Advance,
    Buy,
    ChooseEndTile,
    ChooseVpTile,
    Draw,
    GoBack,
    Pay,
    PutBuilding,
    PutLandmark,
    PutVpTile,
    ReturnPair,
    Sell,
    Source,
    SpendPrestige,
    TakeBonusTile,
    UseBonusTile,
    UseEndTile,
)
from engine.paris.figures.board import SIZE, Power
from engine.paris.figures.tiles import (
    BONUS_NUMBERS,
    END_NUMBERS,
    AsPrestige,
    AsResource,
    Effect,
    Gain,
    OtherKeys,
    OwnKeys,
)
from engine.paris.ruleset import Ruleset

TOKEN, HALF = Source("token"), Source("half")
BONUS_SOURCES = tuple(Source("bonus_tile", n) for n in range(BONUS_NUMBERS.stop))
END_SOURCES = tuple(Source("end_tile", n) for n in range(END_NUMBERS.stop))
_SOURCES = (TOKEN, HALF, *BONUS_SOURCES, *END_SOURCES)

BUYS = tuple(Buy(token) for token in RESOURCES)
PAYS = tuple({source: Pay(token, source) for source in _SOURCES} for token in RESOURCES)
SALES = tuple({source: Sell(token, source) for source in _SOURCES} for token in TOKENS)
SPENDINGS = tuple(
    {source: SpendPrestige(token, source) for source in _SOURCES} for token in PRESTIGE
)
PAIRS = tuple(ReturnPair(token) for token in TOKENS)
DRAWS = tuple(Draw(stack) for stack in range(SIZE))
PUT_BUILDINGS = tuple(PutBuilding(district) for district in DISTRICTS)
PUT_LANDMARKS = tuple(PutLandmark(district) for district in DISTRICTS)
PUT_VP_TILES = tuple(PutVpTile(district) for district in DISTRICTS)
VP_TILES = tuple(ChooseVpTile(tile) for tile in range(SIZE + 1))
ADVANCES = tuple(Advance(space) for space in range(BONUS_NUMBERS.stop))
TAKINGS = tuple(TakeBonusTile(space) for space in range(BONUS_NUMBERS.stop))
GOING_BACK = tuple(GoBack(space) for space in range(BONUS_NUMBERS.stop))
USES = tuple((UseBonusTile(tile),) for tile in range(BONUS_NUMBERS.stop))
END_CHOICES = tuple(ChooseEndTile(tile) for tile in range(END_NUMBERS.stop))


class Tiles:
    """The effects of tiles by their numbers (0 is none), and what follows for listing actions."""

    __slots__ = (
        "bonus",
        "bonus_power",
        "bonus_sales",
        "bonus_tokens",
        "end_actions",
        "end_power",
        "end_tokens",
        "ends",
        "other_keys",
        "own_keys",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        self.bonus = ruleset.bonus_effects
        self.ends = ruleset.end_effects
        self.bonus_tokens = {number: _tokens(effect) for number, effect in self.bonus.items()}
        """The tokens that each can stand for."""
        self.end_tokens = {number: _tokens(effect) for number, effect in self.ends.items()}
        self.bonus_power = {number: _power(effect) for number, effect in self.bonus.items()}
        """What each adds to a player's means of payment; None: nothing."""
        self.end_power = {number: _power(effect) for number, effect in self.ends.items()}
        self.bonus_sales = {
            number: tuple(SALES[token][BONUS_SOURCES[number]] for token in tokens)
            for number, tokens in self.bonus_tokens.items()
        }
        self.end_actions = {
            number: _end_actions(number, effect) for number, effect in self.ends.items()
        }
        """The free actions each end tile allows (§12)."""
        self.own_keys = self._number_of(OwnKeys)
        """The number of the tile with this effect; 0 if there is none. No more than one has it."""
        self.other_keys = self._number_of(OtherKeys)

    def _number_of(self, kind: type[Effect]) -> int:
        return next((n for n, effect in self.bonus.items() if isinstance(effect, kind)), 0)


@lru_cache(maxsize=16)
def tiles_of(ruleset: Ruleset) -> Tiles:
    return Tiles(ruleset)


def _tokens(effect: Effect) -> tuple[int, ...]:
    return effect.tokens if isinstance(effect, AsResource | AsPrestige) else ()


def _power(effect: Effect) -> Power | None:
    if not isinstance(effect, AsResource):
        return None
    if len(effect.tokens) > 1:
        return (0, 0, 0, effect.count)
    wood, marble, gold = (effect.count * (token in effect.tokens) for token in range(3))
    return (wood, marble, gold, 0)


def _end_actions(number: int, effect: Effect) -> tuple[UseEndTile | Sell, ...]:
    if isinstance(effect, Gain):
        return (UseEndTile(number),)
    return tuple(SALES[token][END_SOURCES[number]] for token in _tokens(effect))
