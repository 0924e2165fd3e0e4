"""`lutetia match`: one game."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from arbiter.bots import Manifest, find_bot
from arbiter.cli.output import Clock, GameOptions, Json, console, notes, print_json
from arbiter.cli.replay import show_record
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.hall import STARTUP_S, open_hall
from arbiter.host import run
from arbiter.jobs import Job
from arbiter.tables import Result, Void
from engine.errors import OperatorError
from engine.games import find_game
from engine.options import options_to_json, parse_options
from engine.record import Record, Setup, record_to_json


class GameVoid(OperatorError):
    """The game did not count, so there is no result to show."""


def match(
    game: Annotated[str, typer.Argument(help="A game of `lutetia games`.")],
    bots: Annotated[
        list[str], typer.Argument(help="A bot for each seat: a built-in, a folder or a .py file.")
    ],
    seed: Annotated[int | None, typer.Option(help="Settles the deal; random if not given.")] = None,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    startup: Annotated[float, typer.Option(help="Seconds a bot has to connect.")] = STARTUP_S,
    record: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show the game, step by step.")] = False,
    as_json: Json = False,
) -> None:
    """Play one game between bots and print how it ended."""
    setup = make_setup(
        game, len(bots), option or [], secrets.randbits(53) if seed is None else seed
    )
    control = parse_clock(clock)
    manifests = name_seats([find_bot(bot) for bot in bots])
    for manifest in manifests.values():
        manifest.require_game(game)

    async def play() -> Result | None:
        async with stopping(), open_hall(startup) as hall:
            return await hall.play(Job(setup, manifests, control))
        return None

    with notes.status(f"{game}: {' – '.join(manifests)}"):
        result = run(play)
    if result is None:
        raise typer.Exit(130)
    if isinstance(result, Void):
        raise GameVoid(f"the game is void: {result.reason}")
    if record is not None:
        record.write_text(record_to_json(result) + "\n", encoding="utf-8")
    if watch:
        show_record(result, pace_s=0.3)
    if as_json:
        print_json(summary(result))
    else:
        _print_table(result)


def make_setup(game: str, players: int, pairs: Sequence[str], seed: int) -> Setup:
    """Check all that settles a game, before any bot is started."""
    rules = find_game(game)
    options = parse_options(rules.options, pairs)
    rules.new(players, options, seed)
    return Setup(game, players, options_to_json(options), seed)


def name_seats(manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """Name a bot for each seat: a bot that plays two seats is two, with a process each."""
    named: dict[str, Manifest] = {}
    for manifest in manifests:
        name, copies = manifest.name, 1
        while name in named:
            copies += 1
            name = f"{manifest.name}-{copies}"
        named[name] = manifest
    return named


def summary(record: Record) -> dict[str, Any]:
    """Return what `--json` prints of a finished game."""
    return {
        "game": record.setup.game,
        "options": record.setup.options,
        "seed": record.setup.seed,
        "seats": [
            {
                "bot": seat.bot,
                "version": seat.version,
                "score": seat.score,
                "rank": seat.rank,
                "ending": seat.ending,
                "detail": seat.detail,
                "decisions": seat.decisions,
                "time": seat.seconds,
            }
            for seat in record.seats
        ],
        "decisions": len(record.actions),
        "digest": record.digest,
    }


def _print_table(record: Record) -> None:
    setup = record.setup
    title = f"{setup.game}, seed {setup.seed}, {len(record.actions)} decisions, {record.digest}"
    table = Table("rank", "seat", "bot", "score", "ending", "decisions", "time", title=title)
    for number, seat in sorted(enumerate(record.seats), key=lambda pair: pair[1].rank):
        ending = f"{seat.ending}: {seat.detail}" if seat.detail else str(seat.ending)
        score = "–" if seat.score is None else str(seat.score)
        time = f"{seat.seconds:.2f} s"
        table.add_row(
            str(seat.rank), str(number), seat.bot, score, ending, str(seat.decisions), time
        )
    console.print(table)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("match")(match)
