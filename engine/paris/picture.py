"""A view as plain text for a terminal, at most 80 columns wide."""

import textwrap
from collections.abc import Iterable, Iterator

from engine.paris.actions import (
    DISTRICTS,
    PRESTIGE,
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
from engine.paris.sentences import DISTRICT_NAMES
from engine.paris.views import PlayerView, View

_KEYS = "⓿❶❷❸"
"""A key of each seat, which stands for the seat too."""
_LETTERS = dict(zip(TOKENS, "wmgBSG", strict=True))
"""Resources are small letters, prestige capitals."""
_CELL = 8
_SPACES_PER_LINE = 15
_LANDMARKS_PER_LINE = 2
_LEGEND = "tokens: w wood, m marble, g gold, B bronze, S silver, G gold prestige"
_WIDTH = 80
LEGEND = """\
⓿❶❷❸         the keys and meeples of seats 0 to 3, and what stands for them
bank 6 ⓿      the bank pays 6 francs; a key of seat 0 lies on it
hoteS❶        a building space: a hotel, the token S beside it, a key of seat 1
····B         the same before its tile is drawn: no building, the token B
w m g         resources: wood, marble, gold (small letters)
B S G         prestige: bronze, silver, gold (capitals)
▲ Louvre 15 ❷ a landmark of value 15 in the district above, with a key of seat 2
VP tile       20/10/5: VP for the first, second and third there; –: none yet
1 to 30       the bonus track: the tile on each space, ×2 two of them, · none;
              the meeples stand below
stacks        how many tiles each has, and the district on its top one
landmarks     (mg, BSG): costs marble and gold; takes bronze, silver and gold
keys 9+2      keys behind the screen, and reserve keys for bonus tiles
bonus, end    numbers of the bonus tiles that are held, number of end tiles
→             who is to decide"""


def picture(view: View, options: Options) -> str:
    """Draw the board, the track, what lies beside it and the players."""
    ruleset = load_ruleset(options.ruleset)
    lines = [_headline(view), *_under_way(view), "", *_districts(view, ruleset), ""]
    lines += [*_track(view), "", *_beside(view, ruleset), ""]
    lines += [_player(view, seat, player) for seat, player in enumerate(view.players)]
    if view.own_end_tiles is not None:
        lines.append(f"    own end tiles {_numbers(view.own_end_tiles.held)}")
    lines.append(_LEGEND)
    return "\n".join(_fit(line) for line in lines)


def _fit(line: str) -> str:
    """Break a line that is too long: a player may hold any number of tiles."""
    if len(line) <= _WIDTH:
        return line.rstrip()
    return "\n".join(textwrap.wrap(line, _WIDTH, subsequent_indent="      "))


def _headline(view: View) -> str:
    about = STEPS[view.step].about
    if view.decider is None:
        return f"game over after {view.turns} turns"
    left = f" · {view.last_turns} turns left" if view.last_turns else ""
    return f"turn {view.turns + 1}{left} · {_KEYS[view.decider]} decides: {about}"


def _under_way(view: View) -> Iterator[str]:
    """Draw what has been chosen so far."""
    if view.revealed is not None:
        yield f"revealed: {view.revealed.type} {view.revealed.value}"
    if view.purchase is not None:
        origin, target, district, unpaid, icons = view.purchase
        bought = _place(target) if target else "…"
        where = (
            f" in {DISTRICT_NAMES[district]}" if isinstance(target, Landmark) and district else ""
        )
        rest = f" · unpaid {_tokens(unpaid, RESOURCES)}" if any(unpaid) else ""
        rest += f" · icons {_tokens(icons, PRESTIGE)}" if any(icons) else ""
        yield f"key: {_place(origin)} → {bought}{where}{rest}"
    if view.vp_tile:
        yield f"VP tile {view.vp_tile}"
    if view.tile_in_use is not None:
        yield f"bonus tile {view.tile_in_use.tile}"


def _place(place: Place) -> str:
    match place:
        case Building():
            return f"{DISTRICT_NAMES[place.district]} {place.value}"
        case Landmark():
            return _title(place.name)
        case Bank():
            return f"bank of {DISTRICT_NAMES[place.district]}"
    return "Arc"


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
        yield f"{DISTRICT_NAMES[district]:<14}{bank:<9}{cells}{points}"
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


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _landmark(name: str, ruleset: Ruleset) -> str:
    return f"{_title(name)} {ruleset.landmarks[name].value}"


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
            numbers += f"{number:>2}{f'×{copies}' if copies > 1 else '':<3}"
            seats = [seat for seat, player in enumerate(view.players) if player.meeple == space]
            meeples += f" {''.join(_KEYS[seat] for seat in seats):<4}"
        yield numbers
        yield meeples


def _beside(view: View, ruleset: Ruleset) -> Iterator[str]:
    """Draw what lies beside the board."""
    stacks = (
        f"{tiles} × {DISTRICT_NAMES[district]}" if district else "–"
        for district, tiles in view.stacks
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
    new = []
    for name, landmark in ruleset.landmarks.items():
        if name not in standing:
            price = "m" * landmark.marble + "g" * landmark.gold
            icons = "".join(_LETTERS[icon] for icon in landmark.icons)
            cell = f"{_landmark(name, ruleset)} ({price or '–'}, {icons or '–'})"
            new.append(f"{cell:<31}")
    yield "new landmarks (price, icons)" + ("" if new else " –")
    for start in range(0, len(new), _LANDMARKS_PER_LINE):
        yield "    " + "".join(new[start : start + _LANDMARKS_PER_LINE])


def _player(view: View, seat: int, player: PlayerView) -> str:
    mark = "→" if seat == view.decider else " "
    ends = view.end_tiles.takers.count(seat) - sum(user == seat for user, _ in view.end_tiles.used)
    return (
        f"{mark} {_KEYS[seat]} {player.points:>3} VP · {player.francs} francs"
        f" · {_tokens(player.tokens, TOKENS)}"
        f" · keys {player.keys_in_hand}+{player.reserve_keys}"
        f" · bonus {_numbers(player.bonus_tiles)} · end tiles {ends}"
    )


def _tokens(counts: Iterable[int], kinds: Iterable[str]) -> str:
    return "".join(_LETTERS[kind] * n for n, kind in zip(counts, kinds, strict=True)) or "–"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "–"
