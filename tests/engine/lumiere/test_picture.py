"""The drawing for a terminal."""

from engine.dice import Dice
from engine.lumiere import game
from engine.lumiere.actions import POSTCARDS, Build, DeclineEffect, Erect, Keep, Pave, Stand, Take
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Score
from tests.engine.lumiere.positions import figure, hold, new, play, position, put


def drawing(state: LumiereState, seat: int | None = None) -> str:
    return game.picture(state.view(seat), Options())


def lines(state: LumiereState) -> list[str]:
    """Return the eight rows of the board."""
    board = drawing(state).split("\n\n")[1].split("\n")[1:9]
    return [row[3:35].rstrip() for row in board]


def test_it_shows_the_ground_by_colour_and_lamps() -> None:
    state = position(["01mL"])
    assert lines(state)[0] == "╱╱╱ ╲╲╲ ╳╳╳  ☼  ╲╲╲ ╲╲╲ ╲╲╲ ╲╲╲"


def test_it_shows_buildings_by_name_with_garden_and_annex() -> None:
    state = position(["0000", "00"])
    put(state, 0, "I3", 0, 1, 2, annex=2)
    put(state, 1, "garden", 8, 9)
    assert lines(state)[0].startswith("I3╱ I3╱ ++╱ ╱╱╱")
    assert lines(state)[1].startswith("Ga╲ Ga╲")
    assert "reserve: –   built: I3\n" in drawing(state)


def test_it_shows_every_figure_and_where_the_statue_looks() -> None:
    state = position(["0" * 8])
    for cell, piece in enumerate(("painter", "dancer", "lamp", "big_lamp", "fountain")):
        figure(state, 0, piece, cell)
    figure(state, 0, "statue", 5, facing="west")
    assert lines(state)[0] == "Pa╱ Da╱ ☼t╱ ☼B╱ ≈≈╱ S←╱ ╱╱╱ ╱╱╱"


def test_it_shows_empty_squares() -> None:
    state = new()
    assert lines(state) == [" ".join([" · "] * 8).rstrip()] * 8


def test_it_shows_the_own_tile_to_its_owner_only() -> None:
    state = new()
    assert "your tile" in drawing(state, 0)
    assert "your tile" not in drawing(state)
    hold(state, 1, 3)  # Lxmo: blue's own is the lower left cell
    assert "your tile   ☼  ╱╱╱\n           ╲╲╲ ╳╳╳" in drawing(state, 1)


def test_it_shows_who_used_which_postcard_and_how() -> None:
    state = position(
        ["000"],
        reserves=["", ""],
        postcards=["sacre_coeur", "chartier", "lampadaire"],
        tokens=[3, 1],
    )
    assert drawing(state).count("□") == 3
    play(state, Keep("sacre_coeur"), DeclineEffect("chartier"), Stand("lamp", 0))
    assert "■ sacre coeur: seat 0, kept for later" in drawing(state)
    assert "■ chartier: seat 1, no effect" in drawing(state)
    assert "■ lampadaire: seat 0, used" in drawing(state)


def test_it_shows_reserves_pool_and_whose_decision_it_is() -> None:
    state = new()
    play(state, Take("U5"), Pave(0, 0))
    shown = drawing(state, 1)
    assert "paving: seat 0 to pave or take a building" in shown
    assert "→ seat 0  8 tiles, 7 chimneys, 4 tokens\n    reserve: U5" in shown
    assert "seat 1 (you)  7 tiles" in shown
    assert "pool    I3 L3" in shown


def test_it_shows_the_scores_once_the_game_is_over() -> None:
    state = position(["000L"], fill="L", reserves=["I3 I4", ""], tokens=[0, 0])
    assert "building: seat 0 to build or use a postcard" in drawing(state)
    play(state, Build("I3", 0, False, (0, 1, 2)))
    assert drawing(state).startswith("game over")
    assert "12 = lit 12, quarter 3, unplaced -3\n    0 free cells" in drawing(state)
    assert "0 = nothing\n    0 free cells" in drawing(state)


def test_more_postcards_than_rows_have_room() -> None:
    override = {"table": {"tokens": 6}, "postcards": {"starter": list(POSTCARDS)}}
    state = new(ruleset=override)
    assert drawing(state).count("□") == 12


def test_the_statue_is_drawn_when_it_is_put_up_in_play() -> None:
    state = position(["00"], postcards=["le_penseur"], tokens=[1, 0])
    play(state, Erect(0, "south"))
    assert lines(state)[0].startswith("S↓╱ ")


def test_it_draws_the_tile_of_a_corrected_ruleset() -> None:
    options = Options(ruleset={"paving": {"second_tiles": ["oxLm"] * 8}})
    state = game.new(2, options, 1)
    assert "your tile  ╲╲╲ ╱╱╱\n           ╳╳╳  ☼" in game.picture(state.view(1), options)


def test_it_fits_into_80_columns_and_has_no_markup() -> None:
    options = Options(postcards=POSTCARDS[4:])
    for seed in range(20):
        state, dice = game.new(2, options, seed), Dice(seed)
        while True:
            shown = game.picture(state.view(state.decider), options)
            assert max(map(len, shown.split("\n"))) <= 80
            assert "[" not in shown
            if state.decider is None:
                break
            state.play(dice.choose(state.actions()))


def test_the_longest_line_of_points_fits() -> None:
    view = position(["0"]).view(None)
    most = Score(999, 64, -999, 999, 999, 999, 999, 64)
    shown = game.picture(view._replace(decider=None, scores=(most, most)), Options())
    assert max(map(len, shown.split("\n"))) <= 80
