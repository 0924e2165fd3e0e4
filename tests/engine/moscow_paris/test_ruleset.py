"""The data file, and files that correct it."""

from collections import Counter

import pytest

from engine.errors import BadValue
from engine.moscow_paris import game
from engine.moscow_paris.actions import WAGONS
from engine.moscow_paris.options import Options
from engine.moscow_paris.ruleset import load_ruleset
from engine.options import parse_options
from engine.rulesets import load_figures, without_provenance

ELEVEN = {"wagons": {"kinds": list(WAGONS), "copies": 8}}


def city(**changes):
    figures = {"name": "Oslo", "country": "Norway", "limit": 2, "points": 1, "capital": False}
    return {**figures, **changes}


def test_every_figure_says_how_it_is_known():
    assert without_provenance(load_figures("engine.moscow_paris", None)) == []


def test_eleven_kinds_of_eight_copies_can_be_played():
    pieces = Counter(game.new(2, Options(ruleset=ELEVEN), 1).pieces())
    assert [pieces[wagon] for wagon in WAGONS] == [8] * 11


def test_an_owner_of_the_box_corrects_a_figure_with_a_file_that_holds_just_that(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text("[istanbul]\nlimit = 3\n")
    options = parse_options(Options, ["istanbul=true", f"ruleset={file}"])
    assert load_ruleset(options.ruleset).istanbul.limit == 3
    assert load_ruleset(options.ruleset).istanbul.points == 3


def test_a_ruleset_is_read_once():
    assert load_ruleset(None) is load_ruleset(None)
    assert load_ruleset(ELEVEN) is load_ruleset({"wagons": dict(ELEVEN["wagons"])})


@pytest.mark.parametrize(
    ("override", "key"),
    [
        ({"wagon": {}}, "wagon"),
        ({"wagons": {"kind": []}}, "wagons.kind"),
        ({"wagons": {"copies": 10}}, "wagons.total"),
        ({"wagons": {"copies": "eleven"}}, "wagons.copies"),
        ({"wagons": {"copies": True}}, "wagons.copies"),
        ({"wagons": {"copies": 0, "total": 0}}, "wagons.copies"),
        ({"wagons": {"copies": 2, "total": 16}}, "wagons.copies"),
        ({"wagons": {"kinds": ["rocket"], "copies": 88}}, "wagons.kinds[0]"),
        ({"wagons": {"kinds": ["mail", "mail"], "copies": 44}}, "wagons.kinds"),
        ({"wagons": 88}, "wagons"),
        ({"actions": {"swap": 5}}, "actions.total"),
        ({"actions": {"swap": -1, "total": 11}}, "actions.swap"),
        ({"cities": []}, "cities"),
        ({"cities": [1]}, "cities[0]"),
        ({"cities": [{"name": "Oslo"}]}, "cities[0].country"),
        ({"cities": [city(limit=0)]}, "cities[0].limit"),
        ({"cities": [city(points=-1)]}, "cities[0].points"),
        ({"cities": [city(name="")]}, "cities[0].name"),
        ({"cities": [city(capital=1)]}, "cities[0].capital"),
        ({"cities": [city(), city()]}, "cities"),
        ({"cities": [city(), city(name="Bergen")]}, "cities"),
        ({"istanbul": {"name": "Paris"}}, "istanbul.name"),
        ({"istanbul": {"limit": 5}}, "cities"),
        ({"home_city": {"limit": "3"}}, "home_city.limit"),
        ({"table": {"rows": 0}}, "table.rows"),
        ({"table": {"front": 5}}, "table.front"),
        ({"table": {"end_cities": 4}}, "table.end_cities"),
        ({"stupor": {"repeats": 0}}, "stupor.repeats"),
        ({"scoring": {"repeated_flag": -1}}, "scoring.repeated_flag"),
    ],
)  # fmt: skip
def test_a_wrong_figure_is_named_by_its_key(override, key):
    with pytest.raises(BadValue) as caught:
        game.new(2, Options(ruleset=override), 1)
    words = [word.rstrip(".") for word in str(caught.value).split()]
    assert key in words


def test_the_figures_of_a_ruleset_are_the_ones_that_are_played():
    rules = {"table": {"rows": 3, "end_cities": 2, "hand": 6}}
    view = game.new(2, Options(ruleset=rules), 1).view(0)
    assert len(view.lines) == 3
    assert len(view.hand) == 6
