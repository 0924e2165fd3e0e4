"""`lutetia match`: one match."""

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import trio
import typer

from arbiter.bot_output import LogFolder, Show, make_log_folder
from arbiter.bots import find_bot, name_seats
from arbiter.building import build_bot
from arbiter.cli.files import require_writable, write_text
from arbiter.cli.live_boards import LiveBoards
from arbiter.cli.output import (
    Clock,
    GameOptions,
    Json,
    Log,
    Strikes,
    for_terminal,
    parse_seconds,
    print_json,
    remark,
    stderr,
    tell,
)
from arbiter.cli.results import print_result, summary
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.jobs import Job, NotStarted, PlayedActions
from arbiter.local_arbiter import STARTUP_S, LocalArbiter, open_local_arbiter
from arbiter.loops import run
from arbiter.match import Result, Void
from arbiter.sandbox.bubblewrap import Sandbox
from engine.dice import SEED_BITS
from engine.errors import BadValue
from engine.record import Record, make_setup, record_to_json


def match(
    game: Annotated[str, typer.Argument(help="A game listed by `lutetia games`.")],
    bots: Annotated[
        list[str], typer.Argument(help="A bot for each seat: a built-in, a folder or a .py file.")
    ],
    seed: Annotated[
        int | None, typer.Option(help="Determines the deal; random if not given.")
    ] = None,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    strikes: Strikes = 0,
    startup: Annotated[
        float, typer.Option(parser=parse_seconds, help="Seconds a bot has to connect.")
    ] = STARTUP_S,
    sandbox: SandboxChoice = Choice.AUTO,
    record: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the match move by move while it is played.")
    ] = False,
    pace: Annotated[
        float,
        typer.Option(parser=parse_seconds, help="With --watch: seconds between two decisions."),
    ] = 0.3,
    log: Log = None,
    as_json: Json = False,
) -> None:
    """Play one match between bots and print how it ended.

    `time` is how long the decisions of a bot took, with their mean and the worst one; `charged` is
    what its clock lost. In a terminal, what bots print to standard error is shown as it comes,
    except with --watch.

    With --watch in a terminal: space pauses and resumes, ← and → step, Home and End jump, ↑ and ↓
    scroll a board that is too tall, q shows the result.
    """
    logs = LogFolder(make_log_folder(log)) if log else None
    if watch and as_json:
        raise BadValue("--watch is for people and --json for programs: choose one of them")
    if record is not None:
        require_writable(record)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    setup = make_setup(game, len(bots), option or [], seed)
    manifests = name_seats([find_bot(bot) for bot in bots])
    for manifest in manifests.values():
        manifest.require_game(game)
    manifests = {name: build_bot(each, tell=tell) for name, each in manifests.items()}
    job = Job(setup, manifests, parse_clock(clock), ("match", game), strikes)
    boards = None
    if watch:
        boards = LiveBoards(setup, [each.name for each in manifests.values()], pace)
    show = _show if stderr.is_terminal and not as_json and not watch else None
    finished = _play(job, startup, choose_sandbox(sandbox), logs, show, boards)
    if finished is None:
        raise typer.Exit(130)
    if isinstance(finished, Void):
        words = [word for pair in option or [] for word in ("--option", pair)]
        words += ["--strikes", str(strikes)] if strikes else []
        words += ["--clock", clock, "--seed", str(seed)]
        again = shlex.join(["lutetia", "match", game, *bots, *words])
        if isinstance(finished, NotStarted):
            remark(
                f"The match was not played: {for_terminal(finished.reason)}\n"
                "Fix this, then play it again."
            )
            raise typer.Exit(1)
        remark(
            f"The match is void: it has no result. {for_terminal(finished.reason)}\n"
            f"To reproduce it: {for_terminal(again)}\n"
            "If the bots are not to blame, this is a bug in lutetia: please report it to its "
            "maintainers with these lines."
        )
        raise typer.Exit(1)
    if as_json:
        print_json(summary(finished))
    else:
        print_result(finished)
    if record is not None:
        write_text(record, record_to_json(finished) + "\n")


def _play(
    job: Job,
    startup_s: float,
    sandbox: Sandbox | None,
    logs: LogFolder | None,
    show: Show | None,
    boards: LiveBoards | None,
) -> Result | None:
    """Play a match, and show it as it goes on; None if it is stopped."""

    async def play() -> Result | None:
        local = open_local_arbiter(startup_s, sandbox=sandbox, logs=logs, show=show)
        async with stopping(), local as arbiter:
            if boards is None:
                return await arbiter.play(job)
            return await _play_watched(arbiter, job, boards)
        return None

    if boards is not None:
        return run(play)
    with stderr.status(f"{job.setup.game}: {' – '.join(job.bots)}"):
        return run(play)


async def _play_watched(arbiter: LocalArbiter, job: Job, boards: LiveBoards) -> Result:
    """Play a match while it is shown, and return when all of it has been seen."""
    taken = 0

    def take(played: PlayedActions) -> None:
        nonlocal taken
        taken = played.start + len(played.actions)
        boards.take(played)

    async with trio.open_nursery() as watching:
        watching.start_soon(_stop_if_cancelled, boards)
        async with trio.open_nursery() as showing:
            showing.start_soon(trio.to_thread.run_sync, boards.show)
            try:
                async with trio.open_nursery() as reporting:
                    reporting.start_soon(arbiter.report, job, take)
                    result = await arbiter.play(job)
                    reporting.cancel_scope.cancel()
            except BaseException:
                boards.stop()
                raise
            if isinstance(result, Record):
                # What was played since the last report, which may be everything.
                boards.take(PlayedActions(taken, result.actions[taken:]))
            boards.end()
        watching.cancel_scope.cancel()
    return result


async def _stop_if_cancelled(boards: LiveBoards) -> None:
    """Let the thread that draws end on Ctrl-C, since trio waits for it."""
    try:
        await trio.sleep_forever()
    finally:
        boards.stop()


def _show(bot: str, line: str) -> None:
    """Show a line that a bot has printed."""
    stderr.print(
        f"[bold]{for_terminal(bot)}[/] {for_terminal(line)}", soft_wrap=True, highlight=False
    )


def register(app: typer.Typer) -> None:
    app.command("match")(match)
