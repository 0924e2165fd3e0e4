"""A view for a terminal of 80 columns, in rich markup."""

from collections.abc import Iterable, Iterator

from engine.paris.actions import (
    DISTRICTS,
    RESOURCES,
    TOKENS,
    Arc,
    Bank,
    Building,
    Landmark,
    Place,
)
from engine.paris.ruleset import Figures, load_ruleset
from engine.paris.table import ASKED
from engine.paris.tiles import BONUS_NUMBERS
from engine.paris.views import Player, Screen, TrackSpace, View

COLOURS = ("red", "blue", "green", "yellow")
_KEYS = "⓿❶❷❸"
"""Of the seats."""
_NAMES = {
    "batignolles": "Batignolles",
    "montmartre": "Montmartre",
    "la_villette": "La Villette",
    "belleville": "Belleville",
    "saint_germain": "Saint-Germain",
    "chaillot": "Chaillot",
}
_TOKENS = {
    "wood": "[orange4]w[/]",
    "marble": "[bright_white]m[/]",
    "gold": "[bright_yellow]g[/]",
    "bronze": "[orange3]B[/]",
    "silver": "[bright_white]S[/]",
    "gold_prestige": "[bright_yellow]G[/]",
}
"""Resources are small letters, prestige capitals."""
_CELL = 8
_SPACES_A_LINE = 15
_LANDMARKS_A_LINE = 3


def picture(view: View) -> str:
    """Draw the board, the track, the players and, for a seat, what is behind its screen."""
    figures = load_ruleset(None)
    lines = [_headline(view), "", *_districts(view, figures), ""]
    lines += [*_track(view), "", *_beside(view, figures), ""]
    lines += [_player(view, seat, player) for seat, player in enumerate(view.players)]
    if view.screen is not None:
        lines.append(_screen(view.screen, view.seat or 0))
    return "\n".join(lines)


def _headline(view: View) -> str:
    left = f" · {view.last_turns} turns left" if view.last_turns else ""
    what = ASKED[view.asked]
    return f"[bold]turn {view.turns + 1}[/]{left} · {_key(view.mover)} decides: {what}"


def _key(seat: int) -> str:
    """Draw a key of a seat, which stands for the seat too."""
    return f"[{COLOURS[seat]}]{_KEYS[seat]}[/]"


def _owners(view: View, place: Place) -> str:
    """Draw the keys on a place."""
    return "".join(
        _key(seat) * player.keys.count(place) for seat, player in enumerate(view.players)
    )


def _pad(markup: str, shown: int, width: int) -> str:
    """Fill up text of which so many characters are shown."""
    return markup + " " * max(0, width - shown)


def _key_count(view: View, place: Place) -> int:
    return sum(player.keys.count(place) for player in view.players)


def _districts(view: View, figures: Figures) -> Iterator[str]:
    head = "".join(f"{value:<{_CELL}}" for value in figures.values)
    yield f"[dim]{'district':<14}{'bank':<7}{head}VP tile[/]"
    for district in DISTRICTS:
        yield from _district(view, figures, district)


def _district(view: View, figures: Figures, district: str) -> Iterator[str]:
    bank = Bank(district)
    francs = figures.banks[DISTRICTS.index(district)]
    keys = _key_count(view, bank)
    cells = [_space(view, district, value) for value in figures.values]
    tile = next((put.tile for put in view.board.vp_tiles if put.district == district), 0)
    points = "/".join(map(str, figures.vp_tiles[tile - 1])) if tile else "[dim]–[/]"
    name = f"[bold]{_NAMES[district]:<14}[/]"
    yield name + _pad(f"{francs} {_owners(view, bank)}", 2 + keys, 7) + "".join(cells) + points
    standing = [each.landmark for each in view.board.landmarks if each.district == district]
    for start in range(0, len(standing), _LANDMARKS_A_LINE):
        line = standing[start : start + _LANDMARKS_A_LINE]
        yield "    " + "  ".join(f"▲ {_title(n)} {_owners(view, Landmark(n))}" for n in line)


def _space(view: View, district: str, value: int) -> str:
    """Draw a building space: the type, the token beside it, the keys on it."""
    board = view.board
    built = [each.type for each in board.buildings if each[:2] == (district, value)]
    token = [each.token for each in board.tokens if each[:2] == (district, value)]
    place = Building(district, value)
    kind = built[0][:4] if built else "[dim]····[/]"
    beside = _TOKENS[token[0]] if token else " "
    shown = 4 + 1 + _key_count(view, place)
    return _pad(f"{kind}{beside}{_owners(view, place)}", shown, _CELL)


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _track(view: View) -> Iterator[str]:
    """Draw the tiles of the track space by space, the meeples under them."""
    tiles = {each.space: each for each in view.board.track}
    for first in range(1, BONUS_NUMBERS.stop, _SPACES_A_LINE):
        spaces = range(first, first + _SPACES_A_LINE)
        yield "".join(_tiles(tiles[space]) if space in tiles else "  ·  " for space in spaces)
        yield "".join(_meeples(view, space) for space in spaces)


def _tiles(space: TrackSpace) -> str:
    copies = f"×{space.copies}" if space.copies > 1 else ""
    return f"{space.tile:>3}{copies:<2}"


def _meeples(view: View, space: int) -> str:
    seats = [seat for seat, player in enumerate(view.players) if player.meeple == space]
    return _pad(" " + "".join(map(_key, seats)), 1 + len(seats), 5)


def _beside(view: View, figures: Figures) -> Iterator[str]:
    """Draw what lies beside the board."""
    stacks = (
        f"{stack.tiles} × {_NAMES[stack.district]}" if stack.district else "–"
        for stack in view.board.stacks
    )
    yield f"stacks {' | '.join(stacks)}"
    lying = zip(view.supply, RESOURCES, strict=True)
    supply = ", ".join(f"{n} {token}" for n, token in lying if n)
    arc = _owners(view, Arc()) or "–"
    yield f"Arc {arc} · supply {supply or '–'} · end tiles {view.end_tiles}"
    used = {put.tile for put in view.board.vp_tiles}
    free = ("/".join(map(str, p)) for n, p in enumerate(figures.vp_tiles, 1) if n not in used)
    yield f"free VP tiles {', '.join(free) or '–'}"


def _player(view: View, seat: int, player: Player) -> str:
    mark = "→" if seat == view.mover and view.asked != "over" else " "
    return (
        f"{mark} {_key(seat)} [bold]{player.points:>3} VP[/] · keys {player.screen_keys}"
        f"+{player.reserve_keys} · tiles {player.bonus_tiles} bonus {player.end_tiles} end"
        f" · used {_numbers(player.used_bonus)}"
    )


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


def _screen(screen: Screen, seat: int) -> str:
    """Draw what is behind the viewer's own screen."""
    tokens = "".join(
        _TOKENS[token] * count for token, count in zip(TOKENS, screen.tokens, strict=True)
    )
    return (
        f"  {_key(seat)} screen: [bold]{screen.francs} francs[/] · tokens {tokens or '–'}"
        f" · bonus {_numbers(screen.bonus)} · end {_numbers(screen.ends)}"
    )
