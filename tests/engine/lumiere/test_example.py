"""The rulebook's scoring example, 48 : 57, reached by legal play.

The picture of the example is not in the text; what it says of sizes, lamps, quarters and area is
kept by this city. Orange is seat 0, blue seat 1. Letters are those of the rulebook, with А Б В Г
Д Е Ж З И as A B V G D E J Z P.

    ground          built
    0m10L0L0        .GG.....    A  E6, 1 lamp          G  U5, 2 lamps, on one orange cell
    L1m11mm1        .GEEEEDP    B  C6 with the         D  T4, 3 lamps
    001L0L1m        xGG.V.DD       annex x, 3 lamps    E  I4, 3 lamps
    m10mm110        B..BVtD.    V  garden, 3 lamps     J  L3, 3 lamps
    m00m00m1        BBBBAAAZ                           Z  I3, no lamp
    011L1m0m        ....JAAZ    t  blue's lamp token   P  the painter, with 2 lamps
    0m0L1mm1        ....JJAZ
    111mL00m        ........
"""

import pytest

from engine.game import Outcome
from engine.lumiere import scoring
from engine.lumiere.actions import (
    Action,
    Build,
    DeclineBuilding,
    DeclineEffect,
    Extend,
    Keep,
    Lay,
    Pave,
    Stand,
    Take,
)
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Score
from tests.engine.lumiere.positions import at, light, new

GROUND = "0m10L0L0L1m11mm1001L0L1mm10mm110m00m00m1011L1m0m0m0L1mm1111mL00m"

SQUARES = (
    (0, 2, 3), (1, 6, 0), (1, 3, 0), (0, 0, 0), (0, 4, 0), (1, 1, 1), (0, 3, 1), (1, 5, 3),
    (0, 6, 1), (1, 0, 2), (0, 5, 0), (0, 7, 3), (1, 4, 2), (0, 1, 1), (1, 2, 3), (1, 7, 1),
)  # fmt: skip
"""The tile on each square: whose it is, which, and how it is turned."""

TAKEN = (("E6", "C6", "V5", "T5"), ("U5", "T4", "I4", "L3", "I3", "W5"))

CELLS = {
    "E6": (36, 37, 38, 45, 46, 54),
    "C6": (24, 27, 32, 33, 34, 35),
    "U5": (1, 2, 9, 17, 18),
    "T4": (14, 22, 23, 30),
    "I4": (10, 11, 12, 13),
    "L3": (44, 52, 53),
    "I3": (39, 47, 55),
}
PLANS: tuple[list[str | Action], ...] = (
    ["E6", "C6", Lay("garden", (20, 28)), Extend(16, "C6"), Keep("sacre_coeur"),
     DeclineEffect("metropolitain")],
    [Keep("chartier"), "I4", "T4", "U5", "L3", "I3", Stand("lamp", 29), Stand("painter", 15),
     DeclineEffect("levitation")],
)  # fmt: skip


def pave_and_take(state: LumiereState) -> None:
    """Play the first phase: everybody takes buildings, then places tiles as they come."""
    wanted = [list(pieces) for pieces in TAKEN]
    where = {(seat, tile): (square, turn) for square, (seat, tile, turn) in enumerate(SQUARES)}
    while state.step == "paving":
        seat = state.decider
        assert seat is not None
        if wanted[seat]:
            state.apply(Take(wanted[seat].pop(0)))
        elif state.stacks[seat]:
            state.apply(Pave(*where[seat, state.stacks[seat][0]]))
        else:
            state.apply(DeclineBuilding())


def build(state: LumiereState) -> None:
    """Play the second phase by the plans, to the end."""
    plans = [list(plan) for plan in PLANS]
    while state.decider is not None:
        plan = plans[state.decider].pop(0)
        state.apply(next(action for action in state.actions() if _is(plan, action)))
    assert plans == [[], []]


def _is(plan: str | Action, action: Action) -> bool:
    if isinstance(plan, str):
        return isinstance(action, Build) and action.cells == CELLS[plan] and action.piece == plan
    return bool(action == plan)


@pytest.fixture(params=[1, 2, 3])
def over(request: pytest.FixtureRequest) -> LumiereState:
    """The example at its end, dealt by several seeds: in any order the tiles find their squares."""
    state = new(request.param)
    pave_and_take(state)
    assert state.ground.letters == GROUND
    build(state)
    return state


def test_the_example_ends_48_to_57(over: LumiereState) -> None:
    assert over.outcome() == Outcome((48, 57), (2, 1))


def test_oranges_buildings_count_6_21_and_6(over: LumiereState) -> None:
    assert [light(over, piece) for piece in ("E6", "C6", "garden")] == [6, 21, 6]


def test_blues_buildings_count_10_12_12_9_and_0(over: LumiereState) -> None:
    pieces = ("U5", "T4", "I4", "L3", "I3")
    assert [light(over, piece) for piece in pieces] == [10, 12, 12, 9, 0]


def test_every_line_of_the_example(over: LumiereState) -> None:
    orange, blue = scoring.scores(over)
    assert orange == Score(33, 15, 0, 0, 0, 0, 0, orange.free)
    assert blue == Score(43, 13, -3, 4, 0, 0, 0, blue.free)


def test_two_buildings_of_orange_and_one_of_blue_found_no_place(over: LumiereState) -> None:
    assert [player.reserve for player in over.players] == [("V5", "T5"), ("W5",)]
    assert over.keeps(0, "sacre_coeur")


def test_the_annex_made_the_large_building_one_of_seven(over: LumiereState) -> None:
    (large,) = (building for building in over.buildings if building.piece == "C6")
    assert len(large.cells) == 7
    assert large.annex == at(2, 0)
