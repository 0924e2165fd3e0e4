"""The bonus track: which tiles a player may take, and taking one (§9)."""

from engine.paris.events import BonusTileTaken
from engine.paris.parts.player import Player
from engine.paris.table import Table
from engine.paris.views import TrackSpace


def may_hold(table: Table, player: Player, number: int, using: int = 0) -> bool:
    """Tell whether a player may take a bonus tile of a number (§9).

    Never two of one number; with bonus_once, never one that was used. The tile `using` is held
    yet, but will have been discarded.
    """
    if number in player.bonus:
        return number == using and not table.options.bonus_once
    return not (table.options.bonus_once and number in player.used_bonus)


def spaces(table: Table, player: Player, using: int = 0) -> list[int]:
    """List the spaces with a tile the player may take, once the tile `using` is discarded."""
    return [space for space, number, _ in table.track if may_hold(table, player, number, using)]


def lies_ahead(table: Table, player: Player) -> bool:
    """Tell whether there is any tile ahead of the meeple (§9)."""
    return bool(table.track) and table.track[-1].space > player.meeple


def spaces_ahead(table: Table, player: Player) -> list[int]:
    """List the spaces the meeple may advance to (§9)."""
    meeple = player.meeple
    return [
        space
        for space, number, _ in table.track
        if space > meeple and may_hold(table, player, number)
    ]


def spaces_behind(table: Table, player: Player, reach: int, using: int = 0) -> list[int]:
    """List the spaces the meeple may go back to (tile 25, §11)."""
    near = range(player.meeple - reach, player.meeple)
    return [space for space in spaces(table, player, using) if space in near]


def take(table: Table, space: int, price: int) -> None:
    """Put the top tile of a space behind the player's screen (§9)."""
    track, player = table.track, table.player
    index = next(index for index, lying in enumerate(track) if lying.space == space)
    _, number, copies = track[index]
    left = (TrackSpace(space, number, copies - 1),) if copies > 1 else ()
    table.track = track[:index] + left + track[index + 1 :]
    player.add_bonus(number)
    table.tell(BonusTileTaken(player.seat, number, space, player.meeple, price))
