"""The thirty bonus tiles (§11), each by its number."""

import pytest

from engine.paris.actions import (
    Advance,
    Arc,
    EndTurn,
    GoBack,
    MoveKey,
    Pay,
    PlaceKey,
    ReturnPair,
    Sell,
    Source,
    SpendPrestige,
    StopPairs,
    StopPrestige,
    TakeBonusTile,
    UseBonusTile,
)
from engine.paris.events import (
    BonusTileTaken,
    BonusTileUsed,
    FrancsScored,
    Paid,
    PairReturned,
    Sold,
)
from engine.paris.figures.choices import HALF, TOKEN
from engine.paris.options import Options
from engine.paris.scoring import score_game
from engine.paris.views import Halves, TrackSpace
from tests.engine.paris.positions import Seat, buy, kinds, offered, place, play, position

ONCE = Options(bonus_once=True)


@pytest.mark.parametrize(
    ("tile", "francs", "points"), [(1, 4, 0), (5, 6, 0), (7, 2, 2), (12, 3, 3), (22, 5, 5)]
)
def test_1_5_7_12_22_give_francs_and_points(tile: int, francs: int, points: int) -> None:
    state = position(Seat(bonus=[tile]))
    assert play(state, UseBonusTile(tile)) == [BonusTileUsed(0, tile, francs, 0, points, 0)]
    assert (state.players[0].francs, state.players[0].points) == (francs, points)
    assert state.players[0].bonus == ()
    assert state.players[0].used_bonus == (tile,)


@pytest.mark.parametrize(
    ("tile", "token", "price"), [(2, "wood", 1), (3, "marble", 2), (4, "gold", 3)]
)
def test_2_3_4_count_as_a_resource_that_can_be_sold(tile: int, token: str, price: int) -> None:
    state = position(Seat(bonus=[tile]))
    source = Source("bonus_tile", tile)
    assert offered(state, "sell") == [token]
    assert play(state, Sell(token, source)) == [Sold(0, token, source, price)]
    assert state.players[0].francs == price
    assert state.supply == (0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "keys", "francs"),
    [(2, "montmartre 5", 3), (3, "bank montmartre", 9), (4, "bank montmartre", 10)],
)
def test_2_3_4_pay_for_a_purchase(tile: int, keys: str, francs: int) -> None:
    targets = {2: "montmartre 8", 3: "tuileries", 4: "luxembourg_gardens"}
    state = position(Seat(keys, francs=francs, bonus=[tile]), built="montmartre 5, montmartre 8")
    buy(state, keys, targets[tile])
    assert place(targets[tile]) in state.players[0].keys.view
    assert state.players[0].used_bonus == (tile,)


@pytest.mark.parametrize(
    ("tile", "value", "points"),
    [(6, 1, 2), (11, 2, 3), (15, 3, 4), (18, 4, 5), (26, 5, 6), (28, 8, 7)],
)
def test_6_11_15_18_26_28_score_each_building_of_their_value(
    tile: int, value: int, points: int
) -> None:
    other = 1 if value == 8 else 8
    keys = f"montmartre {value}, chaillot {value}, belleville {other}"
    state = position(Seat(keys, bonus=[tile]), Seat(f"batignolles {value}"))
    assert play(state, UseBonusTile(tile)) == [BonusTileUsed(0, tile, 0, 0, 2 * points, 0)]


def test_6_counts_a_building_with_two_own_keys_twice() -> None:
    state = position(Seat("montmartre 1, montmartre 1", bonus=[6]))
    play(state, UseBonusTile(6))
    assert state.players[0].points == 4


@pytest.mark.parametrize("tile", [6, 11, 15, 18, 26, 28, 29, 30, 20, 13, 14, 23, 24, 25, 9, 16, 27])
def test_a_tile_without_an_effect_cannot_be_used(tile: int) -> None:
    state = position(Seat("bank chaillot, arc", bonus=[tile], francs=2), built="")
    assert "use_bonus_tile" not in kinds(state)


def test_8_counts_as_any_prestige_at_a_landmark() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble", bonus=[8]), built="")
    buy(state, "bank montmartre", "tuileries")
    assert state.actions() == [SpendPrestige("bronze", Source("bonus_tile", 8)), StopPrestige()]
    play(state, SpendPrestige("bronze", Source("bonus_tile", 8)))
    assert state.players[0].points == 3
    assert state.gone == (0, 0, 0)


