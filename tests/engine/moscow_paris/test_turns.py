"""§3 The turn: line, front, back."""

import pytest

from engine.errors import IllegalAction
from engine.moscow_paris.actions import Back, Couple, Front
from engine.moscow_paris.events import Coupled, Drew, PutInFront, TookBack
from tests.engine.moscow_paris.positions import drawn, hand, kinds, of_kind, play, position

WAGONS = "mail dining saloon seating baggage"


def test_a_wagon_goes_to_the_outer_end_of_a_side() -> None:
    state = position([WAGONS, WAGONS], lines=["mail | Paris | saloon", "Rome", "Berlin", "Moscow"])
    play(state, Couple("dining", 0, "left"), Couple("seating", 0, "right"))
    assert drawn(state)[0] == "dining mail | Paris | saloon seating"


def test_coupling_draws_one_card() -> None:
    state = position([WAGONS, WAGONS], deck="locomotive sleeping")
    seen = play(state, Couple("mail", 0, "left"))
    assert hand(state, 0) == sorted(["dining", "saloon", "seating", "baggage", "locomotive"])
    assert seen == [Coupled(0, "mail", 0, "left"), Drew(0, 1)]


def test_both_sides_of_an_empty_line_are_listed() -> None:
    state = position(["mail swap", ""], lines=["Paris"])
    assert of_kind(state, "couple") == [Couple("mail", 0, "left"), Couple("mail", 0, "right")]


def test_all_wagons_of_a_line_differ() -> None:
    state = position(["mail", ""], lines=["mail | Paris |", "Rome"])
    assert {action.row for action in of_kind(state, "couple")} == {1}


def test_left_and_right_together_never_exceed_the_limit() -> None:
    state = position(["saloon", ""], lines=["mail | Nice | dining", "mail | Lyon | dining"])
    assert {action.row for action in of_kind(state, "couple")} == {1}


def test_equal_cards_in_hand_are_listed_once() -> None:
    state = position(["mail mail mail", ""], lines=["Paris"])
    assert len(of_kind(state, "couple")) == 2
    assert of_kind(state, "front") == [Front("mail")]


def test_a_wagon_in_front_leaves_the_hand_and_draws_nothing() -> None:
    state = position([WAGONS, WAGONS])
    seen = play(state, Front("mail"))
    assert state.fronts[0] == ("mail",)
    assert hand(state, 0) == sorted(["dining", "saloon", "seating", "baggage"])
    assert seen == [PutInFront(0, "mail")]


def test_equal_wagons_may_lie_in_front() -> None:
    state = position(["mail dining", "saloon"], fronts=["mail"])
    play(state, Front("mail"))
    assert state.fronts[0] == ("mail", "mail")


def test_at_most_four_wagons_lie_in_front() -> None:
    state = position(["mail", ""], fronts=["mail dining saloon seating"])
    assert "front" not in kinds(state)


def test_a_wagon_in_front_can_be_taken_back() -> None:
    state = position(["dining saloon seating baggage", WAGONS], fronts=["mail"])
    seen = play(state, Back("mail"))
    assert state.fronts[0] == ()
    assert hand(state, 0) == sorted(WAGONS.split())
    assert seen == [TookBack(0, "mail")]


def test_equal_wagons_in_front_are_listed_once_for_taking_back() -> None:
    state = position(["saloon", ""], fronts=["mail mail dining"])
    assert of_kind(state, "back") == [Back("dining"), Back("mail")]


def test_the_turn_passes_to_the_next_seat_and_round() -> None:
    state = position([WAGONS, WAGONS, WAGONS])
    for seat in (0, 1, 2, 0):
        assert state.decider == seat
        play(state, Front(hand(state, seat)[0]))


def test_a_turn_without_an_alternative_is_played_by_the_engine() -> None:
    full = "mail | Nice | dining"
    state = position(
        ["saloon seating baggage", "mail"], lines=[full], fronts=["", "saloon saloon saloon saloon"]
    )
    seen = play(state, Front("saloon"))
    assert seen == [PutInFront(0, "saloon"), TookBack(1, "saloon")]
    assert state.decider == 0
    assert state.turns == 2


def test_what_is_not_listed_raises_and_changes_nothing() -> None:
    state = position([WAGONS, WAGONS])
    before = state.view(0), list(state.pieces())
    for wrong in (Couple("locomotive", 0, "left"), Couple("mail", 4, "left"), Back("mail")):
        with pytest.raises(IllegalAction):
            state.apply(wrong)
    assert (state.view(0), list(state.pieces())) == before
