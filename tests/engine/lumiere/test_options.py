"""§2 Setting up: postcards in play, components, options that clash."""

import json
import tomllib
from collections import Counter
from collections.abc import Sequence

import pytest

from engine.errors import BadPlayers, BadValue
from engine.lumiere import game
from engine.lumiere.actions import BUILDINGS, COMPONENTS, POSTCARDS
from engine.lumiere.options import Options
from engine.options import describe, options_from_json, options_to_json, parse_options
from tests.engine.lumiere.positions import new


def names(postcards: str | Sequence[str], seed: int = 1) -> list[str]:
    return [card.name for card in new(seed, postcards=postcards).postcards]


def test_the_starter_set_is_the_default() -> None:
    assert names("starter") == list(POSTCARDS[:8])
    assert Options().postcards == "starter"


def test_random_brings_eight_of_the_twelve_by_the_seed() -> None:
    drawn = [tuple(names("random", seed)) for seed in range(40)]
    assert all(len(set(postcards)) == 8 for postcards in drawn)
    assert len(set(drawn)) > 30
    assert set().union(*drawn) == set(POSTCARDS)
    assert names("random", 7) == names("random", 7)


def test_a_list_brings_just_those_in_the_order_of_the_box() -> None:
    assert names(", ".join(reversed(POSTCARDS[4:]))) == list(POSTCARDS[4:])


def test_a_list_is_the_same_as_a_text_in_toml_and_in_json() -> None:
    listed = list(POSTCARDS[4:])
    read = [
        parse_options(Options, [f"postcards={','.join(listed)}"]),
        options_from_json(Options, {"postcards": listed}),
        options_from_json(Options, tomllib.loads(f"postcards = {json.dumps(listed)}")),
        options_from_json(Options, {"postcards": ", ".join(listed)}),
    ]
    assert read == [Options(tuple(listed))] * 4
    assert names(listed) == listed
    assert options_to_json(read[0]) == {"postcards": listed}
    assert options_from_json(Options, options_to_json(read[0])) == read[0]


def test_a_list_of_something_else_than_texts_gets_a_sentence() -> None:
    with pytest.raises(BadValue, match=r"option postcards\[1\] is 3; it must be a text"):
        options_from_json(Options, {"postcards": ["chartier", 3]})
    with pytest.raises(BadValue, match="option postcards is 3; it must be a text"):
        options_from_json(Options, {"postcards": 3})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("startr", "no postcard 'startr'. Write starter, random, or 8 of: levitation"),
        ("startr", "Did you mean 'starter'?"),
        ("levitation,chartier", "2 different postcards in a list of 2; name 8, each once"),
        (",".join(["chartier"] * 8), "1 different postcards in a list of 8"),
        ("", "no postcard ''"),
    ],
)
def test_a_wrong_list_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadValue) as caught:
        names(text)
    assert sentence in str(caught.value)


def test_the_components_of_the_postcards_in_play_lie_beside_them() -> None:
    pieces = new().pieces()
    beside = [piece for piece in pieces if piece in COMPONENTS.values()]
    assert beside == ["garden", "painter", "shared_paving", "annex", "lamp"]


def test_the_box_is_complete() -> None:
    pieces = Counter(new().pieces())
    for seat in (0, 1):
        assert pieces["chimney", seat] == 7
        assert pieces["token", seat] == 4
    assert sum(isinstance(piece, tuple) and piece[0] == "tile" for piece in pieces.elements()) == 16
    assert all(pieces[piece] == 1 for piece in BUILDINGS)
    assert len(COMPONENTS) == 9


def test_both_stacks_are_shuffled_apart() -> None:
    deals = [new(seed).stacks for seed in range(20)]
    assert len({first for first, _ in deals}) > 15
    assert any(first != second for first, second in deals)


def test_options_are_read_from_texts() -> None:
    read = parse_options(Options, ["postcards=random", "flip=yes"])
    assert read == Options("random", True)
    assert [option.name for option in describe(Options)] == ["postcards", "flip", "ruleset"]


def test_the_game_is_for_two() -> None:
    with pytest.raises(BadPlayers, match="needs 2 players, not 3"):
        game.new(3, Options(), 1)
