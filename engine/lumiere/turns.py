"""The course of the game: who is to decide next, and between what."""

from engine.lumiere.actions import Action
from engine.lumiere.building import build_actions
from engine.lumiere.events import Began, Ended, Passed
from engine.lumiere.paving import paving_actions
from engine.lumiere.postcards import postcard_actions
from engine.lumiere.table import Table


def list_actions(table: Table, seat: int) -> list[Action]:
    """List what a seat may do in its turn; none, if it has to pass while building."""
    if table.step == "paving":
        return paving_actions(table, seat)
    return build_actions(table, seat) + postcard_actions(table, seat)


def pass_on(table: Table, seat: int) -> None:
    """Ask the other player after a turn of `seat` (§3, §4)."""
    if table.step == "building":
        ask_builder(table, 1 - seat)
    elif table.ground.empty:
        table.decider = 1 - seat
        table.valid = paving_actions(table, 1 - seat)
    else:
        # All squares are filled: the player who had all tiles down first begins (§4).
        assert table.first is not None
        table.step = "building"
        table.tell(Began(table.first))
        ask_builder(table, table.first)


def ask_builder(table: Table, seat: int) -> None:
    """Let a player build or activate a postcard; one who can do neither passes (§4).

    When neither player can, nobody can build and all tokens are used: the game is over.
    """
    if valid := list_actions(table, seat):
        table.decider, table.valid = seat, valid
    elif valid := list_actions(table, 1 - seat):
        table.tell(Passed(seat))
        table.decider, table.valid = 1 - seat, valid
    else:
        table.step, table.decider, table.valid = "over", None, ()
        table.tell(Ended())
