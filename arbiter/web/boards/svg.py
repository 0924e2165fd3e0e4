"""The few shapes that boards are drawn with; colours are classes, so that dark mode has its own."""

from collections.abc import Iterable

from markupsafe import Markup

from ladder.report.markup import element, joined

SEAT_RADIUS = 9.0


def picture(width: float, height: float, label: str, *parts: str) -> Markup:
    """Return a drawing with its own measure, which grows and shrinks with its place."""
    return element("svg", *parts, viewBox=f"0 0 {width:g} {height:g}", role="img", aria_label=label)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    class_: str,
    radius: float = 4,
    place: str | None = None,
) -> Markup:
    """Draw a rectangle; `place` names what can be clicked on."""
    return element(
        "rect", x=x, y=y, width=width, height=height, rx=radius, class_=class_, data_place=place
    )


def disc(x: float, y: float, radius: float, class_: str) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, class_=class_)


def label(x: float, y: float, text: object, class_: str = "") -> Markup:
    return element("text", str(text), x=x, y=y, class_=class_ or None)


def seat_disc(x: float, y: float, seat: int, radius: float = SEAT_RADIUS) -> Markup:
    """Draw a piece of a player: the colour and the number of its seat."""
    return joined(
        [disc(x, y, radius, f"seat s{seat}"), label(x, y + radius * 0.45, seat, "on-seat")]
    )


def seat_discs(x: float, y: float, seats: Iterable[int], radius: float = SEAT_RADIUS) -> Markup:
    """Draw pieces side by side, round a middle."""
    shown = list(seats)
    first = x - (len(shown) - 1) * radius
    return joined(
        seat_disc(first + 2 * radius * place, y, seat, radius) for place, seat in enumerate(shown)
    )


def panel(*children: str, class_: str = "") -> Markup:
    """Return a box of text beside the drawings."""
    return element("div", *children, class_=f"panel {class_}".rstrip())


def title_of(name: str) -> str:
    """Return a name of the rules as people write it."""
    return name.replace("_", " ").capitalize()
