"""The data file: every figure is proven, and a wrong one is named."""

import tomllib
from importlib.resources import files

import pytest

from engine.errors import BadOption, BadRuleset
from engine.options import parse_options
from engine.paris import game
from engine.paris.options import Options
from engine.paris.ruleset import load_ruleset
from engine.rulesets import unproven

LATIN = {"buildings": {"montmartre": {"2": "theatre", "5": "bakery"}}}


def test_every_figure_says_how_it_is_known():
    text = (files("engine.paris") / "ruleset.toml").read_text(encoding="utf-8")
    assert unproven(tomllib.loads(text)) == []


def test_a_file_may_replace_a_single_figure():
    figures = load_ruleset(
        {"banks": {"chaillot": 9}, "bonus": {"1": [{"effect": "gain", "francs": 11}]}}
    )
    assert figures.banks == (5, 4, 7, 6, 3, 9)
    assert figures.bonus[1].francs == 11
    assert figures.bonus[5].francs == 6


def test_a_corrected_figure_is_played_with():
    state = game.new(2, Options(ruleset={"setup": {"francs": 8}}), 1)
    assert state.view(0).screen.francs == 8


def test_a_tile_may_get_another_effect():
    joker = [{"effect": "resource", "token": "any", "count": 2}]
    figures = load_ruleset({"bonus": {"7": joker}, "end_tiles": {"11": joker}})
    assert figures.bonus[7].tokens == figures.ends[11].tokens == (0, 1, 2)
    assert figures.bonus[7].worth == 2


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"setup": {"francs": -1}}, r"setup\.francs is -1"),
        ({"setup": {"keys": {"2": 11}}}, r"setup\.keys\.2 is 11, not from 1 to 10"),
        ({"setup": {"stacks": 5}}, r"setup\.removed leaves tiles"),
        ({"setup": {"removed": 4}}, r"setup\.removed leaves tiles"),
        ({"spaces": {"values": [1, 2, 3, 4, 5]}}, r"spaces\.values is \[1, 2, 3, 4, 5\]"),
        ({"spaces": {"values": [1, 2, 3, 4, 8, 5]}}, r"spaces\.values .* not six rising"),
        ({"banks": {"chaillot": "two"}}, r"banks\.chaillot is 'two'"),
        ({"banks": {"bastille": 2}}, r"there is no figure banks\.bastille"),
        ({"buildings": {"montmartre": {"2": "opera"}}}, r"buildings\.montmartre\.2 is 'opera'"),
        ({"buildings": {"montmartre": {"2": "theatre"}}}, r"montmartre\.5 is a second theatre in"),
        (LATIN, r"belleville\.5 is a second bakery of that value"),
        ({"tokens": {"copies": 5}}, r"tokens\.copies makes 30 tokens"),
        ({"layout": {"chaillot": ["bronze"] * 6}}, r"layout has 5 × wood"),
        ({"layout": {"chaillot": ["bronze"]}}, r"layout\.chaillot is not six"),
        ({"prices": {"buy": {"wood": 1}}}, r"prices\.sell\.wood must be less than prices\.buy"),
        ({"prices": {"sell": {"gold": 4}}}, r"prices\.sell\.gold must be less"),
        ({"landmarks": {"louvre": {"icons": ["gold"] * 3}}}, r"landmarks\.louvre\.icons is not"),
        ({"landmarks": {"louvre": {"value": 0}}}, r"landmarks\.louvre\.value is 0"),
        ({"vp_tiles": {"3": {"points": [1, 2, 3]}}}, r"vp_tiles\.3\.points is \[1, 2, 3\]"),
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
            r"bonus\.20\.points is not a list of 3",
        ),
        ({"bonus": {"17": [{"effect": "own_keys"}]}}, r"effect 'own_keys' a second time"),
        ({"bonus": {"17": [{"effect": "take", "value": 3}]}}, r"bonus\.17\.value is no figure of"),
        ({"bonus": {"17": {"effect": "take"}}}, r"bonus\.17 is .* not of the type list"),
        ({"bonus_tiles": {"copies": {"3": [6, 11]}}}, r"bonus_tiles\.total is 42"),
        ({"bonus_tiles": {"copies": {"3": [31]}}}, r"bonus_tiles\.copies\.3 has 31"),
        ({"zones": {"a": [1, 12]}}, r"zones\.b is \[11, 20\], not \[13"),
        ({"zones": {"c": [21, 29]}}, r"zones\.c does not end"),
        ({"districts": {"vp_keys": 0}}, r"districts\.vp_keys is 0"),
    ],
)
def test_a_wrong_figure_is_named(override, message):
    with pytest.raises(BadRuleset, match=message):
        load_ruleset(override)


def test_a_ruleset_file_is_read_from_the_command_line(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text("[banks]\nchaillot = 3\n", encoding="utf-8")
    options = parse_options(Options, [f"ruleset={file}", "advanced_setup=true"])
    assert options.ruleset == {"banks": {"chaillot": 3}}
    assert options.advanced_setup
    with pytest.raises(BadOption, match="cannot read"):
        parse_options(Options, ["ruleset=nowhere.toml"])
