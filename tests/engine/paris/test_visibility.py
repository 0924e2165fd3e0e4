"""Who sees what (§15): nothing that is hidden from a seat changes a byte of its view."""

import pytest

from arbiter.wire.paris import wire
from engine.dice import Dice
from engine.paris import game
from engine.paris.actions import Arc, Bank, ChooseEndTile, Landmark, MoveKey, MoveTo, TakeEndTile
from engine.paris.options import Options
from engine.paris.ruleset import SIZE
from tests.engine.paris.positions import Seat, play, position
from tests.seeds import seeds

ENDS = position(
    Seat("bank montmartre", francs=4, tokens="wood", bonus=[18], ends=[1, 9]),
    Seat("chaillot 4", francs=6, tokens="bronze gold", bonus=[7, 10], ends=[5, 12]),
    Seat(ends=[3]),
    draws=False,
)


def look(state, seat):
    state.look_at_players()
    return wire.encode(state.view(seat), (), ())


def midway(seed, players=3, **options):
    """Return a position in the middle of a random game."""
    state, dice = game.new(players, Options(**options), seed), Dice(seed)
    while state.decider is not None and len(state.stacks[0]) > 5:
        state.play(dice.choose(state.actions()))
    return state


def test_swapping_the_end_tiles_of_others_changes_no_byte():
    for viewer, (one, other) in {0: (1, 2), 1: (0, 2), 2: (0, 1), None: (0, 2)}.items():
        state = ENDS.copy()
        before = look(state, viewer)
        swap = state.players[one].ends[0], state.players[other].ends[0]
        state.players[one].ends = (swap[1], *state.players[one].ends[1:])
        state.players[other].ends = (swap[0], *state.players[other].ends[1:])
        assert look(state, viewer) == before


def test_swapping_an_end_tile_of_another_with_the_pile_changes_no_byte():
    state = ENDS.copy()
    before = look(state, 0)
    state.players[1].ends = (2, 12)
    state.pile = tuple(sorted((5, *(tile for tile in state.pile if tile != 2))))
    assert look(state, 0) == before


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_reordering_the_stacks_under_equal_backs_changes_no_byte(viewer):
    for seed in range(5):
        state = midway(seed)
        before = look(state, viewer)
        stacks = [list(stack) for stack in state.stacks]
        under = [tile for stack in stacks for tile in stack[:-1]]
        Dice(seed).shuffle(under)
        mixed = [
            (*(under.pop() for _ in stack[:-1]), stack[-1]) if stack else () for stack in stacks
        ]
        state.lay_stacks(tuple(mixed))
        assert look(state, viewer) == before


