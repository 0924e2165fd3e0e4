"""Lumière: the paved board with its buildings and lamps, the postcards, the players."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from arbiter.web.boards import Figures, Part
from arbiter.web.boards.svg import box, disc, label, panel, picture, seat_disc
from engine.lumiere.sentences import POSTCARD_NAMES
from engine.lumiere.views import (
    FIRST,
    LAMP,
    SECOND,
    SHARED,
    UNPAVED,
    Building,
    Figure,
    Player,
    Postcard,
    Rules,
    Score,
    View,
)
from ladder.report.markup import element, joined

_CELL, _MARGIN, _SIDE = 46, 20, 8
_GROUNDS = {UNPAVED: "unpaved", FIRST: "g0", SECOND: "g1", SHARED: "shared", LAMP: "lamp-cell"}
_GROUND_WORDS = {
    UNPAVED: "cells unpaved",
    FIRST: "cells of seat 0",
    SECOND: "cells of seat 1",
    SHARED: "shared cells",
    LAMP: "lamps",
}
_FIGURES = {
    "painter": "painter", "dancer": "dancer", "statue": "statue", "lamp": "lamp",
    "big_lamp": "big lamp", "fountain": "fountain",
}  # fmt: skip
_TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}
_CARDS = {
    "levitation": "swap a building of your reserve for one of the pool and build it",
    "metropolitain": "a later building may cover a lamp",
    "jardin_des_plantes": "build the garden",
    "sacre_coeur": "lose nothing for unplaced buildings",
    "le_peintre": "painter: 2 per lamp in its area",
    "chartier": "a later building may cover a rival's cell",
    "bouquinistes": "an annex makes a building larger",
    "lampadaire": "place a lamp",
    "moulin_rouge": "dancer: 1 per free cell in her area",
    "fontaine_des_mers": "fountain: 3 per building of yours beside it",
    "le_penseur": "statue: points for free cells round it",
    "la_grande_lumiere": "a lamp shines further",
}
_USES = {"kept": "kept for later", "done": "used", "declined": "without effect"}


def draw(view: View, figures: Figures[Rules]) -> list[Part]:
    """Draw a position."""
    rules = figures.rules
    parts = [
        Part("headline", _headline(view)),
        Part("city", _city(view.ground, view.buildings, view.figures)),
        Part("postcards", _postcards(view.postcards)),
        Part("pool", _pool(view.pool, figures)),
    ]
    for seat, player in enumerate(view.players):
        score = view.scores[seat] if view.scores else None
        tile = rules.tiles[seat][view.tile] if view.tile is not None and seat == view.seat else ()
        parts.append(
            Part(
                f"player-{seat}", _player(seat, player, seat == view.decider, figures, tile, score)
            )
        )
    return parts


def _headline(view: View) -> Markup:
    if view.decider is None:
        return panel(element("b", "The game is over"), class_="headline")
    doing = (
        "pave a square or take a building" if view.step == "paving" else "build or use a postcard"
    )
    return panel(element("b", view.step.capitalize()), f": {doing}", class_="headline")


@lru_cache(maxsize=2048)
def _city(ground: str, buildings: tuple[Building, ...], figures: tuple[Figure, ...]) -> Markup:
    size = 2 * _MARGIN + _SIDE * _CELL
    parts = [box(0.5, 0.5, size - 1, size - 1, "ground", 8)]
    for cell, letter in enumerate(ground):
        x, y = _corner(cell)
        parts.append(box(x, y, _CELL, _CELL, f"cell {_GROUNDS[letter]}", 0, f"cell-{cell}"))
        if letter == SHARED:
            parts.append(_half(x, y, _CELL))
        if letter == LAMP:
            parts.append(lamp(x + _CELL / 2, y + _CELL / 2))
    for line in range(0, _SIDE + 1, 2):
        at = _MARGIN + line * _CELL
        parts.append(
            element(
                "path",
                d=f"M{at} {_MARGIN}V{size - _MARGIN}M{_MARGIN} {at}H{size - _MARGIN}",
                class_="street",
            )
        )
    parts += [_building(each) for each in buildings]
    parts += [_figure(each) for each in figures]
    for number in range(_SIDE):
        at = _MARGIN + number * _CELL + _CELL // 2
        # Counted from 1, as the sentences beside the board do.
        parts += [
            label(at, 14, number + 1, "small soft"),
            label(10, at + 4, number + 1, "small soft"),
        ]
    return picture(size, size, _board_in_words(ground, buildings, figures), *parts)


def _board_in_words(
    ground: str, buildings: tuple[Building, ...], figures: tuple[Figure, ...]
) -> str:
    """Say what stands on the board, for those who cannot see it."""
    counts = ", ".join(
        f"{ground.count(letter)} {words}"
        for letter, words in _GROUND_WORDS.items()
        if letter in ground
    )
    said = [f"Board with {counts}"]
    said += [
        f"{each.piece} of seat {each.seat} on {', '.join(map(_cell_name, each.cells))}"
        for each in buildings
    ]
    said += [
        f"{_FIGURES.get(each.piece, each.piece)} of seat {each.seat} on "
        f"{', '.join(map(_cell_name, each.cells))}"
        + (f", facing {each.facing}" if each.facing else "")
        for each in figures
    ]
    return "; ".join(said)


def _cell_name(cell: int) -> str:
    row, column = divmod(cell, _SIDE)
    return f"row {row + 1} column {column + 1}"


def _corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, _SIDE)
    return _MARGIN + column * _CELL, _MARGIN + row * _CELL


def lamp(x: float, y: float, radius: float = 10) -> Markup:
    return joined([disc(x, y, radius * 1.7, "glow"), disc(x, y, radius, "lamp")])


def _building(building: Building) -> Markup:
    """Draw a building as one body: its cells, and walls where it ends."""
    cells = set(building.cells)
    parts = []
    walls = []
    for cell in building.cells:
        x, y = _corner(cell)
        kind = "annex" if cell == building.annex else "house"
        parts.append(box(x, y, _CELL, _CELL, f"{kind} b{building.seat}", 0))
        row, column = divmod(cell, _SIDE)
        for beyond, inside, wall in (
            (cell - _SIDE, row > 0, f"M{x} {y}h{_CELL}"),
            (cell + _SIDE, row < _SIDE - 1, f"M{x} {y + _CELL}h{_CELL}"),
            (cell - 1, column > 0, f"M{x} {y}v{_CELL}"),
            (cell + 1, column < _SIDE - 1, f"M{x + _CELL} {y}v{_CELL}"),
        ):
            if not (inside and beyond in cells):
                walls.append(wall)
    parts.append(element("path", d="".join(walls), class_="wall"))
    x, y = _corner(building.cells[0])
    parts.append(seat_disc(x + 13, y + 13, building.seat, 9))
    parts.append(
        label(
            x + _CELL / 2,
            y + _CELL - 7,
            building.piece,
            "tiny strong on-house",
        )
    )
    title = element("title", f"{building.piece} of seat {building.seat}")
    return element("g", title, *parts)


def _figure(figure: Figure) -> Markup:
    parts = [element("title", f"{_FIGURES.get(figure.piece, figure.piece)} of seat {figure.seat}")]
    for cell in figure.cells:
        x, y = _corner(cell)
        middle_x, middle_y = x + _CELL / 2, y + _CELL / 2
        if figure.piece in ("lamp", "big_lamp"):
            parts.append(lamp(middle_x, middle_y, 13 if figure.piece == "big_lamp" else 10))
            continue
        parts.append(disc(middle_x, middle_y - 3, 15, f"figure f{figure.seat}"))
        parts.append(
            label(
                middle_x,
                y + _CELL - 3,
                _FIGURES.get(figure.piece, figure.piece),
                "tiny strong dark halo",
            )
        )
        if figure.facing:
            turn = f"rotate({_TURNS[figure.facing]} {middle_x} {middle_y - 3})"
            parts.append(
                element(
                    "path",
                    d=f"M{middle_x} {middle_y - 15}l7 14h-14Z",
                    class_="arrow",
                    transform=turn,
                )
            )
        elif figure.piece == "fountain":
            parts.append(label(middle_x, middle_y + 2, "≈", "strong on-house"))
        else:
            parts.append(label(middle_x, middle_y + 2, figure.piece[0].upper(), "strong on-house"))
    return element("g", *parts)


@lru_cache(maxsize=1024)
def _postcards(cards: tuple[Postcard, ...]) -> Markup:
    items = []
    for card in cards:
        name = POSTCARD_NAMES.get(card.name, card.name)
        used = [] if card.seat is None else [
            element("span", str(card.seat), class_=f"seat-mark s{card.seat}"),
            f" {_USES.get(card.use, card.use)}",
        ]  # fmt: skip
        items.append(
            element(
                "li",
                element("b", name),
                element("span", *used) if used else element("span", "open", class_="soft"),
                element("small", _CARDS.get(card.name, "")),
                class_="postcard" if card.seat is None else "postcard used",
                data_place=f"card-{card.name}",
            )
        )
    return panel(element("ul", *items, class_="postcards"))


@lru_cache(maxsize=1024)
def _pool(pool: tuple[str, ...], figures: Figures[Rules]) -> Markup:
    pieces = _pieces(pool, figures.rules.shapes, "neutral", "pool")
    return panel(element("div", "Pool of buildings", class_="name-of"), pieces)


def _pieces(
    pieces: Iterable[str], shapes: Sequence[tuple[str, tuple[int, ...]]], class_: str, where: str
) -> Markup:
    cells = dict(shapes)
    drawn = [_piece(piece, cells[piece], class_, f"{where}-{piece}") for piece in pieces]
    return element("div", *drawn, class_="pieces") if drawn else element("span", "–")


@lru_cache(maxsize=128)
def _piece(name: str, cells: tuple[int, ...], class_: str, place: str) -> Markup:
    size = 12
    squares = [
        box(1 + cell % _SIDE * size, 1 + cell // _SIDE * size, size, size, f"mini {class_}", 1)
        for cell in cells
    ]
    width = (1 + max(cell % _SIDE for cell in cells)) * size + 2
    height = (1 + max(cell // _SIDE for cell in cells)) * size + 2
    return element(
        "svg",
        element("title", name),
        *squares,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_label=name,
        class_="piece",
        data_place=place,
    )


@lru_cache(maxsize=2048)
def _player(
    seat: int,
    player: Player,
    decides: bool,
    figures: Figures[Rules],
    tile: tuple[str, ...],
    score: Score | None,
) -> Markup:
    mark = element("span", str(seat), class_=f"seat-mark s{seat}")
    counts = (
        f" {len(player.tiles)} tiles, {player.chimneys} chimneys, {player.tokens} action tokens"
    )
    parts = [element("div", mark, counts), element("div", "Reserve", class_="name-of")]
    parts.append(_pieces(player.reserve, figures.rules.shapes, f"n{seat}", f"reserve-{seat}"))
    if tile:
        parts += [element("div", "Next tile", class_="name-of"), _tile(tile, seat)]
    if score is not None:
        lines = [
            element("li", f"{name} {points}", class_="chip")
            for name, points in score._asdict().items()
            if points and name != "free"
        ]
        parts.append(element("div", element("b", f"{score.total} points")))
        parts.append(element("ul", *lines, class_="chips"))
    return panel(*parts, class_=f"player p{seat}{' decides' if decides else ''}")


def _half(x: int, y: int, side: int) -> Markup:
    """Draw what makes a cell one of both colours."""
    return element("path", d=f"M{x} {y + side}L{x + side} {y}V{y + side}Z", class_="half")


def _tile(tile: tuple[str, ...], seat: int) -> Markup:
    """Draw a paving tile, whose cells are told clockwise from the top left."""
    classes = {"own": f"g{seat}", "rival": f"g{1 - seat}", "shared": "shared", "lamp": "lamp-cell"}
    spots = ((0, 0), (1, 0), (1, 1), (0, 1))
    parts = []
    for kind, (column, row) in zip(tile, spots, strict=True):
        parts.append(box(1 + 20 * column, 1 + 20 * row, 20, 20, f"cell {classes[kind]}", 0))
        if kind == "shared":
            parts.append(_half(1 + 20 * column, 1 + 20 * row, 20))
        if kind == "lamp":
            parts.append(disc(11 + 20 * column, 11 + 20 * row, 5, "lamp"))
    return element(
        "svg", *parts, viewBox="0 0 42 42", width=42, height=42, role="img",
        aria_label=f"tile: {', '.join(tile)}", class_="piece",
    )  # fmt: skip
