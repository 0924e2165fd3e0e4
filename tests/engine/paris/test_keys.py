"""Moving a key to buy a building or a landmark (§5), and what it pays (§5, §7)."""

from typing import Any

from engine.paris.actions import (
    Building,
    Landmark,
    MoveKey,
    MoveTo,
    Pay,
    PutLandmark,
    Source,
)
from engine.paris.events import BonusTileUsed, Income, KeyMoved, Paid
from engine.paris.figures.choices import HALF, TOKEN
from engine.paris.state import ParisState
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

RICH = "marble marble marble gold gold gold wood"


def targets(state: ParisState, origin: str) -> list[Any]:
    """List what a key can buy, by taking it up in a copy."""
    copy = state.copy()
    copy.play(MoveKey(place(origin)))
    return offered(copy, "move_to")


def test_from_a_bank_any_free_building_of_its_district_can_be_bought() -> None:
    state = position(Seat("bank montmartre", francs=5), Seat("montmartre 3"))
    values = [target.value for target in targets(state, "bank montmartre")]
    assert values == [1, 2, 4, 5]
    assert {target.district for target in targets(state, "bank montmartre")} == {"montmartre"}


def test_from_the_arc_any_district_can_be_reached() -> None:
    state = position(Seat("arc", francs=2), built="montmartre 1, chaillot 2, chaillot 3")
    assert targets(state, "arc") == [Building("montmartre", 1), Building("chaillot", 2)]


def test_from_a_building_only_higher_values_can_be_reached() -> None:
    state = position(Seat("montmartre 3", francs=5))
    assert targets(state, "montmartre 3") == [Building("montmartre", 4), Building("montmartre", 5)]


def test_from_a_landmark_a_higher_one_above_it_can_be_reached_for_the_difference() -> None:
    state = position(Seat("tuileries", francs=1, tokens="gold"), landmarks="tuileries montmartre")
    buy(state, "tuileries", "luxembourg_gardens")
    assert state.players[0].francs == 0
    assert Landmark("luxembourg_gardens") in state.players[0].keys.view


def test_from_a_landmark_none_of_another_district_can_be_reached() -> None:
    state = position(
        Seat("tuileries", francs=9, tokens=RICH),
        landmarks="tuileries montmartre, luxembourg_gardens chaillot",
    )
    found = targets(state, "tuileries")
    assert found
    assert Landmark("luxembourg_gardens") not in found


def test_only_buildings_that_are_on_the_board_can_be_bought() -> None:
    state = position(Seat("bank montmartre", francs=9), built="montmartre 1, montmartre 4")
    assert targets(state, "bank montmartre") == [
        Building("montmartre", 1),
        Building("montmartre", 4),
    ]


def test_francs_for_the_whole_value_are_needed_from_bank_and_arc() -> None:
    state = position(Seat("bank montmartre, arc", francs=3))
    assert max(target.value for target in targets(state, "bank montmartre")) == 3
    assert max(target.value for target in targets(state, "arc")) == 3


def test_a_building_of_value_8_needs_wood() -> None:
    assert "move_key" not in kinds(position(Seat("montmartre 5", francs=3)))
    state = position(Seat("montmartre 5", francs=3, tokens="wood"))
    events = buy(state, "montmartre 5", "montmartre 8")
    assert events[0] == Paid(0, "wood", TOKEN)
    assert state.supply == (1, 0, 0)


def test_resources_cost_in_full_even_from_a_landmark() -> None:
    state = position(Seat("louvre", francs=9, tokens="gold gold"), landmarks="louvre chaillot")
    assert "move_key" not in kinds(state)


def test_a_free_landmark_on_the_board_can_be_bought() -> None:
    state = position(
        Seat("bank montmartre", francs=9, tokens="marble"), landmarks="tuileries montmartre"
    )
    assert Landmark("tuileries") in targets(state, "bank montmartre")


def test_a_landmark_on_the_board_can_be_bought_from_its_district_or_the_arc_only() -> None:
    state = position(
        Seat("bank chaillot, arc", francs=9, tokens="marble"),
        landmarks="tuileries montmartre",
        built="chaillot 1, chaillot 2",
    )
    assert Landmark("tuileries") not in targets(state, "bank chaillot")
    assert Landmark("tuileries") in targets(state, "arc")


