"""Standings and seat advantages as tables with a picture in each row."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup

from engine.record import Bot
from ladder.ratings.standings import PROVISIONAL_MATCHES, SeatAdvantage, Standing
from ladder.report.charts import axis, bar, empty_bar, error_bar, sparkline
from ladder.report.markup import (
    Link,
    bot_markup,
    cells,
    column,
    element,
    joined,
    likelihood,
    signed,
    table,
    whole,
)
from ladder.report.scales import Scale, scale_over
from ladder.report.sections import Section
from ladder.report.titles import list_title

_PROVISIONAL = f"provisional: fewer than {PROVISIONAL_MATCHES} matches"
_LEAST_ELO = 40.0
_COUNTS = {
    "matches": None,
    "W": "wins by pairs of seats",
    "D": "draws by pairs of seats",
    "L": "losses by pairs of seats",
    "forfeits": None,
    "score": "mean score by pairs of seats",
    "LOS next": "likelihood of being stronger than the next",
}


def standings_table(
    section: Section,
    link: Link | None = None,
    about: Mapping[Bot, Mapping[str, str]] = MappingProxyType({}),
    retired: Collection[Bot] = (),
) -> Markup:
    """Return the standings, with error bars; authors and languages only if any is known."""
    standings = section.standings
    known = [
        name for name in ("author", "language") if any(name in each for each in about.values())
    ]
    scale = _scale([row for row in standings if row.rated])
    head = [
        column("rank", data_sort="", aria_sort="ascending"),
        column("bot", data_sort="", class_="name"),
        column("Elo", data_sort=""),
        column("95 %", class_="interval", title="its 95 % interval"),
        column(axis(scale), class_="picture", aria_label="Elo with its interval, drawn"),
        column("trend", title="live Elo so far"),
        *(column(text, title=title, data_sort="") for text, title in _COUNTS.items()),
        *(column(name, class_="name") for name in known),
    ]
    rows = []
    for row in standings:
        bot = Bot(row.bot, row.version)
        trend = element("td", sparkline(section.lines[bot][:, 1].tolist()), class_="trend")
        said = [
            element("td", element("bdi", about.get(bot, {}).get(name, "")), class_="name words")
            for name in known
        ]
        name = bot_markup(bot, link)
        if bot in retired:
            name = joined([name, " ", element("small", "retired")])
        rows.append(_standing(row, scale, name, trend, joined(said)))
    return table(head, rows, f"Standings, {section.title}", "standings")


def seats_table(section: Section) -> Markup:
    """Return what each seat is worth, with bars."""
    rows = section.rated.seat_advantages()
    # Every interval is drawn whole: a bar without its error says more than is known.
    ends = [row.elo + way * row.error for row in rows for way in (-1, 1)]
    scale = scale_over([0.0, *ends], _LEAST_ELO)
    head = [
        *(column(text, class_="name") for text in ("list", "players", "seat")),
        column("Elo"),
        column("95 %", class_="interval"),
        column(axis(scale, signed), class_="picture", aria_label="Elo of the seat, drawn"),
        column("matches"),
    ]
    body = (_seat(row, scale) for row in rows)
    return table(head, body, f"Seat advantage, {section.title}", "seats")


def _scale(rows: Sequence[Standing]) -> Scale:
    """Return a scale for all values, and for the intervals of those that are well known."""
    edges = []
    for row in rows:
        ends = (row.low, row.high) if row.games >= PROVISIONAL_MATCHES else ()
        edges += [row.elo or 0.0, *(end for end in ends if end is not None)]
    return scale_over(edges or [0.0], _LEAST_ELO)


def _standing(row: Standing, scale: Scale, name: Markup, trend: Markup, about: Markup) -> Markup:
    elo, interval, picture = ["unrated"], "", empty_bar(scale)
    if row.elo is not None:
        mark = element("abbr", "?", title=_PROVISIONAL) if row.provisional else ""
        elo = [whole(row.elo), element("span", mark, class_="mark")]
        interval = row.interval
        picture = error_bar(scale, row.elo, row.low, row.high)
    return element(
        "tr",
        element("td", str(row.rank or "–")),
        element("th", name, scope="row"),
        element("td", *elo, class_="elo"),
        element("td", element("small", interval), class_="interval"),
        element("td", picture, class_="picture"),
        trend,
        *cells(str(n) for n in (row.games, row.wins, row.draws, row.losses, row.forfeits)),
        *cells([f"{100 * row.score:.1f} %", "" if row.los is None else likelihood(row.los)]),
        about,
        class_=None if row.rated else "unrated",
    )


def _seat(row: SeatAdvantage, scale: Scale) -> Markup:
    return element(
        "tr",
        element("td", list_title(str(row.rating_list)), class_="name"),
        element("td", str(row.players), class_="name"),
        element("th", str(row.seat), scope="row"),
        element("td", signed(row.elo), class_="elo"),
        element("td", element("small", f"± {row.error:.0f}"), class_="interval"),
        element("td", bar(scale, row.elo, row.error), class_="picture"),
        element("td", str(row.matches)),
    )
