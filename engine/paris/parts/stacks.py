"""The stacks of building tiles, and the tiles that came into no stack or left the game (§3)."""

from engine.paris.actions import DISTRICTS
from engine.paris.figures.board import SIZE
from engine.paris.views import RevealedTile, StackView
from engine.tuples import replaced

Stack = tuple[int, ...]
"""Tiles by their numbers, the top one last."""

_EMPTY = StackView(None, 0)
_VIEWS = tuple(
    tuple(StackView(district, tiles) for tiles in range(SIZE * SIZE + 1)) for district in DISTRICTS
)


class Stacks:
    """The building tiles that are not on the board. Never changed, only replaced."""

    __slots__ = ("discarded", "removed", "tiles", "view")

    def __init__(
        self,
        tiles: tuple[Stack, ...],
        removed: tuple[int, ...],
        discarded: tuple[RevealedTile, ...] = (),
    ) -> None:
        self.tiles = tiles
        self.removed = removed
        """Tiles that were put into the box, unseen."""
        self.discarded = discarded
        """Tiles that fitted nowhere (option free_placement)."""
        self.view = tuple(
            [_VIEWS[stack[-1] // SIZE][len(stack)] if stack else _EMPTY for stack in tiles]
        )

    def without_top(self, stack: int) -> "Stacks":
        """Return the stacks without the top tile of one of them."""
        tiles = replaced(self.tiles, stack, self.tiles[stack][:-1])
        return Stacks(tiles, self.removed, self.discarded)

    def with_discarded(self, tile: RevealedTile) -> "Stacks":
        return Stacks(self.tiles, self.removed, (*self.discarded, tile))
