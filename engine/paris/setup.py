"""Setting the game up (§1)."""

from engine.dice import Dice
from engine.paris.actions import DISTRICTS, TOKENS
from engine.paris.holder import Holder
from engine.paris.lookup import ALL_LANDMARKS, lookup_of
from engine.paris.options import Options
from engine.paris.ruleset import SIZE, SPACES, load_ruleset
from engine.paris.table import Table, show_track
from engine.paris.tiles import BONUS_NUMBERS, END_NUMBERS
from engine.paris.views import Board, BoardToken, Rules

_GOLD = TOKENS.index("gold")


def set_up(table: Table, players: int, options: Options, dice: Dice) -> None:
    """Lay everything out for the first turn (§1)."""
    table.figures = figures = load_ruleset(options.ruleset)
    table.lookup = lookup_of(figures)
    table.rules = Rules(options.free_placement, options.bonus_once)
    keys = figures.keys[players]
    table.players = [Holder(figures.francs, keys, figures.reserve) for _ in range(players)]
    table.news = []
    table.board = Board((), (), (), (), (), ())
    _stack_buildings(table, dice)
    _lay_tokens(table, options, dice)
    _lay_track(table, players, options, dice)
    _clear_board(table)
    _clear_turn(table)
    table.look_at_players()


def _stack_buildings(table: Table, dice: Dice) -> None:
    """Shuffle the building tiles, remove three unseen, make stacks of the rest (§1).

    With free_placement none is removed.
    """
    tiles = list(SPACES)
    dice.shuffle(tiles)
    removed = 0 if table.rules.free_placement else table.figures.removed
    table.removed, rest = tuple(tiles[:removed]), tiles[removed:]
    height = len(rest) // table.figures.stacks
    table.lay_stacks(
        tuple(tuple(rest[start : start + height]) for start in range(0, len(rest), height))
    )


def _lay_tokens(table: Table, options: Options, dice: Dice) -> None:
    """Put a token beside each space: as printed, or shuffled (§1, option advanced_setup)."""
    layout = table.figures.layout
    table.spots = _shuffled_layout(layout, dice) if options.advanced_setup else layout
    tokens = tuple(
        BoardToken(DISTRICTS[space // SIZE], table.lookup.worth[space], TOKENS[token])
        for space, token in enumerate(table.spots)
    )
    table.board = table.board._replace(tokens=tokens)
    table.supply = table.gone = (0, 0, 0)


def _shuffled_layout(layout: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
    """Keep the gold beside the highest spaces, shuffle all other tokens (§1)."""
    others = [token for token in layout if token != _GOLD]
    dice.shuffle(others)
    return tuple(_GOLD if space % SIZE == SIZE - 1 else others.pop() for space in SPACES)


def _lay_track(table: Table, players: int, options: Options, dice: Dice) -> None:
    """Put the bonus tiles on the track: by number, or shuffled within their zones (§1)."""
    numbers = list(BONUS_NUMBERS)
    if options.advanced_setup:
        numbers = []
        for first, last in table.figures.zones:
            zone = list(range(first, last + 1))
            dice.shuffle(zone)
            numbers += zone
    copies = table.figures.copies[players]
    table.numbers = (0, *numbers)
    table.copies = (0, *(copies[number] for number in numbers))
    table.board = table.board._replace(track=show_track(table.numbers, table.copies))


def _clear_board(table: Table) -> None:
    """Leave the board empty, landmarks, VP tiles and end tiles beside it (§1)."""
    table.dropped = ()
    table.types = (-1,) * len(SPACES)
    table.built = 0
    table.unbuilt = ALL_LANDMARKS
    table.homes = (-1,) * len(table.figures.landmarks)
    table.standing = table.tops = table.district_keys = (0,) * SIZE
    table.vp_free = tuple(range(1, SIZE + 1))
    table.pile = tuple(END_NUMBERS)
    table.takes = ()


def _clear_turn(table: Table) -> None:
    table.turns = table.last_turn = 0
    table.mover = table.decider = 0
    table.player = table.players[0]
    table.asked = table.back_to = ""
    table.halves = (0, 0)
    table.purchase = None
    table.origin = table.target = table.revealed = -1
    table.vp_tile = table.using = table.pairs = 0
    table.valid = []
