"""Who sees what (§15): nothing that is hidden from a seat changes a byte of its view."""

from collections.abc import Sequence
from typing import Any

import pytest

from arbiter.wire.paris import wire
from engine.dice import Dice
from engine.paris.actions import (
    Action,
    Arc,
    Bank,
    ChooseEndTile,
    Landmark,
    MoveKey,
    MoveTo,
    Place,
    TakeEndTile,
    UseEndTile,
)
from engine.paris.figures.board import SIZE
from engine.paris.game import game
from engine.paris.options import Options
from engine.paris.parts.stacks import Stacks
from engine.paris.state import ParisState, new_state
from engine.paris.views import Look, OwnEndTiles
from tests.engine.paris.positions import Seat, held_ends, play, position, used_ends
from tests.seeds import seeds


def ends(first: Sequence[int], second: Sequence[int], third: Sequence[int]) -> ParisState:
    """Return a position in which seats 0, 1 and 2 took end tiles one after the other."""
    return position(
        Seat("bank montmartre", francs=4, tokens="wood", bonus=[18], ends=first),
        Seat("chaillot 4", francs=6, tokens="bronze gold", bonus=[7, 10], ends=second),
        Seat(ends=third),
        stacks=(),
    )


def look(state: ParisState, seat: int | None) -> bytes:
    return wire.encode(state.view(seat), (), ())


def midway(seed: int, players: int = 3, **options: Any) -> ParisState:
    """Return a position in the middle of a random match."""
    state, dice = new_state(players, Options(**options), Dice(seed)), Dice(seed)
    while state.decider is not None and len(state.stacks.tiles[0]) > 5:
        state.play(dice.choose(state.actions()))
    return state


def imagined(state: ParisState, seat: int | None, dice: int = 0) -> ParisState:
    return game.imagine(state.view(seat), state.options, Dice(dice))


@pytest.mark.parametrize(
    ("viewer", "swapped"),
    [
        (0, ends([1, 9], [3, 12], [5])),  # between the others
        (0, ends([1, 9], [2, 12], [3])),  # with the pile
        (1, ends([1, 9], [5, 12], [2])),  # with the pile, since its own look
        (2, ends([1, 12], [5, 9], [3])),  # between the others, before its own look
        (None, ends([4, 9], [5, 1], [2])),
    ],
)
def test_other_end_tiles_of_others_change_no_byte(viewer: int | None, swapped: ParisState) -> None:
    assert look(swapped, viewer) == look(ends([1, 9], [5, 12], [3]), viewer)


def test_a_tile_that_was_missing_at_an_own_look_can_be_seen() -> None:
    assert look(ends([1, 9], [5, 12], [3]), 1) != look(ends([2, 9], [5, 12], [3]), 1)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_reordering_the_stacks_under_equal_backs_changes_no_byte(viewer: int | None) -> None:
    for seed in range(5):
        state = midway(seed)
        before = look(state, viewer)
        under = [tile for stack in state.stacks.tiles for tile in stack[:-1]]
        Dice(seed).shuffle(under)
        mixed = [
            (*(under.pop() for _ in stack[:-1]), stack[-1]) if stack else ()
            for stack in state.stacks.tiles
        ]
        state.stacks = Stacks(tuple(mixed), state.stacks.removed)
        assert look(state, viewer) == before


