"""`lutetia serve`: the endless ladder."""

import os
from typing import Annotated

import trio
import typer

from arbiter.cli.output import Concurrency, Database, Workers, remark
from arbiter.cli.queue import showing
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.tournaments.endless import Ladder
from arbiter.tournaments.ladders import games_of, open_ladder
from arbiter.worker_pool import open_workers
from ladder import DEFAULT_URL
from ladder.store.store import Store, Tournament, open_store


def serve(
    game: Annotated[
        list[str] | None, typer.Option(help="A game; may be repeated. All games if not given.")
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(help=f"Time limits of a new ladder, {DEFAULT_CLOCK} if not given."),
    ] = None,
    concurrency: Concurrency = 8,
    workers: Workers = None,
    seed: Annotated[
        int | None, typer.Option(help="Settles all deals of a new ladder; random if not given.")
    ] = None,
    for_games: Annotated[
        int | None, typer.Option(min=1, help="End after so many more games.")
    ] = None,
    db: Database = DEFAULT_URL,
) -> None:
    """Play the endless ladder among submitted and built-in bots, until Ctrl-C.

    New bots come first, then those whose meeting tells most. Every table plays all rotations of
    its seats with the same deal. Whatever is finished is stored, and the next start goes on.
    """
    store = open_store(db)
    ladder = open_ladder(store, game or (), clock, seed)
    games = games_of(ladder, game or ())
    stopped = trio.run(
        _serve, store, ladder, games, concurrency, workers or os.cpu_count() or 1, for_games
    )
    if stopped:
        remark("Stopped; all finished games are stored. To go on: [bold]lutetia serve[/]")
        raise typer.Exit(130)


async def _serve(
    store: Store,
    tournament: Tournament,
    games: list[str],
    concurrency: int,
    count: int,
    limit: int | None,
) -> bool:
    async with stopping() as running, open_workers(count) as workers:
        ladder = Ladder(store, tournament, workers, games, concurrency)
        async with showing(ladder):
            await ladder.run(limit)
    return running.cancelled_caught


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("serve")(serve)
