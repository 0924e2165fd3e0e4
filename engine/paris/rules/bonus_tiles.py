"""The effects of bonus tiles (§11). Those that count as tokens are in `payment`."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.paris.actions import (
    TOKENS,
    Action,
    GoBack,
    ReturnPair,
    StopPairs,
    TakeBonusTile,
    UseBonusTile,
)
from engine.paris.events import BonusTileUsed, PairReturned
from engine.paris.figures.board import ALL_LANDMARKS, FIRST_BANK, FIRST_LANDMARK
from engine.paris.figures.choices import GOING_BACK, PAIRS, TAKINGS, USES
from engine.paris.figures.tiles import (
    Back,
    FrancsAtEnd,
    Gain,
    OtherKeys,
    OwnKeys,
    PerBuilding,
    PerLandmark,
    PerTile,
    PrestigePairs,
    ReserveKey,
    ResourcePairs,
    Take,
    Types,
)
from engine.paris.parts.player import Player
from engine.paris.rules import track
from engine.paris.rules.payment import FIRST_PRESTIGE
from engine.paris.table import Table, added
from engine.paris.views import TileInUse

_STOP_PAIRS = StopPairs()
_PAIR_TOKENS = {ResourcePairs: range(3), PrestigePairs: range(3, 6)}


def usable(table: Table, player: Player, number: int) -> Sequence[Action]:
    """Return the use of a tile, if it has an effect now (§11)."""
    effect = table.tiles.bonus[number]
    return USES[number] if _HAS_EFFECT[type(effect)](table, player, effect, number) else ()


def points_of(table: Table, player: Player, number: int) -> int:
    """Return the VP a tile brings at once (§11). Where two own keys lie, each counts."""
    effect, places = table.tiles.bonus[number], player.keys.places
    match effect:
        case Gain():
            return effect.points
        case PerBuilding():
            spaces = table.board.of_value[effect.value]
            return effect.points * sum(spaces >> place & 1 for place in places)
        case PerLandmark():
            return effect.points * sum(FIRST_LANDMARK <= place < FIRST_BANK for place in places)
        case PerTile():
            return by_players(table, effect.points) * (len(player.bonus) - 1)
        case Types():
            more = types_owned(table, player) - effect.fewest
            return effect.points[more] if more >= 0 else 0
    return 0


def by_players(table: Table, points: tuple[int, ...]) -> int:
    """Return the figure for the number of players, of those for two, three and four."""
    return points[len(table.players) - 2]


def types_owned(table: Table, player: Player) -> int:
    """Count the types of what the player owns; all landmarks are one (tile 30)."""
    types = {(tile.district, tile.value): tile.type for tile in table.city.view.buildings}
    owned = {types[place] for place in player.keys.view if place in types}
    return len(owned) + bool(player.keys.mask & ALL_LANDMARKS)


def _has_pair(table: Table, player: Player, effect: Any, number: int) -> bool:
    return any(player.tokens[token] > 1 for token in _PAIR_TOKENS[type(effect)])


def _never(table: Table, player: Player, effect: Any, number: int) -> bool:
    return False


_HAS_EFFECT: dict[type[Any], Callable[[Table, Player, Any, int], bool]] = {
    Gain: lambda table, player, effect, number: True,
    PerBuilding: lambda table, player, effect, number: (
        player.keys.mask & table.board.of_value[effect.value] > 0
    ),
    PerLandmark: lambda table, player, effect, number: player.keys.mask & ALL_LANDMARKS > 0,
    PerTile: lambda table, player, effect, number: len(player.bonus) > 1,
    Types: lambda table, player, effect, number: types_owned(table, player) >= effect.fewest,
    PrestigePairs: _has_pair,
    ResourcePairs: _has_pair,
    ReserveKey: lambda table, player, effect, number: (
        player.reserve > 0 and player.francs >= effect.francs
    ),
    Take: lambda table, player, effect, number: bool(track.spaces(table, player, number)),
    Back: lambda table, player, effect, number: bool(
        track.spaces_behind(table, player, effect.spaces, number)
    ),
    OwnKeys: _never,
    OtherKeys: _never,
    FrancsAtEnd: _never,
}
"""Whether a use would have an effect; tiles 9 and 16 are used by a move, 27 at the end."""

_NEXT = {Take: "take", Back: "back", PrestigePairs: "pairs", ResourcePairs: "pairs"}
"""The step in which an effect needs a choice."""


def use_bonus_tile(table: Table, action: UseBonusTile) -> None:
    """Discard a tile for its effect; some need a choice next (§11)."""
    player, number = table.player, action.tile
    effect = table.tiles.bonus[number]
    points = points_of(table, player, number)
    francs = effect.francs if isinstance(effect, Gain) else 0
    paid, keys = (effect.francs, 1) if isinstance(effect, ReserveKey) else (0, 0)
    player.discard_bonus(number)
    player.earn("bonus tiles", points)
    player.francs += francs - paid
    player.reserve -= keys
    player.in_hand += keys
    table.tell(BonusTileUsed(player.seat, number, francs, paid, points, keys))
    if (step := _NEXT.get(type(effect))) is not None:
        table.tile_in_use = TileInUse(number, table.step, 0)
        table.step = step


def list_takings(table: Table) -> list[Action]:
    """List the tiles of the whole track that the player may hold (17)."""
    return [TAKINGS[space] for space in track.spaces(table, table.player)]


def list_going_back(table: Table) -> list[Action]:
    """List the spaces behind the meeple that are near enough (25)."""
    assert table.tile_in_use is not None
    effect = table.tiles.bonus[table.tile_in_use.tile]
    assert isinstance(effect, Back)
    spaces = track.spaces_behind(table, table.player, effect.spaces)
    return [GOING_BACK[space] for space in spaces]


def take_bonus_tile(table: Table, action: TakeBonusTile) -> None:
    """Take the top tile of a space; the meeple stays (17)."""
    track.take(table, action.space, 0)
    resume(table)


def go_back(table: Table, action: GoBack) -> None:
    """Move the meeple back and take the tile there; it may advance again from there (25)."""
    table.player.meeple = action.space
    track.take(table, action.space, 0)
    resume(table)


def list_pairs(table: Table) -> list[Action]:
    """List the pairs of equal tokens; once one has been given up, also to stop (23, 24)."""
    assert table.tile_in_use is not None
    number, _, given_up = table.tile_in_use
    tokens = table.player.tokens
    kinds = _PAIR_TOKENS[type(table.tiles.bonus[number])]
    pairs: list[Action] = [PAIRS[token] for token in kinds if tokens[token] > 1]
    return [*pairs, _STOP_PAIRS] if pairs and given_up else pairs


def return_pair(table: Table, action: ReturnPair) -> None:
    """Give up a pair: resources go to the supply, prestige out of the game (23, 24)."""
    assert table.tile_in_use is not None
    player, (number, interrupted, given_up) = table.player, table.tile_in_use
    effect = table.tiles.bonus[number]
    assert isinstance(effect, PrestigePairs | ResourcePairs)
    token = TOKENS.index(action.token)
    player.add_token(token, -2)
    if token < FIRST_PRESTIGE:
        table.add_supply(token, 2)
    else:
        table.gone = added(table.gone, token - FIRST_PRESTIGE, 2)
    points = by_players(table, effect.points)
    player.earn("bonus tiles", points)
    table.tile_in_use = TileInUse(number, interrupted, given_up + 1)
    table.tell(PairReturned(player.seat, action.token, points))


def stop_pairs(table: Table, _: StopPairs) -> None:
    """Keep the other tokens (23, 24)."""
    resume(table)


def resume(table: Table) -> None:
    """Go back to the step that the tile interrupted (§11)."""
    assert table.tile_in_use is not None
    table.step = table.tile_in_use.interrupted
    table.tile_in_use = None
