"""A view as plain text for a terminal, at most 100 columns wide."""

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
from engine.paris.figures.tiles import BONUS_NUMBERS
from engine.paris.flow import STEPS
from engine.paris.options import Options
from engine.paris.ruleset import Ruleset, load_ruleset
from engine.paris.views import OwnEndTiles, PlayerView, View

_KEYS = "⓿❶❷❸"
"""A key of each seat, which stands for the seat too."""
_NAMES = {
    "batignolles": "Batignolles",
    "montmartre": "Montmartre",
    "la_villette": "La Villette",
    "belleville": "Belleville",
    "saint_germain": "Saint-Germain",
    "chaillot": "Chaillot",
}
_LETTERS = dict(zip(TOKENS, "wmgBSG", strict=True))
"""Resources are small letters, prestige capitals."""
_CELL = 10
_SPACES_PER_LINE = 15
_LANDMARKS_PER_LINE = 3
_LEGEND = "tokens: w wood, m marble, g gold; B bronze, S silver, G gold prestige"


def picture(view: View, options: Options) -> str:
    """Draw the board, the track, what lies beside it and the players."""
    ruleset = load_ruleset(options.ruleset)
    lines = [_headline(view), "", *_districts(view, ruleset), ""]
    lines += [*_track(view), "", *_beside(view, ruleset), ""]
    lines += [_player(view, seat, player) for seat, player in enumerate(view.players)]
    if view.own_end_tiles is not None:
        lines.append(_own_end_tiles(view.own_end_tiles))
    return "\n".join(line.rstrip() for line in lines)


def _headline(view: View) -> str:
    about = STEPS[view.step].about
    if view.decider is None:
        return f"{view.turns} turns · {about}"
    left = f" · {view.last_turns} turns left" if view.last_turns else ""
    return f"turn {view.turns + 1}{left} · {_KEYS[view.decider]} decides: {about}"


def _owners(view: View, place: Place) -> str:
    """Draw the keys on a place."""
    keys = (_KEYS[seat] * player.keys.count(place) for seat, player in enumerate(view.players))
    return "".join(keys)


def _districts(view: View, ruleset: Ruleset) -> Iterator[str]:
    values = ruleset.spaces.values
    yield f"{'district':<14}{'bank':<9}{''.join(f'{v:<{_CELL}}' for v in values)}VP tile"
    put = {district: tile for tile, district in view.city.vp_tiles}
    for district in DISTRICTS:
        bank = f"{ruleset.banks[district]} {_owners(view, Bank(district))}"
        cells = "".join(f"{_space(view, district, value):<{_CELL}}" for value in values)
        points = _points(ruleset, put[district]) if district in put else "–"
        yield f"{_NAMES[district]:<14}{bank:<9}{cells}{points}"
        landmarks = [
            f"▲ {_landmark(name, ruleset)} {_owners(view, Landmark(name))}"
            for name, home in view.city.landmarks
            if home == district
        ]
        for start in range(0, len(landmarks), _LANDMARKS_PER_LINE):
            yield "    " + "  ".join(landmarks[start : start + _LANDMARKS_PER_LINE])


def _space(view: View, district: str, value: int) -> str:
    """Draw a building space: the type, the token beside it, the keys on it."""
    space = Building(district, value)
    type_ = next((tile.type[:4] for tile in view.city.buildings if tile[:2] == space), "····")
    token = next((_LETTERS[lying.token] for lying in view.city.tokens if lying[:2] == space), " ")
    return type_ + token + _owners(view, space)


def _landmark(name: str, ruleset: Ruleset) -> str:
    return f"{name.replace('_', ' ').title()} {ruleset.landmarks[name].value}"


def _points(ruleset: Ruleset, tile: int) -> str:
    return "/".join(map(str, ruleset.vp_tiles[str(tile)].points))


def _track(view: View) -> Iterator[str]:
    """Draw the tiles of the track space by space, the meeples under them."""
    tiles = {lying.space: lying for lying in view.track}
    for first in range(1, BONUS_NUMBERS.stop, _SPACES_PER_LINE):
        numbers = meeples = ""
        for space in range(first, first + _SPACES_PER_LINE):
            copies = tiles[space].copies if space in tiles else 0
            number = str(tiles[space].tile) if copies else "·"
            numbers += f"{number:>3}{f'×{copies}' if copies > 1 else '':<3}"
            seats = [seat for seat, player in enumerate(view.players) if player.meeple == space]
            meeples += f" {''.join(_KEYS[seat] for seat in seats):<5}"
        yield numbers
        yield meeples


def _beside(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Draw what lies beside the board."""
    stacks = (
        f"{tiles} × {_NAMES[district]}" if district else "–" for district, tiles in view.stacks
    )
    yield f"stacks {' | '.join(stacks)} · end tiles {view.end_tiles.left}"
    supply = _tokens(view.supply, RESOURCES)
    halves = sum(view.halves)
    opened = f" · {halves} open half" + "s" * (halves > 1) if halves else ""
    yield f"Arc {_owners(view, Arc()) or '–'} · supply {supply}{opened}"
    used = [put.tile for put in view.city.vp_tiles]
    free = (_points(ruleset, int(n)) for n in ruleset.vp_tiles if int(n) not in used)
    yield f"free VP tiles {', '.join(free) or '–'}"
    standing = [name for name, _ in view.city.landmarks]
    new = [name for name in ruleset.landmarks if name not in standing]
    for name in new:
        landmark = ruleset.landmarks[name]
        price = "m" * landmark.marble + "g" * landmark.gold
        icons = "".join(_LETTERS[icon] for icon in landmark.icons)
        yield f"new landmark {_landmark(name, ruleset)} {price or '–'} {icons or '–'}"


def _player(view: View, seat: int, player: PlayerView) -> str:
    mark = "→" if seat == view.decider else " "
    ends = view.end_tiles.takers.count(seat) - sum(user == seat for user, _ in view.end_tiles.used)
    return (
        f"{mark} {_KEYS[seat]} {player.points:>3} VP · {player.francs} francs"
        f" · {_tokens(player.tokens, TOKENS)}"
        f" · keys {player.keys_in_hand}+{player.reserve_keys}"
        f" · bonus {_numbers(player.bonus_tiles)} · end tiles {ends}"
    )


def _own_end_tiles(own: OwnEndTiles) -> str:
    return f"    own end tiles {_numbers(own.held)}"


def _tokens(counts: Iterable[int], kinds: Iterable[str]) -> str:
    return "".join(_LETTERS[kind] * n for n, kind in zip(counts, kinds, strict=True)) or "–"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "–"
