"""`lutetia serve`: the ladder."""

from typing import Annotated

import trio
import typer

from arbiter.cli.output import Concurrency, Database, Workers, remark, remark_on_seed
from arbiter.cli.queue import LadderScreen
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.tournaments.ladder import (
    choose_anchor,
    games_of,
    open_ladder,
    schedule_of,
    serve_ladder,
)
from arbiter.tournaments.spec import cores, default_workers
from arbiter.tournaments.submit import sweep_leftovers
from arbiter.worker_pool import open_worker_pool
from ladder import DEFAULT_URL
from ladder.store.store import open_store


def serve(
    game: Annotated[
        list[str] | None, typer.Option(help="A game; may be repeated. All games if not given.")
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(help=f"Time limits of a new ladder, {DEFAULT_CLOCK} if not given."),
    ] = None,
    concurrency: Concurrency = None,
    workers: Workers = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Determines all deals of a new ladder, for bots you trust; random if not given."
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT=ELO",
            help="A bot whose Elo is fixed from now on, in all standings; `none` ends it.",
        ),
    ] = None,
    for_matches: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many matches.")
    ] = None,
    sandbox: SandboxChoice = Choice.REQUIRE,
    db: Database = DEFAULT_URL,
) -> None:
    """Play the ladder among submitted and built-in bots, until Ctrl-C.

    New bots play first, then those whose match tells most. Every group of bots plays all
    rotations of its seats, each match with its own deal. Whatever is finished is stored, and the
    next start continues.
    """
    sandboxed = choose_sandbox(sandbox) is not None
    store = open_store(db)
    sweep_leftovers(store.submissions())
    chosen = None if anchor is None else choose_anchor(store, anchor)
    ladder = open_ladder(store, game or (), clock, seed)
    if anchor is not None:
        store.set_anchor(ladder, chosen and str(chosen))
    if seed is not None:
        remark_on_seed(seed)
    concurrency = concurrency or cores()

    async def main() -> bool:
        # Read under the hold: whoever had it before has stored its last result.
        schedule = schedule_of(store, ladder, games_of(ladder, game or ()), concurrency)
        screen = LadderScreen(schedule)
        async with (
            stopping() as running,
            open_worker_pool(
                workers or default_workers(),
                concurrency,
                remark=screen.remarked,
                sandboxed=sandboxed,
            ) as pool,
            screen.shown(),
        ):
            await serve_ladder(
                store, ladder, schedule, pool, screen, concurrency=concurrency, limit=for_matches
            )
        return running.cancelled_caught

    with store.hold(ladder):
        stopped = trio.run(main)
    if stopped:
        remark("Stopped; all finished matches are stored. To continue: [bold]lutetia serve[/]")
        raise typer.Exit(130)


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)
