"""Bot against bot as heat maps: the bot of the row, as it did against that of the column."""

from collections.abc import Callable, Sequence

from engine.record import Bot
from ladder.ratings.meetings import Meeting, crosstable
from ladder.report.markup import Markup, bot_markup, column, element, joined, short_text, table
from ladder.report.sections import Section

_DENSE = 16
_STEPS = 10


def crosstable_matrix(section: Section) -> Markup:
    """Return who scored how much against whom, in per cent."""
    met = {
        (Bot(each.bot, each.version), Bot(each.other, each.other_version)): each
        for each in crosstable(section.results)
    }
    bots = section.bots
    matrix = _matrix(
        f"Crosstable, {section.title}",
        bots,
        lambda row, col: _meeting(met.get((bots[row], bots[col])), bots[row], bots[col]),
    )
    return joined([matrix, _legend("lost all", "won all")])


def los_matrix(section: Section) -> Markup:
    """Return how likely each rated bot is stronger than each other, in per cent."""
    los = section.los.tolist()
    label = f"Likelihood of superiority, {section.title}"
    matrix = _matrix(label, section.rated, lambda row, col: _likelihood(los[row][col]))
    return joined([matrix, _legend("weaker", "stronger")])


def _matrix(label: str, bots: Sequence[Bot], cell: Callable[[int, int], Markup]) -> Markup:
    places = range(len(bots))
    heads = (element("abbr", str(place + 1), title=short_text(bots[place])) for place in places)
    rows = (
        element(
            "tr",
            _row_head(row, bots[row]),
            *(_DIAGONAL if row == col else cell(row, col) for col in places),
        )
        for row in places
    )
    class_ = "matrix dense" if len(bots) > _DENSE else "matrix"
    return table(
        [column("bot", class_="name"), *(column(head) for head in heads)], rows, label, class_
    )


def _legend(low: str, high: str) -> Markup:
    """Return the colours of a heat map in their order."""
    steps = (element("i", class_=f"h{step}") for step in range(_STEPS + 1))
    return element("p", f"0 % {low} ", *steps, f" {high} 100 %", class_="scale")


def _row_head(place: int, bot: Bot) -> Markup:
    return element("th", element("b", str(place + 1)), bot_markup(bot), scope="row")


def _meeting(meeting: Meeting | None, bot: Bot, other: Bot) -> Markup:
    if meeting is None:
        return _NEVER
    counts = f"+{meeting.wins} ={meeting.draws} −{meeting.losses}"
    title = f"{short_text(bot)} – {short_text(other)}: {counts}"
    return element("td", f"{100 * meeting.score:.0f}", class_=_heat(meeting.score), title=title)


def _likelihood(los: float) -> Markup:
    return element("td", _per_cent(los), class_=_heat(los))


def _per_cent(share: float) -> str:
    """Return a likelihood that is never quite 0 or 100."""
    return ">99" if share > 0.995 else "<1" if share < 0.005 else f"{100 * share:.0f}"


def _heat(share: float) -> str:
    return f"h{round(_STEPS * share)}"


_DIAGONAL = element("td", class_="self")
_NEVER = element("td")
