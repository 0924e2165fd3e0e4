"""What lies where, and what every placing has in common: cells become taken.

A position is what everybody sees of it, a `View`, and the order of the stacks, which nobody sees.
Its parts are immutable and replaced, never changed: copies and views share them.
"""

from engine.game import Notice, State
from engine.lumiere.actions import Action
from engine.lumiere.cells import mask_of
from engine.lumiere.events import Event, Spent
from engine.lumiere.ground import Ground, read_ground
from engine.lumiere.options import Options
from engine.lumiere.placements import Catalogue, Placement, catalogue
from engine.lumiere.ruleset import Ruleset, load_ruleset
from engine.lumiere.views import Building, Figure, Player, Postcard, View
from engine.tuples import new_tuple

Stacks = tuple[tuple[int, ...], tuple[int, ...]]
"""By seat, the tiles to place; the first is the one its owner has looked at."""


class Table(State[Action, View, Event]):
    """The whole position, hidden parts included."""

    __slots__ = (  # noqa: RUF023 - in reading order
        "ruleset", "catalogue",
        "step", "first",
        "ground", "buildings", "figures", "taken",
        "pool", "postcards", "players", "stacks",
        "fits",
    )  # fmt: skip
    changed_in_place = ("fits",)

    # The figures in use.
    ruleset: Ruleset
    catalogue: Catalogue

    # The course of the game; `decider` and `valid` are the contract's.
    step: str
    first: int | None
    """Who had all tiles down first."""

    # The board.
    ground: Ground
    buildings: tuple[Building, ...]
    figures: tuple[Figure, ...]
    taken: int
    """The cells of all buildings and figures; the others are free (§1)."""

    # What lies beside it.
    pool: tuple[str, ...]
    postcards: tuple[Postcard, ...]
    players: tuple[Player, Player]
    stacks: Stacks

    fits: dict[tuple[int, str], list[Placement]]
    """By seat and piece, where it fitted when it was last asked for: see `building.places`."""

    def __init__(self, options: Options, view: View, stacks: Stacks) -> None:
        self.ruleset = load_ruleset(options.ruleset)
        self.catalogue = catalogue(self.ruleset, options.flip)
        self.step, self.first = view.step, view.first
        self.decider, self.valid, self.notices = view.decider, (), []
        self.ground = read_ground(view.ground)
        self.buildings, self.figures, self.taken = view.buildings, view.figures, 0
        for cells in (*(b.cells for b in view.buildings), *(f.cells for f in view.figures)):
            self.taken |= mask_of(cells)
        self.pool, self.postcards, self.players = view.pool, view.postcards, view.players
        self.stacks, self.fits = stacks, {}

    def tell(self, event: Event) -> None:
        """Note an event for everybody."""
        self.notices.append(new_tuple(Notice, (event, None)))

    def set_player(self, seat: int, player: Player) -> None:
        first, second = self.players
        self.players = (first, player) if seat else (player, second)

    def put_building(self, seat: int, piece: str, cells: tuple[int, ...]) -> None:
        """Stand a building on cells; its owner has paid the chimney on top (§4)."""
        self.buildings += (Building(piece, seat, cells, None),)
        mask = mask_of(cells)
        self.taken |= mask
        self.spend_help(seat, mask)

    def put_figure(self, figure: Figure) -> None:
        """Stand any other component on cells (§5)."""
        self.figures += (figure,)
        self.taken |= mask_of(figure.cells)

    def keeps(self, seat: int, name: str) -> bool:
        """Tell whether the effect of a postcard that a seat activated is still to come."""
        return (name, seat, "kept", None) in self.postcards

    def mark(self, postcard: Postcard) -> None:
        """Replace the postcard of that name."""
        name = postcard.name
        self.postcards = tuple([postcard if card[0] == name else card for card in self.postcards])

    def spend_help(self, seat: int, mask: int) -> None:
        """Use up Metropolitain for a lamp and Chartier for a rival cell covered (§5.2, §5.6).

        Only placements that a kept postcard allows cover such cells.
        """
        if lamp := mask & self.ground.lamps:
            self._spend(seat, "metropolitain", lamp)
        if rival := mask & self.ground.colours[1 - seat]:
            self._spend(seat, "chartier", rival)

    def _spend(self, seat: int, name: str, bit: int) -> None:
        cell = bit.bit_length() - 1
        self.mark(Postcard(name, seat, "done", cell))
        self.forget_fits(seat)
        self.tell(Spent(seat, name, cell))

    def forget_fits(self, seat: int) -> None:
        """Look for places from scratch, since other cells have come into question."""
        self.fits = {key: fits for key, fits in self.fits.items() if key[0] != seat}
