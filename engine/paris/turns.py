"""The course of a turn (§2, §3), placing a key (§4), the end tiles (§12) and the end (§13)."""

from engine.game import Notice
from engine.paris.actions import (
    Action,
    ChooseEndTile,
    DeclineMainAction,
    Draw,
    EndTurn,
    PlaceKey,
    PutBuilding,
    TakeEndTile,
)
from engine.paris.events import (
    Built,
    DeclinedMainAction,
    Discarded,
    Ended,
    EndTileReceived,
    EndTileTaken,
    KeyPlaced,
    LastRoundBegun,
    Revealed,
    TurnEnded,
)
from engine.paris.figures.board import ARC, FIRST_BANK
from engine.paris.figures.choices import DRAWS, END_CHOICES, PUT_BUILDINGS
from engine.paris.parts.player import Keys
from engine.paris.rules.free_actions import free_actions
from engine.paris.rules.keys import movable
from engine.paris.rules.payment import NO_HALVES
from engine.paris.scoring import score_game
from engine.paris.table import Table
from engine.paris.views import BuildingTile
from engine.tuples import replaced

_TAKE_END_TILE, _DECLINE, _END_TURN = TakeEndTile(), DeclineMainAction(), EndTurn()


def list_draws(table: Table) -> list[Action]:
    """List the stacks that are left: a turn begins with a tile of one of them (§3)."""
    return [DRAWS[index] for index, stack in enumerate(table.stacks.tiles) if stack]


def draw(table: Table, action: Draw) -> None:
    """Reveal the top tile of a stack and put it on its space (§3)."""
    number = table.stacks.tiles[action.stack][-1]
    table.stacks = table.stacks.without_top(action.stack)
    tile = table.board.tiles[number]
    value, type_, back = tile
    table.tell(Revealed(table.player.seat, action.stack, back, value, type_))
    if table.options.free_placement:
        table.revealed = tile
        table.step = "building_district"
    else:
        table.city = table.city.with_building(table.board.printed[number], number)
        table.tell(Built(back, value, type_))
        table.step = "main"


def begin_main(table: Table) -> None:
    """Go on without a tile once the stacks are empty (§3)."""
    table.step = "main"


def list_building_districts(table: Table) -> list[Action]:
    """List the districts with a free space of the value and no building of the type (§3)."""
    tile = table.revealed
    assert tile is not None
    full = {
        building.district
        for building in table.city.view.buildings
        if building.value == tile.value or building.type == tile.type
    }
    return [put for put in PUT_BUILDINGS if put.district not in full]


def put_building(table: Table, action: PutBuilding) -> None:
    """Put the revealed tile into the district that was chosen (§3)."""
    assert table.revealed is not None
    building = BuildingTile(action.district, *table.revealed)
    space = table.board.index[building[:2]]
    table.city = table.city.with_building(building, space)
    table.tell(Built(*building[:3]))
    table.revealed = None
    table.step = "main"


def discard_tile(table: Table) -> None:
    """Put a revealed tile that fits nowhere out of the game (§3)."""
    assert table.revealed is not None
    table.stacks = table.stacks.with_discarded(table.revealed)
    table.tell(Discarded(table.revealed.value, table.revealed.type))
    table.revealed = None
    table.step = "main"


def list_main(table: Table) -> list[Action]:
    """List the main actions, of which one is required if there is any, and the free ones (§2)."""
    player = table.player
    actions: list[Action] = []
    if player.in_hand:
        actions += table.board.place_keys[player.keys.mask >> FIRST_BANK]
    actions += movable(table, player)
    if table.end_tiles.pile and not any(table.stacks.tiles):
        actions.append(_TAKE_END_TILE)
    if not actions:
        actions.append(_DECLINE)
    return actions + free_actions(table, player)


def place_key(table: Table, action: PlaceKey) -> None:
    """Put a key on a bank, which pays, or on the Arc (§4)."""
    player, board = table.player, table.board
    place = board.index[action.place]
    player.in_hand -= 1
    player.keys = Keys([*player.keys.places, place], board)
    francs = 0 if place == ARC else board.banks[place - FIRST_BANK]
    player.francs += francs
    table.tell(KeyPlaced(player.seat, action.place, francs))
    table.step = "after"


def take_end_tile(table: Table, _: TakeEndTile) -> None:
    """Show the pile to the player (§12)."""
    table.end_tiles = table.end_tiles.with_look(table.player.seat)
    table.step = "end_tile"


def list_end_tiles(table: Table) -> list[Action]:
    """List the tiles of the pile, of which one must be chosen (§12)."""
    return [END_CHOICES[tile] for tile in table.end_tiles.pile]


def choose_end_tile(table: Table, action: ChooseEndTile) -> None:
    """Take a tile of the pile behind the screen; the last one brings the end (§12, §13)."""
    seat, tile = table.player.seat, action.tile
    table.end_tiles = table.end_tiles.with_take(seat, tile)
    left = table.end_tiles.view.left
    table.tell(EndTileTaken(seat, left))
    table.notices.append(Notice(EndTileReceived(tile), seat))
    if not left:
        rounds = table.turns // len(table.players) + 2  # this round and a last one
        table.last_turn = rounds * len(table.players)
    table.step = "after"


def decline_main_action(table: Table, _: DeclineMainAction) -> None:
    """Go without a main action (§2)."""
    table.tell(DeclinedMainAction(table.player.seat))
    table.step = "after"


def list_after(table: Table) -> list[Action]:
    """List the end of the turn and the free actions before it (§2)."""
    return [_END_TURN, *free_actions(table, table.player)]


def end_turn(table: Table, _: EndTurn) -> None:
    """Lose open halves and pass the turn on, or end the game (§2, §13)."""
    player = table.player
    table.tell(TurnEnded(player.seat))
    # From here on the player does not change until its next turn: its view is made once for all.
    table.public = replaced(table.public, player.seat, player.view())
    table.halves = NO_HALVES
    table.turns += 1
    players = len(table.players)
    if table.turns == table.last_turn:
        end_game(table)
        return
    if table.turns + players == table.last_turn:
        table.tell(LastRoundBegun())
    table.decider = table.turns % players
    table.step = "draw"


def end_game(table: Table) -> None:
    """Score what is left to score (§13)."""
    score_game(table)
    table.public = tuple([player.view() for player in table.players])
    table.tell(Ended())
    table.decider = None
    table.step = "over"


def list_nothing(table: Table) -> list[Action]:
    """List no action: the game is over (§13)."""
    return []
