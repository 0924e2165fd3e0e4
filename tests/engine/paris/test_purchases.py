"""What follows a purchase: VP tiles (§8), bonus tiles (§9), prestige (§10)."""

import pytest

from engine.paris.actions import (
    Advance,
    ChooseVpTile,
    DeclineBonusTile,
    DeclineVpTile,
    MoveKey,
    PutVpTile,
    Sell,
    SpendPrestige,
    StopPrestige,
)
from engine.paris.events import (
    BonusTileTaken,
    DeclinedBonusTile,
    DeclinedVpTile,
    PrestigeSpent,
    VpTilePut,
)
from engine.paris.figures.choices import TOKEN
from engine.paris.options import Options
from engine.paris.rules.purchase import keys_in
from engine.paris.state import ParisState
from engine.paris.views import TrackSpace
from tests.engine.paris.positions import Seat, buy, kinds, offered, place, play, position

THREE = "montmartre 1, montmartre 2, montmartre 3"


def fourth_key(
    keys: str = THREE, origin: str = "bank montmartre", vp_tiles: str = ""
) -> ParisState:
    """Let a key come to a district that holds three."""
    state = position(Seat(origin, francs=4), Seat(keys), vp_tiles=vp_tiles)
    buy(state, origin, "montmartre 4")
    return state


@pytest.mark.parametrize("origin", ["bank montmartre", "arc"])
def test_the_fourth_key_of_a_district_brings_a_vp_tile(origin: str) -> None:
    state = fourth_key(origin=origin)
    assert state.actions() == [*(ChooseVpTile(tile) for tile in range(1, 7)), DeclineVpTile()]


def test_a_vp_tile_goes_to_any_district_that_has_none() -> None:
    state = fourth_key(vp_tiles="2 chaillot, 5 belleville")
    assert offered(state, "choose_vp_tile") == [1, 3, 4, 6]
    play(state, ChooseVpTile(4))
    assert state.view(0).vp_tile == 4
    assert offered(state, "put_vp_tile") == [
        "batignolles",
        "montmartre",
        "la_villette",
        "saint_germain",
    ]
    assert play(state, PutVpTile("la_villette"))[0] == VpTilePut(0, 4, "la_villette")
    assert state.city.free_vp_tiles() == [1, 3, 6]


def test_a_vp_tile_can_be_declined_and_is_then_lost() -> None:
    state = fourth_key()
    assert play(state, DeclineVpTile())[0] == DeclinedVpTile(0)
    assert state.city.view.vp_tiles == ()
    assert keys_in(state, "montmartre") == 4


def test_landmarks_count_and_banks_do_not() -> None:
    state = position(
        Seat("bank montmartre", francs=4),
        Seat("tuileries, montmartre 1, bank montmartre"),
        landmarks="tuileries montmartre",
    )
    buy(state, "bank montmartre", "montmartre 4")
    assert keys_in(state, "montmartre") == 3
    assert state.city.view.vp_tiles == ()
    assert state.step != "vp_tile"


def test_each_key_counts_also_two_on_one_building() -> None:
    state = fourth_key("montmartre 1, montmartre 1, montmartre 2")
    assert state.step == "vp_tile"


def test_a_move_within_the_district_brings_none() -> None:
    state = position(Seat("montmartre 4, chaillot 1", francs=1), Seat(THREE))
    buy(state, "montmartre 4", "montmartre 5")
    assert state.step != "vp_tile"


def test_the_fifth_key_brings_none() -> None:
    state = position(Seat("bank montmartre", francs=4), Seat(f"{THREE}, montmartre 5"))
    buy(state, "bank montmartre", "montmartre 4")
    assert state.step != "vp_tile"


def test_the_last_vp_tile_on_the_last_district_is_still_a_choice_between_it_and_none() -> None:
    put = "1 batignolles, 2 la_villette, 3 belleville, 4 saint_germain, 5 chaillot"
    state = fourth_key(vp_tiles=put)
    assert state.actions() == [ChooseVpTile(6), DeclineVpTile()]
    assert VpTilePut(0, 6, "montmartre") in play(state, ChooseVpTile(6))


def test_the_vp_tile_comes_before_the_bonus_tile() -> None:
    seat = Seat("bank montmartre", francs=1)
    state = position(seat, Seat("montmartre 2, montmartre 3, montmartre 4"))
    buy(state, "bank montmartre", "montmartre 1")
    assert state.step == "vp_tile"
    play(state, DeclineVpTile())
    assert state.step == "bonus_tile"


@pytest.mark.parametrize("value", [1, 2])
def test_a_building_of_value_1_or_2_brings_a_bonus_tile_for_nothing(value: int) -> None:
    state = position(Seat("bank montmartre", francs=value))
    buy(state, "bank montmartre", f"montmartre {value}")
    assert offered(state, "advance") == list(range(1, 31))
    assert play(state, Advance(8))[0] == BonusTileTaken(0, 8, 8, 8, 0)
    assert state.players[0].meeple == 8


def test_a_building_of_value_3_brings_one_for_2_francs() -> None:
    state = position(Seat("bank montmartre", francs=5))
    buy(state, "bank montmartre", "montmartre 3")
    assert play(state, Advance(8))[0] == BonusTileTaken(0, 8, 8, 8, 2)
    assert state.players[0].francs == 0


