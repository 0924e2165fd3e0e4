"""The end tiles: the pile, who took which one when, and what each seat has seen of it (§12)."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.paris.figures.tiles import END_NUMBERS
from engine.paris.views import EndTilesView, Look, OwnEndTiles, UsedEndTile
from engine.tuples import replaced, without


class Taken(NamedTuple):
    """An end tile that a seat took from the pile."""

    seat: int
    tile: int


class EndTiles:
    """The end tiles. Never changed, only replaced.

    Who took what, in order, and who used what is the truth; the rest follows from it.
    """

    __slots__ = ("own", "pile", "takes", "view")

    def __init__(
        self,
        takes: tuple[Taken, ...],
        pile: tuple[int, ...],
        view: EndTilesView,
        own: tuple[OwnEndTiles, ...],
    ) -> None:
        self.takes = takes
        self.pile = pile
        self.view = view
        self.own = own
        """What each seat alone knows: its tiles, and what it saw of the pile."""

    def with_look(self, seat: int) -> "EndTiles":
        """Return the end tiles while a seat looks through the pile."""
        held, looks = self.own[seat]
        seen = (*looks, Look(self._missing(seat), 0))
        own = replaced(self.own, seat, OwnEndTiles(held, seen))
        return EndTiles(self.takes, self.pile, self.view, own)

    def with_take(self, seat: int, tile: int) -> "EndTiles":
        """Return the end tiles after a seat took the one it chose."""
        left, takers, used = self.view
        held, looks = self.own[seat]
        found = Look(looks[-1].missing, tile)
        own = OwnEndTiles(tuple(sorted((*held, tile))), (*looks[:-1], found))
        return EndTiles(
            (*self.takes, Taken(seat, tile)),
            without(self.pile, tile),
            EndTilesView(left - 1, (*takers, seat), used),
            replaced(self.own, seat, own),
        )

    def with_use(self, seat: int, tile: int) -> "EndTiles":
        """Return the end tiles after a seat used one of its own."""
        left, takers, used = self.view
        held, looks = self.own[seat]
        own = replaced(self.own, seat, OwnEndTiles(without(held, tile), looks))
        view = EndTilesView(left, takers, (*used, UsedEndTile(seat, tile)))
        return EndTiles(self.takes, self.pile, view, own)

    def _missing(self, seat: int) -> tuple[int, ...]:
        """Return what others have taken since a seat looked last, which was when it took one."""
        missing: list[int] = []
        for taker, tile in self.takes:
            if taker == seat:
                missing.clear()
            else:
                missing.append(tile)
        return tuple(sorted(missing))


def new_end_tiles(players: int) -> EndTiles:
    """Return the end tiles as the game begins (§1)."""
    nothing = OwnEndTiles((), ())
    return EndTiles(
        (), tuple(END_NUMBERS), EndTilesView(len(END_NUMBERS), (), ()), (nothing,) * players
    )


def end_tiles_after(
    players: int, takes: Iterable[Taken], used: Iterable[UsedEndTile], looking: int | None = None
) -> EndTiles:
    """Return the end tiles after some were taken and used; `looking` is choosing one now."""
    tiles = new_end_tiles(players)
    for seat, tile in takes:
        tiles = tiles.with_look(seat).with_take(seat, tile)
    for seat, tile in used:
        tiles = tiles.with_use(seat, tile)
    return tiles if looking is None else tiles.with_look(looking)
