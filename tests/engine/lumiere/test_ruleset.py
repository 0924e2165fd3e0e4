"""The data file: every figure is proven and checked, and can be corrected."""

from typing import Any

import pytest

from arbiter.wire.lumiere import wire
from engine.errors import BadValue
from engine.lumiere import game
from engine.lumiere.actions import POSTCARDS, Pave, Take
from engine.lumiere.cells import ALL
from engine.lumiere.options import Options
from engine.lumiere.placements import fitting
from engine.lumiere.ruleset import load_ruleset
from engine.rulesets import load_figures, without_provenance
from tests.engine.lumiere.positions import hold, new, of_kind, play


def test_every_figure_has_its_provenance() -> None:
    assert without_provenance(load_figures("engine.lumiere", None)) == []


def test_the_buildings_have_the_sizes_of_the_rulebook() -> None:
    sizes = sorted(
        len(cells) for piece, cells in load_ruleset(None).shapes.items() if piece[-1].isdigit()
    )
    assert sizes == [3] * 2 + [4] * 4 + [5] * 4 + [6] * 2


def test_each_set_of_tiles_has_four_lamps_and_mixes_the_colours() -> None:
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
            "postcards.starter names 8 postcards; it must name twice table.tokens: 6",
        ),
        ({"table": {"tokens": "four"}}, "table.tokens is 'four'; it must be a whole number"),
        ({"paving": {"tiles": ["Loxm"] * 7}}, "paving.tiles is [ … it must be 8 long"),
        ({"paving": {"tiles": ["Loxm"] * 7 + ["Loxz"]}}, "paving.tiles[7] is 'Loxz'"),
        ({"paving": {"tiles": ["Lox", *["Loxm"] * 7]}}, "paving.tiles[0] is 'Lox'"),
        (
            {"buildings": {"U5": ["###", "#x#"]}},
            "buildings.U5[1] is '#x#'; it must be a row of # and .",
        ),
        ({"buildings": {"U5": 5}}, "buildings.U5 is 5; it must be a list"),
        ({"buildings": {"U5": ["..."]}}, "buildings.U5 covers no cell"),
        ({"buildings": {"U5": ["#.", ".#"]}}, "buildings.U5 is not connected"),
        ({"buildings": {"U5": ["####"]}}, "buildings.U5 covers 4 cells; it must cover 5"),
        (
            {"buildings": {"U5": ["..#", "###", "..#"]}},
            "buildings.T5 has the shape of U5; all buildings must differ",
        ),
        ({"pieces": {"garden": ["###"]}}, "pieces.garden covers 3 cells; it must cover 2"),
        ({"pieces": {"fountain": ["#"]}}, "pieces.fountain covers 1 cell; it must cover 2 or more"),
        ({"paving": {"second_tiles": ["Loxm"] * 7}}, "paving.second_tiles has 7 tiles; it must"),
        ({"paving": {"second_tiles": ["Loxz"] * 8}}, "paving.second_tiles[0] is 'Loxz'"),
        ({"buildings": {"U5": [".##", ".#."]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["...", "###"]}}, "buildings.U5 has an empty first row or column"),
        ({"buildings": {"U5": ["#########"]}}, "buildings.U5[0] is '#########'; it must be a row"),
        ({"buildings": {"X9": ["#"]}}, "there is no figure 'buildings.X9'"),
        ({"pieces": {"fountain": []}}, "pieces.fountain is []; it must be 1 to 8 long"),
        ({"big_lamp": {"rays": []}}, "big_lamp.rays is []; it must be 1 to 64 long"),
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
        ({"postcards": {"box": list(POSTCARDS[:11])}}, "postcards.box is [ … it must be 12 long"),
        (
            {"postcards": {"box": ["eiffel"] * 12}},
            "postcards.box[0] is 'eiffel'; it must be",
        ),
        ({"postcards": {"box": ["chartier"] * 12}}, "postcards.box names a postcard twice"),
        ({"postcards": {"starter": ["chartier"] * 8}}, "postcards.starter names a postcard twice"),
        ({"postcards": {"starter": ["chartier"]}}, "postcards.starter names 1 postcards"),
        ({"postcards": {"starter": 3}}, "postcards.starter is 3; it must be a list"),
        ({"table": 3}, "table is 3; it must be a table"),
    ],
)
def test_a_bad_figure_is_named_by_its_key(override: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadValue) as caught:
        load_ruleset(override)
    start, _, end = f"ruleset: {sentence}".partition(" … ")
    assert str(caught.value).startswith(start)
    assert end in str(caught.value)


def test_a_corrected_figure_is_played_with_and_told_to_bots() -> None:
    override = {"buildings": {"U5": ["###", "##."]}, "big_lamp": {"rays": [[[1, 1]]]}}
    options = Options(ruleset=override)
    rules = game.rules(2, options)
    assert dict(rules.shapes)["U5"] == (0, 1, 2, 8, 9)
    assert rules.rays == (((1, 1),),)
    placements = fitting(new(ruleset=override).catalogue.orientations["U5"], ALL)
    assert placements[0].action.cells == (0, 1, 2, 8, 9)


def test_bots_are_told_the_figures_and_options_in_use() -> None:
    rules = game.rules(2, Options(flip=True, ruleset={"scoring": {"dancer": 4}}))
    assert (rules.flip, rules.dancer, rules.painter) == (True, 4, 2)
    assert rules.tiles[1][0] == ("lamp", "own", "rival", "shared")


def test_the_rules_travel_unchanged() -> None:
    rules = game.rules(2, Options())
    assert repr(wire.decode_rules(wire.encode_rules(rules))) == repr(rules)


def test_each_seat_may_have_tiles_of_its_own() -> None:
    override = {"paving": {"second_tiles": ["oxLm", *["oooo"] * 7]}}
    options = Options(ruleset=override)
    rules = game.rules(2, options)
    assert rules.tiles[0][0] == ("lamp", "own", "rival", "shared")
    assert rules.tiles[1][:2] == (("own", "rival", "lamp", "shared"), ("own",) * 4)
    state = new(ruleset=override)
    play(state, Take("I3"))
    hold(state, 1, 0)
    play(state, Pave(0, 0))
    assert state.ground.letters[:2] + state.ground.letters[8:10] == "10mL"


def test_a_tile_that_looks_alike_in_all_rotations_is_listed_once_for_its_owner_alone() -> None:
    state = new(ruleset={"paving": {"second_tiles": ["oooo"] * 8}})
    assert len(of_kind(state, "pave")) == 16 * 4
    play(state, Take("I3"))
    assert of_kind(state, "pave") == [Pave(square, 0) for square in range(16)]


def test_another_number_of_tokens_brings_as_many_postcards() -> None:
    override = {"table": {"tokens": 5}, "postcards": {"starter": list(POSTCARDS[:10])}}
    state = new(ruleset=override)
    assert len(state.postcards) == 10
    assert [player.tokens for player in state.players] == [5, 5]


def test_mirror_images_are_different_buildings() -> None:
    override = {"buildings": {"T4": ["###", "..#"]}}
    assert load_ruleset(override).shapes["T4"] == (0, 1, 2, 10)
