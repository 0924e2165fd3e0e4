"""Setting the game up (§1)."""

from engine.dice import Dice
from engine.paris.actions import Building
from engine.paris.figures.board import SIZE, SPACES, Board, board_of
from engine.paris.figures.choices import tiles_of
from engine.paris.figures.tiles import BONUS_NUMBERS
from engine.paris.options import Options
from engine.paris.parts.city import city_of
from engine.paris.parts.end_tiles import new_end_tiles
from engine.paris.parts.player import Players, new_player
from engine.paris.parts.stacks import Stacks
from engine.paris.rules.payment import NO_HALVES
from engine.paris.ruleset import Ruleset, load_ruleset
from engine.paris.table import Table
from engine.paris.views import BoardToken, CityView, TrackSpace


def lay_out(table: Table, options: Options) -> None:
    """Put down all that is the same in every game, whoever plays and whatever is dealt."""
    table.ruleset = load_ruleset(options.ruleset)
    table.options = options
    table.board = board_of(table.ruleset)
    table.tiles = tiles_of(table.ruleset)
    table.notices = []


def set_up(table: Table, players: int, options: Options, dice: Dice) -> None:
    """Lay everything out for the first turn."""
    lay_out(table, options)
    ruleset, board, setup = table.ruleset, table.board, table.ruleset.setup
    table.stacks = _stack_tiles(ruleset, options, dice)
    table.city = city_of(CityView((), _lay_tokens(board, options, dice), (), ()), board)
    table.track = _lay_track(ruleset, players, options, dice)
    table.end_tiles = new_end_tiles(players)
    table.supply = table.gone = (0, 0, 0)
    keys = setup.keys[str(players)]
    table.players = Players(
        [new_player(seat, setup.francs, keys, setup.reserve, board) for seat in range(players)]
    )
    table.public = tuple([player.view() for player in table.players])
    table.turns = table.last_turn = 0
    table.decider = 0
    table.step = "draw"
    table.halves = NO_HALVES
    table.revealed = table.purchase = table.tile_in_use = None
    table.vp_tile = 0


def _stack_tiles(ruleset: Ruleset, options: Options, dice: Dice) -> Stacks:
    """Shuffle the building tiles, remove three unseen, make stacks of the rest.

    With free_placement none is removed.
    """
    tiles = list(SPACES)
    dice.shuffle(tiles)
    removed = 0 if options.free_placement else ruleset.setup.removed
    rest = tiles[removed:]
    height = len(rest) // ruleset.setup.stacks
    stacks = (tuple(rest[start : start + height]) for start in range(0, len(rest), height))
    return Stacks(tuple(stacks), tuple(tiles[:removed]))


def _lay_tokens(board: Board, options: Options, dice: Dice) -> tuple[BoardToken, ...]:
    """Put a token beside each space: as printed, or shuffled.

    In the advanced set-up gold lies beside the highest spaces, and all other tokens are shuffled.
    """
    layout = list(board.layout)
    if options.advanced_setup:
        others = [token for token in layout if token != "gold"]  # noqa: S105 - not a password
        dice.shuffle(others)
        layout = ["gold" if space % SIZE == SIZE - 1 else others.pop() for space in SPACES]
    spaces = [place for place in board.places if isinstance(place, Building)]
    return tuple(BoardToken(*space, token) for space, token in zip(spaces, layout, strict=True))


def _lay_track(
    ruleset: Ruleset, players: int, options: Options, dice: Dice
) -> tuple[TrackSpace, ...]:
    """Put the bonus tiles on the track: by number, or shuffled within their zones."""
    numbers = list(BONUS_NUMBERS)
    if options.advanced_setup:
        numbers = []
        for first, last in ruleset.zones.values():
            zone = list(range(first, last + 1))
            dice.shuffle(zone)
            numbers += zone
    tiles = ruleset.bonus_copies(players)
    lying = zip(BONUS_NUMBERS, numbers, strict=True)
    return tuple(TrackSpace(s, n, tiles.count(n)) for s, n in lying if n in tiles)
