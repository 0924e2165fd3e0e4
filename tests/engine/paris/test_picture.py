"""A board a person can follow in a terminal."""

from rich.text import Text

from engine.dice import Dice
from engine.paris import game
from engine.paris.options import Options
from tests.engine.paris.positions import Seat, position


def plain(view):
    return Text.from_markup(game.picture(view)).plain


def test_it_shows_buildings_tokens_keys_landmarks_and_vp_tiles():
    state = position(
        Seat("montmartre 4, bank chaillot, arc, louvre", francs=7, tokens="wood gold_prestige"),
        Seat("montmartre 4"),
        built="montmartre 4, chaillot 8",
        tokens="chaillot 8 gold",
        landmarks="louvre belleville",
        vp_tiles="1 montmartre",
    )
    text = plain(state.view(0))
    assert "hote ⓿❶" in text
    assert "bakeg" in text
    assert "▲ Louvre ⓿" in text
    assert "20/10/5" in text
    assert "Arc ⓿" in text
    assert "7 francs · tokens wG" in text


def test_a_spectator_sees_no_screen():
    assert "screen" not in plain(position(Seat(), Seat()).view(None))


def test_lines_fit_a_terminal_of_80_columns_but_for_many_used_tiles():
    for seed in range(6):
        players = 2 + seed % 3
        state, dice = game.new(players, Options(advanced_setup=seed % 2 == 0), seed), Dice(seed)
        while state.decider is not None:
            if dice.below(10) == 0:
                lines = plain(state.view(dice.below(players))).splitlines()
                assert max(len(line) for line in lines if "used" not in line) <= 80
                assert max(map(len, lines)) <= 100
            state.play(dice.choose(state.actions()))
        assert "nothing: the game has ended" in plain(state.view(None))
