"""What a seat, or a spectator, may know: there is no field here for anything else (§7)."""

from typing import NamedTuple

UNPAVED, FIRST, SECOND, SHARED, LAMP = ".", "0", "1", "m", "L"
"""The ground of a cell: no tile yet, colour of seat 0, of seat 1, shared, a printed lamp."""


class Building(NamedTuple):
    """A building on the board; the garden is one."""

    piece: str
    seat: int
    cells: tuple[int, ...]
    """The annex included."""
    annex: int | None
    """The cell of its annex."""


class Figure(NamedTuple):
    """Any other piece on the board: painter, dancer, statue, lamp, big lamp, fountain."""

    piece: str
    seat: int
    cells: tuple[int, ...]
    facing: str | None
    """Where the statue looks."""


class Postcard(NamedTuple):
    """A postcard in play."""

    name: str
    seat: int | None
    """Whose action token lies on it; None while it is open."""
    use: str
    """One of "open", "kept" for an effect to come, "done", "declined" without it."""
    cell: int | None
    """The lamp or rival cell that Metropolitain or Chartier was used on."""


class Player(NamedTuple):
    """What everybody sees of a player."""

    reserve: tuple[str, ...]
    tiles: tuple[int, ...]
    """The tiles that are not on the board yet, in no order of play."""
    chimneys: int
    tokens: int


class Score(NamedTuple):
    """The points of a player, by the lines of the rulebook."""

    lit: int
    quarter: int
    unplaced: int
    """Zero or less."""
    painter: int
    dancer: int
    fountain: int
    statue: int
    free: int
    """Free cells of the own colour: no points, they break a tie."""

    @property
    def total(self) -> int:
        return sum(self[:7])


class View(NamedTuple):
    """A position, as one seat knows it."""

    seat: int | None
    """Who looks; None is a spectator."""
    tile: int | None
    """The viewer's own tile that is next to be placed."""
    step: str
    """What is to be decided: "paving" or "building"; at the end "over"."""
    decider: int | None
    ground: str
    """A letter for each of the 64 cells, row by row, whatever stands on them."""
    buildings: tuple[Building, ...]
    figures: tuple[Figure, ...]
    postcards: tuple[Postcard, ...]
    pool: tuple[str, ...]
    players: tuple[Player, Player]
    first: int | None
    """The seat that had all its tiles down first, and so begins to build."""
    scores: tuple[Score, ...]
    """Empty until the game is over."""


class Rules(NamedTuple):
    """The figures in use that a bot needs; they are the same for the whole match."""

    tiles: tuple[tuple[tuple[str, ...], ...], ...]
    """By seat and tile, the four cells clockwise from the top left, unturned: "own", "rival",
    "shared" or "lamp", as its owner sees it."""
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    """The cells of each building, garden and fountain, unturned, in the top left corner."""
    flip: bool
    """Whether pieces may be mirrored."""
    rays: tuple[tuple[tuple[int, int], ...], ...]
    """Where the big lamp shines: cells as rows down and columns right of it, nearest first."""
    unplaced: int
    painter: int
    dancer: int
    fountain: int
    statue_side: int
    statue_corner: int
