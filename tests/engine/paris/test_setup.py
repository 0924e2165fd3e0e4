"""Setting the game up (§1)."""

from collections import Counter

import pytest

from engine.dice import Dice
from engine.errors import BadPlayers
from engine.paris import game
from engine.paris.actions import DISTRICTS, TOKENS
from engine.paris.figures.board import SIZE
from engine.paris.options import Options
from engine.paris.state import new_state
from engine.paris.views import TrackSpace


@pytest.mark.parametrize(("players", "keys"), [(2, 10), (3, 9), (4, 7)])
def test_each_player_starts_with_3_francs_and_the_keys_for_the_number_of_players(
    players: int, keys: int
) -> None:
    state = game.new(players, Options(), 1)
    for seat in range(players):
        view = state.view(seat)
        assert view.players[seat].francs == 3
        assert view.players[seat].keys_in_hand == keys
        assert view.players[seat].reserve_keys == 2
        assert view.players[seat].meeple == 0


@pytest.mark.parametrize(("players", "tiles"), [(2, 30), (3, 36), (4, 42)])
def test_there_are_30_36_or_42_bonus_tiles(players: int, tiles: int) -> None:
    track = game.new(players, Options(), 1).view(None).track
    assert sum(space.copies for space in track) == tiles
    copies = players - 1
    assert TrackSpace(18, 18, copies) in track
    assert TrackSpace(17, 17, 1) in track


def test_three_tiles_are_removed_and_the_rest_make_three_stacks_of_11() -> None:
    state = new_state(2, Options(), Dice(1))
    assert [len(stack) for stack in state.stacks.tiles] == [11, 11, 11]
    assert len(state.stacks.removed) == 3


def test_with_free_placement_no_tile_is_removed() -> None:
    state = new_state(2, Options(free_placement=True), Dice(1))
    assert [len(stack) for stack in state.stacks.tiles] == [12, 12, 12]
    assert state.stacks.removed == ()


def test_the_standard_layout_has_the_same_tokens_in_every_district() -> None:
    city = game.new(2, Options(), 1).view(None).city
    for district in DISTRICTS:
        row = [spot.token for spot in city.tokens if spot.district == district]
        assert row == ["bronze", "silver", "gold_prestige", "wood", "marble", "gold"]


def test_the_advanced_setup_shuffles_all_tokens_but_the_gold_beside_the_eights() -> None:
    layouts = set()
    for seed in range(5):
        state = game.new(2, Options(advanced_setup=True), seed)
        city = state.view(None).city
        assert Counter(spot.token for spot in city.tokens) == dict.fromkeys(TOKENS, 6)
        gold = [spot for spot in city.tokens if spot.token == "gold"]
        assert [spot.value for spot in gold] == [8] * SIZE
        layouts.add(city.tokens)
    assert len(layouts) == 5


def test_the_advanced_setup_shuffles_bonus_tiles_within_their_zones() -> None:
    tracks = set()
    for seed in range(5):
        track = game.new(4, Options(advanced_setup=True), seed).view(None).track
        for zone in range(3):
            tiles = [stack.tile for stack in track[10 * zone : 10 * zone + 10]]
            assert sorted(tiles) == list(range(10 * zone + 1, 10 * zone + 11))
        copies = {stack.tile: stack.copies for stack in track}
        assert copies[6] == copies[28] == 3  # further copies lie under the tile of their number
        tracks.add(track)
    assert len(tracks) == 5


def test_the_supply_is_empty_at_first() -> None:
    view = game.new(2, Options(), 1).view(0)
    assert view.supply == (0, 0, 0)
    assert view.end_tiles.left == 12
    assert (view.city.landmarks, view.city.vp_tiles, view.city.buildings) == ((), (), ())


def test_five_do_not_play() -> None:
    with pytest.raises(BadPlayers, match="2 to 4 players, not 5"):
        game.new(5, Options(), 1)
