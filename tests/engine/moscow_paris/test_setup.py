"""§1 Components and §2 Set-up."""

from collections import Counter
from collections.abc import Sequence

import pytest

from engine.errors import BadPlayers
from engine.moscow_paris import game
from engine.moscow_paris.options import Options
from engine.moscow_paris.views import City


def cards_of(pieces: Sequence[object]) -> Counter[str]:
    return Counter(piece for piece in pieces if isinstance(piece, str))


def cities_of(pieces: Sequence[object]) -> list[City]:
    return [piece for piece in pieces if isinstance(piece, City)]


def test_there_are_88_wagons_of_eight_kinds_and_16_action_cards_of_five() -> None:
    cards = cards_of(game.new(2, Options(), 1).pieces())
    actions = {"swap": 4, "uncouple_2": 4, "uncouple_3": 3, "exchange": 3, "close": 2}
    assert {card: cards.pop(card) for card in actions} == actions
    assert sorted(cards.values()) == [11] * 8
    assert cards.total() == 88


def test_there_are_16_cities_four_of_them_capitals_worth_two() -> None:
    cities = cities_of(game.new(2, Options(), 1).pieces())
    assert len(cities) == 16
    capitals = {city.name for city in cities if city.capital}
    assert capitals == {"Moscow", "Paris", "Rome", "Berlin"}
    assert all(city.points == (2 if city.capital else 1) for city in cities)
    assert all(city.limit == 4 for city in cities if city.capital)


def test_every_country_has_a_capital_two_cities_of_three_and_one_of_two() -> None:
    cities = cities_of(game.new(2, Options(), 1).pieces())
    for country in {city.country for city in cities}:
        limits = [city.limit for city in cities if city.country == country]
        assert sorted(limits) == [2, 3, 3, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_gets_five_cards_and_four_cities_lie_face_up(players: int) -> None:
    view = game.new(players, Options(), 1).view(None)
    assert [player.hand_size for player in view.players] == [5] * players
    assert len(view.lines) == 4
    assert view.city_deck_size == 12
    assert view.deck_size == 104 - 5 * players
    assert all(line.left == line.right == () for line in view.lines)


def test_the_first_seat_begins() -> None:
    assert game.new(3, Options(), 1).decider == 0


def test_equal_seeds_deal_equal_cards_and_others_do_not() -> None:
    assert game.new(2, Options(), 1).view(0) == game.new(2, Options(), 1).view(0)
    assert game.new(2, Options(), 1).view(0) != game.new(2, Options(), 2).view(0)


@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    with pytest.raises(BadPlayers, match="2 to 4 players"):
        game.new(players, Options(), 1)
