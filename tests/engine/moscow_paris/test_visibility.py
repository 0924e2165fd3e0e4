"""§10 Who sees what."""

import pytest

from engine.dice import Dice
from engine.moscow_paris import game
from engine.moscow_paris.actions import Back, Couple, Front, NoEffect
from engine.moscow_paris.events import Drew, Received
from engine.moscow_paris.options import Options
from tests.engine.moscow_paris.positions import hand, play, position
from tests.seeds import seeds

HANDS = ["mail dining saloon seating", "mail dining saloon seating"]


def test_a_seat_sees_its_own_hand_and_of_others_the_number_of_cards() -> None:
    state = position(["mail dining", "saloon"])
    view = state.view(0)
    assert view.hand == ("dining", "mail")
    assert [player.hand_size for player in view.players] == [2, 1]


def test_a_spectator_sees_no_hand() -> None:
    assert position(HANDS).view(None).hand == ()


def test_lines_fronts_cities_and_the_sizes_of_the_decks_are_public() -> None:
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


def test_a_draw_is_told_to_all_as_a_number_and_to_its_seat_as_cards() -> None:
    state = position(HANDS, deck="baggage baggage")
    notices = state.apply(Couple("mail", 0, "left"))
    assert (Drew(0, 1), None) in notices
    assert (Received(("baggage",)), 0) in notices


def test_a_wagon_taken_back_is_known_to_be_in_that_hand_until_it_leaves_it() -> None:
    state = position(HANDS, fronts=["baggage"])
    play(state, Back("baggage"))
    assert state.view(1).players[0].shown == ("baggage",)
    play(state, Front("mail"), Couple("baggage", 0, "left"))
    assert state.view(1).players[0].shown == ()


def test_of_two_equal_wagons_the_known_one_is_laid_down_first() -> None:
    state = position(["baggage mail", "mail dining"], fronts=["baggage"])
    play(state, Back("baggage"), Front("mail"), Front("baggage"))
    assert state.view(1).players[0].shown == ()
    assert hand(state, 0) == ["baggage", "mail"]


def test_a_reshuffle_tells_what_all_hands_hold_together() -> None:
    state = position(["mail saloon", "seating swap"], deck="", discard="dining " * 9)
    play(state, Couple("mail", 0, "left"))
    view = state.view(0)
    names = [card.name for card in game.rules(2, Options()).cards]
    held = {name: count for name, count in zip(names, view.old_cards, strict=True) if count}
    assert held == {"saloon": 1, "seating": 1, "swap": 1}
    assert view.own_old_cards == ("saloon",)
    assert [player.old_card_count for player in view.players] == [1, 2]
    assert state.view(None).own_old_cards == ()


def test_what_is_laid_down_after_a_reshuffle_is_told_with_the_cards_drawn_before() -> None:
    state = position(["mail saloon", "seating swap"], deck="", discard="dining " * 9)
    play(state, Couple("mail", 0, "left"), Couple("seating", 1, "left"), Front("saloon"))
    play(state, Couple("dining", 2, "left"), Back("saloon"), NoEffect("swap"))
    players = state.view(0).players
    assert (players[0].laid, players[0].drawn_before) == (("saloon",), (1,))
    assert (players[1].laid, players[1].drawn_before) == (("seating", "dining", "swap"), (0, 1, 2))
    play(state, Front("saloon"))  # known to be in that hand, so that it tells nothing new
    assert state.view(0).players[0].laid == ("saloon",)


def test_a_stupor_ends_the_account_of_old_cards() -> None:
    hands = ["mail dining saloon seating", "mail dining saloon seating"]
    state = position(["baggage " + hands[0], hands[1]], deck="", discard="swap dining " * 20)
    play(state, Couple("baggage", 0, "left"), *[Front("mail")] * 2, *[Back("mail")] * 2)
    play(state, *[Front("mail")] * 2)
    view = state.view(0)
    assert view.players[0].hand_size == 5
    assert (view.old_cards, view.own_old_cards) == ((), ())
    assert {player.old_card_count for player in view.players} == {0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_kept_for_the_next_view_is_never_out_of_date(players: int) -> None:
    for seed in seeds(5, 50):
        state, dice = game.deal(players, Options(max_turns=200), Dice(seed)), Dice(seed)
        while state.decider is not None:
            seen = state.view(state.decider)
            fresh = state.copy()
            fresh.known = [None] * players
            assert fresh.view(state.decider) == seen, f"seed {seed}, turn {state.turns}"
            state.play(dice.choose(state.actions()))
