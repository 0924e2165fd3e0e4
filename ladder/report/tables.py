"""Standings and seat advantages as tables with a picture in each row."""

from collections.abc import Sequence

from markupsafe import Markup

from engine.record import Bot
from ladder.ratings.standings import PROVISIONAL_GAMES, SeatAdvantage, Standing
from ladder.report.charts import axis, bar, empty_bar, error_bar
from ladder.report.markup import bot_markup, cells, column, element, signed, table, whole
from ladder.report.scales import Scale, scale_over
from ladder.report.sections import Section

_PROVISIONAL = f"provisional: fewer than {PROVISIONAL_GAMES} matches"
_LEAST_ELO = 40.0
_COUNTS = {
    "games": None,
    "W": "wins by pairs of seats",
    "D": "draws by pairs of seats",
    "L": "losses by pairs of seats",
    "forfeits": None,
    "score": "mean score by pairs of seats",
    "LOS": "likelihood of being stronger than the next",
}


def standings_table(section: Section) -> Markup:
    """Return the standings, with error bars."""
    standings = section.standings
    scale = _scale([row for row in standings if row.rated])
    head = [
        column("rank", data_sort="", aria_sort="ascending"),
        column("bot", data_sort="", class_="name"),
        column("Elo ± 95 %", data_sort=""),
        column(axis(scale), class_="picture", aria_label="Elo with its interval, drawn"),
        *(column(text, title=title, data_sort="") for text, title in _COUNTS.items()),
    ]
    rows = (_standing(row, scale) for row in standings)
    return table(head, rows, f"Standings, {section.title}", "standings")


def seats_table(section: Section) -> Markup:
    """Return what each seat is worth, with bars."""
    rows = section.rated.seat_advantages()
    scale = _scale(rows, 0.0)
    head = [
        *(column(text, class_="name") for text in ("list", "players", "seat")),
        column("Elo ± 95 %"),
        column(axis(scale, signed), class_="picture", aria_label="Elo of the seat, drawn"),
        column("matches"),
    ]
    body = (_seat(row, scale) for row in rows)
    return table(head, body, f"Seat advantage, {section.title}", "seats")


def _scale(rows: Sequence[Standing | SeatAdvantage], *others: float) -> Scale:
    """Return a scale for all values, and for the intervals of those that are well known."""
    edges = [*others]
    for row in rows:
        elo = row.elo or 0.0
        if isinstance(row, Standing):
            matches, ends = row.games, (row.low, row.high)
        else:
            matches, ends = row.matches, (elo - row.error, elo + row.error)
        known = [end for end in ends if end is not None] if matches >= PROVISIONAL_GAMES else []
        edges += [elo, *known]
    return scale_over(edges or [0.0], _LEAST_ELO)


def _standing(row: Standing, scale: Scale) -> Markup:
    elo, picture = ["unrated"], empty_bar(scale)
    if row.elo is not None:
        mark = element("abbr", "?", title=_PROVISIONAL) if row.provisional else ""
        elo = [whole(row.elo), mark, element("small", row.interval)]
        picture = error_bar(scale, row.elo, row.low, row.high)
    return element(
        "tr",
        element("td", str(row.rank or "–")),
        element("th", bot_markup(Bot(row.bot, row.version)), scope="row"),
        element("td", *elo, class_="elo"),
        element("td", picture, class_="picture"),
        *cells(str(n) for n in (row.games, row.wins, row.draws, row.losses, row.forfeits)),
        *cells([f"{row.score:.1%}", "" if row.los is None else f"{row.los:.1%}"]),
        class_=None if row.rated else "unrated",
    )


def _seat(row: SeatAdvantage, scale: Scale) -> Markup:
    return element(
        "tr",
        element("td", str(row.rating_list), class_="name"),
        element("td", str(row.players), class_="name"),
        element("th", str(row.seat), scope="row"),
        element("td", signed(row.elo), element("small", f"± {row.error:.0f}"), class_="elo"),
        element("td", bar(scale, row.elo, row.error), class_="picture"),
        element("td", str(row.matches)),
    )
