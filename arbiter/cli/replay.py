"""`lutetia replay`: records of finished matches, in files or in the store."""

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from google.protobuf.json_format import MessageToDict
from rich.live import Live

from arbiter.bot_output import reason_lines
from arbiter.cli.boards import RecordedBoards
from arbiter.cli.files import write_text
from arbiter.cli.frames import draw_step
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
    print_text,
    tell,
)
from arbiter.cli.results import summary
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.clocks import parse_clock
from arbiter.local_arbiter import STARTUP_S
from arbiter.questions import Question
from engine.errors import BadFile, BadRecord, BadValue
from engine.fields import short_repr
from engine.files import read_text
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
        bool, typer.Option("--all", help="Check all stored matches, including their rows and keys.")
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
    try:
        verify(record, digest)
    except BadRecord as error:
        raise BadRecord(f"{source}: {error}") from None
    game, count = record.setup.game, len(record.actions)
    if as_json:
        print_json({"record": source, "game": game, "decisions": count, "digest": digest})
    else:
        console.print(f"{for_terminal(source)}: {game}, {count} actions, digest {digest}: agrees")


def _verify_stored(source: str, db: str) -> tuple[Record, str]:
    """Check the rows of a stored match against its record, and return it with its digest."""
    from ladder.store.store import open_store

    with closing(open_store(db, create=False)) as store:
        stored = store.raw_match(int(source))
    record = stored.record()
    if contradiction := stored.contradiction(record):
        raise BadRecord(f"match {source}: {contradiction}; `lutetia rebuild` mends it")
    return record, record.digest


def _verify_all(db: str, name: str | None, as_json: bool) -> None:
    from arbiter.cli.findings import counting, print_findings, print_findings_json
    from arbiter.tournaments.verification import verify_matches
    from ladder.store.store import open_store

    with closing(open_store(db, create=False)) as store:
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
        bool, typer.Option("--lost", help="Only matches that the bot neither won nor drew.")
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
    from ladder.errors import require_played
    from ladder.store.listing import MatchFilter
    from ladder.store.store import open_store

    if lost and bot is None:
        raise BadValue("--lost needs a bot: name one with --bot")
    with closing(open_store(db, create=False)) as store:
        if tournament is not None:
            store.tournament(tournament)
        for name in filter(None, (bot, against)):
            require_played(name, store.contents())
        matches = store.listing(MatchFilter(bot, against, lost, forfeits, game, tournament, last))
    if as_json:
        print_json(match_rows(matches))
    elif matches:
        console.print(matches_table(matches))
        _print_reasons(matches)
    else:
        console.print("no such match is stored")


def _print_reasons(matches: "Sequence[ListedMatch]") -> None:
    """Print why seats forfeited, below the table, each reason once with all its matches."""
    matches_by_reason: dict[tuple[str, str], list[str]] = {}
    for match in matches:
        for seat in match.seats:
            if seat.reason:
                said = (f"{seat.bot}@{seat.version}", seat.reason)
                matches_by_reason.setdefault(said, []).append(str(match.match_id))
    for (bot, reason), ids in matches_by_reason.items():
        for line in reason_lines(f"{', '.join(ids)}, {bot}: {reason}"):
            print_text(line)


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
    as_seat: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="S",
            help="As seat S saw it; with --at, what its bot was asked, then or next.",
        ),
    ] = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show a match move by move, as a spectator sees it, with the points by source.

    In a terminal: space pauses and resumes, ← and → step, Home and End jump, ↑ and ↓
    scroll a board that is too tall, q ends.
    `lutetia games GAME` explains its board.

    --at N --json prints the Turn message that a bot was sent for decision N, without its clock;
    with --as-seat S the first that the bot of seat S was sent from decision N on.
    """
    record, _ = find_record(source, db)
    seats = len(record.seats)
    if as_seat is not None and as_seat >= seats:
        raise BadValue(f"this match has {seats} seats, so --as-seat goes from 0 to {seats - 1}")
    if at is not None and (as_json or as_seat is not None):
        show_question(record, at, as_seat, as_json)
    elif as_json:
        print_json(_moves_json(record, as_seat))
    elif at is not None:
        show_step(record, at)
    elif moves:
        print_moves(record, as_seat)
    else:
        show_record(record, pace, as_seat)


@commands.command("ask")
def ask(
    source: Source,
    at: Annotated[int, typer.Option(min=1, metavar="N", help="The number of the decision.")],
    bot: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="The bot to ask: a built-in, a folder or a file."),
    ] = None,
    listen: Annotated[
        bool,
        typer.Option(
            "--listen", help="Start no bot: print what it needs to connect, and wait for it."
        ),
    ] = False,
    clock: Annotated[
        str | None, typer.Option(help="Time limits, as in `lutetia match`; none if not given.")
    ] = None,
    startup: Annotated[
        float, typer.Option(parser=parse_seconds, help="Seconds a bot has to connect.")
    ] = STARTUP_S,
    sandbox: SandboxChoice = Choice.AUTO,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Ask a bot for a decision of a finished match, and print its answer beside what was played.

    It is sent the same view, actions, events and seed, but none of the turns before: a bot that
    decides by chance or remembers earlier turns may answer differently. With --listen you run the
    bot yourself, perhaps under a debugger.
    """
    from arbiter.cli.asking import ask_bot, ask_whoever_connects, print_answer

    if (bot is None) != listen:
        raise BadValue("no bot to ask: name one with --bot, or run one yourself with --listen")
    record, _ = find_record(source, db)
    question = Question(record, at, None if clock is None else parse_clock(clock))
    chosen, labels = question.chosen(), public_name(source, record, db)
    turn = question.turn
    assert turn is not None
    if bot is None:
        result = ask_whoever_connects(question, labels)
    else:
        result = ask_bot(question, bot, labels, startup, choose_sandbox(sandbox))
    if result is None:
        raise typer.Exit(130)
    if not print_answer(record, question, turn, chosen, result, as_json):
        raise typer.Exit(1)


