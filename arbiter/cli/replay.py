"""`lutetia replay`: records of finished matches, in files or in the store."""

import itertools
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.text import Text

from arbiter.cli.files import write_text
from arbiter.cli.keys import Steps, keys
from arbiter.cli.output import (
    Database,
    Json,
    OneGame,
    console,
    escape_controls,
    for_terminal,
    parse_seconds,
    print_json,
)
from engine.errors import BadFile, BadRecord, BadValue
from engine.fields import short_repr
from engine.files import read_text
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Record, record_from_json, record_to_json, replay, verify
from ladder import DEFAULT_URL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ladder.store.listing import ListedMatch

commands = typer.Typer(
    help="Find, show and check records of finished matches.", no_args_is_help=True
)

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


@commands.command("list")
def list_command(
    bot: Annotated[
        str | None, typer.Option(metavar="BOT", help="A bot that played: NAME, or NAME@VERSION.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="Another bot that played.")
    ] = None,
    lost: Annotated[
        bool, typer.Option("--lost", help="Only matches that the bot did not win or share.")
    ] = False,
    forfeits: Annotated[
        bool, typer.Option("--forfeits", help="Only matches that the bot, or anyone, forfeited.")
    ] = False,
    game: OneGame = None,
    tournament: Annotated[str | None, typer.Option(help="One tournament only.")] = None,
    last: Annotated[int, typer.Option(min=1, help="How many matches, the newest first.")] = 20,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """List finished matches, with the ids by which the other commands find them."""
    from arbiter.cli.match_lists import match_rows, matches_table
    from ladder.store.listing import MatchFilter
    from ladder.store.store import open_store

    if lost and bot is None:
        raise BadValue("whose lost matches? Name a bot with --bot")
    with closing(open_store(db)) as store:
        if tournament is not None:
            store.tournament(tournament)
        matches = store.listing(MatchFilter(bot, against, lost, forfeits, game, tournament, last))
    if as_json:
        print_json(match_rows(matches))
    elif matches:
        console.print(matches_table(matches))
        _print_reasons(matches)
    else:
        console.print("no such match is stored")


def _print_reasons(matches: "Sequence[ListedMatch]") -> None:
    """Print why seats forfeited, below the table, where a reason has room."""
    for match in matches:
        for seat in match.seats:
            if seat.reason:
                said = for_terminal(f"{match.match_id}, {seat.bot}@{seat.version}: {seat.reason}")
                console.print(said, soft_wrap=True)


@commands.command("show")
def show(
    source: Source,
    pace: Annotated[
        float, typer.Option(parser=parse_seconds, help="Seconds between two decisions.")
    ] = 0.3,
    moves: Annotated[
        bool, typer.Option("--moves", help="Print a line for each decision, and no boards.")
    ] = False,
    at: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Print the board before decision N, and the decision."
        ),
    ] = None,
    db: Database = DEFAULT_URL,
) -> None:
    """Show a match move by move, as a spectator sees it.

    In a terminal: space stops and goes on, ← and → step, Home and End jump, q ends.
    """
    record, _ = find_record(source, db)
    if at is not None:
        show_step(record, at)
    elif moves:
        print_moves(record)
    else:
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
    if not console.is_terminal:
        print_moves(record)
        console.print("\n" + _Boards(record).last())
        return
    boards = _Boards(record)
    with keys() as pressed, Live(console=console, auto_refresh=False) as live:
        steps = Steps(len(record.actions), pace_s)
        while True:
            live.update(Text.from_markup(boards.at(steps.number), emoji=False), refresh=True)
            if not steps.advance(pressed):
                return


def print_moves(record: Record) -> None:
    """Print a line for each decision."""
    for number, (state, action) in enumerate(replay(record), 1):
        if action:
            bot = record.seats[state.decider or 0].bot
            said = f"{number:4}  {state.decider} {bot}  {in_words(action)}"
            typer.echo(escape_controls(said))


def show_step(record: Record, number: int) -> None:
    """Print the board before a decision, and what was decided."""
    count = len(record.actions)
    if number > count:
        raise BadValue(f"this match has {count} decisions, so --at goes from 1 to {count}")
    console.print(_Boards(record).at(number - 1))


class _Boards:
    """A match as boards with the decision below, drawn as they are asked for.

    Going back is going again from the beginning: a whole match takes less than a blink.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game = find_game(record.setup.game)
        self._options = options_from_json(self._game.options, record.setup.options)

    def at(self, number: int) -> str:
        """Return the board after this many decisions."""
        state, action = next(itertools.islice(replay(self._record), number, None))
        seats = enumerate(self._record.seats)
        players = ", ".join(f"seat {n}: {for_terminal(seat.bot)}" for n, seat in seats)
        board = for_terminal(self._game.picture(state.view(None), self._options))
        said = "the end"
        if action:
            said = f"{number + 1}: seat {state.decider}: {in_words(action)}"
        return f"[bold]{self._game.title}[/]   {players}\n\n{board}\n{for_terminal(said)}"

    def last(self) -> str:
        return self.at(len(self._record.actions))


def in_words(action: tuple[object, ...]) -> str:
    """Return an action or event in words: its kind, which it ends with, then its other values."""
    *values, kind = action
    return " ".join(map(_words, (kind, *values)))


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_words, value))})"
    return "–" if value is None else str(value)


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="replay")
