"""Figures of a data file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest

from engine.errors import BadValue
from engine.fields import Between
from engine.rulesets import load_figures, read_ruleset, require, without_provenance


def test_an_override_replaces_just_its_keys() -> None:
    own = load_figures("engine.moscow_paris", None)
    changed = load_figures("engine.moscow_paris", {"table": {"rows": 3}})
    assert changed["table"] == {**own["table"], "rows": 3}
    assert changed["cities"] == own["cities"]


def test_a_list_is_replaced_whole() -> None:
    city = {"name": "Bonn"}
    changed = load_figures("engine.moscow_paris", {"cities": [city]})
    assert changed["cities"] == [city]


def test_a_key_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadValue, match=r"no figure 'table\.row'. Figures: rows"):
        load_figures("engine.moscow_paris", {"table": {"row": 3}})


def test_a_table_whose_keys_are_data_is_replaced_whole() -> None:
    override = {"table": {"row": 3}}
    changed = load_figures("engine.moscow_paris", override, whole=["table"])
    assert changed["table"] == {"row": 3}
    with pytest.raises(BadValue, match=r"no figure 'stupor\.row'"):
        load_figures("engine.moscow_paris", {"stupor": {"row": 3}}, whole=["table"])


def test_an_override_may_bring_its_provenance() -> None:
    override = {"stupor": {"provenance": "public", "repeats": 3}}
    assert load_figures("engine.moscow_paris", override)["stupor"] == override["stupor"]


def test_a_provenance_is_replaced_whole() -> None:
    override = {"bonus_tiles": {"provenance": {"copies": "public"}}}
    changed = load_figures("engine.paris", override)
    assert changed["bonus_tiles"]["provenance"] == {"copies": "public"}


@dataclass(frozen=True)
class Stupor:
    repeats: Annotated[int, Between(1, 100)]

    def __post_init__(self) -> None:
        require(self.repeats != 13, "stupor.repeats", "is unlucky")


@dataclass(frozen=True)
class Part:
    stupor: Stupor


def test_figures_are_read_as_declared_without_their_provenance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "small_game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "ruleset.toml").write_text('[stupor]\nrepeats = 2\nprovenance = "rulebook"\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert read_ruleset("small_game", Part, None) == Part(Stupor(2))
    assert read_ruleset("small_game", Part, {"stupor": {"repeats": 3}}) == Part(Stupor(3))
    for repeats, sentence in (
        (0, r"ruleset: stupor\.repeats is 0; it must be from 1 to 100"),
        ("2", r"ruleset: stupor\.repeats is '2'; it must be a whole number"),
        (13, r"ruleset: stupor\.repeats is unlucky"),
    ):
        with pytest.raises(BadValue, match=sentence):
            read_ruleset("small_game", Part, {"stupor": {"repeats": repeats}})


def test_figures_without_provenance_are_listed() -> None:
    figures = {
        "table": {"rows": 4, "hand": 5, "provenance": {"rows": "rulebook"}},
        "scoring": {"flag": 1, "provenance": "ruling"},
        "cities": [{"name": "Paris", "provenance": "rulebook"}, {"name": "Rome"}],
        "actions": {"swap": 4, "provenance": "hearsay"},
    }
    with_tags = {key: value for key, value in figures.items() if key != "actions"}
    assert without_provenance(with_tags) == ["table.hand", "cities[1].name"]
    assert without_provenance({"actions": figures["actions"]}) == ["actions.swap"]
