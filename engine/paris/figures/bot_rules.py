"""The figures in use as a bot is told them, once at its start."""

from collections.abc import Mapping
from dataclasses import asdict

from engine.paris.actions import LANDMARKS, RESOURCES, TOKENS
from engine.paris.figures.board import Board, board_of
from engine.paris.figures.tiles import EFFECTS, AsPrestige, AsResource, Effect
from engine.paris.options import Options
from engine.paris.ruleset import PLAYERS, load_ruleset
from engine.paris.views import (
    BankRules,
    BuildingRules,
    LandmarkRules,
    Rules,
    SpaceRules,
    TileRules,
    TokenRules,
    VpTileRules,
)

_EFFECT_NAMES = {kind: name for name, kind in EFFECTS.items()}


def rules_of(players: int, options: Options) -> Rules:
    """Return the figures of a game for a number of players."""
    ruleset = load_ruleset(options.ruleset)
    board = board_of(ruleset)
    return Rules(
        free_placement=options.free_placement,
        bonus_once=options.bonus_once,
        spaces=_spaces(board),
        banks=tuple(BankRules(district, francs) for district, francs in ruleset.banks.items()),
        buildings=tuple(BuildingRules(tile.back, tile.value, tile.type) for tile in board.tiles),
        tokens=tuple(
            TokenRules(
                token,
                buy=ruleset.prices.buy[token] if token in RESOURCES else 0,
                sell=ruleset.prices.sell[token],
                points=ruleset.prestige.get(token, 0),
            )
            for token in TOKENS
        ),
        landmarks=tuple(
            LandmarkRules(name, **asdict(ruleset.landmarks[name])) for name in LANDMARKS
        ),
        vp_keys=ruleset.districts.vp_keys,
        vp_tiles=tuple(
            VpTileRules(tile, points) for tile, points in enumerate(board.vp_tiles, start=1)
        ),
        second_percent=ruleset.districts.second_percent,
        bonus_tiles=_tiles(ruleset.bonus_effects, players),
        end_tiles=_tiles(ruleset.end_effects, players),
    )


def _spaces(board: Board) -> tuple[SpaceRules, ...]:
    by_value = {}
    for space, price in enumerate(board.bonus_prices):
        value, (wood, *_) = board.values[space], board.costs[space]
        by_value[value] = SpaceRules(value, wood, board.points[space], price)
    return tuple(by_value.values())


def _tiles(effects: Mapping[int, Effect], players: int) -> tuple[TileRules, ...]:
    return tuple(_tile(number, effect, players) for number, effect in effects.items())


def _tile(number: int, effect: Effect, players: int) -> TileRules:
    name, figures = _EFFECT_NAMES[type(effect)], asdict(effect)
    tokens: tuple[str, ...] = ()
    if isinstance(effect, AsResource | AsPrestige):
        tokens = tuple(TOKENS[token] for token in effect.tokens)
    points = figures.get("points", ())
    if isinstance(points, int):
        points = (points,)
    elif name != "types" and points:
        points = (points[PLAYERS.index(players)],)
    return TileRules(
        number,
        name,
        tokens,
        amount=figures.get("count", 0),
        francs=figures.get("francs", 0),
        points=points,
        value=figures.get("value", 0),
        spaces=figures.get("spaces", 0),
        fewest=figures.get("fewest", 0),
    )
