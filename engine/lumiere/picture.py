"""Draw a view for a terminal, in rich markup: seat 0 is orange, seat 1 blue, as in the box."""

from collections.abc import Iterator
from itertools import zip_longest

from engine.lumiere.options import Options
from engine.lumiere.ruleset import load_ruleset
from engine.lumiere.views import FIRST, LAMP, SECOND, SHARED, UNPAVED, Postcard, Score, View

_SEATS = ("dark_orange", "dodger_blue1")
_GROUNDS = {
    FIRST: f"[{_SEATS[0]}]╱╱[/]",
    SECOND: f"[{_SEATS[1]}]╲╲[/]",
    SHARED: "[medium_purple1]╳╳[/]",
    LAMP: "[bright_yellow]☼ [/]",
    UNPAVED: "[dim]··[/]",
}
_FIGURES = {"painter": "Pa", "dancer": "Da", "lamp": "☼t", "big_lamp": "☼B", "fountain": "≈≈"}
_ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
_BLANK = " " * 26
_LEGEND = (
    f"{_GROUNDS[FIRST]} free, orange  {_GROUNDS[SECOND]} free, blue  "
    f"{_GROUNDS[SHARED]} free, shared  {_GROUNDS[LAMP]}lamp  "
    "☼t lamp token  ☼B big lamp  Pa painter  Da dancer  S↑ statue  ≈≈ fountain  ++ annex"
)


def picture(view: View, options: Options) -> str:
    """Draw the board beside the postcards, then the players, the own tile and the pool."""
    cards = [_draw_postcard(card) for card in view.postcards]
    rows = zip_longest(_draw_board(view), cards, fillvalue="")  # there may be more of either
    parts = [
        _headline(view),
        "\n".join(f"{row or _BLANK}   {card}".rstrip() for row, card in rows),
        "\n".join(_draw_player(view, seat) for seat in (0, 1)),
        f"[bold]pool[/]    {_pieces(view.pool)}",
    ]
    if view.tile is not None and view.seat is not None:
        tile = load_ruleset(options.ruleset).paving.tiles[view.tile]
        parts.append(_draw_tile(tile, view.seat))
    return "\n\n".join([*parts, _LEGEND])


def _headline(view: View) -> str:
    if view.decider is None:
        return "[bold]game over[/]"
    what = "to pave or take a building" if view.step == "paving" else "to build or use a postcard"
    return f"[bold]{view.step}[/]: {_seat(view.decider)} {what}"


def _draw_board(view: View) -> Iterator[str]:
    """Draw the eight rows, every cell two characters wide, under the numbers of the columns."""
    cells = [_GROUNDS[ground] for ground in view.ground]
    for piece, seat, covered, annex in view.buildings:
        for cell in covered:
            name = "++" if cell == annex else "Ga" if piece == "garden" else piece
            cells[cell] = f"[bold black on {_SEATS[seat]}]{name}[/]"
    for piece, seat, covered, facing in view.figures:
        sign = f"S{_ARROWS[facing]}" if facing else _FIGURES[piece]
        for cell in covered:
            cells[cell] = f"[bold {_SEATS[seat]} on grey23]{sign}[/]"
    yield "[dim]   " + "  ".join("01234567") + " [/]"
    for row in range(8):
        yield f"[dim]{row}[/]  " + " ".join(cells[8 * row : 8 * row + 8])


def _draw_postcard(card: Postcard) -> str:
    name = card.name.replace("_", " ")
    if card.seat is None:
        return f"[bold]□ {name}[/]"
    use = {"kept": "kept for later", "done": "used", "declined": "closed without effect"}[card.use]
    return f"[{_SEATS[card.seat]}]■[/] [dim]{name}: {use}[/]"


def _draw_player(view: View, seat: int) -> str:
    player = view.players[seat]
    mark = "→" if seat == view.decider else " "
    you = " (you)" if seat == view.seat else ""
    counts = f"{len(player.tiles)} tiles, {player.chimneys} chimneys, {player.tokens} tokens"
    lines = [
        f"{mark} [bold]{_seat(seat)}{you}[/]  {counts}",
        f"    reserve: {_pieces(player.reserve)}",
    ]
    if view.scores:
        lines.append(f"    {_draw_score(view.scores[seat])}")
    return "\n".join(lines)


def _draw_score(score: Score) -> str:
    named = [f"{name} {part}" for name, part in score._asdict().items() if part and name != "free"]
    return f"[bold]{score.total}[/] = {', '.join(named) or 'nothing'}; {score.free} free cells"


def _draw_tile(face: str, seat: int) -> str:
    """Draw the own tile, unturned."""
    grounds = {"o": str(seat), "x": str(1 - seat), "m": SHARED, "L": LAMP}
    top_left, top_right, low_right, low_left = (_GROUNDS[grounds[letter]] for letter in face)
    return f"[bold]your tile[/]  {top_left} {top_right}\n           {low_left} {low_right}"


def _pieces(pieces: tuple[str, ...]) -> str:
    return " ".join(pieces) or "–"


def _seat(seat: int) -> str:
    return f"[{_SEATS[seat]}]seat {seat}[/]"