def test_a_new_landmark_goes_into_the_district_of_the_key() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble"))
    buy(state, "bank montmartre", "tuileries")
    assert state.city.view.landmarks == (("tuileries", "montmartre"),)


def test_a_new_landmark_from_the_arc_goes_into_a_district_whose_landmarks_are_lower() -> None:
    state = position(
        Seat("arc", francs=10, tokens="gold"),
        Seat("tuileries, pantheon"),
        landmarks="tuileries montmartre, pantheon chaillot",
    )
    play(state, MoveKey(place("arc")), MoveTo(Landmark("luxembourg_gardens")))
    districts = offered(state, "put_landmark")
    assert districts == ["batignolles", "montmartre", "la_villette", "belleville", "saint_germain"]
    play(state, PutLandmark("montmartre"))
    assert state.city.view.landmarks[-1] == ("luxembourg_gardens", "montmartre")


def test_a_district_can_hold_any_number_of_rising_landmarks() -> None:
    landmarks = "tuileries chaillot, luxembourg_gardens chaillot, pantheon chaillot"
    state = position(
        Seat("bank chaillot", francs=16, tokens="gold gold gold"),
        Seat("tuileries, luxembourg_gardens, pantheon"),
        landmarks=landmarks,
    )
    buy(state, "bank chaillot", "eiffel_tower")
    assert [home for _, home in state.city.view.landmarks] == ["chaillot"] * 4


def test_a_purchase_takes_the_token_beside_the_building() -> None:
    state = position(Seat("bank montmartre", francs=5), tokens="montmartre 5 marble")
    events = buy(state, "bank montmartre", "montmartre 5")
    assert Income(0, "marble", 0) in events
    assert state.players[0].tokens == (0, 1, 0, 0, 0, 0)
    assert state.city.view.tokens == ()


def test_a_token_that_is_gone_is_not_taken_again() -> None:
    state = position(Seat("bank montmartre", francs=5))
    assert not any(
        isinstance(event, Income) for event in buy(state, "bank montmartre", "montmartre 5")
    )


def test_a_building_of_value_8_pays_2_points() -> None:
    state = position(Seat("bank montmartre", francs=8, tokens="wood"))
    assert Income(0, None, 2) in buy(state, "bank montmartre", "montmartre 8")
    assert state.players[0].points == 2


def test_a_key_of_which_there_are_two_on_a_place_moves_alone() -> None:
    state = position(Seat("montmartre 3, montmartre 3", francs=1))
    assert offered(state, "move_key") == [place("montmartre 3")]
    buy(state, "montmartre 3", "montmartre 4")
    assert state.players[0].keys.view == (place("montmartre 3"), place("montmartre 4"))


def test_own_keys_block_a_target_without_tile_9() -> None:
    state = position(Seat("bank montmartre, montmartre 1", francs=1), built="montmartre 1")
    assert "move_key" not in kinds(state)


def test_tile_9_allows_one_move_to_an_own_key_at_the_normal_price() -> None:
    state = position(
        Seat("bank montmartre, montmartre 4", francs=4, bonus=[9]),
        built="montmartre 4",
        tokens="montmartre 4 wood",
    )
    events = buy(state, "bank montmartre", "montmartre 4")
    assert events[0] == BonusTileUsed(0, 9, 0, 0, 0, 0)
    assert state.players[0].keys.view == (place("montmartre 4"), place("montmartre 4"))
    assert (state.players[0].francs, state.players[0].tokens[0]) == (0, 1)
    assert state.players[0].bonus == ()


def test_tile_9_does_not_allow_other_players_keys() -> None:
    state = position(
        Seat("bank montmartre", francs=4, bonus=[9]), Seat("montmartre 4"), built="montmartre 4"
    )
    assert "move_key" not in kinds(state)


def test_tile_16_allows_one_move_to_other_players_keys_with_normal_income() -> None:
    state = position(
        Seat("bank montmartre", francs=8, bonus=[16], tokens="wood"),
        Seat("montmartre 8"),
        built="montmartre 8",
    )
    events = buy(state, "bank montmartre", "montmartre 8")
    assert events[0] == BonusTileUsed(0, 16, 0, 0, 0, 0)
    assert Income(0, None, 2) in events
    assert state.players[0].keys.view == state.players[1].keys.view == (place("montmartre 8"),)


