"""The data file, and files that correct it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.dice import Dice
from engine.errors import BadValue
from engine.moscow_paris import game
from engine.moscow_paris.options import Options
from engine.moscow_paris.ruleset import load_ruleset
from engine.moscow_paris.views import Card, City
from engine.options import parse_options
from engine.rulesets import load_figures, without_provenance
from engine.testing import check_game, play_at_random

KINDS = [
    "locomotive", "sleeping", "dining", "compartment", "seating", "mail", "baggage", "saloon",
    "freight", "platform", "tank",
]  # fmt: skip
ELEVEN = {"wagons": {"copies": dict.fromkeys(KINDS, 8)}}


def city(**changes: object) -> dict[str, object]:
    figures = {"name": "Oslo", "country": "Norway", "limit": 2, "points": 1, "capital": False}
    return {**figures, **changes}


def test_every_figure_says_how_it_is_known() -> None:
    assert without_provenance(load_figures("engine.moscow_paris", None)) == []


def test_eleven_kinds_of_eight_copies_can_be_played() -> None:
    pieces = Counter(game.new(2, Options(ruleset=ELEVEN), 1).pieces())
    assert [pieces[wagon] for wagon in KINDS] == [8] * 11


def test_wagons_may_have_kinds_of_any_name_and_unequal_copies() -> None:
    copies = {"Schnellzugwagen": 40, "вагон": 25, "z": 20}
    options = Options(ruleset={"wagons": {"copies": copies, "total": 85}})
    pieces = Counter(game.new(2, options, 1).pieces())
    assert {kind: pieces[kind] for kind in copies} == copies
    assert "mail" not in pieces


def test_a_city_may_have_any_limit() -> None:
    cities = [city(name=str(limit), limit=limit) for limit in (1, 5, 9, 30)]
    options = Options(ruleset={"cities": cities})
    state = game.new(2, options, 1)
    play_at_random(state, Dice(1))
    assert state.outcome() is not None


def test_there_may_be_another_number_of_cities() -> None:
    options = Options(ruleset={"cities": [city(name=f"Oslo {n}") for n in range(30)]})
    view = game.new(2, options, 1).view(0)
    assert len(view.lines) + view.city_deck_size == 30


def test_a_city_may_have_the_name_of_a_wagon() -> None:
    cities = [city(name=name) for name in ("mail", "dining", "saloon", "seating", "swap")]
    check_game(game, 3, Options(ruleset={"cities": cities}), range(2))


def test_a_file_that_holds_just_one_figure_corrects_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[istanbul]\nlimit = 3\n")
    options = parse_options(Options, ["istanbul=true", f"ruleset={file}"])
    assert load_ruleset(options.ruleset).istanbul.limit == 3
    assert load_ruleset(options.ruleset).istanbul.points == 3


def test_a_ruleset_is_read_once() -> None:
    assert load_ruleset(None) is load_ruleset(None)
    assert load_ruleset(ELEVEN) is load_ruleset({"wagons": dict(ELEVEN["wagons"])})


@pytest.mark.parametrize(
    ("override", "key"),
    [
        ({"wagon": {}}, "wagon"),
        ({"wagons": {"kinds": []}}, "wagons.kinds"),
        ({"wagons": {"copies": 11}}, "wagons.copies"),
        ({"wagons": {"copies": {"mail": 87}}}, "wagons.total"),
        ({"wagons": {"copies": {"mail": "eleven"}}}, "wagons.copies.mail"),
        ({"wagons": {"copies": {"mail": True}}}, "wagons.copies.mail"),
        ({"wagons": {"copies": {"mail": -1}, "total": -1}}, "wagons.copies.mail"),
        ({"wagons": {"copies": {}, "total": 0}}, "wagons.copies"),
        ({"wagons": {"copies": {"mail": 4}, "total": 4}}, "wagons.copies"),
        ({"wagons": {"copies": {"swap": 88}}}, "wagons.copies"),
        ({"wagons": {"copies": {"": 88}}}, "wagons.copies"),
        ({"wagons": {"copies": {"m\nail": 88}}}, "wagons.copies"),
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
        ({"cities": [city(name="Os\nlo"), *[city(name=name) for name in "abc"]]}, "cities"),
        ({"home_city": {"limit": "3"}}, "home_city.limit"),
        ({"table": {"rows": 0}}, "table.rows"),
        ({"table": {"front": 5}}, "table.front"),
        ({"table": {"end_cities": 4}}, "table.end_cities"),
        ({"stupor": {"repeats": 0}}, "stupor.repeats"),
        ({"scoring": {"repeated_flag": -1}}, "scoring.repeated_flag"),
    ],
)  # fmt: skip
def test_a_wrong_figure_is_named_by_its_key(override: dict[str, Any], key: str) -> None:
    with pytest.raises(BadValue) as caught:
        game.new(2, Options(ruleset=override), 1)
    words = [word.strip("'.") for word in str(caught.value).split()]
    assert key in words


def test_the_figures_of_a_ruleset_are_the_ones_that_are_played() -> None:
    rules = {"table": {"rows": 3, "end_cities": 2, "hand": 6}}
    view = game.new(2, Options(ruleset=rules), 1).view(0)
    assert len(view.lines) == 3
    assert len(view.hand) == 6


def test_the_rules_tell_the_options_and_figures_in_use() -> None:
    ruleset = {"table": {"front": 3}, "stupor": {"repeats": 4}, "scoring": {"repeated_flag": 2}}
    options = Options(istanbul=True, teams=True, claim="full", max_turns=9, ruleset=ruleset)
    rules = game.rules(4, options)
    assert (rules.front, rules.stupor_repeats, rules.repeated_flag) == (3, 4, 2)
    assert (rules.full_lines_only, rules.teams, rules.max_turns) == (True, True, 9)
    assert Card("mail", 11, wagon=True) in rules.cards
    assert Card("close", 2, wagon=False) in rules.cards
    assert City("Istanbul", "Turkey", 4, 3, False) in rules.cities
    assert len(rules.cities) == 17
