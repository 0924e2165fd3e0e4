"""Draw a view as plain text: ╱ is the colour of seat 0, ╲ that of seat 1, ╳ is shared."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from engine.lumiere.ground import letters_of
from engine.lumiere.options import Options
from engine.lumiere.ruleset import load_ruleset
from engine.lumiere.views import FIRST, LAMP, SECOND, SHARED, UNPAVED, Postcard, View

_COLOURS = ("╱", "╲")
_GROUNDS = {FIRST: "╱╱╱", SECOND: "╲╲╲", SHARED: "╳╳╳", LAMP: " ☼ ", UNPAVED: " · "}
_SIGNS = {
    "garden": "Ga", "painter": "Pa", "dancer": "Da", "lamp": "☼t", "big_lamp": "☼B",
    "fountain": "≈≈",
}  # fmt: skip
_ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
_BOARD_WIDTH = 3 + 4 * 8
_WIDTH = 80
LEGEND = """\
╱╱╱ ╲╲╲ ╳╳╳   cells in the colour of seat 0, of seat 1, shared by both
 ☼   ·        a printed lamp; a cell that is not paved yet
I3╱           a building: which one, and whose; the number is its size
Ga  ++        the garden; the annex of a building
Pa Da S↑      painter, dancer, statue with where it looks
☼t ☼B ≈≈      lamp token, big lamp, fountain
□ ■           a postcard that is open; one that somebody has activated
tiles         tiles not placed yet; chimneys: buildings one may still build;
              tokens: postcards one may still activate
reserve       buildings taken and not built: each costs points at the end
→             who is to decide"""
_LEGEND = """\
╱╱╱ seat 0   ╲╲╲ seat 1   ╳╳╳ shared   ☼ lamp   I3╱ I3 of seat 0
Ga garden   ++ annex   ☼t lamp token   ☼B big lamp
Pa painter   Da dancer   S↑ statue   ≈≈ fountain"""


def picture(view: View, options: Options) -> str:
    """Draw the board beside the postcards, then the players, the own tile and the pool."""
    if view.decider is None:
        headline = "game over"
    elif view.step == "paving":
        headline = f"paving: seat {view.decider} to pave or take a building"
    else:
        headline = f"building: seat {view.decider} to build or use a postcard"
    cards = [_draw_postcard(card) for card in view.postcards]
    rows = zip_longest(_draw_board(view), cards, fillvalue="")  # there may be more of either
    parts = [
        headline,
        "\n".join(f"{row:{_BOARD_WIDTH}}  {card}".rstrip() for row, card in rows),
        "\n".join(_draw_player(view, seat) for seat in (0, 1)),
        f"pool    {_names(view.pool)}",
    ]
    if view.tile is not None and view.seat is not None:
        tile = load_ruleset(options.ruleset).tiles[view.seat][view.tile]
        cells = [_GROUNDS[letter] for letter in letters_of(tile, view.seat)]
        parts.append(f"your tile  {cells[0]} {cells[1]}\n           {cells[3]} {cells[2]}")
    return "\n\n".join([*parts, _LEGEND])


def _draw_board(view: View) -> Iterator[str]:
    """Draw the eight rows, every cell three characters wide, under the numbers of the columns."""
    cells = [_GROUNDS[letter] for letter in view.ground]
    for piece, seat, covered, annex in view.buildings:
        for cell in covered:
            sign = "++" if cell == annex else _SIGNS.get(piece, piece)
            cells[cell] = sign + _COLOURS[seat]
    for piece, seat, covered, facing in view.figures:
        sign = f"S{_ARROWS[facing]}" if facing else _SIGNS[piece]
        for cell in covered:
            cells[cell] = sign + _COLOURS[seat]
    yield "    " + "   ".join("12345678")
    for row in range(8):
        yield f"{row + 1}  " + " ".join(cells[8 * row : 8 * row + 8])


def _draw_postcard(card: Postcard) -> str:
    name = card.name.replace("_", " ")
    if card.seat is None:
        return f"□ {name}"
    use = {"kept": "kept for later", "done": "used", "declined": "no effect"}[card.use]
    return f"■ {name}: seat {card.seat}, {use}"


def _draw_player(view: View, seat: int) -> str:
    player = view.players[seat]
    mark = "→" if seat == view.decider else " "
    you = " (you)" if seat == view.seat else ""
    counts = f"{len(player.tiles)} tiles, {player.chimneys} chimneys, {player.tokens} tokens"
    built = [building.piece for building in view.buildings if building.seat == seat]
    lines = [
        f"{mark} seat {seat}{you}  {counts}",
        f"    reserve: {_names(player.reserve)}   built: {_names(built)}",
    ]
    if view.scores:
        score = view.scores[seat]
        parts = [
            f"{name} {points}"
            for name, points in score._asdict().items()
            if points and name != "free"
        ]
        said = f"    {score.total} = {', '.join(parts) or 'nothing'}"
        lines.append(textwrap.fill(said, _WIDTH, subsequent_indent=" " * 8))
        lines.append(f"    {score.free} free cells")
    return "\n".join(lines)


def _names(pieces: tuple[str, ...] | list[str]) -> str:
    return " ".join(pieces) or "–"
