"""The course of a turn (§2), tiles (§3), placing keys (§4), end tiles (§12) and the end (§13)."""

import pytest

from engine.dice import Dice
from engine.paris.actions import (
    Action,
    Arc,
    Bank,
    Building,
    ChooseEndTile,
    DeclineMainAction,
    Draw,
    EndTurn,
    PlaceKey,
    PutBuilding,
    Sell,
    TakeEndTile,
)
from engine.paris.events import (
    Built,
    DeclinedMainAction,
    Discarded,
    Ended,
    EndTileReceived,
    EndTileTaken,
    Event,
    KeyMoved,
    KeyPlaced,
    LastRoundBegun,
    Revealed,
    TurnEnded,
)
from engine.paris.figures.choices import TOKEN
from engine.paris.options import Options
from engine.paris.state import ParisState, new_state
from engine.paris.views import RevealedTile
from engine.testing import play_at_random
from tests.engine.paris.positions import Seat, held_ends, kinds, offered, play, position

FREE = Options(free_placement=True)
MONTMARTRE_2 = 7
"""The number of a building tile: a bakery."""
ALL_BUT_ONE = Seat(tokens="wood", used_ends=range(2, 13))
"""A player who took all end tiles but one, and used them up."""


def test_a_turn_begins_with_a_tile_and_nothing_may_be_done_before() -> None:
    state = position(Seat(tokens="wood", bonus=[1]), step="draw")
    assert state.actions() == [Draw(0), Draw(1), Draw(2)]


def test_a_revealed_tile_goes_to_its_space() -> None:
    state = position(Seat(), built="", step="draw", stacks=[(MONTMARTRE_2,), (21, 28), (0, 35)])
    events = play(state, Draw(0))
    assert events[:2] == [
        Revealed(0, 0, "montmartre", 2, "bakery"),
        Built("montmartre", 2, "bakery"),
    ]
    assert state.view(0).stacks[0].district is None


def test_an_only_stack_is_drawn_from_without_asking() -> None:
    state = position(Seat(), built="", step="draw", stacks=[(MONTMARTRE_2,), (), ()])
    assert state.step == "main"
    assert len(state.city.view.buildings) == 1


def test_with_free_placement_a_tile_goes_to_any_district_that_has_room_and_lacks_the_type() -> None:
    built = "montmartre 2, la_villette 1, belleville 3"  # a bakery, a bakery, a theatre
    stacks = [(MONTMARTRE_2,), (21,), ()]  # a bakery on top of the first
    state = position(Seat(), built=built, step="draw", stacks=stacks, options=FREE)
    play(state, Draw(0))
    assert state.view(0).revealed == (2, "bakery", "montmartre")
    assert offered(state, "put_building") == [
        "batignolles",
        "belleville",
        "saint_germain",
        "chaillot",
    ]
    assert play(state, PutBuilding("chaillot")) == [Built("chaillot", 2, "bakery")]


def test_with_free_placement_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    stacks = [(MONTMARTRE_2,), (21,), ()]  # but every space is taken
    state = position(Seat(), step="draw", stacks=stacks, options=FREE)
    assert Discarded(2, "bakery") in play(state, Draw(0))
    assert state.view(0).discarded == (RevealedTile(2, "bakery", "montmartre"),)
    assert state.step == "main"


def test_a_key_on_a_bank_takes_its_francs() -> None:
    state = position(Seat())
    events = play(state, PlaceKey(Bank("la_villette")))
    assert events[0] == KeyPlaced(0, Bank("la_villette"), 7)
    assert state.players[0].francs == 7
    assert state.players[0].in_hand == 4


def test_a_key_on_the_arc_takes_nothing() -> None:
    state = position(Seat())
    assert play(state, PlaceKey(Arc()))[0] == KeyPlaced(0, Arc(), 0)


def test_at_most_one_own_key_lies_on_each_bank_and_on_the_arc() -> None:
    state = position(Seat("bank chaillot, arc"), Seat("bank montmartre"), built="")
    banks = ["batignolles", "montmartre", "la_villette", "belleville", "saint_germain"]
    assert offered(state, "place_key") == [Bank(district) for district in banks]


def test_keys_are_never_placed_straight_on_buildings() -> None:
    state = position(Seat(francs=50))
    assert len(offered(state, "place_key")) == 7
    assert kinds(state) == {"place_key"}


def test_without_keys_behind_the_screen_none_is_placed() -> None:
    state = position(Seat("bank chaillot, bank montmartre", francs=9, in_hand=0))
    assert "place_key" not in kinds(state)


def test_an_end_tile_can_be_taken_only_once_the_stacks_are_empty() -> None:
    assert "take_end_tile" not in kinds(position(Seat()))
    assert "take_end_tile" in kinds(position(Seat(), stacks=()))


@pytest.mark.parametrize("left", range(3))
def test_no_end_tile_can_be_taken_while_one_stack_is_left(left: int) -> None:
    stacks: list[tuple[int, ...]] = [(), (), ()]
    stacks[left] = (MONTMARTRE_2,)
    assert "take_end_tile" not in kinds(position(Seat(), stacks=stacks))


