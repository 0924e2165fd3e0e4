"""What lies where. Everything in here is replaced, never changed in place, but the players."""

from typing import Any

from engine.game import Notice
from engine.paris.actions import DISTRICTS, TOKENS, TYPES, Action
from engine.paris.events import Event
from engine.paris.holder import Holder
from engine.paris.lookup import Lookup
from engine.paris.ruleset import FIRST_BANK, FIRST_LANDMARK, SIZE, Figures
from engine.paris.views import (
    Board,
    BuildingTile,
    Player,
    Purchase,
    RevealedTile,
    Rules,
    Stack,
    TrackSpace,
)

ASKED = {
    "draw": "which stack to reveal a tile of",
    "settle": "the district of the revealed tile",
    "main": "the main action, or a free action before it",
    "target": "what the key buys",
    "landmark_district": "the district of a new landmark",
    "payment": "what the next resource is paid with",
    "vp_tile": "a VP tile, or none",
    "vp_district": "the district of the VP tile",
    "bonus": "a bonus tile, or none, or a free action before it",
    "prestige": "a prestige token to discard at a landmark, or no more",
    "take": "the tile that tile 17 takes",
    "back": "the space that tile 25 goes back to",
    "pairs": "a pair for tile 23 or 24, or no more",
    "end_tile": "an end tile of the pile",
    "after": "a free action, or the end of the turn",
    "over": "nothing: the game has ended",
}
"""The steps of a turn: what a view's `asked` says, and what is to be decided then."""

Three = tuple[int, int, int]


class Table:
    """The board and everything around it."""

    __slots__ = (
        "asked",
        "back_to",
        "board",
        "built",
        "copies",
        "decider",
        "district_keys",
        "dropped",
        "faces",
        "figures",
        "gone",
        "halves",
        "homes",
        "last_turn",
        "lookup",
        "mover",
        "news",
        "numbers",
        "origin",
        "pairs",
        "pile",
        "player",
        "players",
        "purchase",
        "removed",
        "revealed",
        "rules",
        "spots",
        "stacks",
        "standing",
        "supply",
        "takes",
        "target",
        "tops",
        "turns",
        "types",
        "unbuilt",
        "using",
        "valid",
        "vp_free",
        "vp_tile",
    )

    figures: Figures
    lookup: Lookup
    rules: Rules
    players: list[Holder]
    faces: tuple[Player, ...]
    """What everybody sees of the players; the mover's is looked at again for every view."""
    board: Board
    """What everybody sees of the board. What else is in here says it in numbers."""

    stacks: tuple[tuple[int, ...], ...]
    """Building tiles by the space printed on them, the top one last."""
    removed: tuple[int, ...]
    """Tiles that were put into the box, unseen."""
    dropped: tuple[int, ...]
    """Tiles that fitted nowhere (option free_placement)."""
    types: tuple[int, ...]
    """The type of the building on each space; -1: none."""
    built: int
    """The spaces that have a building."""
    spots: tuple[int, ...]
    """The token beside each space; -1: none."""
    supply: Three
    gone: Three
    """Prestige tokens that have left the game."""

    unbuilt: int
    """The landmarks in the supply, as a set of places."""
    homes: tuple[int, ...]
    """The district of each landmark; -1: in the supply."""
    standing: tuple[int, ...]
    """The landmarks of each district, as sets of places."""
    tops: tuple[int, ...]
    """The highest landmark's value in each district."""
    district_keys: tuple[int, ...]
    """Keys on buildings and landmarks of each district."""
    vp_free: tuple[int, ...]

    numbers: tuple[int, ...]
    """The number of the bonus tiles of each space of the track; place 0 is not used."""
    copies: tuple[int, ...]
    """How many are left there."""
    pile: tuple[int, ...]
    """The end tiles that are left."""
    takes: tuple[tuple[int, int], ...]
    """Who took which end tile, in order: what each seat has seen of the pile follows from it."""

    turns: int
    last_turn: int
    """How many turns the game will have had, once that is known; else 0."""
    mover: int
    decider: int | None
    player: Holder
    """The mover's."""
    asked: str
    back_to: str
    """The step that a tile like 17 interrupted."""
    halves: tuple[int, int]
    purchase: Purchase | None
    origin: int
    target: int
    revealed: int
    """The tile that is to be settled; -1: none."""
    vp_tile: int
    using: int
    """The number of the bonus tile whose effect needs a choice; else 0."""
    pairs: int
    """How many pairs have been given up for it."""
    valid: list[Action]
    """The valid actions of the decider; never changed in place."""
    news: list[Notice[Any]]
    """What happened since the last decision."""

    def tell(self, event: Event) -> None:
        """Let everybody know what happened."""
        self.news.append(Notice(event))

    def look_at_players(self) -> None:
        """Note what everybody sees of all players."""
        self.faces = tuple([player.face() for player in self.players])

    def district_of(self, place: int) -> int:
        """Return the district of a place; -1 for a landmark in the supply."""
        if place < FIRST_LANDMARK:
            return place // SIZE
        return self.homes[place - FIRST_LANDMARK] if place < FIRST_BANK else place - FIRST_BANK

    def raise_building(self, tile: int, district: int) -> None:
        """Put a building tile on the space of its value in a district."""
        kind = self.figures.types[tile]
        space = SIZE * district + tile % SIZE
        value = self.lookup.worth[space]
        self.types = replaced(self.types, space, kind)
        self.built |= 1 << space
        built = BuildingTile(DISTRICTS[district], value, TYPES[kind])
        self.board = self.board._replace(buildings=(*self.board.buildings, built))

    def take_token(self, space: int) -> int:
        """Take the token beside a space; -1: there is none."""
        token = self.spots[space]
        if token >= 0:
            self.spots = replaced(self.spots, space, -1)
            district, value = DISTRICTS[space // SIZE], self.lookup.worth[space]
            taken = (district, value, TOKENS[token])
            left = tuple([each for each in self.board.tokens if each != taken])
            self.board = self.board._replace(tokens=left)
        return token

    def take_tile(self, space: int) -> int:
        """Take the top tile of a space of the track and return its number."""
        self.copies = replaced(self.copies, space, self.copies[space] - 1)
        self.board = self.board._replace(track=show_track(self.numbers, self.copies))
        return self.numbers[space]

    def add_supply(self, token: int, count: int) -> None:
        """Put resource tokens into the supply, or take them from there."""
        self.supply = added(self.supply, token, count)

    def show_revealed(self) -> RevealedTile | None:
        """Return the tile that is to be settled."""
        if self.revealed < 0:
            return None
        kind = TYPES[self.figures.types[self.revealed]]
        return RevealedTile(self.lookup.worth[self.revealed], kind)

    def lay_stacks(self, stacks: tuple[tuple[int, ...], ...]) -> None:
        """Say what the stacks are from now on: the back of each top tile can be seen."""
        self.stacks = stacks
        self.board = self.board._replace(stacks=tuple([_back(stack) for stack in stacks]))


def _back(stack: tuple[int, ...]) -> Stack:
    return Stack(DISTRICTS[stack[-1] // SIZE], len(stack)) if stack else Stack(None, 0)


def show_track(numbers: tuple[int, ...], copies: tuple[int, ...]) -> tuple[TrackSpace, ...]:
    """Return the spaces of the track that have tiles."""
    return tuple(
        [TrackSpace(space, numbers[space], count) for space, count in enumerate(copies) if count]
    )


def replaced(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """Return the items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def added(counts: Three, place: int, count: int) -> Three:
    """Return three counts with something added to one of them."""
    first, second, third = replaced(counts, place, counts[place] + count)
    return (first, second, third)
