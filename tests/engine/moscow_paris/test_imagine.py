"""§10 What a seat may believe: positions imagined from nothing but its view."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from engine.dice import Dice
from engine.moscow_paris import game
from engine.moscow_paris.actions import CARDS, Back, Claim, Couple, Exchange, Front
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import View
from engine.testing import play_at_random
from tests.engine.moscow_paris.positions import hand, play, position

THREE_KINDS = Options(
    claim="full",
    ruleset={
        "wagons": {"copies": {"dining": 15, "mail": 15, "saloon": 15}, "total": 45},
        "actions": {
            "swap": 0, "uncouple_2": 0, "uncouple_3": 0, "exchange": 0, "close": 0, "total": 0
        },
    }
)  # fmt: skip
FULL = Options(claim="full")
"""Nobody can claim a city in the positions here."""


def imagined(view: View, dice: int = 1, options: Options | None = None) -> MoscowParisState:
    return game.imagine(view, options or Options(), Dice(dice))


def believed(view: View, seat: int) -> set[str]:
    """Return hands that a seat may have, for all the viewer knows."""
    return {" ".join(hand(imagined(view, dice), seat)) for dice in range(100)}


def exhausted(hands: Sequence[str], **parts: Any) -> MoscowParisState:
    """Set up a position whose deck is empty: the next draw makes a new one of all other cards."""
    state = position(hands, **parts)
    state.discard.update(Counter(state.deck))
    state.deck = []
    return state


def put_on_top(state: MoscowParisState, cards: str) -> None:
    """Let these be the next cards of the deck, the first one named first."""
    for card in reversed(cards.split()):
        state.deck.remove(card)
        state.deck.append(card)


def test_the_own_hand_is_kept_and_the_others_are_dealt() -> None:
    view = game.new(3, Options(), 5).view(0)
    assert len(believed(view, 1)) > 80
    assert believed(view, 0) == {" ".join(view.hand)}


def test_what_is_to_be_drawn_is_dealt() -> None:
    view = game.new(2, Options(), 5).view(0)
    assert len({tuple(imagined(view, dice).deck) for dice in range(5)}) == 5
    assert len({tuple(imagined(view, dice).city_deck) for dice in range(5)}) == 5


def test_a_wagon_that_was_taken_back_stays_in_its_hand() -> None:
    state = position(["mail dining", "mail dining"], fronts=["baggage"])
    play(state, Back("baggage"))
    assert all("baggage" in cards for cards in believed(state.view(1), 0))


def test_a_hand_that_left_its_player_no_choice_is_not_believed_in() -> None:
    state = position(
        ["saloon mail", "swap"], lines=["mail | Nice | dining"], fronts=["", "saloon " * 4]
    )
    play(state, Front("saloon"))
    assert state.decider == 1
    assert believed(state.view(0), 1) == set(CARDS)


def test_repeated_turns_go_on_being_counted() -> None:
    state = position(["mail dining saloon", "mail dining saloon"])
    play(state, Front("mail"), Front("mail"))
    for table in (state, imagined(state.view(0))):
        play(table, Back("mail"))
        assert table.repeats == [1, 0]


def test_a_chain_of_exchanges_goes_on_in_its_direction() -> None:
    fronts = ["mail", "dining", "seating", "baggage"]
    for first, second, third in ((1, 2, 3), (3, 2, 1)):
        state = position(["exchange mail", "mail", "mail", "mail"], fronts=fronts)
        play(state, Exchange("mail", first, fronts[first]), Exchange("mail", second, "seating"))
        other = imagined(state.view(0))
        assert other.decider == 2
        assert other.actions() == state.actions()
        play(other, Exchange("mail", third, fronts[third]))
        assert other.step == "turn"


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    state = game.new(3, Options(), 5)
    before = Counter(state.pieces())
    for seat in (0, 1, 2, None):
        other = imagined(state.view(seat))
        play_at_random(other, Dice(8))
        assert other.outcome() is not None
        assert Counter(other.pieces()) == before


# After a reshuffle: cards that were in hands then are not in the deck.


def test_after_a_reshuffle_the_only_other_hand_is_known() -> None:
    state = exhausted(["mail saloon", "baggage swap"])
    play(state, Couple("mail", 0, "left"))
    assert believed(state.view(0), 1) == {"baggage swap"}
    assert len(believed(state.view(None), 1)) > 1  # a spectator knows neither hand


def test_a_card_drawn_just_before_a_reshuffle_is_not_taken_for_one_of_the_new_deck() -> None:
    state = position(
        ["saloon", "seating seating"],
        lines=["mail | Paris | dining", "Rome", "Berlin", "Moscow"],
        fronts=["mail dining"],
    )
    play(state, Front("saloon"))
    state.discard.update(Counter(state.deck))
    state.deck = ["baggage"]
    state.discard["baggage"] -= 1
    play(state, Claim(0))
    assert state.old_hands == (("baggage",), ("seating", "seating"))
    assert all("baggage" in cards for cards in believed(state.view(1), 0))


def test_what_is_laid_down_before_anything_was_drawn_is_an_old_card() -> None:
    state = exhausted(["mail mail", "saloon dining", "seating baggage"])
    play(state, Couple("mail", 0, "left"), Couple("saloon", 1, "left"))
    for dice in range(50):
        other = imagined(state.view(0), dice)
        assert "saloon" in other.old_hands[1]
        assert len(other.hidden[1]) == 2


def world(strangers: Sequence[str], drawn: str) -> MoscowParisState:
    """Let two strangers couple a wagon, draw, couple a dining car and draw."""
    state = exhausted(["mail mail mail", *strangers], options=FULL)
    play(state, Couple("mail", 0, "left"))
    put_on_top(state, drawn)
    play(state, Couple("seating", 1, "left"), Couple("seating", 2, "left"), Front("mail"))
    put_on_top(state, "baggage baggage")
    play(state, Couple("dining", 0, "right"), Couple("dining", 1, "right"))
    return state


def test_who_of_two_strangers_laid_down_an_old_card_and_who_a_new_one_cannot_be_told() -> None:
    one = world(["seating dining", "seating saloon"], "locomotive dining")
    other = world(["seating saloon", "seating dining"], "dining locomotive")
    view = one.view(0)
    assert view == other.view(0)
    assert hand(one, 1) == hand(other, 2) == ["baggage", "locomotive"]
    assert hand(one, 2) == hand(other, 1) == ["baggage", "saloon"]
    deals = {
        tuple(tuple(sorted(cards)) for cards in imagined(view, dice, FULL).old_hands[1:])
        for dice in range(50)
    }
    assert deals == {
        (("dining", "seating"), ("saloon", "seating")),
        (("saloon", "seating"), ("dining", "seating")),
    }


def test_who_lays_down_two_cards_after_drawing_one_had_one_of_them_before() -> None:
    hands = ["mail mail mail", "saloon seating", "dining baggage locomotive"]
    state = exhausted(hands, options=FULL)
    play(state, Couple("mail", 0, "left"))
    put_on_top(state, "sleeping")
    play(state, Front("seating"), Couple("dining", 0, "right"), Front("mail"))
    play(state, Back("seating"), Front("baggage"), Back("mail"))
    play(state, Front("seating"), Couple("sleeping", 1, "left"))
    # The sleeping car is the new one, since there was none in hands: so the baggage car is not,
    # and seat 1, who has not drawn, cannot have it.
    assert believed(state.view(0), 1) == {"saloon", "locomotive"}


def test_exactly_those_hands_are_believed_in_that_explain_what_was_laid_down() -> None:
    state = exhausted(
        ["dining dining", "dining mail", "dining dining saloon"],
        lines=["saloon | Paris |", "saloon | Rome |", "Berlin", "Moscow"],
        fronts=["saloon " * 4, "saloon " * 4, "saloon " * 3],
        options=THREE_KINDS,
    )
    play(state, Couple("dining", 0, "left"))
    old, new = ["dining", "mail", "dining", "dining", "saloon"], Counter(state.deck)
    assert new["saloon"] == 1
    put_on_top(state, "mail dining mail mail dining")
    play(state, Couple("dining", 1, "left"), Couple("saloon", 2, "left"), Back("saloon"))
    play(state, Couple("mail", 2, "right"), Front("dining"), Front("saloon"))
    play(state, Couple("mail", 3, "left"), Couple("dining", 3, "left"))
    told = ["dining . mail . mail .", "saloon . dining dining ."]
    explained = set(explanations(old, new, [deeds.split() for deeds in told]))
    positions = [imagined(state.view(0), dice, THREE_KINDS) for dice in range(2_000)]
    assert {(tuple(hand(state, 1)), tuple(hand(state, 2))) for state in positions} == explained
    assert 10 < len(explained) < 36  # of 6 × 6 pairs of hands


def explanations(
    old: Sequence[str], new: Counter[str], told: Sequence[Sequence[str]]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """List the hands of two players, who held two and three of the old cards.

    Of each it is told which cards it laid down, and when it drew: a dot.
    """
    draws = sum(deeds.count(".") for deeds in told)
    for first in combinations(range(5), 2):
        for drawn in product(sorted(new), repeat=draws):
            hands = [[old[n] for n in first], [old[n] for n in range(5) if n not in first]]
            deck = list(drawn)
            if Counter(drawn) <= new and all(map(explains, hands, told, [deck, deck])):
                yield tuple(tuple(sorted(cards)) for cards in hands)


def explains(cards: list[str], deeds: Sequence[str], deck: list[str]) -> bool:
    """Let a hand do what its player did; tell whether it can."""
    for card in deeds:
        if card == ".":
            cards.append(deck.pop())
        elif card in cards:
            cards.remove(card)
        else:
            return False
    return True
