"""The charts that only pages with a server have: a bot's rating, the course of a test."""

from collections.abc import Sequence

from markupsafe import Markup

from engine.record import Bot
from ladder.ratings.standings import Standing
from ladder.report.markup import element, whole
from ladder.report.scales import Scale, scale_over
from ladder.report.sections import Section

_WIDTH, _HEIGHT = 420, 180
_LEFT, _BOTTOM = 44, 22
_LETTER = 6
"""About how wide a letter is."""


def rating_chart(section: Section, row: Standing) -> Markup:
    """Draw a bot's live Elo, and the standings' Elo with its 95 % interval as it became known.

    The band joins the intervals of standings that were computed after half, a quarter, … of the
    matches (`Section.past`); where an end is open, it goes to the edge.
    """
    bot, line = Bot(row.bot, row.version), section.lines[Bot(row.bot, row.version)]
    known = [(float(past.matches), past.bars[bot]) for past in section.past if bot in past.bars]
    # Early intervals span thousands of Elo: the scale has room for the present one, doubled.
    widths = [abs(end - row.elo) for end in (row.low, row.high) if end is not None and row.elo]
    reach = [(row.elo or 0.0) + way * 2 * max(widths) for way in (-1, 1)] if widths else []
    up = scale_over([*line[:, 1].tolist(), *([] if row.elo is None else [row.elo]), *reach], 40.0)
    across = Scale(float(line[0, 0]), float(max(line[-1, 0], line[0, 0] + 1)))
    parts = []
    if known:
        tops = [(at, min(high, up.high)) for at, (_, _, high) in known]
        bottoms = [(at, max(low, up.low)) for at, (_, low, _) in known]
        parts.append(_band(across, up, tops, bottoms))
        middles = [(at, min(max(elo, up.low), up.high)) for at, (elo, _, _) in known]
        parts.append(_course(across, up, middles, "level"))
    points = [(float(match), float(elo)) for match, elo in line.tolist()]
    parts.append(_course(across, up, points))
    said = f"Live Elo of {row.bot}, {section.title}"
    if row.elo is not None:
        said += f"; now {whole(row.elo)} in the standings, {row.interval}"
    return _chart(said, across, up, "matches of the list", *parts)


def llr_chart(course: Sequence[tuple[int, float]], lower: float, upper: float) -> Markup:
    """Draw how the log-likelihood ratio of a test went between its two bounds."""
    up = scale_over([*(llr for _, llr in course), lower, upper])
    groups, now = course[-1]
    across = Scale(0, max(1, groups))
    said = f"Log-likelihood ratio after each group: now {now:.2f}"
    bounds = _level(up, lower, "bound low"), _level(up, upper, "bound high")
    return _chart(said, across, up, "groups", *bounds, _course(across, up, course))


def _chart(label: str, across: Scale, up: Scale, below: str, *parts: Markup) -> Markup:
    rows = [
        element("line", x1=_LEFT, x2=_WIDTH, y1=_y(up, tick), y2=_y(up, tick), class_="grid")
        for tick in up.ticks(5)
    ]
    numbers = [
        element("text", whole(tick), x=_LEFT - 6, y=_y(up, tick) + 4, class_="end")
        for tick in up.ticks(5)
    ]
    end = f"{across.high:,.0f} {below}"
    feet = [
        element("text", f"{tick:,.0f}", x=_x(across, tick), y=_HEIGHT - 6)
        for tick in across.ticks(5)
        if _x(across, tick) < _WIDTH - _LETTER * (len(end) + 4)
    ]
    name = element("text", end, x=_WIDTH, y=_HEIGHT - 6, class_="end")
    return element(
        "svg",
        element("title", label),
        *rows,
        *parts,
        *numbers,
        *feet,
        name,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="chart",
        role="img",
        aria_label=label,
    )


def _band(
    across: Scale,
    up: Scale,
    tops: Sequence[tuple[float, float]],
    bottoms: Sequence[tuple[float, float]],
) -> Markup:
    places = " ".join(
        f"{max(_x(across, at), _LEFT)},{_y(up, value)}" for at, value in (*tops, *reversed(bottoms))
    )
    return element("polygon", points=places, class_="band")


def _level(up: Scale, value: float, class_: str) -> Markup:
    return element("line", x1=_LEFT, x2=_WIDTH, y1=_y(up, value), y2=_y(up, value), class_=class_)


def _course(
    across: Scale, up: Scale, points: Sequence[tuple[float, float]], class_: str = "course"
) -> Markup:
    places = " ".join(f"{max(_x(across, one), _LEFT)},{_y(up, two)}" for one, two in points)
    return element("polyline", points=places, class_=class_)


def _x(across: Scale, value: float) -> float:
    return round(_LEFT + across.place(value) * (_WIDTH - _LEFT) / 100, 1)


def _y(up: Scale, value: float) -> float:
    return round((100 - up.place(value)) * (_HEIGHT - _BOTTOM) / 100, 1)
