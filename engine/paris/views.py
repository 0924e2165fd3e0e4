"""What a seat, or a spectator, may know: there is no field here for anything else (§15)."""

from typing import NamedTuple

from engine.paris.actions import Building, Landmark, Place


class BuildingTile(NamedTuple):
    """A building on the board."""

    district: str
    value: int
    type: str


class RevealedTile(NamedTuple):
    """A building that has no district yet."""

    value: int
    type: str


class BoardToken(NamedTuple):
    """A token beside a building space."""

    district: str
    value: int
    token: str


class BoardLandmark(NamedTuple):
    """A landmark on the board; those that are not on the board are in the supply."""

    landmark: str
    district: str


class BoardVpTile(NamedTuple):
    """A VP tile on the board; those that are not on the board are free."""

    tile: int
    district: str


class TrackSpace(NamedTuple):
    """A space of the bonus track that has tiles, all of one number."""

    space: int
    tile: int
    copies: int


class Stack(NamedTuple):
    """A stack of building tiles."""

    district: str | None
    """The district on the back of the top tile; None if the stack is empty."""
    tiles: int


class Board(NamedTuple):
    """The board and what lies open beside it."""

    buildings: tuple[BuildingTile, ...]
    """In the order in which they were built."""
    tokens: tuple[BoardToken, ...]
    landmarks: tuple[BoardLandmark, ...]
    """In the order in which they were built: the last of a district is its highest."""
    vp_tiles: tuple[BoardVpTile, ...]
    track: tuple[TrackSpace, ...]
    stacks: tuple[Stack, ...]


class Player(NamedTuple):
    """What everybody sees of a player."""

    points: int
    screen_keys: int
    """Keys behind the screen."""
    reserve_keys: int
    """Keys beside the board, for tiles 13 and 14."""
    keys: tuple[Place, ...]
    """Where the keys on the board lie; a place is named once for each key."""
    meeple: int
    """The space of the bonus track, 0 before it."""
    bonus_tiles: int
    """How many bonus tiles are behind the screen."""
    end_tiles: int
    used_bonus: tuple[int, ...]
    """The bonus tiles it has used, face up, in the order of use."""
    used_end: tuple[int, ...]


class Screen(NamedTuple):
    """What is behind the viewer's own screen."""

    francs: int
    tokens: tuple[int, ...]
    """How many of wood, marble, gold, bronze, silver and gold prestige."""
    bonus: tuple[int, ...]
    """Bonus tiles."""
    ends: tuple[int, ...]
    """End tiles."""


class Purchase(NamedTuple):
    """A key on its way: what has been chosen, and what is still to be paid or given."""

    origin: Place
    target: Building | Landmark | None
    district: str | None
    """Where the target stands, once that is known."""
    unpaid: tuple[int, int, int]
    """Wood, marble and gold still to be paid."""
    icons: tuple[int, int, int]
    """Bronze, silver and gold prestige that may still be discarded."""


class Rules(NamedTuple):
    """The options of the game that change how it is played."""

    free_placement: bool
    bonus_once: bool


class View(NamedTuple):
    """A position, as one seat knows it."""

    seat: int | None
    """Who looks; None is a spectator."""
    screen: Screen | None
    """The viewer's own; None for a spectator."""
    players: tuple[Player, ...]
    board: Board
    supply: tuple[int, int, int]
    """Wood, marble and gold that can be bought."""
    end_tiles: int
    """How many are left in the pile."""
    pile: tuple[int, ...]
    """The end tiles in it, for the seat that is choosing one; else empty."""
    halves: tuple[int, int]
    """Open halves of tiles that count as two resources, two prestige; lost with the turn."""
    purchase: Purchase | None
    revealed: RevealedTile | None
    """The tile that is to be put into a district (option free_placement)."""
    vp_tile: int
    """The VP tile that is to be put on a district; else 0."""
    asked: str
    """What is to be decided; see `engine.paris.table.ASKED`."""
    mover: int
    """Whose turn it is, and decision; once the game is over, nobody decides."""
    turns: int
    """How many turns are over."""
    last_turns: int
    """How many turns are left, once the last end tile has been taken; else 0."""
    rules: Rules
