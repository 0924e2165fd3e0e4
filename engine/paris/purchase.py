"""What follows a purchase: income, VP tile (§8), bonus tile (§9) or prestige (§10)."""

from engine.paris import free, payment, track
from engine.paris.actions import (
    DISTRICTS,
    LANDMARKS,
    PRESTIGE,
    TOKENS,
    Action,
    Advance,
    ChooseVpTile,
    DeclineBonus,
    DeclineVpTile,
    PutVpTile,
    SpendPrestige,
    StopPrestige,
)
from engine.paris.events import (
    BonusDeclined,
    Income,
    KeyMoved,
    PrestigeSpent,
    VpTileDeclined,
    VpTilePut,
)
from engine.paris.lookup import ADVANCES, PUT_VP_TILES, SPENDINGS, VP_TILES
from engine.paris.ruleset import FIRST_BANK, FIRST_LANDMARK
from engine.paris.table import Table, added, replaced
from engine.paris.views import BoardLandmark, BoardVpTile

_DECLINE_VP_TILE, _DECLINE_BONUS, _STOP_PRESTIGE = DeclineVpTile(), DeclineBonus(), StopPrestige()


def complete(table: Table) -> str:
    """Move the key to what has been paid; then its income, then a VP tile (§5)."""
    assert table.purchase is not None and table.purchase.district is not None
    assert not any(table.purchase.unpaid), f"{table.purchase} is not paid"
    origin, target, player, lookup = table.origin, table.target, table.player, table.lookup
    district = DISTRICTS.index(table.purchase.district)
    if table.unbuilt >> target & 1:
        raise_landmark(table, target, district)
    places = list(player.places)
    places.remove(origin)
    player.lay_keys([*places, target], lookup)
    francs = lookup.worth[target] - lookup.worth[origin]
    bought = lookup.move_tos[target].target
    table.tell(KeyMoved(table.mover, lookup.places[origin], bought, DISTRICTS[district], francs))
    if target < FIRST_LANDMARK:
        earn(table, target)
    return count_key(table, district) if origin >= FIRST_BANK else reward(table)


def raise_landmark(table: Table, target: int, district: int) -> None:
    """Add a landmark of the supply to a district (§5)."""
    number = target - FIRST_LANDMARK
    table.unbuilt ^= 1 << target
    table.homes = replaced(table.homes, number, district)
    table.standing = replaced(table.standing, district, table.standing[district] | 1 << target)
    table.tops = replaced(table.tops, district, table.lookup.worth[target])
    raised = BoardLandmark(LANDMARKS[number], DISTRICTS[district])
    table.board = table.board._replace(landmarks=(*table.board.landmarks, raised))


def earn(table: Table, space: int) -> None:
    """Take the token beside a building, if it is still there, and the building's VP (§5)."""
    player = table.player
    token = table.take_token(space)
    if token >= 0:
        player.add_token(token, 1)
    points = table.figures.points[space]
    player.points += points
    if token >= 0 or points:
        table.tell(Income(table.mover, TOKENS[token] if token >= 0 else None, points))


def count_key(table: Table, district: int) -> str:
    """Count a key that came into a district; the fourth one brings a VP tile (§8).

    Keys never leave a district, so that it happens once in each.
    """
    keys = table.district_keys[district] + 1
    table.district_keys = replaced(table.district_keys, district, keys)
    return "vp_tile" if keys == table.figures.vp_keys and table.vp_free else reward(table)


def list_vp_tiles(table: Table) -> list[Action]:
    """List the free VP tiles, and none of them (§8)."""
    return [*(VP_TILES[tile] for tile in table.vp_free), _DECLINE_VP_TILE]


def choose_vp_tile(table: Table, action: ChooseVpTile) -> str:
    """Take a free VP tile (§8)."""
    table.vp_tile = action.tile
    return "vp_district"


def list_vp_districts(table: Table) -> list[Action]:
    """List the districts that have no VP tile (§8)."""
    taken = {put.district for put in table.board.vp_tiles}
    return [put for put in PUT_VP_TILES if put.district not in taken]


def put_vp_tile(table: Table, action: PutVpTile) -> str:
    """Put the VP tile on a district (§8)."""
    tile, table.vp_tile = table.vp_tile, 0
    table.vp_free = tuple([each for each in table.vp_free if each != tile])
    put = (*table.board.vp_tiles, BoardVpTile(tile, action.district))
    table.board = table.board._replace(vp_tiles=put)
    table.tell(VpTilePut(table.mover, tile, action.district))
    return reward(table)


def decline_vp_tile(table: Table, _: DeclineVpTile) -> str:
    """Leave the VP tiles where they are; the district brings no other (§8)."""
    table.tell(VpTileDeclined(table.mover))
    return reward(table)


def reward(table: Table) -> str:
    """Go on to the bonus tile of a building, or to the prestige of a landmark (§9, §10)."""
    assert table.purchase is not None
    if table.target < FIRST_LANDMARK:
        return "bonus"
    icons = table.figures.icons[table.target - FIRST_LANDMARK]
    table.purchase = table.purchase._replace(icons=icons)
    return "prestige"


def finish(table: Table) -> str:
    """End the purchase (§2)."""
    table.purchase = None
    return "after"


def list_bonus(table: Table) -> list[Action]:
    """List the bonus tiles ahead of the meeple, and none, if the building brings one (§9).

    It is offered if any tile lies ahead, since a free action may make it possible.
    """
    player = table.player
    price = table.figures.bonus_prices[table.target]
    if price is None or not track.lies_ahead(table, player):
        return []
    actions: list[Action] = []
    if price <= player.francs:
        actions += [ADVANCES[space] for space in track.spaces_ahead(table, player)]
    actions.append(_DECLINE_BONUS)
    return actions + free.free_actions(table, player)


def advance(table: Table, action: Advance) -> str:
    """Move the meeple forward to a space and take its top tile (§9)."""
    player = table.player
    price = table.figures.bonus_prices[table.target] or 0
    player.francs -= price
    player.meeple = action.space
    track.take(table, action.space, price)
    return finish(table)


def decline_bonus(table: Table, _: DeclineBonus) -> str:
    """Take no bonus tile (§9)."""
    table.tell(BonusDeclined(table.mover))
    return finish(table)


def list_prestige(table: Table) -> list[Action]:
    """List the prestige that matches an icon which is still open, and the end of it (§10)."""
    assert table.purchase is not None
    actions: list[Action] = []
    for kind, left in enumerate(table.purchase.icons):
        if left:
            found = payment.sources(table, table.player, payment.FIRST_PRESTIGE + kind)
            actions += [SPENDINGS[kind][source] for source in found]
    return [*actions, _STOP_PRESTIGE] if actions else []


def spend_prestige(table: Table, action: SpendPrestige) -> str:
    """Discard a prestige token for an icon and get its VP (§10)."""
    assert table.purchase is not None
    kind = PRESTIGE.index(action.token)
    payment.spend(table, payment.FIRST_PRESTIGE + kind, action.source)
    points = table.figures.prestige[kind]
    table.player.points += points
    table.purchase = table.purchase._replace(icons=added(table.purchase.icons, kind, -1))
    table.tell(PrestigeSpent(table.mover, action.token, action.source, points))
    return "prestige"


def stop_prestige(table: Table, _: StopPrestige) -> str:
    """Discard no more prestige (§10)."""
    return finish(table)
