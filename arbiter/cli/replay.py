"""`lutetia replay`: records of finished matches, in files or in the store."""

import os
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.text import Text

from arbiter.cli.files import write_text
from arbiter.cli.output import (
    Database,
    Json,
    console,
    escape_controls,
    for_terminal,
    parse_seconds,
    print_json,
)
from engine.errors import BadFile, BadRecord, BadValue
from engine.fields import short_repr
from engine.files import read_text
from engine.game import AnyState
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Record, record_from_json, record_to_json, replay, verify
from ladder import DEFAULT_URL

commands = typer.Typer(help="Show and check records of finished matches.", no_args_is_help=True)

Source = Annotated[
    str, typer.Argument(metavar="ID|FILE", help="The id of a stored match, or a record file.")
]
_LONGEST_ID = 1_000  # digits; Python refuses to read a number of many more


@commands.command("verify")
def verify_command(
    source: Annotated[
        str | None,
        typer.Argument(metavar="ID|FILE", help="The id of a stored match, or a record file."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Check all stored matches, and their rows and keys, too.")
    ] = False,
    tournament: Annotated[
        str | None, typer.Option(help="Check all matches of one tournament.")
    ] = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Replay a record and check that it reaches the result it claims.

    With --all, also whether seats and deals are those that the database and the schedule of the
    tournament have; what is damaged is named, and the rest is checked all the same.
    """
    if everything or tournament is not None:
        if source is not None:
            raise BadValue(f"name one match, {source}, or all of them, not both")
        _verify_all(db, tournament, as_json)
        return
    if source is None:
        raise BadValue("name a stored match by its id, or a file; --all checks all stored matches")
    record, digest = _verify_stored(source, db) if _is_id(source) else find_record(source, db)
    verify(record, digest)
    game, count = record.setup.game, len(record.actions)
    if as_json:
        print_json({"record": source, "game": game, "decisions": count, "digest": digest})
    else:
        console.print(f"{for_terminal(source)}: {game}, {count} actions, digest {digest}: agrees")


def _verify_stored(source: str, db: str) -> tuple[Record, str]:
    """Check the rows of a stored match against its record, and return it with its digest."""
    from ladder.store.store import open_store

    with closing(open_store(db)) as store:
        stored = store.raw_match(int(source))
    record = stored.record()
    if contradiction := stored.contradiction(record):
        raise BadRecord(f"match {source}: {contradiction}; `lutetia rebuild` mends it")
    return record, record.digest


def _verify_all(db: str, name: str | None, as_json: bool) -> None:
    from arbiter.cli.findings import counting, print_findings, print_findings_json
    from arbiter.tournaments.verification import verify_matches
    from ladder.store.store import open_store

    with closing(open_store(db)) as store:
        tournament = None if name is None else store.tournament(name)
        with counting("checking records", store.count_matches(tournament)) as advance:
            findings = verify_matches(store, tournament, advance)
    damaged = sorted(findings.damaged + findings.contradicted)
    if as_json:
        print_findings_json(findings, damaged=damaged)
    else:
        print_findings(findings, "")
        good = findings.matches - len(damaged)
        console.print(f"checked {findings.matches:,} matches: {good:,} agree")
    if not findings.agree:
        raise typer.Exit(1)


@commands.command("show")
def show(
    source: Source,
    pace: Annotated[
        float, typer.Option(parser=parse_seconds, help="Seconds between two decisions.")
    ] = 0.3,
    db: Database = DEFAULT_URL,
) -> None:
    """Show a match move by move, as a spectator sees it."""
    record, _ = find_record(source, db)
    show_record(record, pace)


@commands.command("export")
def export(
    source: Source,
    file: Annotated[
        Path | None, typer.Argument(help="The file to write; standard output if not given.")
    ] = None,
    db: Database = DEFAULT_URL,
) -> None:
    """Write a record as JSON."""
    record, _ = find_record(source, db)
    if file is None:
        typer.echo(record_to_json(record))
    else:
        write_text(file, record_to_json(record) + "\n")


def find_record(source: str, db: str) -> tuple[Record, str]:
    """Return a record and the digest it claims, by its id in the store or from a file."""
    if _is_id(source):
        from ladder.store.store import open_store  # a file needs no database

        with closing(open_store(db)) as store:
            return store.stored_record(int(source))
    if not os.path.exists(source):  # not Path: for an impossible name it returns False
        raise BadFile(
            f"{short_repr(source)} is neither the id of a match nor a file; "
            "`lutetia tournament show NAME --matches` lists the ids"
        )
    try:
        return record_from_json(read_text(Path(source)))
    except BadRecord as error:
        raise BadFile(f"{source}: {error}") from None


def _is_id(source: str) -> bool:
    return source.isascii() and source.isdigit() and len(source) <= _LONGEST_ID


def show_record(record: Record, pace_s: float) -> None:
    """Draw a match move by move; where there is no terminal, a line for each decision."""
    game = find_game(record.setup.game)
    players = ", ".join(
        f"seat {n}: {for_terminal(seat.bot)}" for n, seat in enumerate(record.seats)
    )
    title = f"[bold]{game.title}[/]   {players}\n\n"
    options = options_from_json(game.options, record.setup.options)

    def draw(state: AnyState) -> str:
        return title + for_terminal(game.picture(state.view(None), options))

    if not console.is_terminal:
        for number, (state, action) in enumerate(replay(record), 1):
            if action:
                said = f"{number:4}  seat {state.decider}  {_action_text(action)}"
                typer.echo(escape_controls(said))
            else:
                console.print("\n" + draw(state))
        return
    with Live(console=console, auto_refresh=False) as live:
        for number, (state, action) in enumerate(replay(record), 1):
            said = f"\n{number}: {_action_text(action)}" if action else "\nthe end"
            live.update(
                Text.from_markup(draw(state), emoji=False).append(escape_controls(said)),
                refresh=True,
            )
            time.sleep(pace_s)


def _action_text(action: tuple[object, ...]) -> str:
    """Return an action in words: its kind, which it ends with, then what it is done with."""
    *values, kind = action
    return " ".join(map(_words, (kind, *values)))


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_words, value))})"
    return "–" if value is None else str(value)


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="replay")
