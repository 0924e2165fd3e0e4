"""The data file: every figure is proven and checked, and can be corrected."""

import pytest

from arbiter.wire.lumiere import wire
from engine.errors import BadValue
from engine.lumiere import game
from engine.lumiere.cells import ALL
from engine.lumiere.options import Options
from engine.lumiere.placements import fitting
from engine.lumiere.ruleset import load_ruleset
from engine.rulesets import load_figures, without_provenance


def test_every_figure_has_its_provenance():
    assert without_provenance(load_figures("engine.lumiere", None)) == []


def test_the_buildings_have_the_sizes_of_the_rulebook():
    sizes = sorted(
        len(cells) for piece, cells in load_ruleset(None).shapes.items() if piece[-1].isdigit()
    )
    assert sizes == [3] * 2 + [4] * 4 + [5] * 4 + [6] * 2


def test_each_set_of_tiles_has_four_lamps_and_mixes_the_colours():
    tiles = load_ruleset(None).paving.tiles
    assert "".join(tiles).count("L") == 4
    assert all(set("oxm") <= set(tile) for tile in tiles)


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ({"table": {"chimneys": 0}}, "table.chimneys is 0; it must be from 1 to 13"),
        ({"table": {"tokens": 7}}, "table.tokens is 7; it must be from 1 to 6"),
        (
            {"table": {"tokens": 3}},
            "postcards marks 8 as starter; it must be twice table.tokens: 6",
        ),
        ({"table": {"tokens": "four"}}, "table.tokens is 'four'; it must be a whole number"),
        ({"paving": {"tiles": ["Loxm"] * 7}}, "paving.tiles is ['Loxm', "),
        ({"paving": {"tiles": ["Loxm"] * 7 + ["Loxz"]}}, "paving.tiles[7] is 'Loxz'"),
        ({"paving": {"tiles": ["Lox", *["Loxm"] * 7]}}, "paving.tiles[0] is 'Lox'"),
        (
            {"buildings": {"U5": ["###", "#x#"]}},
            "buildings.U5[1] is '#x#'; it must be a row of # and .",
        ),
        ({"buildings": {"U5": 5}}, "buildings.U5 is 5; it must be a list"),
        ({"buildings": {"U5": ["..."]}}, "buildings.U5 covers no cell"),
        ({"buildings": {"U5": ["#.", ".#"]}}, "buildings.U5 is not connected"),
        ({"buildings": {"U5": [".##", ".#."]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["...", "###"]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["#########"]}}, "buildings.U5[0] is '#########'; it must be a row"),
        ({"buildings": {"X9": ["#"]}}, "there is no figure buildings.X9"),
        ({"pieces": {"fountain": []}}, "pieces.fountain is []; it must be 1 to 8 long"),
        ({"big_lamp": {"rays": [5]}}, "big_lamp.rays[0] is 5; it must be a list"),
        ({"big_lamp": {"rays": [[[1, 0]], []]}}, "big_lamp.rays[1] is []; it must be 1 to 64 long"),
        ({"big_lamp": {"rays": [[[1]]]}}, "big_lamp.rays[0][0] is [1]; it must be a list of 2"),
        ({"big_lamp": {"rays": [[[0, 0]]]}}, "big_lamp.rays[0] has [0, 0]"),
        (
            {"big_lamp": {"rays": [[[0, 8]]]}},
            "big_lamp.rays[0][0][1] is 8; it must be from -7 to 7",
        ),
        ({"scoring": {"painter": -1}}, "scoring.painter is -1; it must be from 0 to 100"),
        ({"scoring": {"painter": True}}, "scoring.painter is True; it must be a whole number"),
        ({"postcards": {"chartier": {"starter": 1}}}, "postcards.chartier.starter is 1"),
        ({"postcards": {"chartier": {"starter": False}}}, "postcards marks 7 as starter"),
        ({"postcards": {"chartier": {"title": 3}}}, "postcards.chartier.title is 3"),
        ({"postcards": {"chartier": 3}}, "postcards.chartier is 3; it must be a table"),
        ({"table": 3}, "table is 3; it must be a table"),
    ],
)
def test_a_bad_figure_is_named_by_its_key(override, sentence):
    with pytest.raises(BadValue) as caught:
        load_ruleset(override)
    assert f"ruleset: {sentence}" in str(caught.value)


def test_a_corrected_figure_is_played_with_and_told_to_bots():
    override = {"buildings": {"I3": ["#"]}, "big_lamp": {"rays": [[[1, 1]]]}}
    options = Options(ruleset=override)
    rules = game.rules(2, options)
    assert dict(rules.shapes)["I3"] == (0,)
    assert rules.rays == (((1, 1),),)
    assert len(fitting(game.new(2, options, 1).catalogue.orientations["I3"], ALL)) == 64


@pytest.mark.parametrize(
    "options", [Options(), Options(flip=True, ruleset={"scoring": {"dancer": 4}})]
)
def test_the_rules_travel_unchanged(options):
    rules = game.rules(2, options)
    assert repr(wire.decode_rules(wire.encode_rules(rules))) == repr(rules)
    assert (rules.flip, rules.dancer) == (options.flip, 4 if options.flip else 1)
    assert rules.tiles[1][0] == ("lamp", "own", "rival", "shared")


def test_another_number_of_tokens_brings_as_many_postcards():
    override = {"table": {"tokens": 5}, "postcards": {"moulin_rouge": {"starter": True},
                "le_penseur": {"starter": True}}}  # fmt: skip
    state = game.new(2, Options(ruleset=override), 1)
    assert len(state.postcards) == 10
    assert [player.tokens for player in state.players] == [5, 5]
