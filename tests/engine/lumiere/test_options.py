"""§2 Setting up: postcards in play, components, options that clash."""

from collections import Counter

import pytest

from engine.errors import BadPlayers, BadValue
from engine.lumiere import game
from engine.lumiere.actions import BUILDINGS, COMPONENTS, POSTCARDS
from engine.lumiere.options import Options
from engine.options import describe, parse_options


def names(postcards, seed=1):
    return [card.name for card in game.new(2, Options(postcards), seed).postcards]


def test_the_starter_set_is_the_default():
    assert names("starter") == list(POSTCARDS[:8])
    assert Options().postcards == "starter"


def test_random_brings_eight_of_the_twelve_by_the_seed():
    drawn = [tuple(names("random", seed)) for seed in range(40)]
    assert all(len(set(each)) == 8 for each in drawn)
    assert len(set(drawn)) > 30
    assert set().union(*drawn) == set(POSTCARDS)
    assert names("random", 7) == names("random", 7)


def test_a_list_brings_just_those_in_the_order_of_the_rulebook():
    assert names(", ".join(reversed(POSTCARDS[4:]))) == list(POSTCARDS[4:])


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
def test_a_wrong_list_gets_a_sentence(text, sentence):
    with pytest.raises(BadValue) as caught:
        names(text)
    assert sentence in str(caught.value)


def test_the_components_of_the_postcards_in_play_lie_beside_them():
    pieces = game.new(2, Options(), 1).pieces()
    beside = [piece for piece in pieces if piece in COMPONENTS.values()]
    assert beside == ["garden", "painter", "shared_paving", "annex", "lamp"]


def test_the_box_is_complete():
    pieces = Counter(game.new(2, Options(), 1).pieces())
    for seat in (0, 1):
        assert pieces["chimney", seat] == 7
        assert pieces["token", seat] == 4
    assert sum(count for piece, count in pieces.items() if piece[0] == "tile") == 16
    assert all(pieces[piece] == 1 for piece in BUILDINGS)
    assert len(COMPONENTS) == 9


def test_both_stacks_are_shuffled_apart():
    deals = [game.new(2, Options(), seed).stacks for seed in range(20)]
    assert len({first for first, _ in deals}) > 15
    assert any(first != second for first, second in deals)


def test_options_are_read_from_texts():
    read = parse_options(Options, ["postcards=random", "flip=yes"])
    assert read == Options("random", True)
    assert [each.name for each in describe(Options)] == ["postcards", "flip", "ruleset"]


def test_the_game_is_for_two():
    with pytest.raises(BadPlayers, match="for 2 players, not 3"):
        game.new(3, Options(), 1)
