"""The course of a turn (§2, §3), placing a key (§4), the end tiles (§12) and the end (§13).

Here and in the modules of the other steps, a `list_…` function lists the valid actions of a step,
and a function that plays an action returns the step that comes next.
"""

from engine.game import Notice
from engine.paris import free, keys
from engine.paris.actions import (
    DISTRICTS,
    TYPES,
    Action,
    ChooseEndTile,
    Draw,
    EndTurn,
    PlaceKey,
    Settle,
    Skip,
    TakeEndTile,
)
from engine.paris.events import (
    Built,
    Discarded,
    Ended,
    EndTileChosen,
    EndTileTaken,
    KeyPlaced,
    LastRoundBegun,
    Revealed,
    Skipped,
    TurnEnded,
)
from engine.paris.lookup import DRAWS, END_CHOICES, SETTLINGS
from engine.paris.ruleset import ARC, FIRST_BANK, SIZE
from engine.paris.scoring import score_game
from engine.paris.table import Table, replaced

_TAKE_END_TILE, _SKIP, _END_TURN = TakeEndTile(), Skip(), EndTurn()


def list_draws(table: Table) -> list[Action]:
    """List the stacks that are left: a turn begins with a tile of one of them (§3)."""
    stacks = table.stacks
    return [DRAWS[place] for place in range(len(stacks)) if stacks[place]]


def draw(table: Table, action: Draw) -> str:
    """Reveal the top tile of a stack and put it on its space (§3)."""
    stack = table.stacks[action.stack]
    tile = stack[-1]
    table.lay_stacks(replaced(table.stacks, action.stack, stack[:-1]))
    district, kind = DISTRICTS[tile // SIZE], TYPES[table.figures.types[tile]]
    table.tell(Revealed(table.mover, action.stack, district, table.lookup.worth[tile], kind))
    if table.rules.free_placement:
        table.revealed = tile
        return "settle"
    return build(table, tile, tile // SIZE)


def list_settlings(table: Table) -> list[Action]:
    """List the districts with a free space of the value and no building of the type (§3)."""
    return [SETTLINGS[d] for d in range(SIZE) if _fits(table, table.revealed, d)]


def _fits(table: Table, tile: int, district: int) -> bool:
    there = table.types[SIZE * district : SIZE * district + SIZE]
    return there[tile % SIZE] < 0 and table.figures.types[tile] not in there


def settle(table: Table, action: Settle) -> str:
    """Put the revealed tile into the district that was chosen (§3)."""
    tile, table.revealed = table.revealed, -1
    return build(table, tile, DISTRICTS.index(action.district))


def discard_tile(table: Table) -> str:
    """Put a revealed tile that fits nowhere out of the game (§3)."""
    tile, table.revealed = table.revealed, -1
    table.dropped += (tile,)
    table.tell(Discarded(table.lookup.worth[tile], TYPES[table.figures.types[tile]]))
    return "main"


def build(table: Table, tile: int, district: int) -> str:
    """Put a tile on the board (§3)."""
    table.raise_building(tile, district)
    table.tell(Built(*table.board.buildings[-1]))
    return "main"


def begin_main(table: Table) -> str:
    """Go on without a tile once the stacks are empty (§3)."""
    return "main"


def list_main(table: Table) -> list[Action]:
    """List the main actions, of which one is required if there is any, and the free ones (§2)."""
    player = table.player
    actions: list[Action] = []
    if player.behind:
        actions += table.lookup.placings[player.mask >> FIRST_BANK]
    actions += keys.movable(table, player)
    if table.pile and not any(table.stacks):
        actions.append(_TAKE_END_TILE)
    if not actions:
        actions.append(_SKIP)
    return actions + free.free_actions(table, player)


def place_key(table: Table, action: PlaceKey) -> str:
    """Put a key on a bank, which pays, or on the Arc (§4)."""
    player, place = table.player, table.lookup.index[action.place]
    player.behind -= 1
    player.lay_keys([*player.places, place], table.lookup)
    francs = 0 if place == ARC else table.figures.banks[place - FIRST_BANK]
    player.francs += francs
    table.tell(KeyPlaced(table.mover, action.place, francs))
    return "after"


def take_end_tile(table: Table, _: TakeEndTile) -> str:
    """Show the pile to the player (§12)."""
    return "end_tile"


def list_end_tiles(table: Table) -> list[Action]:
    """List the tiles of the pile, of which one must be chosen (§12)."""
    return [END_CHOICES[tile] for tile in table.pile]


def choose_end_tile(table: Table, action: ChooseEndTile) -> str:
    """Take a tile of the pile behind the screen; the last one brings the end (§12, §13)."""
    seat, player, tile = table.mover, table.player, action.tile
    table.pile = tuple([each for each in table.pile if each != tile])
    table.takes += ((seat, tile),)
    player.ends = tuple(sorted((*player.ends, tile)))
    table.tell(EndTileTaken(seat, len(table.pile)))
    table.news.append(Notice(EndTileChosen(tile), seat))
    if not table.pile:
        rounds = table.turns // len(table.players) + 2  # this round and a last one
        table.last_turn = rounds * len(table.players)
    return "after"


def skip(table: Table, _: Skip) -> str:
    """Go without a main action (§2)."""
    table.tell(Skipped(table.mover))
    return "after"


def list_after(table: Table) -> list[Action]:
    """List the end of the turn and the free actions before it (§2)."""
    return [_END_TURN, *free.free_actions(table, table.player)]


def end_turn(table: Table, _: EndTurn) -> str:
    """Lose open halves and pass the turn on, or end the game (§2, §13)."""
    table.tell(TurnEnded(table.mover))
    table.halves = (0, 0)
    table.turns += 1
    players = table.players
    table.faces = replaced(table.faces, table.mover, table.player.face())
    if table.turns == table.last_turn:
        return end_game(table)
    if table.turns + len(players) == table.last_turn:
        table.tell(LastRoundBegun())
    table.mover = table.decider = table.turns % len(players)
    table.player = players[table.mover]
    return "draw"


def end_game(table: Table) -> str:
    """Score what is left to score (§13)."""
    table.decider = None
    score_game(table)
    table.look_at_players()
    table.tell(Ended())
    return "over"


def list_nothing(table: Table) -> list[Action]:
    """List no action: the game is over (§13)."""
    return []
