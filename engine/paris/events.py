"""What happened. All of it is public but `EndTileReceived`, which only its seat learns."""

from typing import NamedTuple

from engine.paris.actions import Arc, Bank, Building, Landmark, Place, Source


class Revealed(NamedTuple):
    """A seat turned up the top tile of a stack."""

    seat: int
    stack: int
    district: str
    """The one printed on its back."""
    value: int
    type: str
    kind: str = "revealed"


class Built(NamedTuple):
    """The tile that was revealed lies on the board."""

    district: str
    value: int
    type: str
    kind: str = "built"


class Discarded(NamedTuple):
    """The tile that was revealed fits nowhere and left the game (option free_placement)."""

    value: int
    type: str
    kind: str = "discarded"


class KeyPlaced(NamedTuple):
    """A seat put a key on the board, and took the francs of a bank."""

    seat: int
    place: Bank | Arc
    francs: int
    kind: str = "key_placed"


class Paid(NamedTuple):
    """A seat paid a resource."""

    seat: int
    token: str
    source: Source
    kind: str = "paid"


class KeyMoved(NamedTuple):
    """A seat bought a building or a landmark, which stands in `district`."""

    seat: int
    origin: Place
    target: Building | Landmark
    district: str
    francs: int
    kind: str = "key_moved"


class Income(NamedTuple):
    """A building paid its buyer the token beside it (if one was left) and VP."""

    seat: int
    token: str | None
    points: int
    kind: str = "income"


class VpTilePut(NamedTuple):
    """A seat put a VP tile on a district."""

    seat: int
    tile: int
    district: str
    kind: str = "vp_tile_put"


class DeclinedVpTile(NamedTuple):
    """A seat put no VP tile although it could."""

    seat: int
    kind: str = "declined_vp_tile"


class BonusTileTaken(NamedTuple):
    """A seat took a bonus tile from a space of the track."""

    seat: int
    tile: int
    space: int
    meeple: int
    """Where its meeple stands now."""
    francs: int
    """What it paid for it."""
    kind: str = "bonus_tile_taken"


class DeclinedBonusTile(NamedTuple):
    """A seat took no bonus tile for a building it bought."""

    seat: int
    kind: str = "declined_bonus_tile"


class PrestigeSpent(NamedTuple):
    """A seat discarded prestige for VP at a landmark."""

    seat: int
    token: str
    source: Source
    points: int
    kind: str = "prestige_spent"


class Bought(NamedTuple):
    """A seat bought a resource from the supply."""

    seat: int
    token: str
    francs: int
    kind: str = "bought"


class Sold(NamedTuple):
    """A seat sold a resource or prestige."""

    seat: int
    token: str
    source: Source
    francs: int
    kind: str = "sold"


class BonusTileUsed(NamedTuple):
    """A seat discarded a bonus tile for its effect; 9 and 16 are used up by the move."""

    seat: int
    tile: int
    francs: int
    """What it got."""
    paid: int
    """What it paid."""
    points: int
    new_keys: int
    """Reserve keys it took behind its screen."""
    kind: str = "bonus_tile_used"


class PairReturned(NamedTuple):
    """A seat gave up two equal tokens for VP."""

    seat: int
    token: str
    points: int
    kind: str = "pair_returned"


class EndTileTaken(NamedTuple):
    """A seat took an end tile."""

    seat: int
    left: int
    """How many are left in the pile."""
    kind: str = "end_tile_taken"


class EndTileReceived(NamedTuple):
    """Which end tile it was, told to the taker alone."""

    tile: int
    kind: str = "end_tile_received"


class EndTileUsed(NamedTuple):
    """A seat discarded an end tile for francs or VP."""

    seat: int
    tile: int
    francs: int
    points: int
    kind: str = "end_tile_used"


class DeclinedMainAction(NamedTuple):
    """A seat went without a main action, since none was possible."""

    seat: int
    kind: str = "declined_main_action"


class TurnEnded(NamedTuple):
    """A seat ended its turn; open halves are lost."""

    seat: int
    kind: str = "turn_ended"


class LastRoundBegun(NamedTuple):
    """The round in which the last end tile was taken is over: one more is played."""

    kind: str = "last_round_begun"


class FrancsScored(NamedTuple):
    """A seat got VP for its francs at the end of the game (tile 27)."""

    seat: int
    points: int
    kind: str = "francs_scored"


class DistrictScored(NamedTuple):
    """A district with a VP tile was scored."""

    district: str
    sums: tuple[int, ...]
    """The value each seat owns there."""
    gains: tuple[int, ...]
    """The VP each seat got."""
    kind: str = "district_scored"


class Ended(NamedTuple):
    """The game is over."""

    kind: str = "ended"


Event = (
    Revealed
    | Built
    | Discarded
    | KeyPlaced
    | Paid
    | KeyMoved
    | Income
    | VpTilePut
    | DeclinedVpTile
    | BonusTileTaken
    | DeclinedBonusTile
    | PrestigeSpent
    | Bought
    | Sold
    | BonusTileUsed
    | PairReturned
    | EndTileTaken
    | EndTileReceived
    | EndTileUsed
    | DeclinedMainAction
    | TurnEnded
    | LastRoundBegun
    | FrancsScored
    | DistrictScored
    | Ended
)
