"""The options, and what they do to the city deck."""

import pytest

from engine.dice import Dice
from engine.errors import BadValue
from engine.moscow_paris import game
from engine.moscow_paris.options import Options
from engine.moscow_paris.views import City
from engine.options import describe, parse_options


def cities(options: Options) -> list[City]:
    return [piece for piece in game.new(2, options, 1).pieces() if isinstance(piece, City)]


def test_istanbul_is_off_unless_asked_for() -> None:
    assert "Istanbul" not in {city.name for city in cities(Options())}


def test_istanbul_is_worth_three_and_is_not_a_capital() -> None:
    assert City("Istanbul", "Turkey", 4, 3, False) in cities(Options(istanbul=True))


def test_the_home_city_has_a_name_and_a_country_of_the_players_choice() -> None:
    assert City("Bonn", "Germany", 3, 1, False) in cities(Options(home_city="Bonn/Germany"))
    assert City("Oslo", "Norway", 3, 1, False) in cities(Options(home_city=" Oslo / Norway "))


def test_both_special_cities_can_be_played_together() -> None:
    assert len(cities(Options(istanbul=True, home_city="Izmir/Turkey"))) == 18


@pytest.mark.parametrize("text", ["Bonn", "Bonn/", "/Germany", "/", "Bonn/West/Germany"])
def test_a_home_city_must_be_name_and_country(text: str) -> None:
    with pytest.raises(BadValue, match="NAME/COUNTRY"):
        cities(Options(home_city=text))


@pytest.mark.parametrize("text", ["Paris/Texas", "paris/France", "Istanbul/Turkey"])
def test_a_home_city_cannot_have_the_name_of_another(text: str) -> None:
    with pytest.raises(BadValue, match="choose another name"):
        cities(Options(home_city=text))


@pytest.mark.parametrize("text", ["B\nonn/Germany", "B" * 41 + "/Germany"])
def test_a_home_city_has_a_name_that_can_be_printed(text: str) -> None:
    with pytest.raises(BadValue, match="printable"):
        cities(Options(home_city=text))


@pytest.mark.parametrize("players", [2, 3])
def test_teams_are_for_four(players: int) -> None:
    with pytest.raises(BadValue, match="4 players"):
        game.new(players, Options(teams=True), 1)


def test_max_turns_must_be_positive() -> None:
    sentence = "^option max_turns is 0; it must be from 1 to 1,000,000$"
    with pytest.raises(BadValue, match=sentence):
        parse_options(Options, ["max_turns=0"])


def test_claim_is_any_or_full() -> None:
    with pytest.raises(BadValue, match="any, full"):
        parse_options(Options, ["claim=most"])


def test_the_options_are_read_from_the_command_line() -> None:
    texts = ["istanbul=true", "home_city=Bonn/Germany", "teams=yes", "claim=full", "max_turns=50"]
    assert parse_options(Options, texts) == Options(True, "Bonn/Germany", True, "full", 50)


def test_every_option_has_a_help_line() -> None:
    names = ["istanbul", "home_city", "teams", "claim", "max_turns", "ruleset"]
    assert [option.name for option in describe(Options)] == names
    assert all(option.help for option in describe(Options))


def test_a_home_city_in_a_known_country_shares_its_flag_however_it_is_spelled() -> None:
    state = game.deal(2, Options(home_city="Tver/russia"), Dice(1))
    assert state.cities_by_name["Tver"].country == "Russia"
