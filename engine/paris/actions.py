"""What a player may do, in steps: key → target → district of a new landmark → payment → …

Districts, types, tokens and landmarks go by the names below; bonus tiles, end tiles and VP tiles
by their numbers, spaces of the bonus track by theirs, stacks from 0.
"""

from typing import NamedTuple

DISTRICTS = ("batignolles", "montmartre", "la_villette", "belleville", "saint_germain", "chaillot")

TYPES = ("cafe", "bakery", "residence", "restaurant", "hotel", "theatre")
"""The types of buildings."""

RESOURCES = ("wood", "marble", "gold")
PRESTIGE = ("bronze", "silver", "gold_prestige")
TOKENS = RESOURCES + PRESTIGE

LANDMARKS = (
    "tuileries",
    "luxembourg_gardens",
    "pantheon",
    "grand_palais",
    "sacre_coeur",
    "notre_dame",
    "louvre",
    "eiffel_tower",
)


class Building(NamedTuple):
    """The building space of a value in a district."""

    district: str
    value: int


class Landmark(NamedTuple):
    """A landmark, wherever it stands."""

    name: str


class Bank(NamedTuple):
    """The bank of a district."""

    district: str


class Arc(NamedTuple):
    """The Arc de Triomphe, in the middle of the board."""


Place = Building | Landmark | Bank | Arc
"""Where a key may lie."""


class Source(NamedTuple):
    """What stands for a resource or a prestige token (§7)."""

    form: str
    """"token", an open "half" of a tile that counts as two, a "bonus_tile" or an "end_tile"."""
    tile: int = 0
    """The number of the tile; 0 for a token and for a half."""


class Draw(NamedTuple):
    """Reveal the top tile of a stack (§3)."""

    stack: int
    kind: str = "draw"


class PutBuilding(NamedTuple):
    """Put the revealed tile into a district (option free_placement, §3)."""

    district: str
    kind: str = "put_building"


class PlaceKey(NamedTuple):
    """Put a key from behind your screen on a bank or on the Arc (§4)."""

    place: Bank | Arc
    kind: str = "place_key"


class MoveKey(NamedTuple):
    """Choose a key on the board to buy something with (§5)."""

    origin: Place
    kind: str = "move_key"


class MoveTo(NamedTuple):
    """Choose what the key buys (§5)."""

    target: Building | Landmark
    kind: str = "move_to"


class PutLandmark(NamedTuple):
    """Choose the district of a new landmark bought from the Arc (§5)."""

    district: str
    kind: str = "put_landmark"


class Pay(NamedTuple):
    """Pay one resource of the price (§7)."""

    token: str
    source: Source
    kind: str = "pay"


class ChooseVpTile(NamedTuple):
    """Take a free VP tile, to put it on a district next (§8)."""

    tile: int
    kind: str = "choose_vp_tile"


class PutVpTile(NamedTuple):
    """Put the VP tile on a district that has none (§8)."""

    district: str
    kind: str = "put_vp_tile"


class DeclineVpTile(NamedTuple):
    """Put no VP tile on the board (§8)."""

    kind: str = "decline_vp_tile"


class Advance(NamedTuple):
    """Move your meeple forward to a space of the track and take its top tile (§9)."""

    space: int
    kind: str = "advance"


class DeclineBonusTile(NamedTuple):
    """Take no bonus tile (§9)."""

    kind: str = "decline_bonus_tile"


class SpendPrestige(NamedTuple):
    """Discard a prestige token for an icon of the landmark you bought (§10)."""

    token: str
    source: Source
    kind: str = "spend_prestige"


class StopPrestige(NamedTuple):
    """Discard no more prestige (§10)."""

    kind: str = "stop_prestige"


class Buy(NamedTuple):
    """Buy a resource that lies in the supply (§6)."""

    token: str
    kind: str = "buy"


class Sell(NamedTuple):
    """Sell a resource or a prestige token (§6)."""

    token: str
    source: Source
    kind: str = "sell"


class UseBonusTile(NamedTuple):
    """Use a bonus tile for its effect (§11)."""

    tile: int
    kind: str = "use_bonus_tile"


class TakeBonusTile(NamedTuple):
    """Take the top tile of a space; your meeple stays (tile 17, §11)."""

    space: int
    kind: str = "take_bonus_tile"


class GoBack(NamedTuple):
    """Move your meeple back to a space and take its top tile (tile 25, §11)."""

    space: int
    kind: str = "go_back"


class ReturnPair(NamedTuple):
    """Give up two equal tokens for VP (tiles 23 and 24, §11)."""

    token: str
    kind: str = "return_pair"


class StopPairs(NamedTuple):
    """Give up no more pairs (§11)."""

    kind: str = "stop_pairs"


class UseEndTile(NamedTuple):
    """Use an end tile for its francs or VP (§12)."""

    tile: int
    kind: str = "use_end_tile"


class TakeEndTile(NamedTuple):
    """Look through the pile of end tiles, to choose one of them next (§12)."""

    kind: str = "take_end_tile"


class ChooseEndTile(NamedTuple):
    """Choose an end tile from the pile (§12)."""

    tile: int
    kind: str = "choose_end_tile"


class DeclineMainAction(NamedTuple):
    """Go without a main action (§2).

    It is listed only where no main action is possible, and declines the trades that might make one
    possible.
    """

    kind: str = "decline_main_action"


class EndTurn(NamedTuple):
    """End your turn (§2)."""

    kind: str = "end_turn"


Action = (
    Draw
    | PutBuilding
    | PlaceKey
    | MoveKey
    | MoveTo
    | PutLandmark
    | Pay
    | ChooseVpTile
    | PutVpTile
    | DeclineVpTile
    | Advance
    | DeclineBonusTile
    | SpendPrestige
    | StopPrestige
    | Buy
    | Sell
    | UseBonusTile
    | TakeBonusTile
    | GoBack
    | ReturnPair
    | StopPairs
    | UseEndTile
    | TakeEndTile
    | ChooseEndTile
    | DeclineMainAction
    | EndTurn
)
