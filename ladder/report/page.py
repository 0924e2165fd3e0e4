"""The whole page: one section per list, of which the browser shows the one asked for."""

from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ladder.ratings.results import Results
from ladder.ratings.standings import PROVISIONAL_MATCHES, Anchor
from ladder.report.histories import history_chart
from ladder.report.markup import signed, whole
from ladder.report.matrices import crosstable_matrix, los_matrix
from ladder.report.sections import sections_of
from ladder.report.tables import seats_table, standings_table
from ladder.report.titles import list_title

_HEADS = {
    "standings": "Standings",
    "crosstable": "Crosstable",
    "los": "Likelihood of superiority",
    "history": "Rating history",
    "seats": "Seat advantage",
}


def report_html(
    results: Results, title: str, anchor: Anchor | None = None, made: datetime | None = None
) -> str:
    """Return the ladder as one HTML page that needs nothing from anywhere else."""
    style, script = asset("page.css"), asset("page.js")
    return (
        template_environment()
        .get_template("report.html")
        .render(
            title=title,
            sections=sections_of(results, anchor) if len(results) else [],
            heads=_HEADS,
            made=made or datetime.now(UTC),
            style=Markup(style),  # noqa: S704 - files of ours
            script=Markup(script),  # noqa: S704
            policy=offline_policy(style, script),
            standings_table=standings_table,
            crosstable_matrix=crosstable_matrix,
            los_matrix=los_matrix,
            history_chart=history_chart,
            seats_table=seats_table,
        )
    )


def template_environment(*folders: Path) -> Environment:
    """Return templates that escape whatever is not markup: those of folders, and of this page."""
    own = Path(str(files("ladder.report"))) / "templates"
    environment = Environment(
        loader=FileSystemLoader([*folders, own]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(whole=whole, signed=signed, list_title=list_title)
    environment.globals.update(provisional_matches=PROVISIONAL_MATCHES)
    return environment


def offline_policy(style: str, script: str) -> str:
    """Return what a page that is one file may do: should markup of a stranger ever slip in, it
    runs nothing and fetches nothing."""
    return f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}"


def asset(name: str) -> str:
    """Return a file of the page."""
    return (files("ladder.report") / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
