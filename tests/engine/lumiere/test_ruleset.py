"""The data file: every figure is proven and checked, and can be corrected."""

import pytest

from engine.errors import BadValue
from engine.lumiere import game
from engine.lumiere.options import Options
from engine.lumiere.ruleset import load_ruleset
from engine.rulesets import load_figures, without_provenance


def test_every_figure_has_its_provenance():
    assert without_provenance(load_figures("engine.lumiere", None)) == []


def test_the_buildings_have_the_sizes_of_the_rulebook():
    sizes = sorted(len(cells) for piece, cells in load_ruleset(None).shapes if piece[-1].isdigit())
    assert sizes == [3] * 2 + [4] * 4 + [5] * 4 + [6] * 2


def test_each_set_of_tiles_has_four_lamps_and_mixes_the_colours():
    tiles = load_ruleset(None).tiles
    assert "".join(tiles).count("L") == 4
    assert all(set("oxm") <= set(tile) for tile in tiles)


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ({"table": {"chimneys": 0}}, "table.chimneys is 0, not from 1 to 13"),
        ({"table": {"tokens": 7}}, "table.tokens is 7, not from 1 to 6"),
        ({"table": {"tokens": 3}}, "postcards marks 8 as starter, not twice table.tokens: 6"),
        ({"table": {"tokens": "four"}}, "table.tokens is 'four', not of the type int"),
        ({"paving": {"tiles": ["Loxm"] * 7}}, "paving.tiles has 7 tiles, not 8"),
        ({"paving": {"tiles": ["Loxm"] * 7 + ["Loxz"]}}, "paving.tiles[7] is 'Loxz'"),
        ({"paving": {"tiles": ["Lox", *["Loxm"] * 7]}}, "paving.tiles[0] is 'Lox'"),
        ({"buildings": {"U5": ["###", "#x#"]}}, "buildings.U5 is ['###', '#x#'], not rows of #"),
        ({"buildings": {"U5": 5}}, "buildings.U5 is 5, not of the type list"),
        ({"buildings": {"U5": ["..."]}}, "buildings.U5 covers no cell"),
        ({"buildings": {"U5": ["#.", ".#"]}}, "buildings.U5 is not connected"),
        ({"buildings": {"U5": [".##", ".#."]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["...", "###"]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["#########"]}}, "buildings.U5 is larger than the board"),
        ({"buildings": {"X9": ["#"]}}, "there is no figure buildings.X9"),
        ({"pieces": {"fountain": []}}, "pieces.fountain covers no cell"),
        ({"big_lamp": {"rays": [5]}}, "big_lamp.rays[0] is 5, not a list of cells"),
        ({"big_lamp": {"rays": [[[1, 0]], []]}}, "big_lamp.rays[1] is [], not a list of cells"),
        ({"big_lamp": {"rays": [[[1]]]}}, "big_lamp.rays[0] has [1], which is not [rows, columns]"),
        ({"big_lamp": {"rays": [[[0, 0]]]}}, "big_lamp.rays[0] has [0, 0]"),
        ({"big_lamp": {"rays": [[[0, 8]]]}}, "big_lamp.rays[0] has [0, 8]"),
        ({"scoring": {"painter": -1}}, "scoring.painter is -1, not from 0 to 100"),
        ({"scoring": {"painter": True}}, "scoring.painter is True, not of the type int"),
        ({"postcards": {"chartier": {"starter": 1}}}, "postcards.chartier.starter is 1"),
        ({"postcards": {"chartier": {"starter": False}}}, "postcards marks 7 as starter"),
        ({"postcards": {"chartier": {"title": 3}}}, "postcards.chartier.title is 3"),
        ({"postcards": {"chartier": 3}}, "postcards.chartier is 3, not of the type dict"),
        ({"table": 3}, "table is 3, not of the type dict"),
    ],
)
def test_a_bad_figure_is_named_by_its_key(override, sentence):
    with pytest.raises(BadValue) as caught:
        load_ruleset(override)
    assert f"ruleset: {sentence}" in str(caught.value)


def test_a_corrected_figure_is_played_with_and_told_in_the_view():
    override = {"buildings": {"I3": ["#"]}, "big_lamp": {"rays": [[[1, 1]]]}}
    state = game.new(2, Options(ruleset=override), 1)
    rules = state.view(0).rules
    assert dict(rules.shapes)["I3"] == (0,)
    assert rules.rays == (((1, 1),),)
    assert len(state.catalogue.placements["I3"]) == 64


def test_another_number_of_tokens_brings_as_many_postcards():
    override = {"table": {"tokens": 5}, "postcards": {"moulin_rouge": {"starter": True},
                "le_penseur": {"starter": True}}}  # fmt: skip
    state = game.new(2, Options(ruleset=override), 1)
    assert len(state.postcards) == 10
    assert state.tokens == [5, 5]
