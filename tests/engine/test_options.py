"""Reading a game's options."""

from dataclasses import dataclass

import pytest

from engine.errors import BadOption
from engine.options import (
    Ruleset,
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
    guests: int = option(2, "how many eat")
    drink: str = option("tea", "what to drink", choices=("tea", "water"))
    greeting: str = option("", "what to say")
    ruleset: Ruleset | None = ruleset_option()


def test_texts_become_typed_values():
    read = parse_options(Menu, ["soup=yes", "guests=4", "drink=water", "greeting=a=b"])
    assert read == Menu(True, 4, "water", "a=b")
    assert parse_options(Menu, []) == Menu()


@pytest.mark.parametrize("text", ["true", "True", "yes", "on"])
def test_yes_has_several_words(text):
    assert parse_options(Menu, [f"soup={text}"]).soup


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("soup", "write soup=VALUE"),
        ("soup=perhaps", "neither true nor false"),
        ("guests=two", "not a whole number"),
        ("drink=wine", "not one of tea, water"),
        ("guest=3", "Did you mean 'guests'?"),
        ("ruleset=nowhere.toml", "cannot read"),
    ],
)
def test_a_mistake_gets_a_sentence(pair, sentence):
    with pytest.raises(BadOption, match="option") as caught:
        parse_options(Menu, [pair])
    assert sentence in str(caught.value)


def test_a_ruleset_file_is_read_whole(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text("[table]\nrows = 3\n")
    assert parse_options(Menu, [f"ruleset={file}"]).ruleset == {"table": {"rows": 3}}


def test_a_ruleset_file_that_is_no_toml_is_named(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text("rows: 3")
    with pytest.raises(BadOption, match=r"rules\.toml is not TOML"):
        parse_options(Menu, [f"ruleset={file}"])


def test_a_specification_names_a_ruleset_file_as_seen_from_its_folder(tmp_path):
    (tmp_path / "rules.toml").write_text("rows = 3")
    read = read_files(Menu, {"guests": 5, "ruleset": "rules.toml"}, tmp_path)
    assert read == {"guests": 5, "ruleset": {"rows": 3}}
    with pytest.raises(BadOption, match="option ruleset: cannot read"):
        read_files(Menu, {"ruleset": "nowhere.toml"}, tmp_path)


def test_json_holds_what_differs_from_the_defaults_and_reads_back():
    menu = Menu(guests=5, ruleset={"table": {"rows": 3}})
    assert options_to_json(menu) == {"guests": 5, "ruleset": {"table": {"rows": 3}}}
    assert options_from_json(Menu, options_to_json(menu)) == menu


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"guests": "5"}, "not of the type number"),
        ({"guests": True}, "not of the type number"),
        ({"drink": "wine"}, "not one of"),
        ({"guest": 5}, "no option 'guest'"),
        ({"ruleset": 5}, "5 is not of the type file"),
        ({"ruleset": "rules.toml"}, "not of the type file"),
        ({"greeting": ["x"] * 1000}, "not of the type text"),
    ],
)
def test_json_is_checked_as_texts_are(values, sentence):
    with pytest.raises(BadOption, match="option") as caught:
        options_from_json(Menu, values)
    assert sentence in str(caught.value)


def test_the_help_lists_name_type_default_and_text():
    rows = [(each.name, each.type, each.default) for each in describe(Menu)]
    assert rows == [
        ("soup", "true|false", "false"),
        ("guests", "number", "2"),
        ("drink", "tea|water", "tea"),
        ("greeting", "text", ""),
        ("ruleset", "file", ""),
    ]
