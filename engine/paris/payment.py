"""What stands for a resource or a prestige token, and paying with it (§7)."""

from engine.paris.actions import RESOURCES, Action, Pay, Source
from engine.paris.events import Paid
from engine.paris.holder import Holder
from engine.paris.lookup import BONUS_SOURCES, END_SOURCES, HALF, PAYS, TOKEN, Power, shortage
from engine.paris.table import Table, added

FIRST_PRESTIGE = 3
"""Tokens from this number on are prestige."""
_PAID = (0, 0, 0)


def power(table: Table, player: Holder) -> Power:
    """Return what a player can pay with: tokens, tiles and open halves (§7)."""
    wood, marble, gold = player.tokens[:3]
    jokers = table.halves[0]
    lookup = table.lookup
    for number in player.bonus:
        if (more := lookup.bonus_power[number]) is not None:
            wood, marble, gold = wood + more[0], marble + more[1], gold + more[2]
            jokers += more[3]
    for number in player.ends:
        if (more := lookup.end_power[number]) is not None:
            wood, marble, gold = wood + more[0], marble + more[1], gold + more[2]
            jokers += more[3]
    return (wood, marble, gold, jokers)


def sources(table: Table, player: Holder, token: int) -> list[Source]:
    """List what the player has that stands for a token of some kind (§7)."""
    found = []
    figures = table.figures
    if player.tokens[token]:
        found.append(TOKEN)
    if table.halves[token >= FIRST_PRESTIGE]:
        found.append(HALF)
    found += [BONUS_SOURCES[n] for n in player.bonus if token in figures.bonus[n].tokens]
    found += [END_SOURCES[n] for n in player.ends if token in figures.ends[n].tokens]
    return found


def spend(table: Table, token: int, source: Source) -> None:
    """Give up what stands for a token (§7).

    A resource token goes to the supply, a prestige token out of the game; a tile is discarded and
    puts no token anywhere. The first half of a tile that counts as two opens the other one.
    """
    player, (form, number) = table.player, source
    if form == "token":
        player.add_token(token, -1)
        if token < FIRST_PRESTIGE:
            table.add_supply(token, 1)
        else:
            table.gone = added(table.gone, token - FIRST_PRESTIGE, 1)
    elif form == "half":
        _open_halves(table, token, -1)
    elif form == "bonus":
        player.discard_bonus(number)
        _open_halves(table, token, table.figures.bonus[number].worth - 1)
    else:
        player.discard_end(number)
        _open_halves(table, token, table.figures.ends[number].worth - 1)


def _open_halves(table: Table, token: int, count: int) -> None:
    resource, prestige = table.halves
    if token < FIRST_PRESTIGE:
        table.halves = (resource + count, prestige)
    else:
        table.halves = (resource, prestige + count)


def list_payments(table: Table) -> list[Action]:
    """List what the next resource can be paid with; nothing once all are paid (§7).

    A way to pay that would leave the rest of the price unpayable is not valid.
    """
    assert table.purchase is not None
    unpaid, player = table.purchase.unpaid, table.player
    if unpaid == _PAID:
        return []
    token = next(token for token, count in enumerate(unpaid) if count)
    have = power(table, player)
    spare = shortage(unpaid, have) < 0 or unpaid[token] > have[token]
    return [
        PAYS[token][source]
        for source in sources(table, player, token)
        if spare or not _is_joker(table, source)
    ]


def _is_joker(table: Table, source: Source) -> bool:
    """Tell whether a source could stand for another resource too."""
    form, number = source
    if form == "bonus":
        return len(table.figures.bonus[number].tokens) > 1
    if form == "end":
        return len(table.figures.ends[number].tokens) > 1
    return form == "half"


def pay(table: Table, action: Pay) -> str:
    """Pay one resource (§7)."""
    assert table.purchase is not None
    token = RESOURCES.index(action.token)
    spend(table, token, action.source)
    unpaid = added(table.purchase.unpaid, token, -1)
    table.purchase = table.purchase._replace(unpaid=unpaid)
    table.tell(Paid(table.mover, action.token, action.source))
    return "payment"
