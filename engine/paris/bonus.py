"""The effects of bonus tiles (§11). Those that count as tokens are in `payment`."""

from collections.abc import Callable, Sequence

from engine.paris import track
from engine.paris.actions import TOKENS, Action, GoBack, ReturnPair, StopPairs, TakeBonus, UseBonus
from engine.paris.events import BonusUsed, PairReturned
from engine.paris.holder import Holder
from engine.paris.lookup import ALL_LANDMARKS, GOING_BACK, PAIRS, TAKINGS, USES
from engine.paris.payment import FIRST_PRESTIGE
from engine.paris.ruleset import FIRST_BANK, FIRST_LANDMARK
from engine.paris.table import Table, added
from engine.paris.tiles import Tile

_STOP_PAIRS = StopPairs()
_PAIR_TOKENS = {"resource_pairs": range(3), "prestige_pairs": range(3, 6)}
_ALWAYS = tuple((use,) for use in USES)


def usable(table: Table, player: Holder, number: int) -> Sequence[Action]:
    """Return the use of a tile, if it has an effect now (§11)."""
    tile = table.figures.bonus[number]
    return _ALWAYS[number] if _HAS_EFFECT[tile.effect](table, player, tile) else ()


def points_of(table: Table, player: Holder, tile: Tile) -> int:
    """Return the VP a tile brings at once (§11)."""
    count = _COUNTS.get(tile.effect)
    if count is not None:
        by_players = tile.points[len(table.players) - 2] if len(tile.points) > 1 else tile.points[0]
        return by_players * count(table, player, tile)
    if tile.effect == "types":
        owned = types_owned(table, player) - tile.fewest
        return tile.points[owned] if owned >= 0 else 0
    return tile.points[0] if tile.effect == "gain" else 0


def buildings_owned(table: Table, player: Holder, tile: Tile) -> int:
    """Count the player's keys on buildings of the tile's value (tiles 6 to 28)."""
    worth, value = table.lookup.worth, tile.value
    return sum(worth[place] == value for place in player.places if place < FIRST_LANDMARK)


def landmarks_owned(table: Table, player: Holder, tile: Tile) -> int:
    """Count the player's keys on landmarks (tile 29)."""
    return sum(FIRST_LANDMARK <= place < FIRST_BANK for place in player.places)


def other_tiles(table: Table, player: Holder, tile: Tile) -> int:
    """Count the other bonus tiles the player holds (tile 20)."""
    return sum(number != tile.number for number in player.bonus)


def types_owned(table: Table, player: Holder) -> int:
    """Count the types of what the player owns; all landmarks are one (tile 30)."""
    types = {table.types[place] for place in player.places if place < FIRST_LANDMARK}
    return len(types) + bool(player.mask & ALL_LANDMARKS)


def _has_pair(table: Table, player: Holder, tile: Tile) -> bool:
    return any(player.tokens[token] > 1 for token in _PAIR_TOKENS[tile.effect])


def _never(table: Table, player: Holder, tile: Tile) -> bool:
    return False


def _scores(table: Table, player: Holder, tile: Tile) -> bool:
    return points_of(table, player, tile) > 0


_COUNTS: dict[str, Callable[[Table, Holder, Tile], int]] = {
    "per_building": buildings_owned,
    "per_landmark": landmarks_owned,
    "per_tile": other_tiles,
}

_HAS_EFFECT: dict[str, Callable[[Table, Holder, Tile], bool]] = {
    "gain": lambda table, player, tile: True,
    "per_building": lambda table, player, tile: bool(player.mask & table.lookup.valued[tile.value]),
    "per_landmark": lambda table, player, tile: bool(player.mask & ALL_LANDMARKS),
    "per_tile": lambda table, player, tile: len(player.bonus) > 1,
    "types": _scores,
    "prestige_pairs": _has_pair,
    "resource_pairs": _has_pair,
    "reserve_key": lambda table, player, tile: player.reserve > 0 and player.francs >= tile.francs,
    "take": lambda table, player, tile: bool(track.spaces(table, player, tile.number)),
    "back": lambda table, player, tile: bool(
        track.spaces_behind(table, player, tile.spaces, tile.number)
    ),
    "own_keys": _never,
    "other_keys": _never,
    "francs_at_end": _never,
}
"""Whether a use would have an effect; tiles 9 and 16 are used by a move, 27 at the end."""


_NEXT = {"take": "take", "back": "back", "prestige_pairs": "pairs", "resource_pairs": "pairs"}
"""The step in which an effect needs a choice."""


def use_bonus(table: Table, action: UseBonus) -> str:
    """Discard a tile for its effect; some need a choice next (§11)."""
    player, tile = table.player, table.figures.bonus[action.tile]
    points = points_of(table, player, tile)
    keys = int(tile.effect == "reserve_key")
    francs, paid = (0, tile.francs) if keys else (tile.francs, 0)
    player.discard_bonus(tile.number)
    player.points += points
    player.francs += francs - paid
    player.reserve -= keys
    player.behind += keys
    table.tell(BonusUsed(table.mover, tile.number, francs, paid, points, keys))
    if tile.effect not in _NEXT:
        return table.asked
    table.back_to, table.using = table.asked, tile.number
    return _NEXT[tile.effect]


def list_takings(table: Table) -> list[Action]:
    """List the tiles of the whole track that the player may hold (17)."""
    return [TAKINGS[space] for space in track.spaces(table, table.player)]


def list_going_back(table: Table) -> list[Action]:
    """List the spaces behind the meeple that are near enough (25)."""
    reach = table.figures.bonus[table.using].spaces
    return [GOING_BACK[space] for space in track.spaces_behind(table, table.player, reach)]


def take_bonus(table: Table, action: TakeBonus) -> str:
    """Take the top tile of a space; the meeple stays (17)."""
    track.take(table, action.space, 0)
    return done(table)


def go_back(table: Table, action: GoBack) -> str:
    """Move the meeple back and take the tile there; it may advance again from there (25)."""
    table.player.meeple = action.space
    track.take(table, action.space, 0)
    return done(table)


def list_pairs(table: Table) -> list[Action]:
    """List the pairs of equal tokens; once one has been given up, also to stop (23, 24)."""
    tokens = table.player.tokens
    kinds = _PAIR_TOKENS[table.figures.bonus[table.using].effect]
    pairs: list[Action] = [PAIRS[token] for token in kinds if tokens[token] > 1]
    return [*pairs, _STOP_PAIRS] if pairs and table.pairs else pairs


def return_pair(table: Table, action: ReturnPair) -> str:
    """Give up a pair: resources go to the supply, prestige out of the game (23, 24)."""
    player, tile = table.player, table.figures.bonus[table.using]
    token = TOKENS.index(action.token)
    player.add_token(token, -2)
    if token < FIRST_PRESTIGE:
        table.add_supply(token, 2)
    else:
        table.gone = added(table.gone, token - FIRST_PRESTIGE, 2)
    points = tile.points[len(table.players) - 2]
    player.points += points
    table.pairs += 1
    table.tell(PairReturned(table.mover, action.token, points))
    return "pairs"


def stop_pairs(table: Table, _: StopPairs) -> str:
    """Keep the other tokens (23, 24)."""
    return done(table)


def done(table: Table) -> str:
    """Go back to the step that the tile interrupted (§11)."""
    table.using = table.pairs = 0
    return table.back_to
