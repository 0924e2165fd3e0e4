"""§10 Who sees what."""

from collections import Counter

from engine.dice import Dice
from engine.moscow_paris import game
from engine.moscow_paris.actions import Back, Claim, Couple, Exchange, Front
from engine.moscow_paris.events import Drew, Received
from engine.moscow_paris.options import Options
from engine.testing import random_game
from tests.engine.moscow_paris.positions import hand, play, position

HANDS = ["mail dining saloon seating", "mail dining saloon seating"]


def test_a_seat_sees_its_own_hand_and_of_others_the_number_of_cards():
    state = position(["mail dining", "saloon"])
    view = state.view(0)
    assert view.hand == ("dining", "mail")
    assert [player.hand_size for player in view.players] == [2, 1]


def test_a_spectator_sees_no_hand():
    assert position(HANDS).view(None).hand == ()


def test_lines_fronts_cities_and_the_sizes_of_the_decks_are_public():
    state = position(
        HANDS,
        lines=["mail | Paris |"],
        fronts=["dining", "saloon"],
        deck="tank tank",
        discard="mail",
    )
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.lines == tuple(state.lines)
        assert [player.front for player in view.players] == [("dining",), ("saloon",)]
        assert (view.deck, view.city_deck) == (2, 3)
        assert dict(view.discard)["mail"] == 1
        assert view.closed == state.closed


def test_a_draw_is_told_to_all_as_a_number_and_to_its_seat_as_cards():
    state = position(HANDS, deck="baggage baggage")
    notices = state.apply(Couple("mail", 0, "left"))
    assert (Drew(0, 1), None) in notices
    assert (Received(("baggage",)), 0) in notices


def test_a_wagon_taken_back_is_known_to_be_in_that_hand_until_it_leaves_it():
    state = position(HANDS, fronts=["baggage"])
    play(state, Back("baggage"))
    assert state.view(1).players[0].shown == ("baggage",)
    play(state, Front("mail"), Couple("baggage", 0, "left"))
    assert state.view(1).players[0].shown == ()


def test_of_two_equal_wagons_the_known_one_is_laid_down_first():
    state = position(["baggage mail", "mail dining"], fronts=["baggage"])
    play(state, Back("baggage"), Front("mail"), Front("baggage"))
    assert state.view(1).players[0].shown == ()
    assert hand(state, 0) == ["baggage", "mail"]


def test_resampling_keeps_the_own_hand_and_deals_the_others_anew():
    state = game.new(3, Options(), 5)
    others = {state.resample(0, Dice(n)).hidden[1] for n in range(20)}
    assert len(others) > 15
    assert all(state.resample(0, Dice(n)).hidden[0] == state.hidden[0] for n in range(5))


def test_resampling_changes_what_is_to_be_drawn():
    state = game.new(2, Options(), 5)
    decks = {tuple(state.resample(0, Dice(n)).deck) for n in range(5)}
    cities = {tuple(state.resample(0, Dice(n)).city_deck) for n in range(5)}
    assert len(decks) == len(cities) == 5


def test_resampling_leaves_a_wagon_that_was_taken_back_in_its_hand():
    state = position(HANDS, fronts=["baggage"])
    play(state, Back("baggage"))
    for n in range(20):
        assert "baggage" in hand(state.resample(1, Dice(n)), 0)


def test_resampling_leaves_cards_from_before_a_reshuffle_out_of_the_deck():
    state = position(
        ["mail saloon", "baggage baggage"], deck="", discard="dining dining dining seating"
    )
    play(state, Couple("mail", 0, "left"))
    other = state.resample(0, Dice(1))
    assert hand(other, 1) == ["baggage", "baggage"]  # all else has been seen elsewhere
    assert Counter(other.deck) == Counter(state.deck)


def test_a_card_drawn_just_before_a_reshuffle_is_not_taken_for_one_from_the_new_deck():
    state = position(
        ["saloon", "seating seating"],
        lines=["mail | Paris | dining", "Rome", "Berlin", "Moscow"],
        fronts=["mail dining"],
        deck="baggage",
    )
    play(state, Front("saloon"), Claim(0))
    assert "baggage" not in state.deck
    for n in range(10):
        assert "baggage" in hand(state.resample(1, Dice(n)), 0)


def test_resampling_in_a_chain_of_exchanges_keeps_the_decision():
    state = position(["exchange mail", "mail mail", "mail mail"], fronts=["mail", "dining", "tank"])
    play(state, Exchange("mail", 1, "dining"))
    other = state.resample(2, Dice(1))
    assert other.decider == 1
    assert other.actions() == state.actions()


def test_a_resampled_game_can_be_played_to_its_end():
    state = game.new(3, Options(), 5)
    before = Counter(state.pieces())
    for seat in (0, 1, 2, None):
        other = state.resample(seat, Dice(7))
        random_game(other, Dice(8))
        assert other.outcome() is not None
        assert Counter(other.pieces()) == before
