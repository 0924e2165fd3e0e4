"""A full state that agrees with a view: the stacks are all that a view does not hold."""

from engine.dice import Dice
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from engine.lumiere.views import View
from engine.tuples import without


def imagine(view: View, options: Options, dice: Dice) -> LumiereState:
    """Shuffle the tiles that are not on the board, but for the one the viewer has looked at.

    Each order is possible. Not even one with a single way to pave can be ruled out where the rival
    decides: it would have been paved without asking only on the last square with an empty pool,
    and then everybody knows the last tile.
    """
    stacks = []
    for seat, player in enumerate(view.players):
        seen = () if seat != view.seat or view.tile is None else (view.tile,)
        rest = list(without(player.tiles, view.tile) if seen else player.tiles)
        dice.shuffle(rest)
        stacks.append((*seen, *rest))
    return LumiereState(options, view, stacks)
