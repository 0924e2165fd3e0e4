"""§5 The postcards that act at once."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.lumiere.actions import (
    POSTCARDS,
    Build,
    DeclineEffect,
    Erect,
    Extend,
    Keep,
    Lay,
    Levitate,
    Stand,
)
from engine.lumiere.events import DeclinedEffect, Erected, Extended, Laid, Levitated, Stood
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Building, Figure, Postcard
from tests.engine.lumiere.positions import ask, at, figure, of_kind, play, position, put


def alone(name: str, rows: Sequence[str], **more: Any) -> LumiereState:
    """Set up a position with one postcard open, which seat 0 may activate."""
    return position(rows, postcards=[name], tokens=[1, 0], **more)


@pytest.mark.parametrize("name", POSTCARDS)
def test_every_postcard_can_be_activated_without_its_effect(name: str) -> None:
    state = position(["0000", "0L0"], postcards=[name], reserves=["I3", ""], pool="L3")
    before = state.ground, state.buildings, state.figures
    assert play(state, DeclineEffect(name))[0] == DeclinedEffect(0, name)
    assert state.postcards[0] == Postcard(name, 0, "declined", None)
    assert (state.ground, state.buildings, state.figures) == before
    assert state.players[0].tokens == 3


@pytest.mark.parametrize("name", POSTCARDS)
def test_an_activated_postcard_is_closed_for_both(name: str) -> None:
    other = "sacre_coeur" if name != "sacre_coeur" else "chartier"
    state = position(["000"], postcards=[name, other], tokens=[2, 2], fill="m")
    play(state, DeclineEffect(name))
    assert list(state.actions()) == [Keep(other), DeclineEffect(other)]


def test_without_a_token_no_postcard_is_activated() -> None:
    state = position(["0000"], reserves=["I3", ""], postcards=POSTCARDS, tokens=[0, 4])
    assert {action.kind for action in state.actions()} == {"build"}


def test_levitation_swaps_a_building_for_one_of_the_pool_and_builds_it() -> None:
    state = alone("levitation", ["000"], reserves=["I4 O4", ""], pool="I3 U5")
    assert of_kind(state, "levitate") == [
        Levitate("I4", "I3", 0, False, (0, 1, 2)),
        Levitate("O4", "I3", 0, False, (0, 1, 2)),
    ]
    seen = play(state, Levitate("O4", "I3", 0, False, (0, 1, 2)))
    assert seen[0] == Levitated(0, "O4", "I3", 0, False, (0, 1, 2))
    assert (state.players[0].reserve, state.pool) == (("I4",), ("O4", "U5"))
    assert state.buildings == (Building("I3", 0, (0, 1, 2), None),)
    assert state.players[0].chimneys == 6


def test_levitation_without_a_place_a_chimney_a_pool_or_a_reserve_has_no_effect() -> None:
    for state in (
        alone("levitation", ["00"], reserves=["I4", ""], pool="I3"),
        alone("levitation", ["000"], reserves=["I4", ""], pool="I3", chimneys=[0, 7]),
        alone("levitation", ["000"], reserves=["I4", ""]),
        alone("levitation", ["000"], pool="I3"),
    ):
        assert list(state.actions()) == [DeclineEffect("levitation")]


def test_held_postcards_do_not_help_levitation() -> None:
    state = position(
        ["0L0", "010"],
        reserves=["I4", ""],
        pool="I3",
        postcards=["levitation", "metropolitain", "chartier"],
        tokens=[3, 0],
    )
    play(state, Keep("metropolitain"), Keep("chartier"))
    assert of_kind(state, "levitate") == []


def test_the_garden_is_a_building_of_two_cells_with_a_chimney() -> None:
    state = alone("jardin_des_plantes", ["0m", "1L"])
    assert of_kind(state, "lay") == [Lay("garden", (0, 1))]
    assert play(state, Lay("garden", (0, 1)))[0] == Laid(0, "garden", (0, 1))
    assert state.buildings == (Building("garden", 0, (0, 1), None),)
    assert state.players[0].chimneys == 6


def test_the_garden_needs_a_chimney() -> None:
    state = alone("jardin_des_plantes", ["00"], chimneys=[0, 7])
    assert list(state.actions()) == [DeclineEffect("jardin_des_plantes")]


@pytest.mark.parametrize(
    ("name", "piece"),
    [("le_peintre", "painter"), ("lampadaire", "lamp"), ("moulin_rouge", "dancer")],
)
def test_painter_lamp_and_dancer_stand_on_a_free_own_cell(name: str, piece: str) -> None:
    state = alone(name, ["00mL0"])
    put(state, 1, "I3", 1)
    ask(state, 0)
    assert of_kind(state, "stand") == [Stand(piece, 0), Stand(piece, 4)]
    assert play(state, Stand(piece, 4))[0] == Stood(0, piece, 4)
    assert state.figures == (Figure(piece, 0, (4,), None),)
    assert state.taken >> 4 & 1


def test_the_annex_goes_on_a_free_own_cell_beside_an_own_building() -> None:
    state = alone("bouquinistes", ["0000", "1mL0"])
    put(state, 0, "I3", 1)
    put(state, 1, "L3", 3)
    ask(state, 0)
    assert of_kind(state, "extend") == [Extend(0, "I3"), Extend(2, "I3")]


def test_the_building_grows_by_the_annex() -> None:
    state = alone("bouquinistes", ["0000"], reserves=["", ""])
    put(state, 0, "I3", 0, 1, 2)
    ask(state, 0)
    assert play(state, Extend(3, "I3"))[0] == Extended(0, 3, "I3")
    assert state.buildings == (Building("I3", 0, (0, 1, 2, 3), 3),)
    assert state.players[0].chimneys == 7


def test_an_annex_that_touches_two_buildings_extends_the_one_chosen() -> None:
    state = alone("bouquinistes", ["000"])
    put(state, 0, "I3", 0)
    put(state, 0, "L3", 2)
    ask(state, 0)
    assert of_kind(state, "extend") == [Extend(1, "I3"), Extend(1, "L3")]
    play(state, Extend(1, "L3"))
    assert [building.cells for building in state.buildings] == [(0,), (2, 1)]


def test_the_annex_may_extend_the_garden() -> None:
    state = alone("bouquinistes", ["000"])
    put(state, 0, "garden", 0, 1)
    ask(state, 0)
    assert of_kind(state, "extend") == [Extend(2, "garden")]


def test_the_annex_needs_an_own_building() -> None:
    assert alone("bouquinistes", ["000"]).actions() == [DeclineEffect("bouquinistes")]


def test_the_lamp_token_is_not_a_lamp_cell_for_other_cards() -> None:
    state = position(["000"], postcards=["lampadaire", "la_grande_lumiere"], tokens=[2, 0])
    figure(state, 0, "lamp", 0)
    assert of_kind(ask(state, 0), "stand") == [Stand("lamp", 1), Stand("lamp", 2)]


def test_the_fountain_goes_on_own_or_shared_cells_without_a_chimney() -> None:
    state = alone("fontaine_des_mers", ["0m1", "1L"], chimneys=[0, 0])
    assert of_kind(state, "lay") == [Lay("fountain", (0, 1))]
    play(state, Lay("fountain", (0, 1)))
    assert state.figures == (Figure("fountain", 0, (0, 1), None),)
    assert state.buildings == ()


def test_the_statue_needs_a_free_cell_of_the_board_in_front() -> None:
    state = alone("le_penseur", ["01", "1"])
    put(state, 1, "I3", 8)
    ask(state, 0)
    assert of_kind(state, "erect") == [Erect(0, "east")]
    assert play(state, Erect(0, "east"))[0] == Erected(0, 0, "east")
    assert state.figures == (Figure("statue", 0, (0,), "east"),)


def test_a_free_lamp_may_be_in_front_of_the_statue() -> None:
    state = alone("le_penseur", ["0L", "1"])
    put(state, 1, "I3", 8)
    assert of_kind(ask(state, 0), "erect") == [Erect(0, "east")]


def test_the_statue_faces_any_of_four_sides() -> None:
    state = alone("le_penseur", ["111", "101"])
    facings = ["north", "east", "south", "west"]
    assert of_kind(state, "erect") == [Erect(at(1, 1), facing) for facing in facings]


def test_the_big_lamp_goes_on_a_free_printed_lamp() -> None:
    state = alone("la_grande_lumiere", ["0LL"])
    put(state, 1, "I3", 2)
    ask(state, 0)
    assert of_kind(state, "stand") == [Stand("big_lamp", 1)]
    play(state, Stand("big_lamp", 1))
    assert state.taken >> 1 & 1


def test_a_component_placed_leaves_its_postcard() -> None:
    state = position(["000"], postcards=["le_peintre", "lampadaire"], tokens=[1, 1])
    play(state, Stand("painter", 0))
    assert sorted(piece for piece in state.pieces() if piece in ("painter", "lamp")) == [
        "lamp",
        "painter",
    ]
    assert [figure.piece for figure in state.figures] == ["painter"]


def test_builds_are_listed_first_then_postcards_in_the_order_of_the_rulebook() -> None:
    state = position(["000"], reserves=["I3", ""], postcards=["sacre_coeur", "lampadaire"])
    assert list(state.actions()) == [
        Build("I3", 0, False, (0, 1, 2)),
        Keep("sacre_coeur"),
        DeclineEffect("sacre_coeur"),
        *(Stand("lamp", cell) for cell in range(3)),
        DeclineEffect("lampadaire"),
    ]