def public_name(source: str, record: Record, db: str) -> tuple[str | int, ...]:
    """Return what the match was called, which the bots' seeds come from."""
    if not _is_id(source):
        return ("match", record.setup.game)  # as `lutetia match` has it; a file does not tell
    from ladder.store.store import open_store

    with closing(open_store(db, create=False)) as store:
        stored = store.raw_match(int(source))
        names = {each.tournament_id: each.name for each in store.raw_tournaments()}
    return (names.get(stored.tournament_id, ""), *stored.key)


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
        match = f"match {source}" if _is_id(source) else source
        count = f"{record.setup.game}, {len(record.actions)} decisions"
        tell(f"The record of {match} ({count}) is written to {file}.")


def find_record(source: str, db: str) -> tuple[Record, str]:
    """Return a record and the digest it claims, by its id in the store or from a file."""
    if _is_id(source):
        from ladder.store.store import open_store  # a file needs no database

        with closing(open_store(db, create=False)) as store:
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


def show_record(record: Record, pace_s: float, seat: int | None = None) -> None:
    """Draw a match move by move; where there is no terminal, a line for each decision."""
    boards = RecordedBoards(record, seat)
    if not console.is_terminal:
        print_moves(record, seat)
        console.print(f"\n{boards.last().printed()}", soft_wrap=True, highlight=False)
        return
    with keys() as pressed, Live(console=console, auto_refresh=False) as live:
        steps = Steps(len(record.actions), pace_s)
        while draw_step(live, boards.at(steps.number), steps, pressed):
            pass


def print_moves(record: Record, seat: int | None = None) -> None:
    """Print a line for each decision."""
    for line in RecordedBoards(record, seat).lines():
        typer.echo(line)


def show_step(record: Record, number: int) -> None:
    """Print the board before a decision, and what was decided."""
    count = len(record.actions)
    if number > count:
        raise BadValue(f"this match has {count} decisions, so --at goes from 1 to {count}")
    board = RecordedBoards(record).at(number - 1).printed()
    console.print(board, soft_wrap=True, highlight=False)


def show_question(record: Record, number: int, seat: int | None, as_json: bool) -> None:
    """Print what a seat was asked, as it saw it: the first of its decisions from a number on.

    Without a seat it is whoever made the decision of that number.
    """
    if seat is not None:
        made = [at for at, decider in enumerate(_deciders(record), 1) if decider == seat]
        if made and number <= len(record.actions):
            number = next((at for at in made if at >= number), made[-1])
    question = Question(record, number)
    if seat is not None and question.seat != seat:
        raise BadValue(f"seat {seat} ({record.seats[seat].bot}) made no decision in this match")
    seat = question.seat
    if as_json:
        print_json(MessageToDict(question.message(), preserving_proto_field_name=True))
    else:
        shown = RecordedBoards(record, seat).question(question)
        console.print(shown, soft_wrap=True, highlight=False)


def _deciders(record: Record) -> list[int | None]:
    return [state.decider for state, _ in replay(record)]


def _moves_json(record: Record, seat: int | None) -> dict[str, Any]:
    moves = [
        {
            "number": step.number,
            "seat": step.decision.seat,
            "sentence": escape_controls(step.sentence),
            "stand_in": step.decision.stand_in,
        }
        for step in RecordedBoards(record, seat).steps()
        if step.decision is not None
    ]
    return {**summary(record), "moves": moves}


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="replay")
