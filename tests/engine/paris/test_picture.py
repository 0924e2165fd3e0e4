"""A board a person can follow in a terminal."""

from engine.dice import Dice
from engine.paris.actions import Arc, Landmark, MoveKey, MoveTo
from engine.paris.game import game
from engine.paris.options import Options
from engine.paris.state import new_state
from tests.engine.paris.positions import Seat, play, position


def test_it_shows_buildings_tokens_keys_landmarks_and_vp_tiles() -> None:
    state = position(
        Seat("montmartre 4, bank chaillot, arc, louvre", francs=7, tokens="wood gold_prestige"),
        Seat("montmartre 4"),
        built="montmartre 4, chaillot 8",
        tokens="chaillot 8 gold",
        landmarks="louvre belleville",
        vp_tiles="1 montmartre",
    )
    text = game.picture(state.view(0), Options())
    assert "hote ⓿❶" in text
    assert "bakeg" in text
    assert "▲ Louvre 15 ⓿" in text
    assert "20/10/5" in text
    assert "Arc ⓿" in text
    assert "7 francs · wG" in text


def test_it_shows_the_figures_in_use() -> None:
    options = Options(
        ruleset={
            "banks": {"chaillot": 99},
            "landmarks": {"louvre": {"value": 77}},
            "vp_tiles": {"1": {"points": [33, 22, 11]}},
        }
    )
    text = game.picture(position(Seat(), options=options).view(None), options)
    assert all(figure in text for figure in ("99", "Louvre 77", "33/22/11"))


def test_it_shows_the_key_on_its_way() -> None:
    state = position(Seat("arc", francs=10, tokens="gold gold"))
    play(state, MoveKey(Arc()), MoveTo(Landmark("luxembourg_gardens")))
    assert "key: Arc → Luxembourg Gardens" in game.picture(state.view(1), Options())


def test_a_line_that_is_too_long_is_broken() -> None:
    state = position(Seat(bonus=range(1, 31), tokens="wood marble gold " * 6))
    lines = game.picture(state.view(0), Options()).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("      ") and "30" in line for line in lines)


def test_a_seat_sees_its_end_tiles_and_a_spectator_does_not() -> None:
    state = position(Seat(ends=[7, 9]))
    assert "own end tiles 7 9" in game.picture(state.view(0), Options())
    assert "own end tiles" not in game.picture(state.view(None), Options())


def test_it_is_plain_text_of_at_most_80_columns() -> None:
    for seed in range(6):
        players = 2 + seed % 3
        options = Options(advanced_setup=seed % 2 == 0)
        state, dice = new_state(players, options, Dice(seed)), Dice(seed)
        while state.decider is not None:
            if dice.below(10) == 0:
                text = game.picture(state.view(dice.below(players)), options)
                assert max(map(len, text.splitlines())) <= 80
                assert "[" not in text
            state.play(dice.choose(state.actions()))
        assert "game over after " in game.picture(state.view(None), options)
