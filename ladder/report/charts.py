"""Pictures in the cells of a table; they say nothing that does not stand beside them as text.

Places along the cell are per cent, so that a narrow page squeezes no letter; heights are pixels.
"""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from ladder.report.markup import element, whole
from ladder.report.scales import Scale, scale_over

_CAP = ("9", "17")
_LEAST_SPARK = 40.0
"""Elo that a trend spans at least, so that noise looks like noise."""
_SPARK_POINTS = 24
"""About how many points a trend is drawn with."""


def axis(scale: Scale, number: Callable[[float], str] = whole) -> Markup:
    """Return the numbers over a column of pictures."""
    labels = (element("text", number(tick), x=at, y="14") for tick, at in _ticks(scale))
    return element("svg", *labels, class_="axis", aria_hidden="true")


def error_bar(scale: Scale, value: float, low: float | None, high: float | None) -> Markup:
    """Draw a value as a dot in its interval, which runs to the edge where it has no end."""
    dot = element("circle", cx=_at(scale, value), cy="13", r="4", class_="dot")
    return _picture(scale, _whisker(scale, low, high), dot)


def bar(scale: Scale, value: float, error: float) -> Markup:
    """Draw a value as a bar from zero, with its interval."""
    low, high = sorted((scale.place(0), scale.place(value)))
    class_ = "gain" if value >= 0 else "loss"
    body = element(
        "rect", x=f"{low:g}%", width=f"{high - low:.4g}%", y="7", height="12", class_=class_
    )
    zero = element("line", x1=_at(scale, 0), x2=_at(scale, 0), y1="0", y2="100%", class_="zero")
    return _picture(scale, body, zero, _whisker(scale, value - error, value + error))


def sparkline(values: Sequence[float]) -> Markup:
    """Draw how a value went, from left to right, on a scale of its own."""
    step = max(1, len(values) // _SPARK_POINTS)
    shown = [*values[:-1:step], *values[-1:]]
    up, last = scale_over(shown, _LEAST_SPARK), max(1, len(shown) - 1)
    places = (
        f"{60 * at / last:.1f},{20 - up.place(each) / 5:.1f}" for at, each in enumerate(shown)
    )
    line = element("polyline", points=" ".join(places))
    return element("svg", line, class_="spark", viewBox="0 0 60 20", aria_hidden="true")


def empty_bar(scale: Scale) -> Markup:
    return _picture(scale)


def _whisker(scale: Scale, low: float | None, high: float | None) -> Markup:
    ends = [None if end is None else _at(scale, end) for end in (low, high)]
    middle = element("line", x1=ends[0] or "0%", x2=ends[1] or "100%", y1="13", y2="13")
    caps = (element("line", x1=at, x2=at, y1=_CAP[0], y2=_CAP[1]) for at in ends if at)
    return element("g", middle, *caps, class_="whisker")


def _picture(scale: Scale, *parts: Markup) -> Markup:
    grid = (element("line", x1=at, x2=at, y1="0", y2="100%") for _, at in _ticks(scale))
    lines = element("g", *grid, class_="grid")
    return element("svg", lines, *parts, class_="bar", aria_hidden="true")


def _ticks(scale: Scale) -> list[tuple[float, str]]:
    return [(tick, _at(scale, tick)) for tick in scale.ticks(most=5)]


def _at(scale: Scale, value: float) -> str:
    return f"{scale.place(value):g}%"
