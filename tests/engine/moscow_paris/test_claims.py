"""§4 The claim."""

from engine.moscow_paris.actions import Back, Claim, Couple, DeclineClaim, Front, NoEffect
from engine.moscow_paris.events import Claimed, DeclinedClaim, Drew, PutInFront, Revealed
from engine.moscow_paris.options import Options
from tests.engine.moscow_paris.positions import drawn, hand, of_kind, play, position

FULL = Options(claim="full")


def test_a_line_whose_wagons_all_have_an_equal_one_in_front_can_be_claimed() -> None:
    state = position(["dining saloon", "mail"], lines=["mail | Paris | dining"], fronts=["mail"])
    play(state, Front("dining"))
    assert state.step == "claim"
    assert state.decider == 0
    assert list(state.actions()) == [Claim(0), DeclineClaim()]


def test_a_wagon_of_the_line_that_is_missing_in_front_forbids_the_claim() -> None:
    state = position(["saloon mail", "seating"], lines=["mail | Paris | dining"], fronts=["mail"])
    play(state, Front("saloon"))
    assert state.step == "turn"
    assert state.decider == 1


def test_an_empty_line_cannot_be_claimed() -> None:
    state = position(["saloon mail", "mail"], lines=["Paris"], fronts=["mail"])
    play(state, Front("saloon"))
    assert state.step == "turn"


def test_further_wagons_in_front_do_no_harm_and_stay() -> None:
    state = position(["saloon seating", "mail"], lines=["mail | Paris |"], fronts=["mail dining"])
    play(state, Front("saloon"), Claim(0))
    assert state.fronts[0] == ("dining", "saloon")


def test_a_claim_may_follow_any_kind_of_turn() -> None:
    hands = ["seating swap uncouple_2", "mail"]
    for turn in (
        Front("seating"),
        Back("dining"),
        Couple("seating", 1, "left"),
        NoEffect("uncouple_2"),
    ):
        state = position(hands, lines=["mail | Paris |", "Rome"], fronts=["mail dining"])
        play(state, turn)
        assert state.step == "claim", turn


def test_claiming_discards_the_line_and_one_equal_wagon_of_the_front_for_each() -> None:
    state = position(
        ["baggage seating", "mail"],
        lines=["mail | Paris | dining"],
        fronts=["mail mail dining"],
        deck="saloon saloon saloon",
    )
    play(state, Front("seating"), Claim(0))
    assert state.fronts[0] == ("mail", "seating")
    assert {card: n for card, n in state.discard.items() if n} == {"mail": 2, "dining": 2}


def test_the_claimant_takes_the_city_and_refills_to_five() -> None:
    state = position(
        ["saloon seating baggage", "mail"],
        lines=["mail | Paris | dining"],
        fronts=["mail dining"],
        deck="sleeping locomotive compartment",
    )
    play(state, Front("saloon"), Claim(0))
    assert state.cities[0] == ("Paris",)
    assert hand(state, 0) == sorted(["seating", "baggage", "sleeping", "locomotive"])
    assert len(hand(state, 0)) + len(state.fronts[0]) == 5


def test_the_next_city_is_turned_up_in_the_same_row() -> None:
    state = position(
        ["saloon seating", "mail"], lines=["Rome", "mail | Paris |", "Berlin"], fronts=["mail"]
    )
    seen = play(state, Front("saloon"), Claim(1))
    assert drawn(state) == ["| Rome |", "| Nice |", "| Berlin |"]
    assert seen == [
        PutInFront(0, "saloon"),
        Claimed(0, 1, "Paris"),
        Drew(0, 1),
        Revealed(1, "Nice"),
    ]


def test_one_city_a_turn() -> None:
    state = position(
        ["saloon seating", "mail dining"], lines=["mail | Paris |", "| Rome | dining"],
        fronts=["mail dining"],
    )  # fmt: skip
    play(state, Front("saloon"))
    assert of_kind(state, "claim") == [Claim(0), Claim(1)]
    play(state, Claim(0))
    assert state.decider == 1
    assert state.step == "turn"


def test_a_claim_can_be_declined() -> None:
    state = position(["saloon seating", "mail baggage"], lines=["mail | Paris |"], fronts=["mail"])
    seen = play(state, Front("saloon"), DeclineClaim())
    assert seen == [PutInFront(0, "saloon"), DeclinedClaim(0)]
    assert state.cities[0] == ()
    assert state.decider == 1


def test_only_the_player_on_turn_can_claim() -> None:
    state = position(
        ["saloon seating", "baggage saloon"], lines=["mail | Paris |"], fronts=["", "mail"]
    )
    play(state, Front("saloon"))
    assert state.step == "turn"


def test_with_claim_full_a_line_must_be_full() -> None:
    short = position(
        ["saloon seating", "mail"], lines=["mail | Nice |"], fronts=["mail"], options=FULL
    )
    play(short, Front("saloon"))
    assert short.step == "turn"
    full = position(
        ["saloon seating", "mail"],
        lines=["mail | Nice | dining"],
        fronts=["mail dining"],
        options=FULL,
    )
    play(full, Front("saloon"))
    assert full.step == "claim"
