"""Moving a key to buy a building or a landmark (§5)."""

from engine.paris.actions import DISTRICTS, Action, MoveKey, MoveTo, PutLandmark
from engine.paris.events import BonusUsed
from engine.paris.holder import Holder
from engine.paris.lookup import ALL_LANDMARKS, IN_DISTRICT, PUT_LANDMARKS, members
from engine.paris.payment import power
from engine.paris.ruleset import ARC, SIZE
from engine.paris.table import Table
from engine.paris.views import Purchase

_NOTHING = (0, 0, 0)


def movable(table: Table, player: Holder) -> list[Action]:
    """List the keys that have something to buy (§5)."""
    actions: list[Action] = []
    move_keys = table.lookup.move_keys
    standing, new = for_sale(table, player)
    last = -1
    for place in player.places:
        if place != last and reachable(table, player, place, standing, new):
            actions.append(move_keys[place])
        last = place
    return actions


def for_sale(table: Table, player: Holder) -> tuple[int, int]:
    """Return what the player has the resources for, of what stands and of new landmarks (§5).

    What stands must hold no key, unless the player has the tile that allows it: 9 for own keys,
    16 for those of others.
    """
    lookup = table.lookup
    payable = lookup.payable(power(table, player))
    places = table.built | ALL_LANDMARKS & ~table.unbuilt
    if lookup.own_keys not in player.bonus:
        places &= ~player.mask
    if lookup.other_keys not in player.bonus:
        for other in table.players:
            if other is not player:
                places &= ~other.mask
    return places & payable, table.unbuilt & payable


def reachable(table: Table, player: Holder, origin: int, standing: int, new: int) -> int:
    """Return what a key can buy, of what is for sale (§5).

    From the Arc that is anything; from elsewhere what is in the same district and of higher
    value. A new landmark must be higher than those of its district. From a building or a landmark
    only the difference is paid.
    """
    lookup = table.lookup
    value = lookup.worth[origin]
    limit = value + player.francs
    affordable = lookup.upto[limit if limit < lookup.reach else lookup.reach]
    if origin == ARC:
        return (standing | new & lookup.above[min(table.tops)]) & affordable
    district = table.district_of(origin)
    standing &= IN_DISTRICT[district] | table.standing[district]
    return (standing | new & lookup.above[table.tops[district]]) & lookup.above[value] & affordable


def move_key(table: Table, action: MoveKey) -> str:
    """Take up a key (§5)."""
    table.origin = table.lookup.index[action.origin]
    table.purchase = Purchase(action.origin, None, None, _NOTHING, _NOTHING)
    return "target"


def list_targets(table: Table) -> list[Action]:
    """List what the key can buy (§5)."""
    move_tos = table.lookup.move_tos
    standing, new = for_sale(table, table.player)
    targets = members(reachable(table, table.player, table.origin, standing, new))
    return [move_tos[place] for place in targets]


def move_to(table: Table, action: MoveTo) -> str:
    """Choose what to buy; a new landmark bought from the Arc needs a district (§5)."""
    assert table.purchase is not None
    target = table.target = table.lookup.index[action.target]
    if not table.unbuilt >> target & 1:
        return buy_in(table, table.district_of(target))
    if table.origin != ARC:
        return buy_in(table, table.district_of(table.origin))
    table.purchase = table.purchase._replace(target=action.target)
    return "landmark_district"


def list_landmark_districts(table: Table) -> list[Action]:
    """List the districts whose landmarks are all lower than the new one (§5)."""
    value = table.lookup.worth[table.target]
    return [PUT_LANDMARKS[d] for d in range(SIZE) if table.tops[d] < value]


def put_landmark(table: Table, action: PutLandmark) -> str:
    """Choose the district of a new landmark (§5)."""
    return buy_in(table, DISTRICTS.index(action.district))


def buy_in(table: Table, district: int) -> str:
    """Pay francs and the tiles the move needs; resources are next (§5)."""
    lookup, target = table.lookup, table.target
    _spend_passes(table, target)
    table.player.francs -= lookup.worth[target] - lookup.worth[table.origin]
    table.purchase = Purchase(
        lookup.places[table.origin],
        lookup.move_tos[target].target,
        DISTRICTS[district],
        table.figures.costs[target],
        _NOTHING,
    )
    return "payment"


def _spend_passes(table: Table, target: int) -> None:
    """Spend tile 9 if the target holds an own key, tile 16 if it holds another's (§11)."""
    player, lookup = table.player, table.lookup
    if player.mask >> target & 1:
        player.discard_bonus(lookup.own_keys)
        table.tell(BonusUsed(table.mover, lookup.own_keys, 0, 0, 0, 0))
    for other in table.players:
        if other is not player and other.mask >> target & 1:
            player.discard_bonus(lookup.other_keys)
            table.tell(BonusUsed(table.mover, lookup.other_keys, 0, 0, 0, 0))
            return
