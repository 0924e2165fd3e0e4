"""The exchange card and its chain (§5.3): decisions of players who are not on turn.

A chain runs in one direction, away from the player who began it, and each exchange names its
neighbour: so the direction needs no place on the table.
"""

from engine.game import Notice
from engine.moscow_paris.actions import Decline, Exchange
from engine.moscow_paris.cards import finish_card
from engine.moscow_paris.events import Declined, Exchanged
from engine.moscow_paris.moves import exchanges
from engine.moscow_paris.table import Table, without


def exchange(table: Table, action: Exchange) -> None:
    """Swap a wagon with a neighbour, then ask the neighbour in turn (§5.3)."""
    give, neighbour, take, _ = action
    seat = table.decider
    assert seat is not None
    if not table.card:
        table.lay_down(seat, "exchange")
        table.card = "exchange"
    _trade(table, seat, give, take)
    _trade(table, neighbour, take, give)
    table.news.append(Notice(Exchanged(seat, give, neighbour, take)))
    _go_on(table, seat, neighbour)


def decline(table: Table, _: Decline) -> None:
    """Break the chain off (§5.3)."""
    assert table.decider is not None
    table.news.append(Notice(Declined(table.decider)))
    _end_chain(table)


def _go_on(table: Table, seat: int, neighbour: int) -> None:
    """Ask the neighbour to exchange with the seat beyond, unless the chain is at its end.

    It is once the other neighbour of the player on turn has exchanged, or when nothing there
    differs.
    """
    players = len(table.fronts)
    step = 1 if neighbour == (seat + 1) % players else -1
    beyond = (neighbour + step) % players
    valid = [] if beyond == table.mover else exchanges(table, neighbour, beyond)
    if not valid:
        _end_chain(table)
        return
    table.asked, table.decider = "exchange", neighbour
    table.valid = [*valid, Decline()]


def _end_chain(table: Table) -> None:
    table.card = ""
    finish_card(table, "exchange")


def _trade(table: Table, seat: int, give: str, take: str) -> None:
    table.fronts[seat] = tuple(sorted((*without(table.fronts[seat], give), take)))
