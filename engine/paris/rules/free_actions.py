"""Free actions: buying and selling (§6), using bonus tiles (§11) and end tiles (§12).

They are listed in the steps "main", "bonus_tile" and "after", and in no other.
"""

from functools import lru_cache

from engine.paris.actions import TOKENS, Action, Buy, Sell, UseEndTile
from engine.paris.events import Bought, EndTileUsed, Sold
from engine.paris.figures.choices import BUYS, HALF, SALES, TOKEN
from engine.paris.figures.tiles import Gain
from engine.paris.parts.player import Player
from engine.paris.rules import payment
from engine.paris.rules.bonus_tiles import usable
from engine.paris.rules.payment import NO_HALVES
from engine.paris.table import Table

_TOKEN_SALES = tuple(sales[TOKEN] for sales in SALES)
_EMPTY = (0, 0, 0)


def free_actions(table: Table, player: Player) -> list[Action]:
    """List what the player may do besides what the step is about (§6)."""
    actions = [*_token_sales(player.tokens)]
    if table.supply != _EMPTY:
        prices, francs = table.board.buy, player.francs
        for token, lying in enumerate(table.supply):
            if lying and prices[token] <= francs:
                actions.append(BUYS[token])
    if table.halves is not NO_HALVES:
        for token, sales in enumerate(SALES):
            if payment.half_for(table.halves, token) is not None:
                actions.append(sales[HALF])
    tiles = table.tiles
    for number in player.bonus:
        actions += tiles.bonus_sales[number] or usable(table, player, number)
    for number in table.end_tiles.own[player.seat].held:
        actions += tiles.end_actions[number]
    return actions


@lru_cache(maxsize=4096)
def _token_sales(tokens: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(sale for sale, count in zip(_TOKEN_SALES, tokens, strict=True) if count)


def buy(table: Table, action: Buy) -> None:
    """Buy a resource from the supply (§6)."""
    player, token = table.player, TOKENS.index(action.token)
    price = table.board.buy[token]
    player.francs -= price
    table.add_supply(token, -1)
    player.add_token(token, 1)
    table.tell(Bought(player.seat, action.token, price))


def sell(table: Table, action: Sell) -> None:
    """Sell a resource to the supply, or prestige out of the game (§6)."""
    player, token = table.player, TOKENS.index(action.token)
    price = table.board.sell[token]
    payment.spend(table, token, action.source)
    player.francs += price
    table.tell(Sold(player.seat, action.token, action.source, price))


def use_end_tile(table: Table, action: UseEndTile) -> None:
    """Take the francs or the VP of an end tile (§12)."""
    player, effect = table.player, table.tiles.ends[action.tile]
    assert isinstance(effect, Gain)
    table.end_tiles = table.end_tiles.with_use(player.seat, action.tile)
    player.francs += effect.francs
    player.earn("end tiles", effect.points)
    table.tell(EndTileUsed(player.seat, action.tile, effect.francs, effect.points))
