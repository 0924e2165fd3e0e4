"""Golden playthroughs: matches played once and kept, so that no change of the rules slips in.

`python -m tests.engine.golden` plays the cases below, and writes those files that differ.
Do so only when the rules were meant to change, and say it in CHANGELOG.md.
"""

from pathlib import Path
from typing import Any

from engine.dice import Dice, derive
from engine.record import Ending, Record, SeatRecord, Setup

FOLDER = Path(__file__).parent

LUMIERE_EXTRA = (
    "levitation,metropolitain,jardin_des_plantes,chartier,"
    "moulin_rouge,fontaine_des_mers,le_penseur,la_grande_lumiere"
)

CASES: dict[str, Setup] = {
    "lumiere-starter": Setup("lumiere", 2, {}, 6),
    "lumiere-extra": Setup("lumiere", 2, {"postcards": LUMIERE_EXTRA}, 28),
    "lumiere-flip": Setup("lumiere", 2, {"postcards": "random", "flip": True}, 3),
    "moscow_paris-2": Setup("moscow_paris", 2, {}, 1),
    "moscow_paris-3": Setup("moscow_paris", 3, {}, 2),
    "moscow_paris-4": Setup("moscow_paris", 4, {}, 3),
    "moscow_paris-teams": Setup("moscow_paris", 4, {"teams": True}, 4),
    "moscow_paris-istanbul": Setup("moscow_paris", 2, {"istanbul": True}, 5),
    "paris-2": Setup("paris", 2, {}, 1),
    "paris-3": Setup("paris", 3, {}, 2),
    "paris-4": Setup("paris", 4, {}, 3),
    "paris-advanced_setup": Setup("paris", 3, {"advanced_setup": True}, 4),
    "paris-free_placement": Setup("paris", 4, {"free_placement": True, "bonus_once": True}, 5),
}


def play_case(setup: Setup) -> Record:
    """Play a case at random, the same way every time."""
    state = setup.deal()
    dice = Dice(derive(setup.seed, "golden"))
    actions: list[tuple[Any, ...]] = []
    decisions = [0] * setup.players
    while state.decider is not None:
        decisions[state.decider] += 1
        actions.append(dice.choose(state.actions()))
        state.play(actions[-1])
    outcome = state.outcome()
    assert outcome is not None
    seats = [
        SeatRecord("random", "1", score, rank, Ending.PLAYED, "", count, 0.0, 0.0, 0.0)
        for score, rank, count in zip(*outcome, decisions, strict=True)
    ]
    return Record(setup, tuple(actions), tuple(seats))
