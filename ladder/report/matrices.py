"""Bot against bot as heat maps: the bot of the row, as it did against that of the column."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from engine.record import Bot
from ladder.ratings.crosstable import Cell, crosstable
from ladder.report.markup import Link, bot_markup, column, element, joined, short_text, table
from ladder.report.sections import Section

_DENSE = 16
_STEPS = 10


def crosstable_matrix(section: Section, link: Link | None = None, most: int = 1000) -> Markup:
    """Return who of the `most` first scored how much against whom, in per cent."""
    met = {
        (Bot(cell.bot, cell.version), Bot(cell.other, cell.other_version)): cell
        for cell in crosstable(section.rated.results)
    }
    bots = section.ordered_bots[:most]
    dense = len(bots) > _DENSE
    matrix = _matrix(
        f"Crosstable, {section.title}",
        bots,
        lambda row, col: _cell(met.get((bots[row], bots[col])), bots[row], bots[col], dense),
        link,
    )
    return joined([matrix, _legend("lost all", "won all")])


def los_matrix(section: Section) -> Markup:
    """Return how likely each rated bot is stronger than each other, in per cent."""
    los = section.rated.los().tolist()
    label = f"Likelihood of superiority, {section.title}"
    matrix = _matrix(label, section.rated.rated, lambda row, col: _likelihood(los[row][col]))
    return joined([matrix, _legend("weaker", "stronger")])


def _matrix(
    label: str,
    bots: Sequence[Bot],
    cell: Callable[[int, int], Markup],
    link: Link | None = None,
) -> Markup:
    heads = (
        element("abbr", str(number), title=short_text(bot)) for number, bot in enumerate(bots, 1)
    )
    rows = (
        element(
            "tr",
            element("th", element("b", str(row + 1)), bot_markup(bots[row], link), scope="row"),
            *(_DIAGONAL if row == col else cell(row, col) for col in range(len(bots))),
        )
        for row in range(len(bots))
    )
    class_ = "matrix dense" if len(bots) > _DENSE else "matrix"
    return table(
        [column("bot", class_="name"), *(column(head) for head in heads)], rows, label, class_
    )


def _legend(low: str, high: str) -> Markup:
    """Return the colours of a heat map in their order."""
    steps = (element("i", class_=f"h{step}") for step in range(_STEPS + 1))
    return element("p", f"0 % {low} ", *steps, f" {high} 100 %", class_="scale")


def _cell(cell: Cell | None, bot: Bot, other: Bot, dense: bool) -> Markup:
    """Return a score with wins, draws and losses as a bar; in words too where there is room."""
    if cell is None:
        return _NEVER
    counts = f"+{cell.wins} ={cell.draws} −{cell.losses}"
    title = f"{short_text(bot)} – {short_text(other)}: {counts}"
    shown = [f"{100 * cell.score:.0f}"]
    if not dense:
        shown.append(element("small", f"{cell.wins}–{cell.draws}–{cell.losses}"))
    return element("td", *shown, _counts_bar(cell), class_=_heat(cell.score), title=title)


def _counts_bar(cell: Cell) -> Markup:
    total = cell.wins + cell.draws + cell.losses
    won, drawn = 100 * cell.wins // total, 100 * cell.draws // total
    return element(
        "svg",
        element("path", d=f"M0 0h{won}v4h-{won}z", class_="won"),
        element("path", d=f"M{won} 0h{drawn}v4h-{drawn}z", class_="drawn"),
        viewBox="0 0 100 4",
        preserveAspectRatio="none",
        class_="counts",
        aria_hidden="true",
    )


def _likelihood(los: float) -> Markup:
    """Return a cell with a likelihood, which is never quite 0 or 100."""
    text = ">99" if los > 0.995 else "<1" if los < 0.005 else f"{100 * los:.0f}"
    return element("td", text, class_=_heat(los))


def _heat(share: float) -> str:
    return f"h{round(_STEPS * share)}"


_DIAGONAL = element("td", class_="self")
_NEVER = element("td")
