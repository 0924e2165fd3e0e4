"""§10 Who sees what."""

from engine.moscow_paris.actions import Back, Couple, Front
from engine.moscow_paris.events import Drew, Received
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
        assert (view.deck_size, view.city_deck_size) == (2, 3)
        assert sum(view.discard) == 1
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
