"""A full state from what a seat knows: stacks and the end tiles of others are dealt (§15)."""

from engine.dice import Dice
from engine.paris.actions import DISTRICTS, PRESTIGE
from engine.paris.figures.board import SIZE, SPACES, Board, shortage
from engine.paris.figures.tiles import END_NUMBERS
from engine.paris.flow import STEPS
from engine.paris.options import Options
from engine.paris.parts.city import city_of
from engine.paris.parts.end_tiles import EndTiles, Taken, end_tiles_after
from engine.paris.parts.player import Player, Players
from engine.paris.parts.stacks import Stacks
from engine.paris.rules.payment import FIRST_PRESTIGE, power
from engine.paris.setup import lay_out
from engine.paris.state import ParisState
from engine.paris.table import Table, Three
from engine.paris.views import View


def imagine(view: View, options: Options, dice: Dice) -> ParisState:
    """Return a state that shows the viewer the same view.

    What the decider can do follows from its end tiles. A deal that would have left it no choice
    is not possible, since it is asked; nor is one with which it cannot pay for what it is buying.
    Whoever looks at its own decision knows its end tiles, and every deal will do.
    """
    state = ParisState()
    lay_out(state, options)
    _put_in_place(state, view)
    state.stacks = _deal_stacks(view, state.board, dice)
    while True:
        state.end_tiles = _deal_end_tiles(view, dice)
        state.valid = STEPS[state.step].actions(state)
        if state.decider is None or (len(state.valid) > 1 and _can_pay(state)):
            return state


def _put_in_place(table: Table, view: View) -> None:
    """Put down what the view shows."""
    board = table.board
    table.city = city_of(view.city, board)
    table.track = view.track
    table.supply = view.supply
    table.players = Players([Player(seat, own, board) for seat, own in enumerate(view.players)])
    table.public = view.players
    table.gone = _gone(table)
    table.decider = view.decider
    table.turns = view.turns
    table.last_turn = view.turns + view.last_turns if view.last_turns else 0
    table.step = view.step
    table.halves = view.halves
    table.revealed = view.revealed
    table.purchase = view.purchase
    table.vp_tile = view.vp_tile
    table.tile_in_use = view.tile_in_use


def _gone(table: Table) -> Three:
    """Count the prestige tokens that lie nowhere any more."""
    bronze, silver, gold = (
        table.ruleset.tokens.copies
        - sum(lying.token == token for lying in table.city.view.tokens)
        - sum(player.tokens[kind] for player in table.players)
        for kind, token in enumerate(PRESTIGE, start=FIRST_PRESTIGE)
    )
    return (bronze, silver, gold)


def _can_pay(table: Table) -> bool:
    """Tell whether the decider has what is left to pay of a purchase it has decided on (§5)."""
    purchase = table.purchase
    if table.step == "landmark_district" and purchase is not None and purchase.target is not None:
        price = table.board.costs[table.board.index[purchase.target]]
    elif table.step == "payment" and purchase is not None:
        price = purchase.unpaid
    else:
        return True
    return shortage(price, power(table, table.player)) <= 0


def _deal_stacks(view: View, board: Board, dice: Dice) -> Stacks:
    """Deal the tiles that nobody has seen; the back of each top tile is known."""
    seen = {board.index[tile.back, tile.value] for tile in view.city.buildings}
    seen |= {board.index[tile.back, tile.value] for tile in view.discarded}
    if view.revealed is not None:
        seen.add(board.index[view.revealed.back, view.revealed.value])
    hidden = [tile for tile in SPACES if tile not in seen]
    tops: list[int | None] = []
    for stack in view.stacks:
        top = None
        if stack.district is not None:
            back = DISTRICTS.index(stack.district)
            top = dice.choose([tile for tile in hidden if tile // SIZE == back])
            hidden.remove(top)
        tops.append(top)
    dice.shuffle(hidden)
    tiles = [
        # The last tile of a stack is its top.
        () if top is None else (*[hidden.pop() for _ in range(stack.tiles - 1)], top)
        for stack, top in zip(view.stacks, tops, strict=True)
    ]
    return Stacks(tuple(tiles), tuple(hidden), view.discarded)


def _deal_end_tiles(view: View, dice: Dice) -> EndTiles:
    """Say who took which end tile, of those that may have been taken at that time.

    A seat sees the whole pile whenever it takes a tile. What was missing at its first look was
    taken by those who had one by then, and so on from look to look; what was taken since its last
    look may be any tile that it saw there. What has been used is known.
    """
    looks = list(view.own_end_tiles.looks) if view.own_end_tiles is not None else []
    left = set(END_NUMBERS)
    takes: list[Taken] = []
    others: list[int] = []
    """Who took one since the viewer's last look."""
    for taker in view.end_tiles.takers:
        if taker != view.seat:
            others.append(taker)
            continue
        look = looks.pop(0)
        takes += _deal_takes(view, others, list(look.missing), dice)
        takes.append(Taken(taker, look.taken))
        left -= {*look.missing, look.taken}
        others = []
    if looks:  # it is choosing now
        takes += _deal_takes(view, others, list(looks[0].missing), dice)
    else:
        takes += _deal_takes(view, others, sorted(left), dice)
    looking = view.decider if view.step == "end_tile" else None
    return end_tiles_after(len(view.players), takes, view.end_tiles.used, looking)


def _deal_takes(view: View, takers: list[int], tiles: list[int], dice: Dice) -> list[Taken]:
    """Deal some of the tiles to those who took them, in that order; used ones to their users."""
    dealt = [0] * len(takers)
    for user, tile in view.end_tiles.used:
        if tile in tiles:
            own = [
                index for index, taker in enumerate(takers) if taker == user and not dealt[index]
            ]
            dealt[dice.choose(own)] = tile
            tiles.remove(tile)
    dice.shuffle(tiles)
    return [Taken(taker, tile or tiles.pop()) for taker, tile in zip(takers, dealt, strict=True)]
