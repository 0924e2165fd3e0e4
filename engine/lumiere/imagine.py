"""A full state that agrees with a view: the stacks are all that a view does not hold."""

from engine.dice import Dice
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from engine.lumiere.views import View


def imagine(view: View, options: Options, dice: Dice) -> LumiereState:
    """Shuffle the tiles that are not on the board, but for the one the viewer has looked at.

    Each order is possible. Not even one with a single way to pave can be ruled out where the rival
    decides: it would have been paved without asking only on the last square with an empty pool,
    and then everybody knows the last tile.
    """
    return LumiereState(options, view, (_stack(view, 0, dice), _stack(view, 1, dice)))


def _stack(view: View, seat: int, dice: Dice) -> tuple[int, ...]:
    tiles = list(view.players[seat].tiles)
    if seat != view.seat or view.tile is None:
        dice.shuffle(tiles)
        return tuple(tiles)
    tiles.remove(view.tile)
    dice.shuffle(tiles)
    return (view.tile, *tiles)
