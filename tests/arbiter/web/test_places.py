"""Where on the board an action takes place."""

import re
from collections import Counter

import pytest

from arbiter.web.boards import DRAWN, Drawing
from arbiter.web.places import places_of
from arbiter.web.replays import board_markup
from engine.record import Bot, replay
from tests.arbiter.web.matches import play

CASES: dict[str, tuple[int, dict[str, object]]] = {
    "lumiere": (2, {"postcards": "random"}),
    "moscow_paris": (3, {}),
    "paris": (2, {}),
    "paris free": (3, {"free_placement": True, "advanced_setup": True}),
}
WITHOUT = {
    *("decline_building", "decline_exchange", "decline_claim", "decline_vp_tile"),
    *("decline_bonus_tile", "stop_prestige", "stop_pairs", "take_end_tile", "choose_end_tile"),
    *("decline_main_action", "end_turn"),
}
"""The kinds of actions that take place nowhere on the board."""
HALF = "half"
"""The other half of a tile that was turned in is not on the board."""


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_board_has_every_place_that_an_action_names(case: str, seed: int) -> None:
    players, options = CASES[case]
    game = case.split()[0]
    record = play(game, [Bot(name, "1") for name in "abcd"[:players]], seed, options)
    drawing = Drawing(game, players, options)
    named: Counter[str] = Counter()
    for state, action in replay(record):
        if not action:
            continue
        view = state.view(state.decider)
        board = board_markup(game, drawing.draw(view))
        there = set(re.findall(r'data-place="([^"]+)"', board))
        for each in state.actions():
            places = places_of(game, each, view)
            assert set(places) <= there, each
            bare = each[-1] in WITHOUT or HALF in str(each)
            assert bool(places) != bare, each
            named[each[-1]] += 1
    assert named


def test_all_drawn_games_have_places() -> None:
    assert {case.split()[0] for case in CASES} == set(DRAWN)


def test_a_game_without_a_drawing_has_no_places() -> None:
    record = play("connect_four", [Bot("a", "1"), Bot("b", "1")])
    state, action = next(replay(record))
    assert places_of("connect_four", action, state.view(0)) == []
