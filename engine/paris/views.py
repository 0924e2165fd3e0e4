"""What a seat, or a spectator, may know: there is no field here for anything else (§15).

What is behind the screens of others is in it too, but for end tiles: whatever comes there and
leaves it does so in public, so that whoever keeps count knows it. A view keeps count, since it is
all that a state is imagined from.
"""

from typing import NamedTuple

from engine.paris.actions import Building, Landmark, Place


class BuildingTile(NamedTuple):
    """A building on the board."""

    district: str
    value: int
    type: str
    back: str
    """The district printed on its back; another one only with the option free_placement."""


class RevealedTile(NamedTuple):
    """A building tile that is on no space: it has no district yet, or fitted nowhere."""

    value: int
    type: str
    back: str


class BoardToken(NamedTuple):
    """A token beside a building space."""

    district: str
    value: int
    token: str


class BoardLandmark(NamedTuple):
    """A landmark on the board."""

    landmark: str
    district: str


class BoardVpTile(NamedTuple):
    """A VP tile on the board."""

    tile: int
    district: str


class CityView(NamedTuple):
    """The districts with what stands there."""

    buildings: tuple[BuildingTile, ...]
    """In the order in which they were built."""
    tokens: tuple[BoardToken, ...]
    landmarks: tuple[BoardLandmark, ...]
    """In the order in which they were built: the last of a district is its highest. The others
    are in the supply."""
    vp_tiles: tuple[BoardVpTile, ...]
    """In the order in which they were put there. The others are free."""


class TrackSpace(NamedTuple):
    """A space of the bonus track that has tiles, all of one number."""

    space: int
    tile: int
    copies: int


class StackView(NamedTuple):
    """A stack of building tiles."""

    district: str | None
    """The district on the back of the top tile; None if the stack is empty."""
    tiles: int


class PlayerView(NamedTuple):
    """What everybody knows of a player."""

    points: int
    francs: int
    tokens: tuple[int, ...]
    """How many of wood, marble, gold, bronze, silver and gold prestige."""
    bonus_tiles: tuple[int, ...]
    used_bonus_tiles: tuple[int, ...]
    """In the order of use."""
    keys_in_hand: int
    """Keys behind the screen."""
    reserve_keys: int
    """Keys beside the board, for tiles 13 and 14."""
    keys: tuple[Place, ...]
    """Where the keys on the board lie; a place is named once for each key."""
    meeple: int
    """The space of the bonus track, 0 before it."""


class UsedEndTile(NamedTuple):
    """An end tile that a seat has used."""

    seat: int
    tile: int


class EndTilesView(NamedTuple):
    """What everybody knows of the end tiles."""

    left: int
    """How many are left in the pile."""
    takers: tuple[int, ...]
    """The seats that took one, in order."""
    used: tuple[UsedEndTile, ...]
    """In the order of use."""


class Look(NamedTuple):
    """What a seat found when it looked through the pile of end tiles."""

    missing: tuple[int, ...]
    """The tiles that others had taken since the seat's last look."""
    taken: int
    """The tile it took; 0 while it is choosing."""


class OwnEndTiles(NamedTuple):
    """What only the seat itself knows of the end tiles."""

    held: tuple[int, ...]
    """Those behind its screen."""
    looks: tuple[Look, ...]
    """In order; the takers of a view tell who took one in between."""


class Halves(NamedTuple):
    """Open halves of tiles that count as two, by what they can be; they are lost with the turn."""

    wood: int = 0
    marble: int = 0
    gold: int = 0
    bronze: int = 0
    silver: int = 0
    gold_prestige: int = 0
    any_resource: int = 0
    any_prestige: int = 0


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


class TileInUse(NamedTuple):
    """A bonus tile whose effect needs a choice."""

    tile: int
    interrupted: str
    """The step that goes on afterwards."""
    pairs: int
    """How many pairs have been given up for it."""


class View(NamedTuple):
    """A position, as one seat knows it."""

    seat: int | None
    """Who looks; None is a spectator."""
    decider: int | None
    """Whose turn it is, and decision; None once the game is over."""
    step: str
    """What is to be decided; see `engine.paris.flow.STEPS`."""
    turns: int
    """How many turns are over."""
    last_turns: int
    """How many turns are left, once the last end tile has been taken; else 0."""
    players: tuple[PlayerView, ...]
    end_tiles: EndTilesView
    own_end_tiles: OwnEndTiles | None
    """The viewer's own; None for a spectator."""
    stacks: tuple[StackView, ...]
    discarded: tuple[RevealedTile, ...]
    """Building tiles that fitted nowhere and left the game (option free_placement)."""
    city: CityView
    track: tuple[TrackSpace, ...]
    supply: tuple[int, int, int]
    """Wood, marble and gold that can be bought."""
    halves: Halves
    revealed: RevealedTile | None
    """The tile that is to be put into a district (option free_placement)."""
    purchase: Purchase | None
    vp_tile: int
    """The VP tile that is to be put on a district; else 0."""
    tile_in_use: TileInUse | None


class SpaceRules(NamedTuple):
    """What a building of a value costs besides its value in francs, and what it brings."""

    value: int
    wood: int
    points: int
    bonus_price: int | None
    """Francs for the bonus tile it brings; None: it brings none."""


class BankRules(NamedTuple):
    """What the bank of a district pays."""

    district: str
    francs: int


class BuildingRules(NamedTuple):
    """The type of the building tile that is printed for a space."""

    district: str
    value: int
    type: str


class TokenRules(NamedTuple):
    """What a token costs and brings."""

    token: str
    buy: int
    """Francs for one of the supply; 0: it is never bought."""
    sell: int
    points: int
    """VP at a landmark that has its icon; 0 if it is not prestige."""


class LandmarkRules(NamedTuple):
    """What a landmark costs, and the prestige it takes."""

    landmark: str
    value: int
    marble: int
    gold: int
    icons: tuple[str, ...]


class VpTileRules(NamedTuple):
    """What a VP tile brings the first, second and third in its district."""

    tile: int
    points: tuple[int, ...]


class TileRules(NamedTuple):
    """The effect of a bonus tile or an end tile; the figures that it does not have are 0."""

    tile: int
    effect: str
    """One of `engine.paris.figures.tiles.EFFECTS`."""
    tokens: tuple[str, ...]
    """The tokens it can stand for; more than one: of your choice."""
    amount: int
    """For how many of them it stands."""
    francs: int
    """What it gives, or what a reserve key costs."""
    points: tuple[int, ...]
    """VP, once or for each building, landmark, tile, pair or franc; for owning `fewest` types, one
    more, and so on."""
    value: int
    """Of the buildings that score."""
    spaces: int
    """How far the meeple may go back."""
    fewest: int


class Rules(NamedTuple):
    """The options and figures in use: a bot gets them once, at its start."""

    free_placement: bool
    bonus_once: bool
    spaces: tuple[SpaceRules, ...]
    """By rising value."""
    banks: tuple[BankRules, ...]
    buildings: tuple[BuildingRules, ...]
    tokens: tuple[TokenRules, ...]
    landmarks: tuple[LandmarkRules, ...]
    vp_keys: int
    """Keys in a district that bring a VP tile."""
    vp_tiles: tuple[VpTileRules, ...]
    second_percent: int
    """Of the first's sum, which the second of two players needs in a district."""
    bonus_tiles: tuple[TileRules, ...]
    end_tiles: tuple[TileRules, ...]
