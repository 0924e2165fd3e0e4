"""Paris: the districts on both sides of the Seine with the Arc between them, the bonus track, what
lies beside the board, and the players."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from arbiter.web.boards import Figures, Part
from arbiter.web.boards.svg import box, disc, label, panel, picture, seat_disc, seat_discs
from engine.paris.actions import TOKENS, Arc, Bank, Building, Landmark, Place
from engine.paris.flow import STEPS
from engine.paris.sentences import DISTRICT_NAMES
from engine.paris.views import PlayerView, Rules, TileRules, View
from ladder.report.markup import element, joined

_LANDMARK_LABELS = {
    "tuileries": "Tuileries",
    "luxembourg_gardens": "Luxembourg",
    "pantheon": "Panthéon",
    "grand_palais": "Grand Palais",
    "sacre_coeur": "Sacré-Cœur",
    "notre_dame": "Notre-Dame",
    "louvre": "Louvre",
    "eiffel_tower": "Eiffel Tower",
}
_TYPES = {"cafe": "café", "residence": "resid.", "restaurant": "restau."}
"""Types of buildings that need other or fewer letters on their tile."""
_TOKENS = {
    "wood": ("w", "wood"),
    "marble": ("m", "marble"),
    "gold": ("g", "gold"),
    "bronze": ("B", "bronze prestige"),
    "silver": ("S", "silver prestige"),
    "gold_prestige": ("G", "gold prestige"),
}
_WIDTH, _SPACE, _LEFT = 280, 44, 9
_LANDMARK = _WIDTH - 2 * _LEFT
_PER_ROW = 10
_MAP = ("batignolles", "montmartre", "la_villette", "chaillot", "saint_germain", "belleville")
"""The districts as they lie: three north of the river, three along and south of it."""

Space = tuple[int, str, str, tuple[int, ...]]
"""A building space: its value, the type of its building, the token beside it, the keys on it."""
Standing = tuple[str, int, tuple[str, ...], tuple[int, ...]]
"""A landmark: its name, its value, its prestige icons, the keys on it."""


def draw(view: View, figures: Figures[Rules]) -> list[Part]:
    """Draw a position."""
    rules = figures.rules
    parts = [Part("headline", _headline(view))]
    districts = [Part(f"district-{n}", _district_of(view, rules, d)) for n, d in enumerate(_MAP)]
    parts += [*districts[:3], Part("river", _river(_keys(view, Arc()))), *districts[3:]]
    meeples = tuple(player.meeple for player in view.players)
    parts.append(Part("track", _track(view.track, meeples, figures)))
    parts.append(Part("beside", _beside_of(view, rules)))
    for seat, player in enumerate(view.players):
        ends = view.end_tiles.takers.count(seat) - sum(s == seat for s, _ in view.end_tiles.used)
        own = view.own_end_tiles
        held = own.held if own is not None and seat == view.seat else None
        parts.append(
            Part(f"player-{seat}", _player(seat, player, ends, held, seat == view.decider, figures))
        )
    return parts


def _headline(view: View) -> Markup:
    about = STEPS[view.step].about
    said = [element("b", "The game is over" if view.decider is None else f"Turn {view.turns + 1}")]
    if view.decider is not None:
        said.append(Markup(": {}").format(about))
    if view.last_turns:
        said.append(Markup("; {} turns left").format(view.last_turns))
    if view.purchase is not None:
        target = view.purchase.target
        bought = place_name(target) if target else "…"
        said.append(Markup(" · key {} → {}").format(place_name(view.purchase.origin), bought))
        if any(view.purchase.unpaid):
            said += [Markup(" · unpaid "), _tokens((*view.purchase.unpaid, 0, 0, 0))]
    if view.revealed is not None:
        said.append(Markup(" · revealed {} {}").format(view.revealed.type, view.revealed.value))
    return panel(*said, class_="headline")


def place_name(place: Place) -> str:
    match place:
        case Building():
            return f"{DISTRICT_NAMES[place.district]} {place.value}"
        case Landmark():
            return landmark_name(place.name)
        case Bank():
            return f"bank of {DISTRICT_NAMES[place.district]}"
    return "Arc"


def _keys(view: View, place: Place) -> tuple[int, ...]:
    """Return the seats whose keys lie on a place, once for each key."""
    return tuple(
        seat for seat, player in enumerate(view.players) for key in player.keys if key == place
    )


def _district_of(view: View, rules: Rules, district: str) -> Markup:
    types = {tile.value: tile.type for tile in view.city.buildings if tile.district == district}
    tokens = {each.value: each.token for each in view.city.tokens if each.district == district}
    spaces: tuple[Space, ...] = tuple(
        (
            value.value,
            types.get(value.value, ""),
            tokens.get(value.value, ""),
            _keys(view, Building(district, value.value)),
        )
        for value in rules.spaces
    )
    of = {each.landmark: each for each in rules.landmarks}
    landmarks: tuple[Standing, ...] = tuple(
        (
            each.landmark,
            of[each.landmark].value,
            of[each.landmark].icons,
            _keys(view, Landmark(each.landmark)),
        )
        for each in view.city.landmarks
        if each.district == district
    )
    points = {each.tile: each.points for each in rules.vp_tiles}
    tile = next((points[put.tile] for put in view.city.vp_tiles if put.district == district), ())
    francs = next(bank.francs for bank in rules.banks if bank.district == district)
    return _district(district, francs, _keys(view, Bank(district)), spaces, landmarks, tile)


@lru_cache(maxsize=4096)
def _district(
    name: str,
    francs: int,
    bank: tuple[int, ...],
    spaces: tuple[Space, ...],
    landmarks: tuple[Standing, ...],
    vp_tile: tuple[int, ...],
) -> Markup:
    rows = max(1, len(landmarks))
    height = 128 + 27 * rows
    parts = [
        box(0.5, 0.5, _WIDTH - 1, height - 1, f"ground d-{name}", 8, f"district-{name}"),
        label(_LEFT, 21, DISTRICT_NAMES[name], "start strong"),
        box(109, 4, 98, 26, "spot", 6, f"bank-{name}"),
        disc(122, 17, 10, "coin"),
        label(122, 21, francs, "small dark"),
        label(136, 21, "bank", "start tiny soft"),
        seat_discs(182, 17, bank, 8),
        box(_WIDTH - 70, 6, 61, 22, "vp" if vp_tile else "empty"),
        label(
            _WIDTH - 39.5,
            21,
            "/".join(map(str, vp_tile)) or "VP tile",
            "small dark" if vp_tile else "tiny faint",
        ),
    ]
    for place, (value, type_, token, keys) in enumerate(spaces):
        x = _LEFT + place * _SPACE
        width, middle = _SPACE - 3, _LEFT + place * _SPACE + (_SPACE - 3) / 2
        class_ = f"tile t-{type_}" if type_ else "empty"
        parts.append(box(x, 36, width, 62, class_, place=f"space-{name}-{value}"))
        parts.append(label(middle, 52, value, "value dark" if type_ else "value faint"))
        if type_:
            parts.append(label(middle, 93, _TYPES.get(type_, type_), "micro dark"))
        parts.append(seat_discs(middle, 70, keys, 10 if len(keys) < 2 else 8))
        if token:
            letter, said = _TOKENS[token]
            spot = element(
                "g", element("title", said), disc(middle, 110, 9, f"token k-{token}"),
                label(middle, 114, letter, "tiny dark"),
            )  # fmt: skip
            parts.append(spot)
    for place, landmark in enumerate(landmarks):
        parts.append(_standing(_LEFT, 124 + place * 27, landmark))
    if not landmarks:
        parts.append(label(_LEFT + 2, 142, "no landmark", "start tiny faint"))
    said = _district_in_words(name, francs, bank, spaces, landmarks, vp_tile)
    return picture(_WIDTH, height, said, *parts)


def _standing(x: float, y: float, landmark: Standing) -> Markup:
    """Draw a landmark: its value and name, the prestige it takes, the keys on it."""
    name, value, icons, keys = landmark
    parts = [
        element("title", f"{landmark_name(name)} takes {', '.join(map(_token_words, icons))}"),
        box(x, y, _LANDMARK, 23, "landmark", place=f"landmark-{name}"),
        label(x + 5, y + 15.5, f"{value} {landmark_name(name)}", "start tiny dark"),
    ]
    right = x + _LANDMARK - 7
    for place, icon in enumerate(reversed(icons)):
        parts.append(disc(right - 10 * place, y + 11.5, 4.5, f"token k-{icon}"))
    if keys:
        parts.append(seat_discs(right - 10 * len(icons) - 8 * len(keys), y + 11.5, keys, 8))
    return element("g", *parts)


def _district_in_words(
    name: str,
    francs: int,
    bank: tuple[int, ...],
    spaces: tuple[Space, ...],
    landmarks: tuple[Standing, ...],
    vp_tile: tuple[int, ...],
) -> str:
    """Say what is in a district, for those who cannot see it."""
    said = [f"{DISTRICT_NAMES[name]}: bank of {francs} francs{_keys_in_words(bank)}"]
    for value, type_, token, keys in spaces:
        beside = f", {_TOKENS[token][1]} beside it" if token else ""
        said.append(f"{value} {type_ or 'not built'}{_keys_in_words(keys)}{beside}")
    for landmark, value, _, keys in landmarks:
        said.append(f"{landmark_name(landmark)} {value}{_keys_in_words(keys)}")
    said.append(f"VP tile {'/'.join(map(str, vp_tile))}" if vp_tile else "no VP tile")
    return "; ".join(said)


def _keys_in_words(keys: Sequence[int]) -> str:
    return f" with {' and '.join(f'a key of seat {seat}' for seat in keys)}" if keys else ""


def _token_words(token: str) -> str:
    return _TOKENS[token][1]


def landmark_name(name: str) -> str:
    return _LANDMARK_LABELS.get(name, name)


@lru_cache(maxsize=256)
def _river(arc: tuple[int, ...]) -> Markup:
    """Draw the Seine between the districts, and the Arc with its keys beside it."""
    width, height = 868, 44
    middle = width / 2
    wave = "M0 22C70 2 140 42 217 22S364 2 434 22S581 42 651 22S798 2 868 22"
    parts = [
        element("path", d=wave, class_="river"),
        label(middle + 130, 34, "Seine", "small strong dark"),
        element(
            "path", d=f"M{middle - 62} 42v-38h124v38h-36v-4a26 14 0 0 0 -52 0v4Z", class_="arc"
        ),
        # Its keys lie in the opening, which is no part of the path.
        box(middle - 62, 4, 124, 38, "spot", place="arc"),
        label(middle, 16, "Arc", "tiny dark"),
        seat_discs(middle, 33, arc, 8),
    ]
    return picture(width, height, f"Arc{_keys_in_words(arc) or ' without keys'}", *parts)


@lru_cache(maxsize=4096)
def _track(
    track: tuple[tuple[int, int, int], ...], meeples: tuple[int, ...], figures: Figures[Rules]
) -> Markup:
    """Draw the bonus track in its three zones of ten, the meeples on their spaces."""
    width, height = 56, 62
    tiles = {space: (tile, copies) for space, tile, copies in track}
    effects = {each.tile: each for each in figures.rules.bonus_tiles}
    parts = [box(0.5, 0.5, 10 * width + 41, 3 * height + 19, "ground", 8)]
    waiting = [seat for seat, space in enumerate(meeples) if not space]
    parts.append(label(20, 24, "start", "tiny soft"))
    parts += [seat_disc(20, 42 + 19 * n, seat, 8) for n, seat in enumerate(waiting)]
    listed = []
    for space in range(1, 31):
        row, column = divmod(space - 1, _PER_ROW)
        x, y = 38 + column * width, 10 + row * height
        tile, copies = tiles.get(space, (0, 0))
        here = [seat for seat, at in enumerate(meeples) if at == space]
        class_ = "bonus" if copies else "empty"
        drawn = [box(x, y, width - 4, height - 4, class_, place=f"track-{space}")]
        if copies:
            effect = effect_text(effects[tile])
            drawn.append(element("title", f"tile {tile}: {' '.join(effect)}"))
            drawn.append(label(x + 5, y + 14, tile, "start small strong dark"))
            drawn += [
                label(x + 26, y + 26 + 11 * number, line, "tiny dark")
                for number, line in enumerate(effect)
            ]
            if copies > 1:
                drawn.append(label(x + 48, y + 13, f"×{copies}", "end tiny dark"))
            listed.append(f"{space}: tile {tile}, {' '.join(effect)}, {copies} left")
        else:
            drawn.append(label(x + 26, y + 20, space, "tiny faint"))
        drawn.append(seat_discs(x + 26, y + 48, here, 8))
        parts.append(element("g", *drawn))
    where = ", ".join(f"seat {seat} {at or 'before it'}" for seat, at in enumerate(meeples))
    said = f"Bonus track; meeples: {where}; spaces with tiles: {'; '.join(listed) or 'none'}"
    return picture(10 * width + 42, 3 * height + 20, said, *parts)


def effect_text(tile: TileRules) -> tuple[str, ...]:
    """Return the effect of a tile in one or two short lines."""
    points = tile.points[0] if tile.points else 0
    kind = "any" if len(tile.tokens) > 1 else (tile.tokens or ("",))[0].removesuffix("_prestige")
    match tile.effect:
        case "gain":
            gains = (tile.francs and f"{tile.francs} francs", points and f"{points} VP")
            return tuple(text for text in gains if text)
        case "resource":
            goods = "resource" if tile.amount == 1 else "resources"
            return (f"{tile.amount} any", goods) if kind == "any" else (f"{tile.amount} {kind}",)
        case "prestige":
            return (f"{tile.amount} {kind}", "prestige")
        case "per_building":
            return (f"{points} VP for", f"each {tile.value}")
        case "per_landmark":
            return (f"{points} VP per", "landmark")
        case "per_tile":
            return (f"{points} VP per", "tile")
        case "types":
            return ("VP for", "types")
        case "prestige_pairs":
            return (f"{points} VP per", "★ pair")
        case "resource_pairs":
            return (f"{points} VP per", "good pair")
        case "reserve_key":
            return ("key for", f"{tile.francs} francs")
        case "back":
            return ("back", f"1–{tile.spaces}")
        case "take":
            return ("take any", "tile")
        case "francs_at_end":
            return ("end: VP", "for francs")
        case "own_keys":
            return ("share", "own key")
        case "other_keys":
            return ("share", "other key")
    return (tile.effect,)


def _beside_of(view: View, rules: Rules) -> Markup:
    put = {each.tile for each in view.city.vp_tiles}
    free = tuple((each.tile, each.points) for each in rules.vp_tiles if each.tile not in put)
    standing = {each.landmark for each in view.city.landmarks}
    new = tuple(each for each in rules.landmarks if each.landmark not in standing)
    return _beside(view.stacks, view.end_tiles.left, view.supply, free, new)


@lru_cache(maxsize=2048)
def _beside(
    stacks: tuple[tuple[str | None, int], ...],
    end_tiles: int,
    supply: tuple[int, ...],
    free: tuple[tuple[int, tuple[int, ...]], ...],
    landmarks: tuple[tuple[str, int, int, int, tuple[str, ...]], ...],
) -> Markup:
    piles = [
        element(
            "li",
            f"{DISTRICT_NAMES[district]} ×{tiles}" if district else "empty",
            class_="chip",
            data_place=f"stack-{stack}",
        )
        for stack, (district, tiles) in enumerate(stacks)
    ]
    tiles = [
        element("li", "/".join(map(str, points)), class_="chip vp", data_place=f"vp-{tile}")
        for tile, points in free
    ]
    new = [
        element(
            "li",
            element("b", str(value)),
            f" {landmark_name(name)} ",
            _tokens((0, marble, gold, 0, 0, 0)),
            " takes ",
            _tokens((0, 0, 0, *(icons.count(each) for each in TOKENS[3:]))),
            class_="chip landmark",
            data_place=f"landmark-{name}",
        )
        for name, value, marble, gold, icons in landmarks
    ]
    return panel(
        _row("Stacks", element("ul", *piles, class_="chips")),
        _row("Supply", _tokens((*supply, 0, 0, 0), "supply")),
        _row("End tiles", str(end_tiles)),
        _row("VP tiles", element("ul", *tiles, class_="chips") if tiles else "–"),
        _row("Landmarks", element("ul", *new, class_="chips") if new else "–"),
    )


def _row(name: str, *content: str) -> Markup:
    label = element("span", name, class_="name-of")
    return element("div", label, *content, class_="row")


def _seat(seat: int) -> Markup:
    return element("span", str(seat), class_=f"seat-mark s{seat}")


@lru_cache(maxsize=4096)
def _player(
    seat: int,
    player: PlayerView,
    end_tiles: int,
    held: tuple[int, ...] | None,
    decides: bool,
    figures: Figures[Rules],
) -> Markup:
    rules = figures.rules
    effects = {each.tile: each for each in rules.bonus_tiles}
    bonus = _chips(
        (f"{tile} {' '.join(effect_text(effects[tile]))}", f"bonus-{seat}-{tile}")
        for tile in player.bonus_tiles
    )
    ends: str = str(end_tiles)
    if held is not None:
        names = {each.tile: " ".join(effect_text(each)) for each in rules.end_tiles}
        ends = _chips((names[tile], f"end-{tile}") for tile in held)
    return panel(
        element(
            "div", _seat(seat), " ", element("b", f"{player.points} VP"),
            f" · {player.francs} francs · meeple {player.meeple or 'at the start'}",
        ),
        _row("Tokens", _tokens(player.tokens, f"token-{seat}")),
        _row("Keys", f"{player.keys_in_hand} in hand, {player.reserve_keys} in reserve"),
        _row("Bonus", bonus or "–"),
        _row("Used", " ".join(map(str, player.used_bonus_tiles)) or "–"),
        _row("End tiles", ends or "–"),
        class_=f"player p{seat}{' decides' if decides else ''}",
    )  # fmt: skip


def _chips(chips: Iterable[tuple[str, str]]) -> Markup:
    """Return chips, each with the name of its place."""
    items = [element("li", text, class_="chip", data_place=place) for text, place in chips]
    return element("ul", *items, class_="chips") if items else Markup()


def _tokens(counts: Sequence[int], where: str = "") -> Markup:
    """Return tokens as coloured dots with their letter; where they lie makes them places."""
    shown = [
        element(
            "span",
            _TOKENS[token][0],
            class_=f"dot-token k-{token}",
            title=_TOKENS[token][1],
            data_place=f"{where}-{token}" if where else None,
        )
        for token, count in zip(TOKENS, counts, strict=True)
        for _ in range(count)
    ]
    return element("span", *shown, class_="tokens") if shown else joined(["–"])
