"""Reading a game's options."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from engine.errors import BadValue
from engine.fields import Between
from engine.options import (
    RulesetFile,
    describe,
    option,
    options_from_json,
    options_to_json,
    parse_options,
    read_files,
    ruleset_option,
)


@dataclass(frozen=True)
class Menu:
    soup: bool = option(False, "begin with soup")
    guests: Annotated[int, Between(1, 99)] = option(2, "how many eat")
    drink: Literal["tea", "water"] = option("tea", "what to drink")
    greeting: str = option("", "what to say")
    ruleset: RulesetFile | None = ruleset_option()


def test_texts_become_typed_values() -> None:
    read = parse_options(Menu, ["soup=yes", "guests=4", "drink=water", "greeting=a=b"])
    assert read == Menu(True, 4, "water", "a=b")
    assert parse_options(Menu, []) == Menu()


@pytest.mark.parametrize("text", ["true", "True", "yes", "on"])
def test_yes_has_several_words(text: str) -> None:
    assert parse_options(Menu, [f"soup={text}"]).soup


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("soup", "write soup=VALUE"),
        ("soup=perhaps", "option soup is 'perhaps'; it must be true or false"),
        ("guests=two", "option guests is 'two'; it must be a whole number"),
        ("guests=0", "option guests is 0; it must be from 1 to 99"),
        ("drink=wine", "option drink is 'wine'; it must be one of tea, water"),
        ("guest=3", "Did you mean 'guests'?"),
        ("ruleset=nowhere.toml", "cannot read"),
    ],
)
def test_a_mistake_gets_a_sentence(pair: str, sentence: str) -> None:
    with pytest.raises(BadValue, match="option") as caught:
        parse_options(Menu, [pair])
    assert sentence in str(caught.value)


def test_a_ruleset_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("[table]\nrows = 3\n")
    assert parse_options(Menu, [f"ruleset={file}"]).ruleset == {"table": {"rows": 3}}


def test_a_ruleset_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("rows: 3")
    with pytest.raises(BadValue, match=r"rules\.toml is not TOML"):
        parse_options(Menu, [f"ruleset={file}"])


def test_a_specification_names_a_ruleset_file_as_seen_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text("rows = 3")
    read = read_files(Menu, {"guests": 5, "ruleset": "rules.toml"}, tmp_path)
    assert read == {"guests": 5, "ruleset": {"rows": 3}}
    with pytest.raises(BadValue, match="option ruleset: cannot read"):
        read_files(Menu, {"ruleset": "nowhere.toml"}, tmp_path)


def test_json_holds_what_differs_from_the_defaults_and_reads_back() -> None:
    menu = Menu(guests=5, ruleset={"table": {"rows": 3}})
    assert options_to_json(menu) == {"guests": 5, "ruleset": {"table": {"rows": 3}}}
    assert options_from_json(Menu, options_to_json(menu)) == menu


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"guests": "5"}, "it must be a whole number"),
        ({"guests": True}, "it must be a whole number"),
        ({"guests": 100}, "it must be from 1 to 99"),
        ({"drink": "wine"}, "it must be one of"),
        ({"guest": 5}, "no option 'guest'"),
        ({"ruleset": 5}, "option ruleset is 5; it must be a table"),
        ({"ruleset": "rules.toml"}, "it must be a table"),
        ({"greeting": ["x"] * 1000}, "it must be a text"),
    ],
)
def test_json_is_checked_as_texts_are(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadValue, match="option") as caught:
        options_from_json(Menu, values)
    assert sentence in str(caught.value)


def test_the_help_lists_name_type_default_and_text() -> None:
    rows = [(option.name, option.type, option.default) for option in describe(Menu)]
    assert rows == [
        ("soup", "true|false", "false"),
        ("guests", "number", "2"),
        ("drink", "tea|water", "tea"),
        ("greeting", "text", ""),
        ("ruleset", "file", ""),
    ]
