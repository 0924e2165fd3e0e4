"""§6 The deck and the discard pile, §7 the rows and the city deck."""

from collections import Counter

from engine.moscow_paris.actions import Claim, Close, Couple, Front, NoEffect
from engine.moscow_paris.events import Coupled, Drew, Reshuffled
from tests.engine.moscow_paris.positions import drawn, hand, play, position


def test_a_card_drawn_from_an_empty_deck_comes_from_the_shuffled_discard_pile() -> None:
    state = position(["mail saloon", "mail"], deck="", discard="dining dining dining")
    seen = play(state, Couple("mail", 0, "left"))
    assert seen == [Coupled(0, "mail", 0, "left"), Reshuffled(3), Drew(0, 1)]
    assert hand(state, 0) == ["dining", "saloon"]
    assert state.deck == ["dining", "dining"]
    assert set(state.discard.values()) == {0}


def test_the_deck_is_not_reshuffled_before_a_card_must_be_drawn() -> None:
    state = position(["mail saloon", "mail"], deck="seating", discard="dining")
    play(state, Couple("mail", 0, "left"))
    assert state.deck == []
    assert state.discard["dining"] == 1


def test_the_reshuffle_includes_the_card_just_played() -> None:
    state = position(["swap mail", "mail"], deck="", discard="")
    play(state, NoEffect("swap"))
    assert hand(state, 0) == ["mail", "swap"]


def test_the_reshuffle_includes_the_wagons_a_claim_has_just_discarded() -> None:
    state = position(
        ["saloon seating", "mail"], lines=["mail | Paris |"], fronts=["mail"], deck="", discard=""
    )
    play(state, Front("saloon"), Claim(0))
    assert hand(state, 0) == ["mail", "seating"]
    assert state.deck == ["mail"]


def test_a_reshuffle_keeps_every_card() -> None:
    pile = Counter({"mail": 3, "dining": 2, "close": 1})
    state = position(["saloon", "mail"], deck="", discard=" ".join(pile.elements()))
    play(state, Couple("saloon", 0, "left"))
    assert Counter(state.deck) + Counter(hand(state, 0)) == pile


def test_without_a_city_deck_an_emptied_row_goes_and_the_rows_below_move_up() -> None:
    lines = ["Paris", "mail | Rome |", "dining | Berlin |", "Moscow", "Kazan"]
    state = position(["close saloon", "mail"], lines=lines, to_come="")
    play(state, Close(1))
    assert drawn(state) == ["| Paris |", "dining | Berlin |", "| Moscow |", "| Kazan |"]


def test_a_claimed_row_goes_likewise() -> None:
    lines = ["mail | Paris |", "Rome", "Berlin", "Moscow", "Kazan"]
    state = position(["saloon saloon", "mail"], lines=lines, fronts=["mail"], to_come="")
    play(state, Front("saloon"), Claim(0))
    assert drawn(state) == ["| Rome |", "| Berlin |", "| Moscow |", "| Kazan |"]
