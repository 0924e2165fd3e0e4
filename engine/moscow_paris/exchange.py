"""The exchange card and its chain (§5.3): decisions of players who are not on turn.

A chain runs in one direction, away from the player who began it. While it goes on, the card lies
on the table, in neither a hand nor the discard pile.
"""

from engine.game import Notice
from engine.moscow_paris.actions import DeclineExchange, Exchange
from engine.moscow_paris.cards import finish_card
from engine.moscow_paris.events import DeclinedExchange, Exchanged
from engine.moscow_paris.moves import chain_actions
from engine.moscow_paris.table import Table


def exchange(table: Table, action: Exchange) -> None:
    """Swap a wagon with a neighbour, then ask the neighbour in turn (§5.3)."""
    give, neighbour, take, _ = action
    seat = table.decider
    assert seat is not None
    if table.step == "turn":
        table.lay_down(seat, "exchange")
    table.change_front(seat, give, take)
    table.change_front(neighbour, take, give)
    table.notices.append(Notice(Exchanged(seat, give, neighbour, take)))
    _go_on(table, seat, neighbour)


def decline_exchange(table: Table, _: DeclineExchange) -> None:
    """Break the chain off (§5.3)."""
    assert table.decider is not None
    table.notices.append(Notice(DeclinedExchange(table.decider)))
    _end_chain(table)


def _go_on(table: Table, seat: int, neighbour: int) -> None:
    """Ask the neighbour to exchange with the seat beyond, unless the chain is at its end.

    It is once the other neighbour of the player on turn has exchanged, or when there is nothing
    to exchange.
    """
    players = len(table.fronts)
    direction = 1 if neighbour == (seat + 1) % players else -1
    beyond = (neighbour + direction) % players
    if beyond != table.mover:
        table.step, table.decider, table.partner = "exchange", neighbour, beyond
        table.valid = chain_actions(table)
        if table.valid:
            return
    _end_chain(table)


def _end_chain(table: Table) -> None:
    table.partner = None
    finish_card(table, "exchange")