@pytest.mark.parametrize("value", [4, 5, 8])
def test_other_buildings_bring_none(value: int) -> None:
    state = position(Seat("bank montmartre", francs=value, tokens="wood silver"))
    buy(state, "bank montmartre", f"montmartre {value}")
    assert state.step == "after"


def test_a_bonus_tile_can_be_declined() -> None:
    state = position(Seat("bank montmartre", francs=1))
    buy(state, "bank montmartre", "montmartre 1")
    assert play(state, DeclineBonusTile())[0] == DeclinedBonusTile(0)
    assert state.players[0].bonus == ()


def test_the_meeple_only_goes_forward() -> None:
    state = position(Seat("bank montmartre", francs=1, meeple=27))
    buy(state, "bank montmartre", "montmartre 1")
    assert offered(state, "advance") == [28, 29, 30]


def test_at_space_30_there_is_no_more() -> None:
    state = position(Seat("bank montmartre", francs=1, meeple=30, tokens="wood"))
    buy(state, "bank montmartre", "montmartre 1")
    assert state.step == "after"


def test_meeples_may_share_a_space_that_still_has_a_tile() -> None:
    state = position(Seat("bank montmartre", francs=1), Seat(meeple=6), Seat())
    buy(state, "bank montmartre", "montmartre 1")
    play(state, Advance(6))
    assert [player.meeple for player in state.players] == [6, 6, 0]
    assert TrackSpace(6, 6, 1) in state.track


def test_a_space_without_tiles_cannot_be_reached() -> None:
    state = position(Seat("bank montmartre", francs=1), Seat(bonus=[5]))
    buy(state, "bank montmartre", "montmartre 1")
    assert 5 not in offered(state, "advance")


def test_without_2_francs_the_choice_at_value_3_is_offered_for_the_sake_of_free_actions() -> None:
    state = position(Seat("bank montmartre", francs=3, tokens="silver"))
    buy(state, "bank montmartre", "montmartre 3")
    assert kinds(state) == {"decline_bonus_tile", "sell"}
    play(state, Sell("silver", TOKEN))
    assert offered(state, "advance") == list(range(1, 31))


def test_without_2_francs_and_free_actions_the_engine_declines() -> None:
    state = position(Seat("bank montmartre", francs=3), Seat())
    assert DeclinedBonusTile(0) in buy(state, "bank montmartre", "montmartre 3")


def test_a_landmark_takes_prestige_that_matches_its_icons_one_by_one() -> None:
    seat = Seat("bank montmartre", francs=12, tokens="marble gold bronze bronze silver")
    state = position(seat, built="")
    buy(state, "bank montmartre", "grand_palais")  # bronze, silver, gold
    purchase = state.view(0).purchase
    assert purchase is not None and purchase.icons == (1, 1, 1)
    assert state.actions() == [
        SpendPrestige("bronze", TOKEN),
        SpendPrestige("silver", TOKEN),
        StopPrestige(),
    ]
    assert play(state, SpendPrestige("bronze", TOKEN)) == [PrestigeSpent(0, "bronze", TOKEN, 3)]
    assert state.actions() == [SpendPrestige("silver", TOKEN), StopPrestige()]
    play(state, SpendPrestige("silver", TOKEN))
    assert state.players[0].points == 7
    assert state.gone == (1, 1, 0)
    assert state.step == "after"


def test_at_most_three_prestige_are_discarded() -> None:
    tokens = "marble bronze bronze bronze bronze"
    state = position(Seat("bank montmartre", francs=9, tokens=tokens), built="")
    buy(state, "bank montmartre", "tuileries")
    play(state, *[SpendPrestige("bronze", TOKEN)] * 3)
    assert state.players[0].points == 9
    assert state.players[0].tokens[3] == 1


def test_prestige_need_not_be_discarded() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble bronze"), built="")
    buy(state, "bank montmartre", "tuileries")
    play(state, StopPrestige())
    assert state.players[0].points == 0
    assert state.players[0].tokens[3] == 1


def test_a_landmark_that_stood_already_takes_prestige_too() -> None:
    seat = Seat("bank montmartre", francs=9, tokens="marble bronze")
    state = position(seat, built="", landmarks="tuileries montmartre")
    buy(state, "bank montmartre", "tuileries")
    assert state.step == "prestige"


def test_without_fitting_prestige_nothing_is_asked() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble silver"), built="")
    buy(state, "bank montmartre", "tuileries")
    assert state.step == "after"


def test_a_purchase_shows_what_has_been_chosen() -> None:
    state = position(Seat("arc", francs=10, tokens="gold"))
    play(state, MoveKey(place("arc")))
    assert state.view(1).purchase == (place("arc"), None, None, (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(("icons", "asked"), [(["bronze"], True), ([], False)])
def test_a_landmark_may_have_fewer_icons(icons: list[str], asked: bool) -> None:
    options = Options(ruleset={"landmarks": {"tuileries": {"icons": icons}}})
    seat = Seat("bank montmartre", francs=9, tokens="marble bronze bronze")
    state = position(seat, built="", options=options)
    buy(state, "bank montmartre", "tuileries")
    if asked:
        play(state, SpendPrestige("bronze", TOKEN))
    assert state.step == "after"
    assert state.players[0].points == 3 * len(icons)
