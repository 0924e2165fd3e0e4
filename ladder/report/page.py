"""The whole page: one section per list, of which the browser shows the one asked for."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from string import Template

from markupsafe import Markup, escape

from ladder.ratings.results import Results
from ladder.ratings.standings import PROVISIONAL_GAMES, Anchor
from ladder.report.histories import history_chart
from ladder.report.markup import element, joined
from ladder.report.matrices import crosstable_matrix, los_matrix
from ladder.report.sections import Section, sections_of
from ladder.report.tables import seats_table, standings_table

_STANDINGS_NOTE = (
    "Elo is the most likely strength over all matches at once, ± half its 95 % interval, which the "
    "bars draw; a bar that meets the edge goes on. Who won or lost everything has one end only. "
    "A list is a game with its options and a class of clock. Overall it is the mean of a bot's "
    "Elos in all lists, and the likelihoods below are of pooled matches: rated as if they were of "
    "one list. "
    f"? marks fewer than {PROVISIONAL_GAMES} matches; a bot that never met the others, not even "
    "through a third, is unrated. W, D, L and score count pairs of seats; LOS is the likelihood "
    "of being stronger than the next."
)
_CROSSTABLE_NOTE = (
    "Score in per cent of the bot of the row against that of the column, which is numbered as "
    "its row is. Point at a cell for wins (+), draws (=) and losses (−)."
)
_LOS_NOTE = (
    "How likely, in per cent, the bot of the row is stronger than that of the column; "
    "the strongest colours are 95 % sure."
)
_HISTORY_NOTE = (
    "Live Elo moves with each match and so depends on their order; the standings do not. "
    "Point at a line for its name."
)
_SEATS_NOTE = (
    "What a seat is worth in Elo, ± half its 95 % interval; the seats of a list sum to zero."
)
_NOTHING = (
    "No match has been played yet. Run a tournament with ",
    element("code", "lutetia tournament run"),
    ", then make this page again.",
)


def report_html(results: Results, title: str, anchor: Anchor | None = None) -> str:
    """Return the ladder as one HTML page that needs nothing from anywhere else."""
    sections = sections_of(results, anchor) if len(results) else []
    body = [_section(each, sections) for each in sections] or [element("p", *_NOTHING)]
    style, script = _asset("page.css"), _asset("page.js")
    return Template(_asset("page.html")).substitute(
        title=escape(title),
        body=joined(body),
        style=style,
        script=script,
        # should markup of a stranger ever slip in: it runs nothing and fetches nothing
        policy=f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}",
    )


def _section(section: Section, sections: Sequence[Section]) -> Markup:
    parts = [
        ("standings", "Standings", _STANDINGS_NOTE, standings_table(section)),
        ("crosstable", "Crosstable", _CROSSTABLE_NOTE, crosstable_matrix(section)),
        ("los", "Likelihood of superiority", _LOS_NOTE, los_matrix(section)),
        ("history", "Rating history", _HISTORY_NOTE, history_chart(section)),
        ("seats", "Seat advantage", _SEATS_NOTE, seats_table(section)),
    ]
    heads = [(f"{section.anchor}-{anchor}", head) for anchor, head, _, _ in parts]
    return element(
        "section",
        _tabs(section, sections),
        element("h2", section.title),
        element("p", _count(section), class_="count"),
        element("nav", *(_link(*head) for head in heads), class_="parts", aria_label="Parts"),
        *(
            joined(
                [
                    element("h3", head, id=f"{section.anchor}-{anchor}"),
                    inner,
                    element("p", note, class_="note"),
                ]
            )
            for anchor, head, note, inner in parts
        ),
        id=section.anchor,
    )


def _count(section: Section) -> str:
    results, anchor = section.rated.results, section.rated.anchor
    count = f"{len(results.bots):,} bots, {len(results):,} matches"
    return f"{count}; Elo relative to {anchor.bot} at {anchor.elo:g}" if anchor else count


def _tabs(section: Section, sections: Sequence[Section]) -> Markup:
    links = (_link(each.anchor, each.title, each is section) for each in sections)
    return element("nav", *links, class_="tabs", aria_label="Lists") if sections[1:] else Markup()


def _link(anchor: str, text: str, current: bool = False) -> Markup:
    return element("a", text, href=f"#{anchor}", aria_current="page" if current else None)


def _asset(name: str) -> str:
    return (files("ladder.report") / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
