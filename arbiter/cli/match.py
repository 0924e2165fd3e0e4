"""`lutetia match`: one match."""

import secrets
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from arbiter.bots import find_bot, name_seats
from arbiter.cli.files import require_writable, write_text
from arbiter.cli.output import (
    Clock,
    GameOptions,
    Json,
    console,
    for_terminal,
    parse_seconds,
    print_json,
    remark,
    stderr,
)
from arbiter.cli.replay import show_record
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.host import run
from arbiter.jobs import Job, NotStarted
from arbiter.local_arbiter import STARTUP_S, open_local_arbiter
from arbiter.match import Result, Void
from arbiter.sandbox.bubblewrap import Sandbox
from engine.record import Record, make_setup, record_to_json


def match(
    game: Annotated[str, typer.Argument(help="A game of `lutetia games`.")],
    bots: Annotated[
        list[str], typer.Argument(help="A bot for each seat: a built-in, a folder or a .py file.")
    ],
    seed: Annotated[
        int | None, typer.Option(help="Determines the deal; random if not given.")
    ] = None,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    startup: Annotated[
        float, typer.Option(parser=parse_seconds, help="Seconds a bot has to connect.")
    ] = STARTUP_S,
    sandbox: SandboxChoice = Choice.AUTO,
    record: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the match move by move when it is over.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play one match between bots and print how it ended."""
    if record is not None:
        require_writable(record)
    seed = secrets.randbits(128) if seed is None else seed
    setup = make_setup(game, len(bots), option or [], seed)
    manifests = name_seats([find_bot(bot) for bot in bots])
    for manifest in manifests.values():
        manifest.require_game(game)
    job = Job(setup, manifests, parse_clock(clock), public_name=("match", game))
    finished = _play(job, startup, choose_sandbox(sandbox))
    if finished is None:
        raise typer.Exit(130)
    if isinstance(finished, Void):
        words = [word for pair in option or [] for word in ("--option", pair)]
        words += ["--clock", clock, "--seed", str(seed)]
        again = shlex.join(["lutetia", "match", game, *bots, *words])
        if isinstance(finished, NotStarted):
            remark(
                f"The match was not played: {for_terminal(finished.reason)}\n"
                "Put this right, then play it again."
            )
            raise typer.Exit(1)
        remark(
            f"The match is void: it has no result. {for_terminal(finished.reason)}\n"
            f"To reproduce it: {for_terminal(again)}\n"
            "If the bots are not to blame, this is a bug in lutetia: please report it to its "
            "maintainers with these lines."
        )
        raise typer.Exit(1)
    if watch:
        show_record(finished, pace_s=0.3)
    if as_json:
        print_json(summary(finished))
    else:
        _print_table(finished)
    if record is not None:
        write_text(record, record_to_json(finished) + "\n")


def _play(job: Job, startup_s: float, sandbox: Sandbox | None) -> Result | None:
    """Play a match; None if it is stopped."""

    async def play() -> Result | None:
        async with stopping(), open_local_arbiter(startup_s, sandbox=sandbox) as arbiter:
            return await arbiter.play(job)
        return None

    with stderr.status(f"{job.setup.game}: {' – '.join(job.bots)}"):
        return run(play)


def summary(record: Record) -> dict[str, Any]:
    """Return what `--json` prints of a finished match."""
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
                "reason": seat.reason,
                "decisions": seat.decisions,
                "time": seat.seconds,
                "charged_time": seat.charged_seconds,
                "slowest_time": seat.slowest_seconds,
            }
            for seat in record.seats
        ],
        "decisions": len(record.actions),
        "digest": record.digest,
    }


def _print_table(record: Record) -> None:
    setup = record.setup
    title = f"{setup.game}, {len(record.actions)} decisions"
    table = Table(
        "rank", "seat", "bot", "score", "ending", "decisions", "time", "slowest", title=title
    )
    for number, seat in sorted(enumerate(record.seats), key=lambda pair: pair[1].rank):
        ending = f"{seat.ending}: {seat.reason}" if seat.reason else str(seat.ending)
        score = "–" if seat.score is None else str(seat.score)
        times = f"{seat.seconds:.2f} s", f"{seat.slowest_seconds:.2f} s"
        cells = (seat.rank, number, seat.bot, score, ending, seat.decisions, *times)
        table.add_row(*map(for_terminal, cells))
    console.print(table)
    console.print(
        f"--seed {setup.seed} deals the same cards again; digest {record.digest} is equal for "
        "equal seeds, bots and moves",
        soft_wrap=True,
        highlight=False,
    )


def register(app: typer.Typer) -> None:
    app.command("match")(match)
