"""Moving a key to buy a building or a landmark (§5)."""

from engine.paris.actions import DISTRICTS, Action, MoveKey, MoveTo, PutLandmark
from engine.paris.events import BonusTileUsed
from engine.paris.figures.board import ALL_LANDMARKS, ARC, members
from engine.paris.figures.choices import PUT_LANDMARKS
from engine.paris.parts.player import Player
from engine.paris.rules.payment import power
from engine.paris.table import Table
from engine.paris.views import Purchase

_NOTHING = (0, 0, 0)


def movable(table: Table, player: Player) -> list[Action]:
    """List the keys that have something to buy (§5)."""
    actions: list[Action] = []
    if sale := for_sale(table, player):
        board, francs, allowed = table.board, player.francs, table.city.landmarks.allowed
        last = -1  # two keys on one place are one choice
        for place in player.keys.places:
            if place != last and sale & allowed[place] & board.affordable(place, francs):
                actions.append(board.move_keys[place])
            last = place
    return actions


def for_sale(table: Table, player: Player) -> int:
    """Return what the player has the resources for: what stands, and new landmarks (§5).

    What stands must hold no key, unless the player has the tile that allows it: 9 for own keys,
    16 for those of others.
    """
    sale = table.city.built | ALL_LANDMARKS
    if table.tiles.own_keys not in player.bonus:
        sale &= ~player.keys.mask
    if table.tiles.other_keys not in player.bonus:
        for other in table.players:
            if other is not player:
                sale &= ~other.keys.mask
    return sale & table.board.payable(power(table, player))


def reachable(table: Table, player: Player, origin: int) -> int:
    """Return what a key can buy (§5)."""
    allowed = table.city.landmarks.allowed[origin]
    return for_sale(table, player) & allowed & table.board.affordable(origin, player.francs)


def move_key(table: Table, action: MoveKey) -> None:
    """Take up a key (§5)."""
    table.purchase = Purchase(action.origin, None, None, _NOTHING, _NOTHING)
    table.step = "target"


def list_targets(table: Table) -> list[Action]:
    """List what the key can buy (§5)."""
    assert table.purchase is not None
    move_tos, player = table.board.move_tos, table.player
    origin = table.board.index[table.purchase.origin]
    targets = members(reachable(table, player, origin))
    return [move_tos[place] for place in targets]


def move_to(table: Table, action: MoveTo) -> None:
    """Choose what to buy; a new landmark bought from the Arc needs a district (§5)."""
    assert table.purchase is not None
    index, city = table.board.index, table.city
    origin, target = index[table.purchase.origin], index[action.target]
    if not city.landmarks.new >> target & 1:
        buy_in(table, origin, target, city.district_of(target))
    elif origin != ARC:
        buy_in(table, origin, target, city.district_of(origin))
    else:
        table.purchase = table.purchase._replace(target=action.target)
        table.step = "landmark_district"


def list_landmark_districts(table: Table) -> list[Action]:
    """List the districts whose landmarks are all lower than the new one (§5)."""
    assert table.purchase is not None and table.purchase.target is not None
    value = table.board.values[table.board.index[table.purchase.target]]
    tops = table.city.landmarks.tops
    return [put for put, top in zip(PUT_LANDMARKS, tops, strict=True) if top < value]


def put_landmark(table: Table, action: PutLandmark) -> None:
    """Choose the district of a new landmark (§5)."""
    assert table.purchase is not None and table.purchase.target is not None
    target = table.board.index[table.purchase.target]
    buy_in(table, ARC, target, DISTRICTS.index(action.district))


def buy_in(table: Table, origin: int, target: int, district: int) -> None:
    """Pay francs and the tiles the move needs; resources are next (§5)."""
    board = table.board
    _spend_passes(table, target)
    table.player.francs -= board.values[target] - board.values[origin]
    table.purchase = Purchase(
        board.places[origin],
        board.move_tos[target].target,
        DISTRICTS[district],
        board.costs[target],
        _NOTHING,
    )
    table.step = "payment"


def _spend_passes(table: Table, target: int) -> None:
    """Spend tile 9 if the target holds an own key, tile 16 if it holds another's (§11).

    The key moves later, when all is paid: it is not among those that lie there yet.
    """
    player, tiles = table.player, table.tiles
    held = [other for other in table.players if other.keys.mask >> target & 1]
    if player in held:
        player.discard_bonus(tiles.own_keys)
        table.tell(BonusTileUsed(player.seat, tiles.own_keys, 0, 0, 0, 0))
    if any(other is not player for other in held):
        player.discard_bonus(tiles.other_keys)
        table.tell(BonusTileUsed(player.seat, tiles.other_keys, 0, 0, 0, 0))