def test_tile_16_does_not_allow_own_keys() -> None:
    state = position(
        Seat("bank montmartre, montmartre 4", francs=4, bonus=[16]), built="montmartre 4"
    )
    assert "move_key" not in kinds(state)


def test_a_target_with_own_and_other_keys_needs_both_9_and_16() -> None:
    for bonus in ([9], [16]):
        seat = Seat("bank montmartre, montmartre 4", francs=4, bonus=bonus)
        assert "move_key" not in kinds(position(seat, Seat("montmartre 4"), built="montmartre 4"))
    seat = Seat("bank montmartre, montmartre 4", francs=4, bonus=[9, 16])
    state = position(seat, Seat("montmartre 4"), built="montmartre 4")
    events = buy(state, "bank montmartre", "montmartre 4")
    assert events[:2] == [BonusTileUsed(0, 9, 0, 0, 0, 0), BonusTileUsed(0, 16, 0, 0, 0, 0)]
    assert state.players[0].bonus == ()


def test_tiles_9_and_16_are_kept_on_a_move_that_does_not_need_them() -> None:
    state = position(Seat("bank montmartre", francs=4, bonus=[9, 16]), built="montmartre 4")
    buy(state, "bank montmartre", "montmartre 4")
    assert state.players[0].bonus == (9, 16)


def test_the_second_owner_of_a_building_finds_no_token() -> None:
    state = position(
        Seat("bank montmartre", francs=4, bonus=[16]), Seat("montmartre 4"), built="montmartre 4"
    )
    events = buy(state, "bank montmartre", "montmartre 4")
    assert not any(isinstance(event, Income) for event in events)


# Payment.


def test_a_resource_is_paid_with_a_token_a_tile_or_a_half_as_the_player_likes() -> None:
    state = position(
        Seat("bank montmartre", francs=9, tokens="marble", bonus=[3, 10], ends=[2, 4]),
        built="",
    )
    buy(state, "bank montmartre", "tuileries")
    assert [action.source for action in state.actions() if isinstance(action, Pay)] == [
        TOKEN,
        Source("bonus_tile", 3),
        Source("bonus_tile", 10),
        Source("end_tile", 2),
        Source("end_tile", 4),
    ]
    assert play(state, Pay("marble", Source("end_tile", 2)))[0] == Paid(
        0, "marble", Source("end_tile", 2)
    )
    assert held_ends(state, 0) == (4,)
    assert used_ends(state, 0) == (2,)
    assert state.supply == (0, 0, 0)  # a tile puts no token into the supply


def test_an_only_way_to_pay_is_not_asked_for() -> None:
    state = position(Seat("bank montmartre", francs=9, bonus=[10]), built="")
    events = buy(state, "bank montmartre", "tuileries")
    assert Paid(0, "marble", Source("bonus_tile", 10)) in events


def test_a_joker_that_is_needed_for_another_resource_cannot_be_spent() -> None:
    state = position(Seat("bank montmartre", francs=12, tokens="marble", bonus=[10]), built="")
    events = buy(state, "bank montmartre", "grand_palais")  # 1 marble, 1 gold
    assert [event for event in events if isinstance(event, Paid)] == [
        Paid(0, "marble", TOKEN),
        Paid(0, "gold", Source("bonus_tile", 10)),
    ]


def test_both_halves_of_tile_21_pay_for_one_purchase() -> None:
    state = position(Seat("bank montmartre", francs=11, bonus=[21]), built="")
    events = buy(state, "bank montmartre", "pantheon")  # 2 marble
    assert [event for event in events if isinstance(event, Paid)] == [
        Paid(0, "marble", Source("bonus_tile", 21)),
        Paid(0, "marble", HALF),
    ]


def test_the_price_is_paid_before_the_key_moves() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble"), built="")
    events = buy(state, "bank montmartre", "tuileries")
    assert [type(event) for event in events[:2]] == [Paid, KeyMoved]
