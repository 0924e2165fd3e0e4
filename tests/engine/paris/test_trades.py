"""Buying and selling (§6)."""

import pytest

from engine.paris.actions import Arc, Buy, EndTurn, PlaceKey, Sell
from engine.paris.events import Bought, Sold
from engine.paris.figures.choices import TOKEN
from tests.engine.paris.positions import Seat, buy, kinds, offered, place, play, position


@pytest.mark.parametrize(("token", "price"), [("wood", 2), ("marble", 3), ("gold", 4)])
def test_resources_are_bought_from_the_supply(token: str, price: int) -> None:
    state = position(Seat(francs=5), supply=token)
    assert play(state, Buy(token)) == [Bought(0, token, price)]
    assert state.players[0].francs == 5 - price
    assert state.supply == (0, 0, 0)


def test_what_is_not_in_the_supply_or_too_dear_cannot_be_bought() -> None:
    assert "buy" not in kinds(position(Seat(francs=50)))
    assert offered(position(Seat(francs=3), supply="wood marble gold"), "buy") == ["wood", "marble"]


@pytest.mark.parametrize(("token", "price"), [("wood", 1), ("marble", 2), ("gold", 3)])
def test_resources_are_sold_to_the_supply(token: str, price: int) -> None:
    state = position(Seat(tokens=f"{token} bronze"))
    assert play(state, Sell(token, TOKEN)) == [Sold(0, token, TOKEN, price)]
    assert state.players[0].francs == price
    assert sum(state.supply) == 1


@pytest.mark.parametrize(("token", "price"), [("bronze", 1), ("silver", 2), ("gold_prestige", 3)])
def test_prestige_is_sold_out_of_the_game_and_never_bought(token: str, price: int) -> None:
    state = position(Seat(tokens=f"{token} wood", francs=9))
    assert play(state, Sell(token, TOKEN)) == [Sold(0, token, TOKEN, price)]
    assert sum(state.gone) == 1
    assert "buy" not in kinds(state)


def test_what_others_spent_can_be_bought_in_the_same_round() -> None:
    state = position(Seat("montmartre 5", francs=3, tokens="wood"), Seat(francs=2))
    buy(state, "montmartre 5", "montmartre 8")
    play(state, state.actions()[0])
    assert offered(state, "buy") == ["wood"]


def test_a_bought_resource_makes_a_purchase_possible() -> None:
    state = position(Seat("montmartre 5", francs=5), supply="wood")
    assert "move_key" not in kinds(state)
    play(state, Buy("wood"))
    assert offered(state, "move_key") == [place("montmartre 5")]


def test_free_actions_can_be_taken_as_often_as_one_likes() -> None:
    state = position(Seat(tokens="wood wood wood"), Seat(tokens="wood"))
    play(state, Sell("wood", TOKEN), Sell("wood", TOKEN), PlaceKey(Arc()))
    play(state, Sell("wood", TOKEN), EndTurn())
    assert state.players[0].francs == 3
    assert state.decider == 1


def test_buying_and_selling_loses_francs_so_that_no_turn_is_endless() -> None:
    state = position(Seat(francs=4, tokens="bronze"), supply="gold")
    play(state, Buy("gold"), Sell("gold", TOKEN))
    assert state.players[0].francs == 3
