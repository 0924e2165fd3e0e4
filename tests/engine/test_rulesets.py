"""Figures of a data file."""

import pytest

from engine.errors import BadRuleset
from engine.rulesets import figure, load_figures, require, without_provenance


def test_an_override_replaces_just_its_keys():
    own = load_figures("engine.moscow_paris", None)
    changed = load_figures("engine.moscow_paris", {"table": {"rows": 3}})
    assert changed["table"] == {**own["table"], "rows": 3}
    assert changed["cities"] == own["cities"]


def test_a_list_is_replaced_whole():
    changed = load_figures("engine.moscow_paris", {"wagons": {"kinds": ["mail"]}})
    assert changed["wagons"]["kinds"] == ["mail"]


def test_a_key_that_does_not_exist_is_named():
    with pytest.raises(BadRuleset, match=r"no figure table\.row"):
        load_figures("engine.moscow_paris", {"table": {"row": 3}})


def test_a_table_whose_keys_are_data_is_replaced_whole():
    override = {"table": {"row": 3}}
    changed = load_figures("engine.moscow_paris", override, whole=["table"])
    assert changed["table"] == {"row": 3}
    with pytest.raises(BadRuleset, match=r"no figure wagons\.row"):
        load_figures("engine.moscow_paris", {"wagons": {"row": 3}}, whole=["table"])


def test_an_override_may_bring_its_provenance():
    override = {"stupor": {"provenance": "public", "repeats": 3}}
    assert load_figures("engine.moscow_paris", override)["stupor"] == override["stupor"]


def test_a_provenance_is_replaced_whole():
    override = {"bonus_tiles": {"provenance": {"copies": "public"}}}
    changed = load_figures("engine.paris", override)
    assert changed["bonus_tiles"]["provenance"] == {"copies": "public"}


def test_a_figure_has_its_type():
    table = {"rows": 3, "name": "Paris", "capital": True}
    assert figure(table, "rows", int) == 3
    with pytest.raises(BadRuleset, match=r"ruleset: table\.name is 'Paris', not of the type int"):
        figure(table, "name", int, "table")
    with pytest.raises(BadRuleset, match="capital is True"):
        figure(table, "capital", int)
    with pytest.raises(BadRuleset, match="ruleset: limit is missing"):
        figure(table, "limit", int)


def test_a_condition_that_does_not_hold_names_its_key():
    require(True, "rows", "is fine")
    with pytest.raises(BadRuleset, match="ruleset: rows is too many"):
        require(False, "rows", "is too many")


def test_figures_without_provenance_are_listed():
    figures = {
        "table": {"rows": 4, "hand": 5, "provenance": {"rows": "rulebook"}},
        "scoring": {"flag": 1, "provenance": "ruling"},
        "cities": [{"name": "Paris", "provenance": "rulebook"}, {"name": "Rome"}],
        "actions": {"swap": 4, "provenance": "hearsay"},
    }
    with_tags = {key: value for key, value in figures.items() if key != "actions"}
    assert without_provenance(with_tags) == ["table.hand", "cities[1].name"]
    assert without_provenance({"actions": figures["actions"]}) == ["actions.swap"]
