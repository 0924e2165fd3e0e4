"""§7 Who sees what."""

from engine.dice import Dice
from engine.lumiere import game
from engine.lumiere.actions import Pave, Take
from engine.lumiere.options import Options
from tests.engine.lumiere.positions import new, play


def test_a_seat_sees_its_own_tile_only() -> None:
    state = new()
    assert state.view(0).tile == state.stacks[0][0]
    assert state.view(1).tile == state.stacks[1][0]


def test_a_spectator_sees_no_tile() -> None:
    assert new().view(None).tile is None


def test_with_all_tiles_down_there_is_no_tile_to_see() -> None:
    state = new()
    state.stacks = ((), state.stacks[1])
    assert state.view(0).tile is None


def test_everything_else_is_seen_alike_by_everybody() -> None:
    state = new()
    play(state, Pave(3, 1), Take("U5"))
    first, second, spectator = (state.view(seat) for seat in (0, 1, None))
    assert first._replace(seat=None, tile=None) == spectator
    assert second._replace(seat=None, tile=None) == spectator


def test_the_tiles_left_are_told_in_no_order_of_play() -> None:
    state = new()
    assert state.view(0).players[1].tiles == tuple(range(8))
    placed = state.stacks[0][0]
    play(state, Pave(0, 0))
    assert state.view(1).players[0].tiles == tuple(t for t in range(8) if t != placed)


def test_an_imagined_state_keeps_the_own_tile_and_shuffles_the_rest() -> None:
    state = new()
    others = [game.imagine(state.view(0), Options(), Dice(n)) for n in range(30)]
    assert all(other.stacks[0][0] == state.stacks[0][0] for other in others)
    assert len({other.stacks[0] for other in others}) > 20
    assert len({other.stacks[1][0] for other in others}) > 4
    assert all(sorted(other.stacks[1]) == list(range(8)) for other in others)


def test_a_state_imagined_by_a_spectator_has_both_stacks_shuffled_whole() -> None:
    state = new()
    others = [game.imagine(state.view(None), Options(), Dice(n)) for n in range(30)]
    assert len({other.stacks[0][0] for other in others}) > 4
    assert len({other.stacks[1][0] for other in others}) > 4


def test_the_next_tile_is_told_to_its_owner_alone() -> None:
    state = new()
    notices = state.apply(Pave(0, 0))
    assert [notice.reaches(0) for notice in notices] == [True, True]
    assert [notice.reaches(1) for notice in notices] == [True, False]
    assert [notice.reaches(None) for notice in notices] == [True, False]
