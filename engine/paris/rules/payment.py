"""What stands for a resource or a prestige token, and paying with it (§7)."""

from engine.paris.actions import RESOURCES, Action, Pay, Source
from engine.paris.events import Paid
from engine.paris.figures.board import Power, shortage
from engine.paris.figures.choices import BONUS_SOURCES, END_SOURCES, HALF, PAYS, TOKEN
from engine.paris.figures.tiles import AsPrestige, AsResource, Effect
from engine.paris.parts.player import Player
from engine.paris.table import Table, added
from engine.paris.views import Halves
from engine.tuples import replaced

FIRST_PRESTIGE = 3
"""Tokens from this number on are prestige."""
NO_HALVES = Halves()
"""What a turn begins with: as long as it is this very object, no half has been opened."""
_ANY_RESOURCE, _ANY_PRESTIGE = 6, 7
"""The halves that can be any resource, any prestige; the others go by their tokens."""
_PAID = (0, 0, 0)


def half_for(halves: Halves, token: int) -> int | None:
    """Return which open half stands for a token; None if there is none (§7).

    A half that can be nothing else goes before one that can: both are lost with the turn.
    """
    if halves[token]:
        return token
    joker = _ANY_RESOURCE if token < FIRST_PRESTIGE else _ANY_PRESTIGE
    return joker if halves[joker] else None


def power(table: Table, player: Player) -> Power:
    """Return what a player can pay with: tokens, tiles and open halves (§7)."""
    wood, marble, gold = player.tokens[:3]
    jokers = 0
    if table.halves is not NO_HALVES:
        halves = table.halves
        wood, marble, gold = wood + halves.wood, marble + halves.marble, gold + halves.gold
        jokers = halves.any_resource
    tiles = table.tiles
    for number in player.bonus:
        if (more := tiles.bonus_power[number]) is not None:
            wood, marble, gold = wood + more[0], marble + more[1], gold + more[2]
            jokers += more[3]
    for number in table.end_tiles.own[player.seat].held:
        if (more := tiles.end_power[number]) is not None:
            wood, marble, gold = wood + more[0], marble + more[1], gold + more[2]
            jokers += more[3]
    return (wood, marble, gold, jokers)


def sources(table: Table, player: Player, token: int) -> list[Source]:
    """List what the player has that stands for a token of some kind (§7)."""
    found = []
    tiles = table.tiles
    if player.tokens[token]:
        found.append(TOKEN)
    if half_for(table.halves, token) is not None:
        found.append(HALF)
    held = table.end_tiles.own[player.seat].held
    found += [BONUS_SOURCES[n] for n in player.bonus if token in tiles.bonus_tokens[n]]
    found += [END_SOURCES[n] for n in held if token in tiles.end_tokens[n]]
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
        half = half_for(table.halves, token)
        assert half is not None
        _add_half(table, half, -1)
    elif form == "bonus_tile":
        player.discard_bonus(number)
        _open_half(table, table.tiles.bonus[number])
    else:
        table.end_tiles = table.end_tiles.with_use(player.seat, number)
        _open_half(table, table.tiles.ends[number])


def _open_half(table: Table, effect: Effect) -> None:
    """Open the other half of a tile that counts as two, one of which has just been spent."""
    assert isinstance(effect, AsResource | AsPrestige)
    if effect.count == 2:
        token, *others = effect.tokens
        joker = _ANY_RESOURCE if isinstance(effect, AsResource) else _ANY_PRESTIGE
        _add_half(table, joker if others else token, 1)


def _add_half(table: Table, half: int, count: int) -> None:
    table.halves = Halves(*replaced(table.halves, half, table.halves[half] + count))


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
    # A joker is free for this token if the price leaves one over, or if the tokens of this kind do
    # not reach and some joker has to stand for one of them anyway.
    spare = shortage(unpaid, have) < 0 or unpaid[token] > have[token]
    return [
        PAYS[token][source]
        for source in sources(table, player, token)
        if spare or not _is_joker(table, source, token)
    ]


def _is_joker(table: Table, source: Source, token: int) -> bool:
    """Tell whether what stands for a token could stand for another resource too."""
    form, number = source
    if form == "bonus_tile":
        return len(table.tiles.bonus_tokens[number]) > 1
    if form == "end_tile":
        return len(table.tiles.end_tokens[number]) > 1
    return form == "half" and half_for(table.halves, token) != token


def pay(table: Table, action: Pay) -> None:
    """Pay one resource (§7)."""
    assert table.purchase is not None
    token = RESOURCES.index(action.token)
    spend(table, token, action.source)
    unpaid = added(table.purchase.unpaid, token, -1)
    table.purchase = table.purchase._replace(unpaid=unpaid)
    table.tell(Paid(table.player.seat, action.token, action.source))
