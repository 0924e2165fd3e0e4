"""The drawing for a terminal."""

from typing import Any

from engine.dice import Dice
from engine.game import State
from engine.moscow_paris import game
from engine.moscow_paris.actions import Back
from engine.moscow_paris.options import Options
from engine.moscow_paris.views import View
from tests.engine.moscow_paris.positions import play, position


def drawing(state: State[Any, View, Any], seat: int | None, options: Options | None = None) -> str:
    return game.picture(state.view(seat), options or Options())


def test_it_shows_lines_as_they_lie_and_the_free_places() -> None:
    state = position(["mail", "mail"], lines=["saloon mail | Paris | dining"])
    assert "saloon mail" in drawing(state, 0)
    assert "dining ·" in drawing(state, 0)
    assert "Paris (France 2★)" in drawing(state, 0)


def test_it_shows_the_hand_to_its_owner_only() -> None:
    state = position(["locomotive", "mail"])
    assert "locomotive" in drawing(state, 0)
    assert "locomotive" not in drawing(state, 1)
    assert "locomotive" not in drawing(state, None)


def test_it_shows_what_is_known_of_a_hand() -> None:
    state = position(["mail", "mail mail"], fronts=["dining"])
    play(state, Back("dining"))
    assert "among them dining" in drawing(state, 1)


def test_it_fits_into_80_columns_whatever_the_names() -> None:
    kinds = {letter * 40: 10 for letter in "abcdefgh"}
    options = Options(ruleset={"wagons": {"copies": kinds, "total": 80}})
    state, dice = game.new(4, options, 1), Dice(1)
    while state.decider is not None:
        assert max(map(len, drawing(state, state.decider, options).splitlines())) <= 80
        state.play(dice.choose(state.actions()))


def test_it_says_when_the_game_is_over() -> None:
    state = game.new(2, Options(max_turns=1), 1)
    state.play(state.actions()[0])
    if state.decider is not None:
        state.play(state.actions()[-1])
    assert "game over after 1 turns" in drawing(state, None)
