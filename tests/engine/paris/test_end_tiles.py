"""The twelve end tiles (§12), each by its number."""

import pytest

from engine.paris.actions import (
    TOKENS,
    MoveKey,
    Pay,
    Sell,
    Source,
    SpendPrestige,
    UseBonusTile,
    UseEndTile,
)
from engine.paris.events import EndTileUsed, Paid, PrestigeSpent
from engine.paris.figures.choices import HALF, TOKEN
from engine.paris.options import Options
from engine.paris.views import Halves
from tests.engine.paris.positions import (
    Seat,
    buy,
    held_ends,
    kinds,
    offered,
    place,
    play,
    position,
    used_ends,
)


@pytest.mark.parametrize(
    ("tile", "keys", "target", "token"),
    [
        (1, "montmartre 5", "montmartre 8", "wood"),
        (2, "bank montmartre", "tuileries", "marble"),
        (3, "bank montmartre", "luxembourg_gardens", "gold"),
        (4, "montmartre 5", "montmartre 8", "wood"),
        (4, "bank montmartre", "luxembourg_gardens", "gold"),
    ],
)
def test_1_2_3_4_pay_a_resource(tile: int, keys: str, target: str, token: str) -> None:
    state = position(Seat(keys, francs=10, ends=[tile]), built="montmartre 5, montmartre 8")
    assert Paid(0, token, Source("end_tile", tile)) in buy(state, keys, target)
    assert place(target) in state.players[0].keys.view
    assert used_ends(state, 0) == (tile,)
    assert state.supply == (0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "tokens"),
    [
        (1, ["wood"]),
        (2, ["marble"]),
        (3, ["gold"]),
        (4, ["wood", "marble", "gold"]),
        (5, ["bronze"]),
        (6, ["silver"]),
        (7, ["gold_prestige"]),
        (8, ["bronze", "silver", "gold_prestige"]),
    ],
)
def test_1_to_8_can_be_sold_as_what_they_count_for(tile: int, tokens: list[str]) -> None:
    state = position(Seat(ends=[tile]))
    assert offered(state, "sell") == tokens
    play(state, Sell(tokens[-1], Source("end_tile", tile)))
    assert state.players[0].francs == state.board.sell[TOKENS.index(tokens[-1])]
    assert held_ends(state, 0) == ()


@pytest.mark.parametrize(
    ("tile", "landmark", "token", "points"),
    [
        (5, "grand_palais", "bronze", 3),
        (6, "grand_palais", "silver", 4),
        (7, "grand_palais", "gold_prestige", 5),
        (8, "grand_palais", "gold_prestige", 5),
    ],
)
def test_5_6_7_8_are_discarded_as_prestige(
    tile: int, landmark: str, token: str, points: int
) -> None:
    seat = Seat("bank montmartre", francs=12, tokens="marble gold", ends=[tile])
    state = position(seat, built="")
    buy(state, "bank montmartre", landmark)
    events = play(state, SpendPrestige(token, Source("end_tile", tile)))
    assert events[0] == PrestigeSpent(0, token, Source("end_tile", tile), points)
    assert state.gone == (0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "francs", "points"), [(9, 4, 0), (10, 6, 0), (11, 0, 3), (12, 0, 5)]
)
def test_9_10_11_12_give_francs_or_points(tile: int, francs: int, points: int) -> None:
    state = position(Seat(ends=[tile]))
    assert play(state, UseEndTile(tile)) == [EndTileUsed(0, tile, francs, points)]
    assert (state.players[0].francs, state.players[0].points) == (francs, points)
    assert held_ends(state, 0) == ()


def test_an_end_tile_that_matches_no_icon_is_not_offered_at_a_landmark() -> None:
    seat = Seat("bank montmartre", francs=9, tokens="marble bronze", ends=[6])
    state = position(seat, built="")
    buy(state, "bank montmartre", "tuileries")  # three bronze icons
    assert offered(state, "spend_prestige") == ["bronze"]


def test_a_token_and_an_end_tile_of_its_kind_are_a_choice_of_payment() -> None:
    state = position(Seat("montmartre 5", francs=3, ends=[1, 2, 5], tokens="wood"))
    buy(state, "montmartre 5", "montmartre 8")
    assert state.actions() == [Pay("wood", Source("token")), Pay("wood", Source("end_tile", 1))]


def test_end_tiles_do_not_count_for_tile_20() -> None:
    assert "use_bonus_tile" not in kinds(position(Seat(bonus=[20], ends=[1, 9, 12])))
    state = position(Seat(bonus=[20, 27], ends=[1, 9, 12]))
    play(state, UseBonusTile(20))
    assert state.players[0].points == 1


# Tiles of a corrected ruleset that count as two of one certain token.

TWO_MARBLE = Options(
    ruleset={"end_tiles": {"2": [{"effect": "resource", "token": "marble", "count": 2}]}}
)
TWO_SILVER = Options(
    ruleset={"end_tiles": {"6": [{"effect": "prestige", "token": "silver", "count": 2}]}}
)


def test_a_tile_that_counts_as_two_marble_pays_both_of_a_price() -> None:
    state = position(Seat("bank montmartre", francs=11, ends=[2]), built="", options=TWO_MARBLE)
    events = buy(state, "bank montmartre", "pantheon")  # 2 marble
    paid = [event for event in events if isinstance(event, Paid)]
    assert paid == [Paid(0, "marble", Source("end_tile", 2)), Paid(0, "marble", HALF)]
    assert state.view(0).halves == Halves()


def test_the_other_half_of_two_marble_is_marble_and_nothing_else() -> None:
    state = position(Seat(ends=[2]), options=TWO_MARBLE)
    play(state, Sell("marble", Source("end_tile", 2)))
    assert state.view(1).halves == Halves(marble=1)
    assert offered(state, "sell") == ["marble"]
    play(state, Sell("marble", HALF))
    assert state.players[0].francs == 4
    assert offered(state, "sell") == []


def test_the_half_of_a_certain_token_pays_only_for_that_token() -> None:
    """10 francs would do for the tuileries (1 marble) and for the luxembourg gardens (1 gold)."""
    seat = Seat("bank montmartre", francs=8, ends=[2], tokens="marble")
    state = position(seat, built="", options=TWO_MARBLE)
    play(state, Sell("marble", Source("end_tile", 2)), MoveKey(place("bank montmartre")))
    assert state.actions() == [Pay("marble", TOKEN), Pay("marble", HALF)]
    purchase = state.view(0).purchase
    assert purchase is not None and purchase.target == place("tuileries")


def test_the_half_of_a_certain_token_is_spent_before_the_half_of_a_joker() -> None:
    state = position(Seat(bonus=[21], ends=[2]), options=TWO_MARBLE)
    play(state, Sell("wood", Source("bonus_tile", 21)), Sell("marble", Source("end_tile", 2)))
    assert state.view(0).halves == Halves(marble=1, any_resource=1)
    play(state, Sell("marble", HALF))
    assert state.view(0).halves == Halves(any_resource=1)


def test_a_tile_that_counts_as_two_silver_is_discarded_for_two_icons() -> None:
    seat = Seat("bank montmartre", francs=11, tokens="marble marble", ends=[6])
    state = position(seat, built="", options=TWO_SILVER)
    buy(state, "bank montmartre", "pantheon")  # bronze, silver, silver
    play(state, SpendPrestige("silver", Source("end_tile", 6)), SpendPrestige("silver", HALF))
    assert state.players[0].points == 8