def test_8_can_be_sold_as_any_prestige() -> None:
    state = position(Seat(bonus=[8]))
    assert offered(state, "sell") == ["bronze", "silver", "gold_prestige"]
    play(state, Sell("gold_prestige", Source("bonus_tile", 8)))
    assert state.players[0].francs == 3


def test_9_lets_a_key_move_to_an_own_key_where_it_counts_twice() -> None:
    state = position(
        Seat("bank montmartre, montmartre 4", francs=4, bonus=[9, 18]), built="montmartre 4"
    )
    buy(state, "bank montmartre", "montmartre 4")
    play(state, UseBonusTile(18))
    assert state.players[0].points == 10


def test_10_counts_as_any_resource() -> None:
    state = position(Seat(bonus=[10]))
    assert offered(state, "sell") == ["wood", "marble", "gold"]
    state = position(Seat("montmartre 5", francs=3, bonus=[10]))
    buy(state, "montmartre 5", "montmartre 8")
    assert state.players[0].used_bonus == (10,)


@pytest.mark.parametrize(("tile", "price"), [(13, 4), (14, 3)])
def test_13_14_take_a_reserve_key_for_francs(tile: int, price: int) -> None:
    state = position(Seat(bonus=[tile], francs=5, in_hand=1))
    assert play(state, UseBonusTile(tile)) == [BonusTileUsed(0, tile, 0, price, 0, 1)]
    player = state.players[0]
    assert (player.francs, player.in_hand, player.reserve) == (5 - price, 2, 1)


@pytest.mark.parametrize("tile", [13, 14])
def test_13_14_need_a_reserve_key(tile: int) -> None:
    assert "use_bonus_tile" not in kinds(position(Seat(bonus=[tile], francs=9, reserve=0)))


def test_16_lets_a_key_move_to_another_players_key() -> None:
    state = position(
        Seat("arc", francs=8, tokens="wood", bonus=[16]), Seat("chaillot 8"), built="chaillot 8"
    )
    buy(state, "arc", "chaillot 8")
    assert state.players[0].keys.view == (place("chaillot 8"),)
    assert state.players[0].used_bonus == (16,)


def test_17_takes_any_tile_also_behind_the_meeple_which_stays() -> None:
    state = position(Seat(bonus=[17, 5], meeple=20))
    play(state, UseBonusTile(17))
    assert offered(state, "take_bonus_tile") == [n for n in range(1, 31) if n not in (5, 17)]
    assert play(state, TakeBonusTile(3)) == [BonusTileTaken(0, 3, 3, 20, 0)]
    assert state.players[0].bonus == (3, 5)
    assert state.step == "main"


def test_17_is_discarded_first_so_that_another_17_could_be_taken() -> None:
    state = position(Seat(bonus=[17]), track=[17])
    assert BonusTileTaken(0, 17, 17, 0, 0) in play(state, UseBonusTile(17))
    assert state.players[0].bonus == state.players[0].used_bonus == (17,)


def test_25_is_discarded_first_so_that_another_25_could_be_taken() -> None:
    state = position(Seat(bonus=[25], meeple=28), track=[25])
    assert BonusTileTaken(0, 25, 25, 25, 0) in play(state, UseBonusTile(25))
    assert state.players[0].bonus == state.players[0].used_bonus == (25,)


@pytest.mark.parametrize("tile", [17, 25])
def test_with_bonus_once_17_and_25_cannot_be_used_for_another_of_their_number(tile: int) -> None:
    state = position(Seat(bonus=[tile], meeple=28), track=[tile], options=ONCE)
    assert "use_bonus_tile" not in kinds(state)


@pytest.mark.parametrize("tile", [17, 25])
def test_17_and_25_cannot_be_used_for_a_number_that_is_held(tile: int) -> None:
    state = position(Seat(bonus=[tile, 27], meeple=28), track=[27])
    assert "use_bonus_tile" not in kinds(state)


def test_19_counts_as_two_prestige_for_different_purposes() -> None:
    state = position(Seat("bank montmartre", francs=9, tokens="marble", bonus=[19]), built="")
    buy(state, "bank montmartre", "tuileries")
    play(state, SpendPrestige("bronze", Source("bonus_tile", 19)))
    assert state.view(0).halves == Halves(any_prestige=1)
    play(state, StopPrestige())
    assert offered(state, "sell") == ["bronze", "silver", "gold_prestige"]
    play(state, Sell("gold_prestige", HALF))
    assert (state.players[0].points, state.players[0].francs) == (3, 3)


