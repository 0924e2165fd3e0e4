"""The drawing for a terminal."""

from rich.text import Text

from engine.lumiere import game
from engine.lumiere.actions import Build, DeclineEffect, Erect, Keep, Pave, Stand, Take
from engine.lumiere.options import Options
from tests.engine.lumiere.positions import figure, hold, play, position, put


def drawing(state, seat=None):
    return Text.from_markup(game.picture(state.view(seat), Options())).plain


def lines(state):
    """Return the eight rows of the board."""
    board = drawing(state).split("\n\n")[1].split("\n")[1:9]
    return [row[3:26].rstrip() for row in board]


def test_it_shows_the_ground_by_colour_and_lamps():
    state = position(["01mL"])
    assert lines(state)[0] == "╱╱ ╲╲ ╳╳ ☼  ╲╲ ╲╲ ╲╲ ╲╲"


def test_it_shows_buildings_by_name_with_garden_and_annex():
    state = position(["0000", "00"])
    put(state, 0, "I3", 0, 1, 2, annex=2)
    put(state, 1, "garden", 8, 9)
    assert lines(state)[0].startswith("I3 I3 ++ ╱╱")
    assert lines(state)[1].startswith("Ga Ga")
    assert "on dark_orange]I3" in game.picture(state.view(0), Options())
    assert "on dodger_blue1]Ga" in game.picture(state.view(0), Options())


def test_it_shows_every_figure_and_where_the_statue_looks():
    state = position(["0" * 8])
    for cell, piece in enumerate(("painter", "dancer", "lamp", "big_lamp", "fountain")):
        figure(state, 0, piece, cell)
    figure(state, 0, "statue", 5, facing="west")
    assert lines(state)[0] == "Pa Da ☼t ☼B ≈≈ S← ╱╱ ╱╱"


def test_it_shows_empty_squares():
    state = game.new(2, Options(), 1)
    assert lines(state) == [" ".join(["··"] * 8)] * 8


def test_it_shows_the_own_tile_to_its_owner_only():
    state = game.new(2, Options(), 1)
    assert "your tile" in drawing(state, 0)
    assert "your tile" not in drawing(state)
    hold(state, 1, 3)  # Lxmo: blue's own is the lower left cell
    assert "your tile  ☼  ╱╱\n           ╲╲ ╳╳" in drawing(state, 1)


def test_it_shows_who_used_which_postcard_and_how():
    state = position(
        ["000"],
        reserves=["", ""],
        postcards=["sacre_coeur", "chartier", "lampadaire"],
        tokens=[3, 1],
    )
    assert drawing(state).count("□") == 3
    play(state, Keep("sacre_coeur"), DeclineEffect("chartier"), Stand("lamp", 0))
    assert "■ sacre coeur: kept for later" in drawing(state)
    assert "■ chartier: closed without effect" in drawing(state)
    assert "■ lampadaire: used" in drawing(state)
    assert "[dodger_blue1]■[/] [dim]chartier" in game.picture(state.view(0), Options())


def test_it_shows_reserves_pool_and_whose_decision_it_is():
    state = game.new(2, Options(), 1)
    play(state, Take("U5"), Pave(0, 0))
    shown = drawing(state, 1)
    assert "paving: seat 0 to pave or take a building" in shown
    assert "→ seat 0  8 tiles, 7 chimneys, 4 tokens\n    reserve: U5" in shown
    assert "seat 1 (you)  7 tiles" in shown
    assert "pool    I3 L3" in shown


def test_it_shows_the_scores_once_the_game_is_over():
    state = position(["000L"], fill="L", reserves=["I3 I4", ""], tokens=[0, 0])
    assert "building: seat 0 to build or use a postcard" in drawing(state)
    play(state, Build("I3", 0, False, (0, 1, 2)))
    assert drawing(state).startswith("game over")
    assert "12 = lit 12, quarter 3, unplaced -3; 0 free cells" in drawing(state)
    assert "0 = nothing; 0 free cells" in drawing(state)


def test_more_postcards_than_rows_have_room():
    override = {"table": {"tokens": 6}, "postcards": {}}
    for name in ("moulin_rouge", "fontaine_des_mers", "le_penseur", "la_grande_lumiere"):
        override["postcards"][name] = {"starter": True}
    state = game.new(2, Options(ruleset=override), 1)
    assert drawing(state).count("□") == 12


def test_the_statue_is_drawn_when_it_is_put_up_in_play():
    state = position(["00"], postcards=["le_penseur"], tokens=[1, 0])
    play(state, Erect(0, "south"))
    assert lines(state)[0].startswith("S↓ ")
