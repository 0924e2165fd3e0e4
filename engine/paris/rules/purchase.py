"""What follows a purchase: income, VP tile (§8), bonus tile (§9) or prestige (§10)."""

from engine.paris.actions import (
    DISTRICTS,
    PRESTIGE,
    TOKENS,
    Action,
    Advance,
    Building,
    ChooseVpTile,
    DeclineBonusTile,
    DeclineVpTile,
    Landmark,
    PutVpTile,
    SpendPrestige,
    StopPrestige,
)
from engine.paris.events import (
    DeclinedBonusTile,
    DeclinedVpTile,
    Income,
    KeyMoved,
    PrestigeSpent,
    VpTilePut,
)
from engine.paris.figures.board import FIRST_BANK, FIRST_LANDMARK
from engine.paris.figures.choices import ADVANCES, PUT_VP_TILES, SPENDINGS, VP_TILES
from engine.paris.parts.player import Keys
from engine.paris.rules import payment, track
from engine.paris.rules.free_actions import free_actions
from engine.paris.table import Table, added
from engine.paris.views import BoardLandmark, BoardVpTile

_DECLINE_VP_TILE, _DECLINE_BONUS_TILE, _STOP_PRESTIGE = (
    DeclineVpTile(),
    DeclineBonusTile(),
    StopPrestige(),
)


def complete(table: Table) -> None:
    """Move the key to what has been paid; then its income, then a VP tile (§5)."""
    purchase, player, board = table.purchase, table.player, table.board
    assert purchase is not None and purchase.target is not None and purchase.district is not None
    assert not any(purchase.unpaid), f"{purchase} is not paid"
    origin, target = board.index[purchase.origin], board.index[purchase.target]
    if isinstance(purchase.target, Landmark) and table.city.landmarks.new >> target & 1:
        new = BoardLandmark(purchase.target.name, purchase.district)
        table.city = table.city.with_landmark(new, board)
    places = list(player.keys.places)
    places.remove(origin)
    places.append(target)
    player.keys = Keys(places, board)
    francs = board.values[target] - board.values[origin]
    table.tell(KeyMoved(player.seat, purchase.origin, purchase.target, purchase.district, francs))
    if isinstance(purchase.target, Building):
        earn(table, purchase.target, board.points[target])
    # Keys never leave a district: it comes to hold the fourth one once, when a key moves into it
    # from a bank or from the Arc.
    fourth = (
        origin >= FIRST_BANK
        and keys_in(table, purchase.district) == table.ruleset.districts.vp_keys
    )
    if fourth and table.city.free_vp_tiles():
        table.step = "vp_tile"
    else:
        reward(table)


def earn(table: Table, space: Building, points: int) -> None:
    """Take the token beside a building, if it is still there, and the building's VP (§5)."""
    player = table.player
    beside = table.city.token_at(*space)
    if beside is not None:
        table.city = table.city.without_token(beside)
        player.add_token(TOKENS.index(beside.token), 1)
    player.earn("buildings", points)
    if beside is not None or points:
        token = None if beside is None else beside.token
        table.tell(Income(player.seat, token, points))


def keys_in(table: Table, district: str) -> int:
    """Count the keys on the buildings and landmarks of a district (§8)."""
    there = table.city.landmarks.districts[DISTRICTS.index(district)]
    return sum([there >> place & 1 for player in table.players for place in player.keys.places])


def list_vp_tiles(table: Table) -> list[Action]:
    """List the free VP tiles, and none of them (§8)."""
    return [*(VP_TILES[tile] for tile in table.city.free_vp_tiles()), _DECLINE_VP_TILE]


def choose_vp_tile(table: Table, action: ChooseVpTile) -> None:
    """Take a free VP tile (§8)."""
    table.vp_tile = action.tile
    table.step = "vp_district"


def list_vp_districts(table: Table) -> list[Action]:
    """List the districts that have no VP tile (§8)."""
    taken = {put.district for put in table.city.view.vp_tiles}
    return [put for put in PUT_VP_TILES if put.district not in taken]


def put_vp_tile(table: Table, action: PutVpTile) -> None:
    """Put the VP tile on a district (§8)."""
    tile, table.vp_tile = table.vp_tile, 0
    table.city = table.city.with_vp_tile(BoardVpTile(tile, action.district))
    table.tell(VpTilePut(table.player.seat, tile, action.district))
    reward(table)


def decline_vp_tile(table: Table, _: DeclineVpTile) -> None:
    """Leave the VP tiles where they are; the district brings no other (§8)."""
    table.tell(DeclinedVpTile(table.player.seat))
    reward(table)


def reward(table: Table) -> None:
    """Go on to the bonus tile of a building, or to the prestige of a landmark (§9, §10)."""
    purchase = table.purchase
    assert purchase is not None and purchase.target is not None
    if isinstance(purchase.target, Building):
        table.step = "bonus_tile"
        return
    icons = table.board.icons[table.board.index[purchase.target] - FIRST_LANDMARK]
    table.purchase = purchase._replace(icons=icons)
    table.step = "prestige"


def finish(table: Table) -> None:
    """End the purchase (§2)."""
    table.purchase = None
    table.step = "after"


def list_bonus_tiles(table: Table) -> list[Action]:
    """List the bonus tiles ahead of the meeple, and none, if the building brings one (§9).

    It is offered if any tile lies ahead, since a free action may make it possible.
    """
    player, price = table.player, _bonus_price(table)
    if price is None or not track.lies_ahead(table, player):
        return []
    actions: list[Action] = []
    if price <= player.francs:
        actions += [ADVANCES[space] for space in track.spaces_ahead(table, player)]
    actions.append(_DECLINE_BONUS_TILE)
    return actions + free_actions(table, player)


def _bonus_price(table: Table) -> int | None:
    """Return the francs for a bonus tile at the building that was bought; None: it brings none."""
    assert table.purchase is not None and table.purchase.target is not None
    return table.board.bonus_prices[table.board.index[table.purchase.target]]


def advance(table: Table, action: Advance) -> None:
    """Move the meeple forward to a space and take its top tile (§9)."""
    player, price = table.player, _bonus_price(table) or 0
    player.francs -= price
    player.meeple = action.space
    track.take(table, action.space, price)
    finish(table)


def decline_bonus_tile(table: Table, _: DeclineBonusTile) -> None:
    """Take no bonus tile (§9)."""
    table.tell(DeclinedBonusTile(table.player.seat))
    finish(table)


def list_prestige(table: Table) -> list[Action]:
    """List the prestige that matches an icon which is still open, and the end of it (§10)."""
    assert table.purchase is not None
    actions: list[Action] = []
    for kind, left in enumerate(table.purchase.icons):
        if left:
            found = payment.sources(table, table.player, payment.FIRST_PRESTIGE + kind)
            actions += [SPENDINGS[kind][source] for source in found]
    return [*actions, _STOP_PRESTIGE] if actions else []


def spend_prestige(table: Table, action: SpendPrestige) -> None:
    """Discard a prestige token for an icon and get its VP (§10)."""
    assert table.purchase is not None
    player, kind = table.player, PRESTIGE.index(action.token)
    payment.spend(table, payment.FIRST_PRESTIGE + kind, action.source)
    points = table.board.prestige[kind]
    player.earn("prestige at landmarks", points)
    table.purchase = table.purchase._replace(icons=added(table.purchase.icons, kind, -1))
    table.tell(PrestigeSpent(player.seat, action.token, action.source, points))


def stop_prestige(table: Table, _: StopPrestige) -> None:
    """Discard no more prestige (§10)."""
    finish(table)
