"""What lies where, and the one thing every placing has in common: cells become taken.

Sets of cells are bits (see `cells`). The other parts are immutable, in lists with an entry a
seat, so that a copy costs little and a view can share them.
"""

from engine.dice import Dice
from engine.game import Notice
from engine.lumiere.actions import BUILDINGS, COMPONENTS, Action
from engine.lumiere.cells import cells_of
from engine.lumiere.events import Event, Spent
from engine.lumiere.options import Options, choose_postcards
from engine.lumiere.placements import SQUARES, Catalogue, Placement, catalogue
from engine.lumiere.ruleset import SEATS, TILES, Ruleset, load_ruleset
from engine.lumiere.views import UNPAVED, Building, Figure, Postcard


class Table:
    """The whole position, hidden parts included."""

    __slots__ = (
        "aside", "buildings", "built", "catalogue", "chimneys", "colours", "decider", "empty",
        "figures", "first", "fits", "ground", "kept", "lamps", "masks", "news", "paved", "phase",
        "pool", "postcards", "reserves", "ruleset", "shared", "stacks", "taken", "tokens", "valid",
    )  # fmt: skip

    ruleset: Ruleset
    catalogue: Catalogue
    phase: str
    decider: int | None
    first: int | None

    # The ground.
    empty: tuple[int, ...]
    """The squares without a tile."""
    paved: tuple[tuple[int, int], ...]
    """The tiles on the board: seat and tile, in the order they were placed."""
    ground: str
    colours: list[int]
    shared: int
    lamps: int
    """The printed lamps, covered ones too."""

    # What stands on it.
    taken: int
    """The cells with any component; the others are free (§1)."""
    built: int
    """The cells with buildings."""
    masks: dict[str, int]
    """The cells of each building, its annex included."""
    buildings: tuple[Building, ...]
    figures: tuple[Figure, ...]

    # What lies beside it.
    pool: tuple[str, ...]
    aside: tuple[str, ...]
    """The components beside the postcards."""
    postcards: tuple[Postcard, ...]

    # One entry a seat.
    stacks: list[tuple[int, ...]]
    """The tiles to place; the first is the one its owner has looked at."""
    reserves: list[tuple[str, ...]]
    chimneys: list[int]
    tokens: list[int]
    kept: list[tuple[str, ...]]
    """Postcards whose effect is still to come."""
    fits: list[dict[str, list[Placement]]]
    """The placements of a piece that were open to the seat when it last looked. Cells are only
    ever taken, so the next look need not go through the others again."""

    valid: list[Action]
    """The valid actions of the decider; never changed in place."""
    news: list[Notice[Event]]
    """What happened since the last decision."""

    def __init__(self, options: Options, dice: Dice) -> None:
        """Set the table up (§2)."""
        self.ruleset = load_ruleset(options.ruleset)
        self.catalogue = catalogue(self.ruleset, options.flip)
        self.phase, self.decider, self.first = "paving", 0, None
        self.empty, self.paved = tuple(range(SQUARES)), ()
        self.ground = UNPAVED * 64
        self.colours, self.shared, self.lamps = [0, 0], 0, 0
        self.taken, self.built, self.masks = 0, 0, {}
        self.buildings, self.figures = (), ()
        self.pool = BUILDINGS
        names = choose_postcards(options, self.ruleset, dice)
        self.postcards = tuple(Postcard(name, None, "open", None) for name in names)
        self.aside = tuple(COMPONENTS[name] for name in names if name in COMPONENTS)
        self.stacks = [_shuffled(range(TILES), dice) for _ in range(SEATS)]
        self.reserves = [(), ()]
        self.chimneys = [self.ruleset.chimneys] * SEATS
        self.tokens = [self.ruleset.tokens] * SEATS
        self.kept = [(), ()]
        self.fits = [{}, {}]
        self.valid, self.news = [], []

    def put_building(self, seat: int, piece: str, cells: tuple[int, ...], mask: int) -> None:
        """Stand a building on cells, with a chimney of its owner on top (§4)."""
        self.chimneys[seat] -= 1
        self.buildings += (Building(piece, seat, cells, None),)
        self.masks[piece] = mask
        self.built |= mask
        self.taken |= mask
        self.spend_help(seat, mask)

    def put_figure(self, figure: Figure, mask: int) -> None:
        """Stand any other component on cells (§5)."""
        self.figures += (figure,)
        self.taken |= mask

    def spend_help(self, seat: int, mask: int) -> None:
        """Use up Metropolitain for a lamp and Chartier for a rival cell covered (§5.2, §5.6)."""
        if self.kept[seat]:
            if lamp := mask & self.lamps:
                self._spend(seat, "metropolitain", lamp)
            if strange := mask & self.colours[1 - seat]:
                self._spend(seat, "chartier", strange)

    def _spend(self, seat: int, name: str, mask: int) -> None:
        (cell,) = cells_of(mask)
        self.kept[seat] = without(self.kept[seat], name)
        self.fits[seat] = {}
        self.mark(Postcard(name, seat, "done", cell))
        self.news.append(Notice(Spent(seat, name, cell)))

    def mark(self, postcard: Postcard) -> None:
        """Put a postcard in the place of the one with its name."""
        name = postcard.name
        self.postcards = tuple([postcard if card[0] == name else card for card in self.postcards])


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """Return the items less one."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _shuffled(items: range, dice: Dice) -> tuple[int, ...]:
    order = list(items)
    dice.shuffle(order)
    return tuple(order)
