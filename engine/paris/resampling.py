"""Imagining what a seat does not know: the stacks and the end tiles of others (§15)."""

from engine.dice import Dice
from engine.paris.lookup import shortage
from engine.paris.payment import power
from engine.paris.ruleset import SIZE
from engine.paris.steps import LISTS
from engine.paris.table import Table


def deal_anew(table: Table, seat: int | None, dice: Dice) -> None:
    """Deal the hidden tiles anew, in a way that is as possible for what a seat knows.

    What the mover can do follows from its end tiles. A deal that would have left it no choice is
    not possible, since there was no asking then; nor is one that cannot pay what it is buying.
    """
    _deal_buildings(table, dice)
    if seat == table.mover:
        _deal_ends(table, seat, dice)
        return
    while True:
        _deal_ends(table, seat, dice)
        table.valid = LISTS[table.asked](table)
        if table.decider is None or (len(table.valid) > 1 and _can_pay(table)):
            return


def _can_pay(table: Table) -> bool:
    """Tell whether the mover has what is left to pay of a purchase it has decided on (§5)."""
    if table.asked == "landmark_district":
        price = table.figures.costs[table.target]
    elif table.asked == "payment" and table.purchase is not None:
        price = table.purchase.unpaid
    else:
        return True
    return shortage(price, power(table, table.player)) <= 0


def _deal_buildings(table: Table, dice: Dice) -> None:
    """Shuffle stacks and removed tiles; the district on the back of each top tile stays."""
    hidden = [tile for tiles in (*table.stacks, table.removed) for tile in tiles]
    tops = []
    for stack in table.stacks:
        if stack:
            alike = [tile for tile in hidden if tile // SIZE == stack[-1] // SIZE]
            tops.append(dice.choose(alike))
            hidden.remove(tops[-1])
    dice.shuffle(hidden)
    stacks = []
    for stack in table.stacks:
        under = [hidden.pop() for _ in range(len(stack) - 1)]
        stacks.append((*under, tops.pop(0)) if stack else ())
    table.removed = tuple(hidden)
    table.lay_stacks(tuple(stacks))


def _deal_ends(table: Table, seat: int | None, dice: Dice) -> None:
    """Swap the end tiles of others and of the pile among those that may lie there.

    A seat saw the whole pile whenever it took a tile: what was taken before its first look can
    only be with those who took one by then, and so on from look to look.
    """
    looks = 0
    between: dict[int, list[int]] = {}
    for place, (taker, _) in enumerate(table.takes):
        looks += taker == seat
        if taker != seat:
            between.setdefault(looks, []).append(place)
    takes = list(table.takes)
    for look in range(looks + 1):
        places = between.get(look, [])
        knows_pile = look < looks or (table.asked == "end_tile" and seat == table.mover)
        _swap_ends(table, takes, places, not knows_pile, dice)
    table.takes = tuple(takes)
    _hand_out(table)


def _swap_ends(
    table: Table, takes: list[tuple[int, int]], places: list[int], pile: bool, dice: Dice
) -> None:
    """Shuffle the unused tiles of some takes, with the pile or without it."""
    used = {tile for player in table.players for tile in player.used_end}
    places = [place for place in places if takes[place][1] not in used]
    tiles = [takes[place][1] for place in places] + list(table.pile if pile else ())
    dice.shuffle(tiles)
    for place in places:
        takes[place] = (takes[place][0], tiles.pop())
    if pile:
        table.pile = tuple(sorted(tiles))


def _hand_out(table: Table) -> None:
    """Give every seat the unused tiles of its takes."""
    for seat, player in enumerate(table.players):
        taken = [tile for taker, tile in table.takes if taker == seat]
        player.ends = tuple(sorted(tile for tile in taken if tile not in player.used_end))
