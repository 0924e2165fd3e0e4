"""§5.3 The exchange and its chain."""

from collections.abc import Sequence

from engine.moscow_paris.actions import Claim, DeclineExchange, Exchange
from engine.moscow_paris.events import DeclinedExchange, Drew, Exchanged
from engine.moscow_paris.state import MoscowParisState
from tests.engine.moscow_paris.positions import hand, of_kind, play, position

CARDS = ["exchange saloon", "saloon saloon", "saloon saloon", "saloon saloon"]
FRONTS = ["mail", "dining", "seating", "baggage"]


def table(players: int, fronts: Sequence[str] = FRONTS) -> MoscowParisState:
    return position(CARDS[:players], fronts=fronts[:players])


def test_an_exchange_swaps_a_wagon_for_one_of_another_kind_of_a_neighbour() -> None:
    state = table(2)
    seen = play(state, Exchange("mail", 1, "dining"))
    assert state.fronts == [("dining",), ("mail",)]
    assert seen == [Exchanged(0, "mail", 1, "dining"), Drew(0, 1)]


def test_with_two_players_it_is_one_exchange_listed_once() -> None:
    state = table(2)
    assert of_kind(state, "exchange") == [Exchange("mail", 1, "dining")]
    play(state, Exchange("mail", 1, "dining"))
    assert state.decider == 1
    assert state.step == "turn"


def test_only_the_left_and_the_right_neighbour_can_be_chosen() -> None:
    listed = of_kind(table(4), "exchange")
    assert listed == [Exchange("mail", 1, "dining"), Exchange("mail", 3, "baggage")]


def test_equal_wagons_are_exchanged_where_the_neighbour_can_go_on_with_the_chain() -> None:
    state = table(3, ["mail", "mail", "seating"])
    assert Exchange("mail", 1, "mail") in state.actions()
    play(state, Exchange("mail", 1, "mail"))
    assert state.fronts == [("mail",), ("mail",), ("seating",)]
    assert state.decider == 1
    assert list(state.actions()) == [Exchange("mail", 2, "seating"), DeclineExchange()]


def test_equal_wagons_are_listed_once_per_neighbour() -> None:
    state = table(4, ["dining mail mail", "dining mail", "seating", "mail"])
    listed = [action for action in of_kind(state, "exchange") if action.give == action.take]
    assert listed == [Exchange("dining", 1, "dining"), Exchange("mail", 3, "mail")]


def test_equal_wagons_are_not_listed_where_the_chain_would_end() -> None:
    for fronts in (["mail", "mail"], ["mail", "mail", ""], ["mail", "mail", "mail"]):
        assert of_kind(table(len(fronts), fronts), "exchange") == []


def test_a_chain_may_go_on_by_equal_wagons_alone_if_somebody_further_on_can_exchange() -> None:
    state = table(4, ["mail", "mail", "mail", "seating"])
    assert Exchange("mail", 1, "mail") in state.actions()
    play(state, Exchange("mail", 1, "mail"))
    assert list(state.actions()) == [Exchange("mail", 2, "mail"), DeclineExchange()]
    play(state, Exchange("mail", 2, "mail"))
    assert list(state.actions()) == [Exchange("mail", 3, "seating"), DeclineExchange()]


def test_equal_wagons_end_a_chain_at_the_other_neighbour_of_who_began_it() -> None:
    state = table(3, ["mail", "dining", "mail"])
    play(state, Exchange("mail", 1, "dining"))
    assert state.step == "turn"  # seat 1 has a mail wagon, seat 2 too, and seat 0 is beyond


def test_exchanges_with_the_same_effect_are_listed_once() -> None:
    state = table(2, ["mail mail", "dining dining"])
    assert of_kind(state, "exchange") == [Exchange("mail", 1, "dining")]


def test_the_neighbour_may_go_on_with_their_other_neighbour() -> None:
    state = table(3)
    play(state, Exchange("mail", 1, "dining"))
    assert state.decider == 1
    assert state.step == "exchange"
    assert state.mover == 0
    assert list(state.actions()) == [Exchange("mail", 2, "seating"), DeclineExchange()]


def test_a_wagon_just_received_may_be_passed_on() -> None:
    state = table(3)
    play(state, Exchange("mail", 1, "dining"), Exchange("mail", 2, "seating"))
    assert state.fronts == [("dining",), ("seating",), ("mail",)]


def test_with_three_players_the_chain_ends_when_the_other_neighbour_has_exchanged() -> None:
    state = table(3)
    play(state, Exchange("mail", 1, "dining"), Exchange("mail", 2, "seating"))
    assert state.step == "turn"
    assert state.decider == 1


def test_with_four_players_three_exchanges_make_the_whole_chain() -> None:
    state = table(4)
    play(state, Exchange("mail", 1, "dining"), Exchange("mail", 2, "seating"))
    assert state.decider == 2
    play(state, Exchange("mail", 3, "baggage"))
    assert state.fronts == [("dining",), ("seating",), ("baggage",), ("mail",)]
    assert state.step == "turn"


def test_the_chain_runs_the_other_way_round_too() -> None:
    state = table(4)
    play(state, Exchange("mail", 3, "baggage"))
    assert state.decider == 3
    assert of_kind(state, "exchange") == [Exchange("mail", 2, "seating")]
    play(state, Exchange("mail", 2, "seating"))
    assert state.decider == 2
    assert of_kind(state, "exchange") == [Exchange("mail", 1, "dining")]
    play(state, Exchange("mail", 1, "dining"))
    assert state.step == "turn"


def test_who_declines_ends_the_chain() -> None:
    state = table(4)
    seen = play(state, Exchange("mail", 1, "dining"), DeclineExchange())
    assert seen == [Exchanged(0, "mail", 1, "dining"), DeclinedExchange(1), Drew(0, 1)]
    assert state.decider == 1
    assert state.step == "turn"


def test_the_chain_ends_at_somebody_who_cannot() -> None:
    state = table(3, ["mail", "dining", ""])
    play(state, Exchange("mail", 1, "dining"))
    assert state.step == "turn"
    state = table(3, ["mail", "dining", "mail"])
    play(state, Exchange("mail", 1, "dining"))
    assert state.step == "turn"


def test_the_card_is_discarded_and_replaced_after_the_whole_chain() -> None:
    state = table(3)
    play(state, Exchange("mail", 1, "dining"))
    assert hand(state, 0) == ["saloon"]
    assert state.discard["exchange"] == 0
    play(state, DeclineExchange())
    assert len(hand(state, 0)) == 2
    assert state.discard["exchange"] == 1


def test_the_claim_is_offered_after_the_chain_to_the_player_on_turn() -> None:
    state = position(
        CARDS[:3], lines=["dining | Paris |", "mail | Rome |"], fronts=["mail", "dining", "seating"]
    )
    play(state, Exchange("mail", 1, "dining"))
    assert state.step == "exchange"
    play(state, DeclineExchange())
    assert state.step == "claim"
    assert state.decider == 0
    assert of_kind(state, "claim") == [Claim(0)]