def another_top(state: ParisState, same_back: bool) -> Stacks:
    """Return the stacks with another tile on top of the first."""
    (*under, top), *others = state.stacks.tiles
    hidden = state.stacks.removed + others[0][:-1]
    tile = next(tile for tile in hidden if (tile // SIZE == top // SIZE) is same_back)
    return Stacks(((*under, tile), *others), state.stacks.removed)


def test_another_top_tile_of_the_same_district_changes_no_byte() -> None:
    state = midway(3)
    before = look(state, 0)
    state.stacks = another_top(state, same_back=True)
    assert look(state, 0) == before


def test_another_back_can_be_seen() -> None:
    state = midway(3)
    before = look(state, 0)
    state.stacks = another_top(state, same_back=False)
    assert look(state, 0) != before


def test_all_that_came_behind_a_screen_in_public_is_in_the_view() -> None:
    view = ends([1, 9], [5, 12], [3]).view(None)
    assert [player.francs for player in view.players] == [4, 6, 0]
    assert view.players[1].tokens == (0, 0, 1, 1, 0, 0)
    assert [player.bonus_tiles for player in view.players] == [(18,), (7, 10), ()]
    assert view.end_tiles.takers == (0, 0, 1, 1, 2)


def test_a_seat_knows_its_end_tiles_and_what_was_missing_when_it_looked() -> None:
    state = ends([1, 9], [5, 12], [3])
    assert state.view(0).own_end_tiles == OwnEndTiles((1, 9), (Look((), 1), Look((), 9)))
    assert state.view(1).own_end_tiles == OwnEndTiles((5, 12), (Look((1, 9), 5), Look((), 12)))
    assert state.view(2).own_end_tiles == OwnEndTiles((3,), (Look((1, 5, 9, 12), 3),))


def test_a_spectator_has_no_end_tiles() -> None:
    view = ends([1, 9], [5, 12], [3]).view(None)
    assert view.own_end_tiles is None
    assert view.seat is None


def test_only_who_chooses_an_end_tile_learns_what_is_missing() -> None:
    state = ends([1, 9], [5, 12], [3])
    before = state.view(1), state.view(None)
    play(state, TakeEndTile())
    own = state.view(0).own_end_tiles
    assert own is not None and own.looks[-1] == Look((3, 5, 12), 0)
    assert (state.view(1).own_end_tiles, state.view(None).own_end_tiles) == (
        before[0].own_end_tiles,
        None,
    )
    play(state, ChooseEndTile(2))
    own = state.view(0).own_end_tiles
    assert own is not None and own.looks[-1] == Look((3, 5, 12), 2)


def test_which_end_tile_was_taken_is_told_to_the_taker_alone() -> None:
    state = ends([1, 9], [5, 12], [3])
    play(state, TakeEndTile())
    told = [notice for notice in state.apply(ChooseEndTile(2)) if "tile=2" in repr(notice.event)]
    assert [notice.seat for notice in told] == [0]


def test_looking_does_not_change_a_state() -> None:
    state = midway(1)
    names = [name for base in type(state).__mro__ for name in base.__dict__.get("__slots__", ())]
    slots = {name: getattr(state, name) for name in names}
    for viewer in (0, 1, 2, None):
        state.view(viewer)
    assert all(getattr(state, name) is value for name, value in slots.items())


# What a seat imagines.


def test_imagining_keeps_what_a_seat_saw_of_the_pile() -> None:
    state = position(Seat(ends=[5]), Seat(ends=[9]), Seat(ends=[12]), stacks=())
    found = set()
    for seed in range(60):
        other = imagined(state, 1, seed)
        assert held_ends(other, 1) == (9,)
        assert held_ends(other, 0) == (5,)  # the only tile that was missing
        assert 5 not in other.end_tiles.pile
        found.add(held_ends(other, 2))
    assert found == {(tile,) for tile in range(1, 13) if tile not in (5, 9)}


def test_imagining_deals_what_was_missing_at_one_look_to_those_who_took_by_then() -> None:
    state = ends([1, 9], [5], [3])
    found = {
        (held_ends(imagined, 0), held_ends(imagined, 1)) for imagined in imagined_often(state, 2)
    }
    assert found == {((1, 9), (5,)), ((1, 5), (9,)), ((5, 9), (1,))}


def test_imagining_deals_unknown_end_tiles_to_those_who_have_not_looked() -> None:
    state = position(Seat(), Seat(ends=[5]), Seat(), stacks=())
    found = {held_ends(other, 1) for other in imagined_often(state, 0)}
    assert found == {(tile,) for tile in range(1, 13)}


def test_imagining_gives_a_used_end_tile_to_its_user_alone() -> None:
    state = position(Seat(), Seat(used_ends=[9], ends=[1]), Seat(ends=[2]), stacks=())
    for other in imagined_often(state, 0):
        assert used_ends(other, 1) == (9,)
        assert 9 not in (*held_ends(other, 2), *other.end_tiles.pile)
        assert len(held_ends(other, 1)) == 1


def imagined_often(state: ParisState, seat: int) -> list[ParisState]:
    return [imagined(state, seat, seed) for seed in range(100)]


def test_imagining_changes_stacks_but_not_their_backs() -> None:
    state = midway(2)
    others = [imagined(state, 0, seed) for seed in range(10)]
    assert len({other.stacks.tiles for other in others}) == 10
    assert {other.stacks.view for other in others} == {state.stacks.view}


def test_imagining_keeps_tiles_that_were_seen_out_of_the_stacks() -> None:
    state = midway(5, free_placement=True)
    for viewer in (0, None):
        other = imagined(state, viewer)
        seen = [tile.type for tile in state.city.view.buildings]
        assert [tile.type for tile in other.city.view.buildings] == seen
        hidden = [
            sorted(tile for stack in world.stacks.tiles for tile in stack)
            for world in (state, other)
        ]
        assert hidden[0] == hidden[1]


def test_imagining_an_equal_type_at_another_back_keeps_the_backs() -> None:
    """With corrected types, value and type of a tile do not say which one it is."""
    types = {str(value): "cafe" for value in (1, 2, 3, 4, 5, 8)}
    ruleset = {"buildings": {"montmartre": types, "chaillot": types}}
    for seed in range(10):
        state = midway(seed, free_placement=True, ruleset=ruleset)
        other = imagined(state, 1, seed)
        assert sorted(sum(other.stacks.tiles, ())) == sorted(sum(state.stacks.tiles, ()))


@pytest.mark.parametrize("seed", seeds(50))
def test_an_imagined_game_can_be_played_on(seed: int) -> None:
    state, dice = new_state(3, Options(), Dice(seed)), Dice(seed)
    while state.decider is not None:
        buying = state.step in ("landmark_district", "payment")
        if state.end_tiles.takes and (buying or dice.below(20) == 0):
            for viewer in (0, 1, 2, None):
                play_on(game.imagine(state.view(viewer), Options(), dice), dice, 6)
        state.play(dice.choose(frugal(state)))


def frugal(state: ParisState) -> Sequence[Action]:
    """Return the actions that save up for landmarks: then end tiles are there to pay with."""
    actions = state.actions()
    if state.step == "target":
        return [
            action
            for action in actions
            if isinstance(action, MoveTo) and isinstance(action.target, Landmark)
        ] or actions
    return [action for action in actions if action.kind not in ("sell", "use_end_tile")] or actions


def play_on(state: ParisState, dice: Dice, decisions: int) -> None:
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
def test_an_imagined_decider_can_pay_for_what_it_is_buying(
    seat: Seat, origin: Place, target: str, step: str
) -> None:
    seat.francs = 20
    state = position(seat, Seat(), stacks=())
    play(state, MoveKey(origin), MoveTo(Landmark(target)))
    assert state.step == step
    held = set()
    for seed in range(100):
        dice = Dice(seed)
        other = game.imagine(state.view(1), Options(), dice)
        held.add(held_ends(other, 0))
        while other.step in ("landmark_district", "payment"):
            other.play(dice.choose(other.actions()))
        player = other.players[0]
        assert Landmark(target) in player.keys.view
        spent = sum(other.supply) + len(player.used_bonus + used_ends(other, 0))
        assert spent == sum(other.board.costs[other.board.index[Landmark(target)]])
    assert len(held) > 1


def test_an_imagined_decider_had_a_choice() -> None:
    """Seat 0 has nothing to trade but its end tile: it would not be asked about the turn's end."""
    state = position(Seat(ends=[9]), Seat(tokens="wood"), stacks=(), step="after")
    for other in imagined_often(state, 1):
        assert len(other.actions()) > 1
        assert UseEndTile(9) in other.actions() or held_ends(other, 0) != (9,)
