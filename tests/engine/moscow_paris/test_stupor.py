"""§8 Stupor, and the limit of turns."""

from collections import Counter

from engine.moscow_paris.actions import Back, Claim, Couple, DeclineClaim, Front, NoEffect
from engine.moscow_paris.events import Ended, Stupor
from engine.moscow_paris.options import Options
from tests.engine.moscow_paris.positions import drawn, hand, play, position

HANDS = ["mail dining saloon seating swap", "mail dining saloon seating swap"]
FRONT, BACK = Front("mail"), Back("mail")


def test_a_front_that_lay_there_before_makes_a_repeated_turn() -> None:
    state = position(HANDS)
    play(state, FRONT, Front("dining"))
    assert state.repeats == [0, 0]
    play(state, BACK)
    assert state.repeats == [1, 0]


def test_a_front_that_is_new_makes_none() -> None:
    state = position(HANDS)
    play(state, FRONT, FRONT, Front("dining"), Front("dining"), BACK, BACK)
    assert state.repeats == [0, 0]


def test_after_two_repeated_turns_of_everybody_all_is_discarded_and_dealt_again() -> None:
    state = position(HANDS, lines=["baggage | Paris |", "Rome"])
    before = Counter(state.pieces())
    seen = play(state, *[FRONT, FRONT, BACK, BACK, FRONT])
    assert state.repeats == [2, 1]
    seen = play(state, FRONT)
    rest = ("dining", "saloon", "seating", "swap")
    assert Stupor((rest, rest)) in seen
    assert state.fronts == [(), ()]
    assert drawn(state) == ["| Paris |", "| Rome |"]
    assert [len(hand(state, seat)) for seat in (0, 1)] == [5, 5]
    assert state.discard["mail"] == 2
    assert state.discard["baggage"] == 1
    assert state.repeats == [0, 0]
    assert Counter(state.pieces()) == before


def test_play_goes_on_with_the_player_whose_turn_it_is_anyway() -> None:
    state = position([*HANDS, HANDS[0]])
    play(state, *[FRONT] * 3, *[BACK] * 3, *[FRONT] * 3)
    assert state.turns == 9
    assert state.decider == 0


def test_one_player_who_made_a_single_repeated_turn_holds_it_up() -> None:
    state = position(HANDS)
    play(state, FRONT, FRONT, BACK, BACK, FRONT, Front("seating"))
    assert state.repeats == [2, 1]
    assert state.fronts[0] == ("mail",)


def test_a_line_or_an_action_by_anybody_forgets_the_repeated_turns() -> None:
    for progress in (Couple("dining", 0, "left"), NoEffect("swap")):
        state = position(HANDS)
        play(state, FRONT, FRONT, BACK, BACK)
        assert state.repeats == [1, 1]
        play(state, progress)
        assert state.repeats == [0, 0]
        play(state, FRONT)
        assert state.repeats == [0, 0]


def test_a_claim_forgets_the_repeated_turns() -> None:
    hands = ["dining saloon seating swap", HANDS[1]]
    state = position(hands, lines=["mail | Paris |", "Rome"], fronts=["mail"])
    play(
        state,
        Front("dining"),
        DeclineClaim(),
        Front("dining"),
        Back("dining"),
        DeclineClaim(),
        Back("dining"),
    )
    assert state.repeats == [1, 1]
    play(state, Front("dining"), Claim(0))
    assert state.repeats == [0, 0]


def test_the_front_after_the_last_progress_counts_as_seen() -> None:
    state = position(["dining saloon", "dining saloon"], fronts=["mail", ""])
    play(state, Back("mail"), Front("dining"), Front("mail"))
    assert state.repeats == [1, 0]


def test_declining_a_claim_is_not_progress() -> None:
    hands = ["dining saloon seating swap", HANDS[1]]
    state = position(hands, lines=["mail | Paris |", "Rome"], fronts=["mail"])
    play(state, Front("dining"), DeclineClaim(), Front("dining"), Back("dining"), DeclineClaim())
    assert state.repeats == [1, 0]


def test_the_game_stops_after_max_turns_and_is_scored_as_it_stands() -> None:
    state = position(HANDS, options=Options(max_turns=3))
    assert play(state, FRONT, FRONT, BACK)[-1] == Ended("turns")
    assert state.decider is None
    assert list(state.actions()) == []
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (0, 0)
    assert outcome.ranks == (1, 1)


def test_the_claim_of_the_last_turn_still_counts() -> None:
    state = position(
        ["mail saloon", "mail"], lines=["mail | Paris |", "Rome"], options=Options(max_turns=1)
    )
    play(state, FRONT, Claim(0))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (2, 0)
