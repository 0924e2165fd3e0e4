"""Free actions: buying and selling (§6), using bonus tiles (§11) and end tiles (§12).

They are listed in the steps "main", "bonus" and "after", and in no other.
"""

from functools import lru_cache

from engine.paris import bonus, payment
from engine.paris.actions import TOKENS, Action, Buy, Sell, UseEndTile
from engine.paris.events import Bought, EndTileUsed, Sold
from engine.paris.holder import Holder
from engine.paris.lookup import BUYS, HALF_SALES, SALES, TOKEN
from engine.paris.table import Table

_TOKEN_SALES = tuple(sales[TOKEN] for sales in SALES)


def free_actions(table: Table, player: Holder) -> list[Action]:
    """List what the player may do besides what the step asks for (§6)."""
    actions = [*_token_sales(player.tokens)]
    if any(table.supply):
        actions += _purchases(table, player.francs)
    for sales, open_halves in zip(HALF_SALES, table.halves, strict=True):
        if open_halves:
            actions += sales
    lookup = table.lookup
    for number in player.bonus:
        actions += lookup.bonus_sales[number] or bonus.usable(table, player, number)
    for number in player.ends:
        actions += lookup.end_free[number]
    return actions


@lru_cache(maxsize=4096)
def _token_sales(tokens: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(sale for sale, count in zip(_TOKEN_SALES, tokens, strict=True) if count)


def _purchases(table: Table, francs: int) -> list[Action]:
    """List the resources in the supply that the player has the francs for (§6)."""
    prices, supply = table.figures.buy, table.supply
    return [BUYS[token] for token in range(3) if supply[token] and prices[token] <= francs]


def buy(table: Table, action: Buy) -> str:
    """Buy a resource from the supply (§6)."""
    token = TOKENS.index(action.token)
    price = table.figures.buy[token]
    table.player.francs -= price
    table.add_supply(token, -1)
    table.player.add_token(token, 1)
    table.tell(Bought(table.mover, action.token, price))
    return table.asked


def sell(table: Table, action: Sell) -> str:
    """Sell a resource to the supply, or prestige out of the game (§6)."""
    token = TOKENS.index(action.token)
    price = table.figures.sell[token]
    payment.spend(table, token, action.source)
    table.player.francs += price
    table.tell(Sold(table.mover, action.token, action.source, price))
    return table.asked


def use_end_tile(table: Table, action: UseEndTile) -> str:
    """Take the francs or the VP of an end tile (§12)."""
    player, tile = table.player, table.figures.ends[action.tile]
    player.discard_end(tile.number)
    player.francs += tile.francs
    player.points += tile.points[0]
    table.tell(EndTileUsed(table.mover, tile.number, tile.francs, tile.points[0]))
    return table.asked
