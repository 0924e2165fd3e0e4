"""`lutetia db` and `lutetia rebuild`: the database itself."""

from contextlib import closing

import typer

from arbiter.cli.findings import counting, print_findings, print_findings_json
from arbiter.cli.output import Database, Json, console
from arbiter.tournaments.verification import rebuild_seats
from ladder import DEFAULT_URL
from ladder.store.databases import upgrade
from ladder.store.store import open_store

commands = typer.Typer(help="Manage the database.", no_args_is_help=True)


@commands.callback()
def db() -> None:
    """Manage the database."""


@commands.command("upgrade")
def upgrade_command(db: Database = DEFAULT_URL) -> None:
    """Bring a database made by an older version up to date."""
    upgrade(db)
    console.print("the database is up to date")


def rebuild(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """Check all records, and derive again the results that contradict them.

    A match whose record is damaged is named and keeps the results it has.
    """
    with (
        closing(open_store(db, create=False)) as store,
        counting("checking records", store.count_matches()) as advance,
    ):
        findings = rebuild_seats(store, advance)
    if as_json:
        print_findings_json(findings, damaged=findings.damaged, mended=findings.contradicted)
    else:
        print_findings(findings, "; mended")
        good = findings.matches - len(findings.damaged)
        console.print(f"the results of {good:,} matches follow from their records")
    if findings.damaged or findings.elsewhere:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="db")
    app.command("rebuild")(rebuild)