def test_an_end_tile_can_be_taken_in_the_turn_that_emptied_the_stacks() -> None:
    state = position(Seat(), built="", step="draw", stacks=[(MONTMARTRE_2,), (), ()])
    assert "take_end_tile" in kinds(state)


def test_an_end_tile_is_chosen_from_the_whole_pile_in_secret() -> None:
    state = position(Seat(ends=[3]), Seat(tokens="wood"), stacks=())
    play(state, TakeEndTile())
    assert offered(state, "choose_end_tile") == [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    notices = state.apply(ChooseEndTile(12))
    assert [notice.event for notice in notices if notice.seat is None][:1] == [EndTileTaken(0, 10)]
    assert [notice.event for notice in notices if notice.seat == 0] == [EndTileReceived(12)]
    assert held_ends(state, 0) == (3, 12)


def test_the_main_action_is_required_while_there_is_one() -> None:
    state = position(Seat("bank montmartre", francs=1, tokens="wood"))
    assert not kinds(state) & {"decline_main_action", "end_turn"}


def test_skip_is_listed_only_when_no_main_action_is_legal() -> None:
    state = position(Seat("bank montmartre", in_hand=0, tokens="wood"))
    assert state.actions() == [DeclineMainAction(), Sell("wood", TOKEN)]
    assert play(state, DeclineMainAction())[0] == DeclinedMainAction(0)


def test_nobody_is_forced_to_trade_to_make_a_main_action_possible() -> None:
    state = position(Seat("bank montmartre", in_hand=0, tokens="gold"), built="montmartre 3")
    assert "decline_main_action" in kinds(state)
    events = play(state, Sell("gold", TOKEN))  # 3 francs: now there is one, and it is made
    assert KeyMoved(0, Bank("montmartre"), Building("montmartre", 3), "montmartre", 3) in events


def test_with_nothing_at_all_to_do_the_engine_skips_and_ends_the_turn() -> None:
    state = position(Seat(in_hand=0), Seat(tokens="wood"), step="draw", built="")
    events = play(state, Draw(0))
    assert DeclinedMainAction(0) in events
    assert TurnEnded(0) in events
    assert state.decider == 1


def test_the_end_of_a_turn_is_a_decision_while_there_are_free_actions() -> None:
    state = position(Seat(tokens="wood"), Seat(tokens="wood"))
    play(state, PlaceKey(Arc()))
    assert state.actions() == [EndTurn(), Sell("wood", TOKEN)]
    assert play(state, EndTurn()) == [TurnEnded(0)]
    assert state.decider == 1


def test_the_end_of_a_turn_is_made_by_the_engine_without_free_actions() -> None:
    state = position(Seat(), Seat())
    assert TurnEnded(0) in play(state, PlaceKey(Arc()))
    assert (state.decider, state.step) == (1, "draw")


def test_the_turn_goes_round_and_the_first_seat_stays_first() -> None:
    state = position(Seat(), Seat(), Seat())
    movers = []
    for _ in range(6):
        if state.step == "draw":
            play(state, state.actions()[0])
        movers.append(state.decider)
        play(state, offered_first(state, "place_key"))
    assert movers == [0, 1, 2, 0, 1, 2]


def offered_first(state: ParisState, kind: str) -> Action:
    return next(action for action in state.actions() if action.kind == kind)


def last_tile_taken_by(seat: int) -> tuple[list[int], list[Event]]:
    """Play on from the turn in which a seat takes the last end tile; return who moves after it."""
    state = position(ALL_BUT_ONE, Seat(tokens="wood"), Seat(tokens="wood"), stacks=())
    while state.decider != seat:
        play(state, PlaceKey(Arc()), EndTurn())
    events = play(state, TakeEndTile(), EndTurn())
    movers = []
    while state.decider is not None:
        movers.append(state.decider)
        events += play(state, offered_first(state, "place_key"), EndTurn())
    return movers, events


def test_after_the_last_end_tile_the_round_is_finished_and_one_more_is_played() -> None:
    movers, events = last_tile_taken_by(0)
    assert movers == [1, 2, 0, 1, 2]
    assert events.count(LastRoundBegun()) == 1
    assert events[-1] == Ended()


def test_the_last_seat_of_a_round_takes_the_last_tile_and_one_more_round_is_played() -> None:
    movers, _ = last_tile_taken_by(2)
    assert movers == [0, 1, 2]


def test_the_view_tells_how_many_turns_are_left() -> None:
    state = position(ALL_BUT_ONE, Seat(tokens="wood"), stacks=())
    assert state.view(0).last_turns == 0
    play(state, TakeEndTile())
    assert state.view(0).last_turns == 4


def test_the_main_action_stays_required_in_the_last_round() -> None:
    state = position(ALL_BUT_ONE, Seat(tokens="wood"), stacks=())
    play(state, TakeEndTile(), EndTurn())
    play(state, PlaceKey(Arc()), EndTurn())
    assert state.view(0).last_turns == 2
    assert not kinds(state) & {"decline_main_action", "end_turn"}


def test_all_have_equally_many_turns_in_every_random_match() -> None:
    for seed in range(6):
        players = 2 + seed % 3
        state = new_state(players, Options(), Dice(seed))
        play_at_random(state, Dice(seed))
        assert state.turns % players == 0