def test_an_unspent_half_is_lost_at_the_end_of_the_turn() -> None:
    state = position(Seat(bonus=[19]), Seat(tokens="wood"))
    play(state, Sell("silver", Source("bonus_tile", 19)), PlaceKey(Arc()))
    assert state.view(0).halves == Halves(any_prestige=1)
    play(state, EndTurn())
    assert state.halves == Halves()


@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_20_scores_every_other_unused_bonus_tile(players: int, each: int) -> None:
    state = position(Seat(bonus=[20, 1, 27, 9], ends=[1]), *[Seat()] * (players - 1))
    play(state, UseBonusTile(20))
    assert state.players[0].points == 3 * each


def test_21_counts_as_two_resources_for_different_purposes() -> None:
    state = position(Seat("montmartre 5", francs=3, bonus=[21]))
    buy(state, "montmartre 5", "montmartre 8")
    assert state.view(0).halves == Halves(any_resource=1)
    play(state, Sell("gold", HALF))
    assert state.players[0].francs == 3
    assert state.players[0].used_bonus == (21,)


def test_an_open_half_of_21_and_the_tile_19_are_apart() -> None:
    state = position(Seat("montmartre 5", francs=3, bonus=[21, 19]))
    buy(state, "montmartre 5", "montmartre 8")
    halves = [action[0] for action in state.actions() if action[1:2] == (HALF,)]
    assert halves == ["wood", "marble", "gold"]


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 3), (4, 4)])
def test_23_scores_pairs_of_prestige_tokens_that_leave_the_game(players: int, each: int) -> None:
    seat = Seat(bonus=[23, 8], tokens="bronze bronze bronze silver silver gold_prestige")
    state = position(seat, *[Seat()] * (players - 1))
    play(state, UseBonusTile(23))
    assert state.actions() == [ReturnPair("bronze"), ReturnPair("silver")]
    assert play(state, ReturnPair("bronze")) == [PairReturned(0, "bronze", each)]
    assert state.actions() == [ReturnPair("silver"), StopPairs()]
    play(state, ReturnPair("silver"))
    assert state.players[0].points == 2 * each
    assert state.players[0].tokens == (0, 0, 0, 1, 0, 1)
    assert state.gone == (2, 2, 0)
    assert state.step == "main"


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 3), (4, 4)])
def test_24_scores_pairs_of_resource_tokens_that_go_to_the_supply(players: int, each: int) -> None:
    state = position(Seat(bonus=[24], tokens="wood wood gold gold"), *[Seat()] * (players - 1))
    play(state, UseBonusTile(24), ReturnPair("gold"), StopPairs())
    assert state.players[0].points == each
    assert state.supply == (0, 0, 2)
    assert state.players[0].tokens == (2, 0, 0, 0, 0, 0)


def test_only_tokens_and_no_tiles_make_pairs() -> None:
    state = position(Seat(bonus=[23, 24, 2, 8, 10], ends=[1, 5], tokens="wood bronze"))
    assert "use_bonus_tile" not in kinds(state)


def test_25_goes_back_up_to_five_spaces_and_takes_the_tile_there() -> None:
    state = position(Seat(bonus=[25, 12], meeple=15))
    play(state, UseBonusTile(25))
    assert offered(state, "go_back") == [10, 11, 13, 14]  # 12 is held
    assert play(state, GoBack(11)) == [BonusTileTaken(0, 11, 11, 11, 0)]
    assert state.players[0].meeple == 11


def test_25_does_not_go_below_the_first_space() -> None:
    state = position(Seat(bonus=[25], meeple=3))
    play(state, UseBonusTile(25))
    assert offered(state, "go_back") == [1, 2]


def test_after_25_the_meeple_may_advance_again_from_there() -> None:
    state = position(Seat("bank montmartre", francs=1, bonus=[25], meeple=30), built="montmartre 1")
    state.players[0].meeple = 29
    play(state, MoveKey(place("bank montmartre")))
    assert offered(state, "advance") == [30]
    play(state, UseBonusTile(25), GoBack(27))
    assert offered(state, "advance") == [28, 29, 30]
    play(state, Advance(28))
    assert state.players[0].bonus == (27, 28)


def test_27_scores_a_point_for_each_franc_at_the_end() -> None:
    state = position(Seat(bonus=[27], francs=13), Seat(francs=20))
    state.notices = []
    score_game(state)
    assert [notice.event for notice in state.notices] == [FrancsScored(0, 13)]
    assert [player.points for player in state.players] == [13, 0]


