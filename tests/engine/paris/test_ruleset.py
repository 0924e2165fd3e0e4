"""The data file: every figure is proven, and a wrong one is named."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from arbiter.wire.paris import wire
from engine.errors import BadValue
from engine.options import parse_options
from engine.paris import game
from engine.paris.actions import UseBonusTile
from engine.paris.figures.board import Board
from engine.paris.figures.tiles import AsResource, Gain, PerBuilding
from engine.paris.options import Options
from engine.paris.ruleset import load_ruleset
from engine.paris.views import SpaceRules
from engine.rulesets import without_provenance
from engine.testing import check_game
from tests.engine.paris.positions import Seat, play, position
from tests.seeds import seeds

VALUES = (1, 2, 3, 4, 5, 8)
SEVEN = (1, 2, 3, 4, 5, 7)


def row(*types: str, values: tuple[int, ...] = VALUES) -> dict[str, str]:
    """Return the buildings of a district as a file gives them."""
    return {str(value): name for value, name in zip(values, types, strict=True)}


def corrected() -> dict[str, Any]:
    """Return a whole file in which the highest buildings have the value 7 instead of 8."""
    text = (files("engine.paris") / "ruleset.toml").read_text(encoding="utf-8")
    for old, new in (
        ("values = [1, 2, 3, 4, 5, 8]", "values = [1, 2, 3, 4, 5, 7]"),
        ("wood = { 8 = 1 }", "wood = { 7 = 1 }"),
        ("points = { 8 = 2 }", "points = { 7 = 2 }"),
        ('\n8 = "', '\n7 = "'),
        ("value = 8\n", "value = 7\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    return tomllib.loads(text)


def test_every_figure_says_how_it_is_known() -> None:
    text = (files("engine.paris") / "ruleset.toml").read_text(encoding="utf-8")
    assert without_provenance(tomllib.loads(text)) == []


def test_a_file_may_replace_a_single_figure() -> None:
    ruleset = load_ruleset(
        {"banks": {"chaillot": 9}, "bonus": {"1": [{"effect": "gain", "francs": 11}]}}
    )
    assert list(ruleset.banks.values()) == [5, 4, 7, 6, 3, 9]
    assert ruleset.bonus_effects[1] == Gain(francs=11)
    assert ruleset.bonus_effects[5] == Gain(francs=6)


def test_a_corrected_figure_is_played_with() -> None:
    state = game.new(2, Options(ruleset={"setup": {"francs": 8}}), 1)
    assert state.view(0).players[0].francs == 8


def test_a_tile_may_get_another_effect() -> None:
    joker = [{"effect": "resource", "token": "any", "count": 2}]
    ruleset = load_ruleset({"bonus": {"7": joker}, "end_tiles": {"11": joker}})
    assert ruleset.bonus_effects[7] == ruleset.end_effects[11] == AsResource("any", 2)


def test_the_types_of_a_district_may_be_any() -> None:
    types = ["theatre", "bakery", "theatre", "hotel", "theatre", "restaurant"]
    ruleset = load_ruleset({"buildings": {"montmartre": row(*types)}})
    assert [tile.type for tile in Board(ruleset).tiles[6:12]] == types
    options = Options(free_placement=True, ruleset={"buildings": {"montmartre": row(*types)}})
    check_game(game, 2, options, range(2), sample=64)


def test_what_is_given_by_the_value_of_a_building_is_replaced_whole() -> None:
    spaces = {"wood": {"5": 1}, "points": {}, "bonus_price": {"4": 3}}
    board = Board(load_ruleset({"spaces": spaces}))
    assert [cost[0] for cost in board.costs[:6]] == [0, 0, 0, 0, 1, 0]
    assert board.points[:6] == (0,) * 6
    assert board.bonus_prices[:6] == (None, None, None, 3, None, None)


def test_a_whole_file_with_other_values_is_played_with() -> None:
    ruleset = load_ruleset(corrected())
    assert ruleset.spaces.values == SEVEN
    assert Board(ruleset).costs[5] == (1, 0, 0)
    assert ruleset.bonus_effects[28] == PerBuilding(value=7, points=7)
    check_game(game, 2, Options(ruleset=corrected()), range(2), sample=64)


def test_a_number_of_bonus_tiles_may_be_left_out_with_two_players() -> None:
    copies = {"2": [n for n in range(1, 31) if n != 17], "3": [17], "4": [6] * 12}
    options = Options(ruleset={"bonus_tiles": {"copies": copies}})
    tracks = [game.new(players, options, 1).view(None).track for players in (2, 3)]
    assert [[lying.copies for lying in track if lying.tile == 17] for track in tracks] == [[], [1]]


def test_twice_a_certain_token_and_few_icons_keep_the_contract() -> None:
    twice = {
        str(number): [{"effect": effect, "token": token, "count": 2}]
        for number, (effect, token) in enumerate(
            [("resource", "wood"), ("resource", "marble"), ("prestige", "silver")], start=1
        )
    }
    icons = {"tuileries": {"icons": []}, "louvre": {"icons": ["bronze", "silver"]}}
    ruleset = {"end_tiles": twice, "bonus": twice, "landmarks": icons}
    options = Options(ruleset=ruleset)
    check_game(game, 3, options, seeds(4, 200), encode=wire.encode, decode=wire.decode, sample=16)


def test_the_types_that_tile_30_begins_with_are_a_figure() -> None:
    tile = [{"effect": "types", "fewest": 5, "points": [5, 10, 15]}]
    options = Options(ruleset={"bonus": {"30": tile}})
    keys = ", ".join(f"chaillot {value}" for value in VALUES[:5])
    state = position(Seat(keys, bonus=[30]), options=options)
    play(state, UseBonusTile(30))
    assert state.players[0].points == 5


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"setup": {"francs": -1}}, r"setup\.francs is -1"),
        ({"setup": {"keys": {"2": 11}}}, r"setup\.keys\.2 is 11; it must be from 1 to 10"),
        ({"setup": {"stacks": 5}}, r"setup\.removed leaves tiles"),
        ({"setup": {"removed": 4}}, r"setup\.removed leaves tiles"),
        (
            {"spaces": {"values": [1, 2, 3, 4, 5]}},
            r"spaces\.values is \[1, 2, 3, 4, 5\]; it must be 6 long",
        ),
        ({"spaces": {"values": [1, 2, 3, 4, 8, 5]}}, r"spaces\.values .* must be six rising"),
        ({"banks": {"chaillot": "two"}}, r"banks\.chaillot is 'two'"),
        ({"banks": {"bastille": 2}}, r"there is no figure 'banks\.bastille'"),
        ({"spaces": {"wood": {"7": 1}}}, r"spaces\.wood\.7 is not one of spaces\.values"),
        ({"spaces": {"wood": {"8": "one"}}}, r"spaces\.wood\.8 is 'one'"),
        ({"spaces": {"values": SEVEN}}, r"spaces\.wood\.8 is not one of spaces\.values"),
        ({"buildings": {"montmartre": row(*["opera"] * 6)}}, r"montmartre\.1 is 'opera'"),
        ({"buildings": {"montmartre": {"2": "cafe"}}}, r"montmartre\.1 is missing: .* whole"),
        (
            {"buildings": {"montmartre": row(*["cafe"] * 6, values=SEVEN)}},
            r"buildings\.montmartre\.7 is not one of spaces\.values",
        ),
        ({"buildings": {"bastille": row(*["cafe"] * 6)}}, r"no figure 'buildings\.bastille'"),
        ({"tokens": {"copies": 5}}, r"tokens\.copies makes 30 tokens"),
        ({"layout": {"chaillot": ["bronze"] * 6}}, r"layout has 5 × wood"),
        (
            {"layout": {"chaillot": ["bronze"]}},
            r"layout\.chaillot is \['bronze'\]; it must be 6 long",
        ),
        ({"prices": {"buy": {"wood": 1}}}, r"prices\.sell\.wood must be less than prices\.buy"),
        ({"prices": {"sell": {"gold": 4}}}, r"prices\.sell\.gold must be less"),
        (
            {"landmarks": {"louvre": {"icons": ["gold"] * 3}}},
            r"louvre\.icons\[0\] is 'gold'; it must be one of",
        ),
        ({"landmarks": {"louvre": {"icons": ["bronze"] * 4}}}, r"icons .* must be 0 to 3 long"),
        ({"landmarks": {"louvre": {"value": 0}}}, r"landmarks\.louvre\.value is 0"),
        (
            {"vp_tiles": {"3": {"points": [1, 2, 3]}}},
            r"vp_tiles\.3\.points is \(1, 2, 3\); it must be three fall",
        ),
        ({"end_tiles": {"1": [{"effect": "take"}]}}, r"end_tiles\.1\.effect is 'take'"),
        ({"bonus": {"1": [{"effect": "magic"}]}}, r"bonus\.1\.effect is 'magic'"),
        ({"bonus": {"1": [{"effect": "gain", "francs": 0}]}}, r"bonus\.1 gives neither"),
        (
            {"bonus": {"2": [{"effect": "resource", "token": "bronze"}]}},
            r"bonus\.2\.token is 'bronze'",
        ),
        (
            {"bonus": {"6": [{"effect": "per_building", "value": 7, "points": 2}]}},
            r"bonus\.6\.value is 7",
        ),
        (
            {"bonus": {"20": [{"effect": "per_tile", "points": [1, 2]}]}},
            r"bonus\.20\.points is \[1, 2\]; it must be 3 long",
        ),
        ({"bonus": {"17": [{"effect": "own_keys"}]}}, r"effect 'own_keys' a second time"),
        (
            {"bonus": {"17": [{"effect": "take", "value": 3}]}},
            r"there is no key 'bonus\.17\.value'",
        ),
        ({"bonus": {"17": {"effect": "take"}}}, r"bonus\.17 .* in double brackets"),
        ({"bonus": {"17": []}}, r"bonus\.17 is \[\]; .* in double brackets"),
        ({"bonus": {"13": [{"effect": "reserve_key"}]}}, r"bonus\.13\.francs is missing"),
        ({"bonus": {"29": [{"effect": "per_landmark"}]}}, r"bonus\.29\.points is missing"),
        ({"bonus": {"25": [{"effect": "back"}]}}, r"bonus\.25\.spaces is missing"),
        ({"bonus": {"6": [{"effect": "per_building", "points": 2}]}}, r"6\.value is missing"),
        ({"bonus": {"30": [{"effect": "types", "points": [1] * 4}]}}, r"30\.fewest is missing"),
        (
            {"bonus": {"30": [{"effect": "types", "fewest": 5, "points": [1] * 4}]}},
            r"bonus\.30\.points must be a list of 3",
        ),
        (
            {"bonus": {"30": [{"effect": "types", "fewest": 9, "points": []}]}},
            r"bonus\.30\.fewest is 9; it must be from 1 to 7",
        ),
        ({"bonus_tiles": {"copies": {"3": 5}}}, r" bonus_tiles\.copies\.3 is 5; it must be a list"),
        ({"bonus_tiles": {"copies": {"3": [6, 11]}}}, r"bonus_tiles\.total is 42"),
        (
            {"bonus_tiles": {"copies": {"3": [31]}}},
            r"bonus_tiles\.copies\.3\[0\] is 31; it must be from 1 to 30",
        ),
        ({"zones": {"a": [1, 12]}}, r"zones\.b is \(11, 20\); it must be \[13"),
        ({"zones": {"c": [21, 29]}}, r"zones\.c does not end"),
        ({"districts": {"vp_keys": 0}}, r"districts\.vp_keys is 0"),
        ({"districts": {"second_percent": 101}}, r"districts\.second_percent is 101"),
    ],
)
def test_a_wrong_figure_is_named(override: dict[str, Any], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        load_ruleset(override)


def test_a_ruleset_file_is_read_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[banks]\nchaillot = 3\n", encoding="utf-8")
    options = parse_options(Options, [f"ruleset={file}", "advanced_setup=true"])
    assert options.ruleset == {"banks": {"chaillot": 3}}
    assert options.advanced_setup
    with pytest.raises(BadValue, match="cannot read"):
        parse_options(Options, ["ruleset=nowhere.toml"])


def test_a_bot_is_told_the_figures_in_use() -> None:
    options = Options(bonus_once=True, ruleset={"banks": {"chaillot": 9}})
    rules = game.rules(3, options)
    assert (rules.free_placement, rules.bonus_once) == (False, True)
    assert [bank.francs for bank in rules.banks] == [5, 4, 7, 6, 3, 9]
    assert rules.spaces[-1] == SpaceRules(value=8, wood=1, points=2, bonus_price=None)
    assert rules.landmarks[0].icons == ("bronze",) * 3
    tile_20, tile_21 = rules.bonus_tiles[19:21]
    assert (tile_20.effect, tile_20.points) == ("per_tile", (2,))  # the figure for three players
    assert (tile_21.tokens, tile_21.amount) == (("wood", "marble", "gold"), 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rules_come_through_the_wire_unchanged(players: int) -> None:
    rules = game.rules(players, Options(free_placement=True))
    assert repr(wire.decode_rules(wire.encode_rules(rules))) == repr(rules)
