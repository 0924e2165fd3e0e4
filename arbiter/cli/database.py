"""`lutetia db` and `lutetia rebuild`: the database itself."""

from contextlib import closing

import typer

from arbiter.cli.damages import counting, damages_as_json, print_damage
from arbiter.cli.output import Database, Json, console, for_terminal, print_json
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
    """Check all records, and derive the results that contradict them again.

    A match whose record is damaged is named and keeps the results it has.
    """
    with (
        closing(open_store(db)) as store,
        counting("checking records", store.count_matches()) as advance,
    ):
        findings = rebuild_seats(store, advance)
    if as_json:
        print_json(
            {
                "matches": findings.matches,
                "mended": damages_as_json(findings.contradicted),
                "damaged": damages_as_json(findings.damaged),
                "elsewhere": findings.elsewhere,
                "not_replayed": findings.not_replayed,
            }
        )
    else:
        for damage in findings.contradicted:
            console.print(for_terminal(f"{damage}; mended"), soft_wrap=True)
        print_damage(findings.damaged, findings.elsewhere, findings.not_replayed)
        good = findings.matches - len(findings.damaged)
        console.print(f"the results of {good:,} matches follow from their records")
    if findings.damaged or findings.elsewhere:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="db")
    app.command("rebuild")(rebuild)
