"""The course of the game: who is to decide next, and between what."""

from engine.game import Notice
from engine.lumiere.actions import Action
from engine.lumiere.building import build_actions
from engine.lumiere.events import Began, Ended, Passed
from engine.lumiere.paving import paving_actions
from engine.lumiere.postcards import postcard_actions
from engine.lumiere.table import Table


def pass_on(table: Table, seat: int) -> None:
    """Ask the other player after a turn of `seat` (§3, §4)."""
    if table.phase == "building":
        ask_builder(table, 1 - seat)
    elif table.empty:
        ask_paver(table, 1 - seat)
    else:
        _begin_building(table)


def ask_paver(table: Table, seat: int) -> None:
    """Let a player place a tile or take a building (§3)."""
    table.decider = seat
    table.valid = paving_actions(table, seat)


def _begin_building(table: Table) -> None:
    """Once all squares are filled, the player who had all tiles down first begins (§4)."""
    assert table.first is not None
    table.phase = "building"
    table.news.append(Notice(Began(table.first)))
    ask_builder(table, table.first)


def ask_builder(table: Table, seat: int) -> None:
    """Let a player build or activate a postcard; who can do neither passes (§4).

    When neither player can, nobody can build and all tokens are used: the game is over.
    """
    valid = _builder_actions(table, seat)
    if not valid:
        valid = _builder_actions(table, 1 - seat)
        if not valid:
            _end(table)
            return
        table.news.append(Notice(Passed(seat)))
        seat = 1 - seat
    table.decider, table.valid = seat, valid


def _builder_actions(table: Table, seat: int) -> list[Action]:
    return build_actions(table, seat) + postcard_actions(table, seat)


def _end(table: Table) -> None:
    table.phase, table.decider, table.valid = "over", None, []
    table.news.append(Notice(Ended()))
