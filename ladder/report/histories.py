"""Live Elo as lines: the strongest in colours, all others in grey."""

from collections.abc import Sequence

from markupsafe import Markup

from engine.record import Bot
from ladder.report.lines import Line
from ladder.report.markup import Link, bot_markup, element, whole
from ladder.report.scales import Scale, scale_over
from ladder.report.sections import Section

COLOURS = 8
_SIZE = 1000
_LEAST_ELO = 40.0


def history_chart(
    section: Section, link: Link | None = None, first: Section | None = None
) -> Markup:
    """Draw the live Elo of all bots, match after match, in the colours of the first list."""
    results, bots = section.rated.results, section.rated.bots
    lines = section.lines
    colours = _colours(bots, (first or section).rated.bots)
    across = Scale(0, max(1, len(results)))
    up = scale_over((elo for line in lines.values() for elo in line[:, 1].tolist()), _LEAST_ELO)
    label = f"Live Elo after each match, {section.title}; the last values stand below"
    plot = element(
        "svg",
        _grid(across, up),
        *reversed([_line(colours.get(bot), bot, lines[bot], across, up) for bot in bots]),
        viewBox=f"0 0 {_SIZE} {_SIZE}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
    )
    frame = element("div", _elo_axis(up), plot, _matches_axis(across), class_="plot")
    return element("figure", frame, _legend(bots, colours, lines, link), class_="history")


def _colours(bots: Sequence[Bot], first: Sequence[Bot]) -> dict[Bot, int]:
    """Return the colours of the strongest bots: those they have in the first list, if any.

    The others of them take what is left, so that a list with others is not all grey.
    """
    shown = bots[:COLOURS]
    colours = {bot: number for number, bot in enumerate(first[:COLOURS]) if bot in shown}
    left = (number for number in range(COLOURS) if number not in colours.values())
    return {bot: colours[bot] if bot in colours else next(left) for bot in shown}


def _line(number: int | None, bot: Bot, line: Line, across: Scale, up: Scale) -> Markup:
    points = " ".join(f"{_x(across, match)},{_y(up, elo)}" for match, elo in line.tolist())
    title = element("title", f"{bot}: {whole(line[-1, 1])}")
    return element("polyline", title, points=points, class_=_colour(number))


def _grid(across: Scale, up: Scale) -> Markup:
    rows = ((_y(up, tick), "h") for tick in up.ticks())
    columns = ((_x(across, tick), "v") for tick in across.ticks(most=5))
    paths = (
        f"M0 {at}h{_SIZE}" if way == "h" else f"M{at} 0v{_SIZE}" for at, way in (*rows, *columns)
    )
    return element("path", d="".join(paths), class_="grid")


def _elo_axis(up: Scale) -> Markup:
    labels = (
        element("text", whole(tick), x="100%", y=f"{100 - up.place(tick):g}%", dy="4", dx="-8")
        for tick in up.ticks()
    )
    return element("svg", *labels, class_="elo-axis", aria_hidden="true")


def _matches_axis(across: Scale) -> Markup:
    labels = [
        element("text", f"{tick:,.0f}", x=f"{across.place(tick):g}%", y="16")
        for tick in across.ticks(most=5)
    ]
    title = element("text", "matches", x="50%", y="34", class_="axis-title")
    return element("svg", *labels, title, class_="matches-axis", aria_hidden="true")


def _legend(
    bots: list[Bot], colours: dict[Bot, int], lines: dict[Bot, Line], link: Link | None
) -> Markup:
    shown = [
        element("li", _swatch(number), bot_markup(bot, link), f" {whole(lines[bot][-1, 1])}")
        for bot, number in colours.items()
    ]
    if len(bots) > COLOURS:
        shown.append(element("li", _swatch(None), "all others"))
    return element("ul", *shown, class_="legend")


def _swatch(number: int | None) -> Markup:
    line = element("line", x1="0", x2="28", y1="6", y2="6", class_=_colour(number))
    return element("svg", line, width="28", height="12", aria_hidden="true")


def _colour(number: int | None) -> str:
    return "other" if number is None else f"c{number}"


def _x(across: Scale, match: float) -> int:
    return round(across.place(match) * _SIZE / 100)


def _y(up: Scale, elo: float) -> int:
    return round(_SIZE - up.place(elo) * _SIZE / 100)