def test_another_top_tile_of_the_same_district_changes_no_byte():
    state = midway(3)
    before = look(state, 0)
    top = state.stacks[0][-1]
    other = next(t for t in state.removed + state.stacks[1][:-1] if t // SIZE == top // SIZE)
    state.lay_stacks(((*state.stacks[0][:-1], other), *state.stacks[1:]))
    assert look(state, 0) == before


def test_another_back_can_be_seen():
    state = midway(3)
    before = look(state, 0)
    top = state.stacks[0][-1]
    other = next(t for t in state.stacks[0] if t // SIZE != top // SIZE)
    state.lay_stacks(((*state.stacks[0][:-1], other), *state.stacks[1:]))
    assert look(state, 0) != before


def test_what_is_behind_the_screens_of_others_changes_no_byte():
    state = ENDS.copy()
    before = [look(state, 0), look(state, None)]
    other = state.players[1]
    other.francs, other.tokens = 99, (1, 2, 3, 0, 0, 1)
    other.bonus, other.ends = (1, 30), (2, 11)
    assert [look(state, 0), look(state, None)] == before


def test_the_own_screen_can_be_seen():
    state = ENDS.copy()
    before = look(state, 1)
    state.players[1].francs += 1
    assert look(state, 1) != before
    screen = ENDS.view(1).screen
    assert screen == (6, (0, 0, 1, 1, 0, 0), (7, 10), (5, 12))


def test_a_spectator_sees_no_screen():
    view = ENDS.view(None)
    assert view.screen is None
    assert view.seat is None
    assert [player.bonus_tiles for player in view.players] == [1, 2, 0]
    assert [player.end_tiles for player in view.players] == [2, 2, 1]


def test_only_who_chooses_sees_the_pile_while_choosing():
    state = ENDS.copy()
    assert state.view(0).pile == ()
    play(state, TakeEndTile())
    assert state.view(0).pile == (2, 4, 6, 7, 8, 10, 11)
    assert state.view(1).pile == state.view(None).pile == ()
    play(state, ChooseEndTile(2))
    assert state.view(0).pile == ()


def test_which_end_tile_was_taken_is_told_to_the_taker_alone():
    state = ENDS.copy()
    play(state, TakeEndTile())
    told = [notice for notice in state.apply(ChooseEndTile(2)) if "tile=2" in repr(notice.event)]
    assert [notice.seat for notice in told] == [0]


def test_resampling_keeps_what_a_seat_saw_of_the_pile():
    state = position(Seat(), Seat(), Seat(), draws=False)
    state.takes = ((1, 5), (0, 9), (2, 12))  # seat 0 looked after 5 was gone
    for holder, ends in zip(state.players, ((9,), (5,), (12,)), strict=True):
        holder.ends = ends
    state.pile = (1, 2, 3, 4, 6, 7, 8, 10, 11)
    seen = set()
    for seed in range(40):
        other = state.resample(0, Dice(seed))
        assert other.players[0].ends == (9,)
        assert other.players[1].ends == (5,)  # the only tile that was gone
        seen.add(other.players[2].ends)
        assert 5 not in other.pile
    assert len(seen) > 5


def test_resampling_deals_unknown_end_tiles_to_those_who_have_not_looked():
    state = position(Seat(), Seat(ends=[5]), Seat(), draws=False)
    seen = {state.resample(0, Dice(seed)).players[1].ends for seed in range(60)}
    assert len(seen) > 8


def test_resampling_changes_stacks_but_not_their_backs():
    state = midway(2)
    others = [state.resample(0, Dice(seed)) for seed in range(10)]
    assert len({other.stacks for other in others}) == 10
    assert {other.board.stacks for other in others} == {state.board.stacks}


@pytest.mark.parametrize("seed", seeds(50))
def test_an_imagined_game_can_be_played_on(seed):
    state, dice = game.new(3, Options(), seed), Dice(seed)
    while state.decider is not None:
        buying = state.asked in ("landmark_district", "payment")
        if state.takes and (buying or dice.below(20) == 0):
            for viewer in (0, 1, 2, None):
                play_on(state.resample(viewer, dice), dice, 6)
        state.play(dice.choose(frugal(state)))


def frugal(state):
    """Return the actions that save up for landmarks: then end tiles are there to pay with."""
    actions = state.actions()
    if state.asked == "target":
        return [action for action in actions if isinstance(action.target, Landmark)] or actions
    return [action for action in actions if action.kind not in ("sell", "use_end_tile")] or actions


def play_on(state, dice, decisions):
    """Play some decisions at random, in each of which there must be a choice."""
    while state.decider is not None and decisions:
        assert len(state.actions()) > 1
        state.play(dice.choose(state.actions()))
        decisions -= 1


@pytest.mark.parametrize(
    ("seat", "origin", "target", "step"),
    [
        (Seat("arc", ends=[2, 3]), Arc(), "grand_palais", "landmark_district"),
        (
            Seat("bank belleville", tokens="marble gold", bonus=[3], ends=[3]),
            Bank("belleville"),
            "louvre",
            "payment",
        ),
    ],
)
def test_an_imagined_mover_can_pay_for_what_it_is_buying(seat, origin, target, step):
    seat.francs = 20
    state = position(seat, Seat(), draws=False)
    play(state, MoveKey(origin), MoveTo(Landmark(target)))
    assert state.asked == step
    held = set()
    for seed in range(100):
        dice = Dice(seed)
        other = state.resample(1, dice)
        held.add(other.players[0].ends)
        while other.asked in ("landmark_district", "payment"):
            other.play(dice.choose(other.actions()))
        assert Landmark(target) in other.players[0].keys
        spent = sum(other.supply) + len(other.players[0].used_bonus + other.players[0].used_end)
        assert spent == sum(other.figures.costs[other.target])
    assert len(held) > 1