def test_29_scores_each_landmark_and_one_with_two_keys_twice() -> None:
    state = position(
        Seat("louvre, louvre, tuileries, montmartre 8", bonus=[29]),
        landmarks="tuileries montmartre, louvre montmartre",
    )
    play(state, UseBonusTile(29))
    assert state.players[0].points == 24


@pytest.mark.parametrize(("types", "points"), [(3, 0), (4, 10), (5, 15), (6, 20)])
def test_30_scores_the_number_of_types(types: int, points: int) -> None:
    keys = [f"chaillot {value}" for value in (1, 2, 3, 4, 5, 8)][:types]
    state = position(Seat(", ".join(keys), bonus=[30]))
    if points:
        play(state, UseBonusTile(30))
    else:
        assert "use_bonus_tile" not in kinds(state)
    assert state.players[0].points == points


def test_30_scores_25_for_all_types_and_a_landmark() -> None:
    keys = ", ".join(f"chaillot {value}" for value in (1, 2, 3, 4, 5, 8))
    state = position(Seat(f"{keys}, louvre", bonus=[30]), landmarks="louvre montmartre")
    play(state, UseBonusTile(30))
    assert state.players[0].points == 25


def test_30_counts_a_building_with_two_own_keys_as_one_type() -> None:
    keys = "chaillot 1, chaillot 1, chaillot 2, chaillot 3"
    assert "use_bonus_tile" not in kinds(position(Seat(keys, bonus=[30])))


def test_two_tiles_of_one_number_are_never_held() -> None:
    state = position(
        Seat("bank montmartre", francs=1, bonus=[18]), Seat(), Seat(), built="montmartre 1"
    )
    play(state, MoveKey(place("bank montmartre")))
    assert 17 in offered(state, "advance")
    assert 18 not in offered(state, "advance")


@pytest.mark.parametrize(("tile", "kind"), [(17, "take_bonus_tile"), (25, "go_back")])
def test_two_tiles_of_one_number_are_never_held_by_17_or_25_either(tile: int, kind: str) -> None:
    state = position(Seat(bonus=[tile, 18], meeple=20), Seat(), Seat())
    assert TrackSpace(18, 18, 1) in state.track
    play(state, UseBonusTile(tile))
    assert 19 in offered(state, kind)
    assert 18 not in offered(state, kind)


def test_a_used_number_may_be_taken_again() -> None:
    seat = Seat("bank montmartre, chaillot 4", francs=1, bonus=[18])
    state = position(seat, Seat(), Seat(), built="montmartre 1, chaillot 4")
    play(state, MoveKey(place("bank montmartre")), UseBonusTile(18))
    assert 18 in offered(state, "advance")


def test_with_bonus_once_a_used_number_is_never_taken_again() -> None:
    seat = Seat("bank montmartre", francs=1, used=[18], bonus=[17])
    state = position(seat, Seat(), Seat(), built="montmartre 1", options=ONCE)
    play(state, MoveKey(place("bank montmartre")))
    assert 18 not in offered(state, "advance")
    play(state, UseBonusTile(17))
    assert 18 not in offered(state, "take_bonus_tile")


def test_a_tile_can_be_used_before_the_main_action_at_the_bonus_choice_and_after() -> None:
    state = position(Seat("bank montmartre", francs=1, bonus=[1, 5, 7]), built="montmartre 1")
    play(state, UseBonusTile(1), MoveKey(place("bank montmartre")))
    assert state.step == "bonus_tile"
    play(state, UseBonusTile(5), Advance(8), UseBonusTile(7))
    assert state.players[0].bonus == (8,)
    assert state.step == "after"


def test_a_tile_just_taken_can_be_used_at_once() -> None:
    state = position(Seat("bank montmartre", francs=1), Seat(), built="montmartre 1")
    play(state, MoveKey(place("bank montmartre")), Advance(22), UseBonusTile(22))
    assert state.players[0].points == 5


def test_paying_with_a_joker_is_told_to_everybody() -> None:
    seat = Seat("montmartre 5", francs=3, bonus=[10], tokens="wood")
    state = position(seat, built="montmartre 5, montmartre 8")
    buy(state, "montmartre 5", "montmartre 8")
    events = play(state, Pay("wood", Source("bonus_tile", 10)))
    assert events[0] == Paid(0, "wood", Source("bonus_tile", 10))


def test_selling_a_token_is_offered_beside_the_jokers() -> None:
    state = position(Seat(bonus=[10], tokens="wood"))
    assert Sell("wood", TOKEN) in state.actions()
    assert Sell("wood", Source("bonus_tile", 10)) in state.actions()
