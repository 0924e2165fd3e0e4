"""§5 The action cards, but for the exchange."""

from engine.moscow_paris.actions import (
    Claim,
    Close,
    FrontPlace,
    LinePlace,
    NoEffect,
    Place,
    Swap,
    Uncouple,
)
from engine.moscow_paris.events import (
    Closed,
    Drew,
    PlayedWithoutEffect,
    Revealed,
    Swapped,
    Uncoupled,
)
from engine.moscow_paris.state import MoscowParisState
from tests.engine.moscow_paris.positions import drawn, hand, of_kind, play, position


def swaps_of(state: MoscowParisState) -> set[frozenset[Place]]:
    return {frozenset(action[:2]) for action in of_kind(state, "swap")}


def test_the_card_played_is_discarded_and_one_is_drawn() -> None:
    state = position(["close mail", "mail"], lines=["Paris", "Rome"], deck="dining saloon")
    play(state, Close(0))
    assert state.discard["close"] == 1
    assert hand(state, 0) == ["dining", "mail"]


def test_swap_lets_wagons_of_two_lines_take_each_others_places() -> None:
    state = position(["swap", "mail"], lines=["saloon mail | Paris |", "| Rome | dining"])
    first, second = LinePlace(0, "left", 1), LinePlace(1, "right", 0)
    seen = play(state, Swap(first, second))
    assert drawn(state) == ["dining mail | Paris |", "| Rome | saloon"]
    assert seen == [Swapped(0, first, "saloon", second, "dining"), Drew(0, 1)]


def test_swap_works_within_a_line() -> None:
    state = position(["swap", "dining"], lines=["saloon mail | Paris |"])
    play(state, Swap(LinePlace(0, "left", 0), LinePlace(0, "left", 1)))
    assert drawn(state) == ["mail saloon | Paris |"]


def test_swap_works_between_a_line_and_any_front() -> None:
    for seat in (0, 1):
        fronts = ["", ""]
        fronts[seat] = "dining"
        state = position(["swap saloon", "saloon"], lines=["mail | Paris |"], fronts=fronts)
        play(state, Swap(LinePlace(0, "left", 0), FrontPlace(seat, "dining")))
        assert drawn(state) == ["dining | Paris |"]
        assert state.fronts[seat] == ("mail",)


def test_swap_works_between_the_fronts_of_two_players() -> None:
    state = position(["swap", "saloon"], fronts=["mail mail", "dining"])
    play(state, Swap(FrontPlace(0, "mail"), FrontPlace(1, "dining")))
    assert state.fronts == [("dining", "mail"), ("mail",)]


def test_swap_is_not_for_two_wagons_in_front_of_one_player() -> None:
    state = position(["swap", "saloon"], fronts=["mail dining"])
    assert of_kind(state, "swap") == []


def test_swap_is_for_wagons_of_different_kinds() -> None:
    state = position(["swap", "saloon"], lines=["mail | Paris |"], fronts=["mail", "mail"])
    assert of_kind(state, "swap") == []


def test_no_line_may_get_two_of_a_kind_by_a_swap() -> None:
    state = position(["swap", "saloon"], lines=["mail | Paris | dining", "mail | Rome |"])
    within = frozenset({LinePlace(0, "left", 0), LinePlace(0, "right", 0)})
    assert swaps_of(state) == {within}


def test_a_swap_with_a_front_may_not_double_a_wagon_of_the_line() -> None:
    state = position(["swap", "saloon"], lines=["mail | Paris | dining"], fronts=["", "dining"])
    within = frozenset({LinePlace(0, "left", 0), LinePlace(0, "right", 0)})
    assert swaps_of(state) == {within}


def test_swaps_with_the_same_effect_are_listed_once() -> None:
    state = position(["swap swap", "saloon"], fronts=["mail mail", "dining dining"])
    assert of_kind(state, "swap") == [Swap(FrontPlace(0, "mail"), FrontPlace(1, "dining"))]


def test_every_swap_listed_has_an_effect_of_its_own() -> None:
    state = position(
        ["swap", "saloon", "mail"],
        lines=["mail seating | Paris | dining", "saloon | Rome | baggage", "mail | Berlin |"],
        fronts=["mail mail saloon", "dining tank", "locomotive mail"],
    )
    seen = set()
    for action in of_kind(state, "swap"):
        copy = state.copy()
        copy.play(action)
        assert (*copy.lines, *copy.fronts) != (*state.lines, *state.fronts)
        seen.add((*copy.lines, *copy.fronts))
    assert len(seen) == len(of_kind(state, "swap")) > 30


