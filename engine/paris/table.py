"""What lies where, and what has been chosen in this turn."""

from engine.game import Notice, State
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.figures.board import Board
from engine.paris.figures.choices import Tiles
from engine.paris.options import Options
from engine.paris.parts.city import City
from engine.paris.parts.end_tiles import EndTiles
from engine.paris.parts.player import Player, Players
from engine.paris.parts.stacks import Stacks
from engine.paris.ruleset import Ruleset
from engine.paris.views import (
    Halves,
    PlayerView,
    Purchase,
    RevealedTile,
    TileInUse,
    TrackSpace,
    View,
)

Three = tuple[int, int, int]


class Table(State[Action, View, Event]):
    """The board, the players and the course of the turn; the rules are functions of it."""

    __slots__ = (  # noqa: RUF023 - in the order in which they are explained
        "ruleset",
        "options",
        "board",
        "tiles",
        "stacks",
        "city",
        "track",
        "end_tiles",
        "supply",
        "gone",
        "players",
        "public",
        "turns",
        "last_turn",
        "step",
        "halves",
        "revealed",
        "purchase",
        "vp_tile",
        "tile_in_use",
    )

    ruleset: Ruleset
    options: Options
    board: Board
    """What the ruleset says of places and tokens, by their numbers."""
    tiles: Tiles
    """What it says of bonus tiles and end tiles."""

    stacks: Stacks
    city: City
    track: tuple[TrackSpace, ...]
    """The spaces of the bonus track that have tiles, rising."""
    end_tiles: EndTiles
    supply: Three
    """Wood, marble and gold that can be bought."""
    gone: Three
    """Prestige tokens that have left the game."""

    players: Players
    public: tuple[PlayerView, ...]
    """What everybody knows of the players, as of the end of their last turns: nobody changes but
    the player whose turn it is."""

    turns: int
    """How many are over; seat 0 has the first."""
    last_turn: int
    """How many turns the game will have had, once that is known; else 0."""
    step: str
    halves: Halves
    revealed: RevealedTile | None
    purchase: Purchase | None
    vp_tile: int
    tile_in_use: TileInUse | None

    changed_in_place = ("players",)

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turns % len(self.players)]

    def tell(self, event: Event) -> None:
        """Let everybody know what happened."""
        self.notices.append(Notice(event))

    def add_supply(self, token: int, count: int) -> None:
        """Put resource tokens into the supply, or take them from there."""
        self.supply = added(self.supply, token, count)


def added(counts: Three, index: int, count: int) -> Three:
    """Return three counts with something added to one of them."""
    first, second, third = counts
    if index == 0:
        return (first + count, second, third)
    return (first, second + count, third) if index == 1 else (first, second, third + count)
