"""`lutetia db` and `lutetia rebuild`: the database itself."""

from dataclasses import asdict

import typer

from arbiter.cli.output import Database, Json, console, for_terminal, print_json, stderr
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
    """Rebuild all results from the records."""
    with stderr.status("reading the records"):
        rebuilt = open_store(db).rebuild()
    if as_json:
        print_json(asdict(rebuilt))
        return
    for match_id, trouble in rebuilt.troubles.items():
        console.print(for_terminal(f"match {match_id}: {trouble}"))
    console.print(f"rebuilt the results of {rebuilt.matches:,} matches from their records")


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="db")
    app.command("rebuild")(rebuild)