def test_uncouple_2_discards_two_wagons_one_directly_above_the_other() -> None:
    state = position(["uncouple_2", "mail"], lines=["mail | Paris |", "dining | Rome |", "Berlin"])
    seen = play(state, Uncouple(0, "left", 0, 2))
    assert drawn(state) == ["| Paris |", "| Rome |", "| Berlin |"]
    assert state.discard["mail"] == state.discard["dining"] == 1
    assert seen == [Uncoupled(0, 0, "left", 0, ("mail", "dining")), Drew(0, 1)]


def test_uncouple_needs_the_same_side_and_the_same_distance() -> None:
    aslant = ["mail | Paris |", "| Rome | dining", "saloon seating | Berlin |"]
    assert of_kind(position(["uncouple_2", "mail"], lines=aslant), "uncouple") == []
    deep = ["seating mail | Paris |", "saloon dining | Rome |"]
    listed = of_kind(position(["uncouple_2", "mail"], lines=deep), "uncouple")
    assert listed == [Uncouple(0, "left", 0, 2), Uncouple(0, "left", 1, 2)]


def test_uncouple_needs_neighbouring_lines() -> None:
    apart = ["mail | Paris |", "Rome", "mail | Berlin |"]
    assert of_kind(position(["uncouple_2", "mail"], lines=apart), "uncouple") == []


def test_the_rest_of_a_side_closes_up_towards_the_city() -> None:
    state = position(
        ["uncouple_2", "mail"], lines=["seating mail | Paris | saloon", "dining | Rome |"]
    )
    play(state, Uncouple(0, "left", 0, 2))
    assert drawn(state) == ["seating | Paris | saloon", "| Rome |"]


def test_uncouple_3_discards_three_wagons_of_three_consecutive_lines() -> None:
    lines = ["mail | Paris |", "mail | Rome |", "dining | Berlin |", "saloon | Moscow |"]
    state = position(["uncouple_3", "mail"], lines=lines)
    assert of_kind(state, "uncouple") == [Uncouple(0, "left", 0, 3), Uncouple(1, "left", 0, 3)]
    play(state, Uncouple(1, "left", 0, 3))
    assert drawn(state) == ["mail | Paris |", "| Rome |", "| Berlin |", "| Moscow |"]


def test_uncouple_3_is_never_for_two() -> None:
    state = position(["uncouple_3", "mail"], lines=["mail | Paris |", "mail | Rome |", "Berlin"])
    assert of_kind(state, "uncouple") == []


def test_closing_removes_a_city_with_its_line_and_the_next_takes_its_place() -> None:
    state = position(["close", "mail"], lines=["Paris", "mail | Rome | dining"])
    gone = state.closed
    seen = play(state, Close(1))
    assert drawn(state) == ["| Paris |", "| Nice |"]
    assert state.closed == (*gone, "Rome")
    assert state.discard["mail"] == state.discard["dining"] == 1
    assert seen == [Closed(0, 1, "Rome"), Revealed(1, "Nice"), Drew(0, 1)]


def test_any_city_on_the_table_can_be_closed() -> None:
    state = position(["close", "mail"])
    assert of_kind(state, "close") == [Close(row) for row in range(4)]


def test_a_card_can_be_played_without_effect_listed_once_per_kind() -> None:
    state = position(["swap swap uncouple_2 uncouple_3 exchange", "mail"])
    listed = [
        NoEffect("exchange"),
        NoEffect("swap"),
        NoEffect("uncouple_2"),
        NoEffect("uncouple_3"),
    ]
    assert list(state.actions()) == listed
    seen = play(state, NoEffect("swap"))
    assert seen == [PlayedWithoutEffect(0, "swap"), Drew(0, 1)]
    assert state.discard["swap"] == 1


def test_a_card_that_can_have_an_effect_may_be_played_without_it() -> None:
    state = position(["close close swap", "mail"], lines=["Paris"], fronts=["mail", "dining"])
    swap = Swap(FrontPlace(0, "mail"), FrontPlace(1, "dining"))
    cards = [action for action in state.actions() if action.kind != "back"]
    assert cards == [Close(0), NoEffect("close"), swap, NoEffect("swap")]
    play(state, NoEffect("close"))
    assert drawn(state) == ["| Paris |"]
    assert state.discard["close"] == 1


def test_the_claim_comes_after_the_card() -> None:
    state = position(
        ["swap saloon", "mail"], lines=["mail | Paris |"], fronts=["dining"], deck="seating baggage"
    )
    play(state, Swap(LinePlace(0, "left", 0), FrontPlace(0, "dining")))
    assert state.step == "turn"  # they changed places, so they still differ
    state = position(
        ["uncouple_2 saloon", "mail"], lines=["seating mail | Paris |", "dining | Rome |"],
        fronts=["seating"], deck="mail baggage",
    )  # fmt: skip
    play(state, Uncouple(0, "left", 0, 2))
    assert hand(state, 0) == ["mail", "saloon"]
    assert of_kind(state, "claim") == [Claim(0)]
