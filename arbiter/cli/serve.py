"""`lutetia serve`: the ladder."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import grpc
import trio
import typer

from arbiter.certificates import make_certificate, server_credentials
from arbiter.cli.logs import JsonLog
from arbiter.cli.output import (
    Concurrency,
    Database,
    Workers,
    console,
    for_terminal,
    parse_seconds,
    remark,
    remark_on_seed,
)
from arbiter.cli.queue import LadderScreen
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.gallery import PLACES, Gallery
from arbiter.host import listening, run, showing
from arbiter.local_arbiter import open_local_arbiter
from arbiter.metrics import Metrics
from arbiter.metrics_page import metrics_page
from arbiter.remote_bots import JointPool, RemoteBots
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.tournaments.ladder import (
    choose_anchor,
    games_of,
    open_ladder,
    schedule_of,
    serve_ladder,
)
from arbiter.tournaments.runner import Observer, Observers, Pool
from arbiter.tournaments.spec import cores, default_workers
from arbiter.tournaments.submit import sweep_leftovers
from arbiter.worker_pool import open_worker_pool
from ladder import DEFAULT_URL
from ladder.store.store import Store, open_store


class LogFormat(StrEnum):
    """How `serve` tells what happens."""

    TEXT = "text"
    JSON = "json"


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
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="Let remote bots connect here; port 0 takes any that is free."
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(help="The certificate to encrypt streams with, a PEM file.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its private key, a PEM file.")] = None,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Listen without TLS although others can connect.")
    ] = False,
    reflection: Annotated[
        bool, typer.Option("--reflection", help="Describe the services to whoever connects.")
    ] = False,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Serve metrics for a monitoring system here."),
    ] = None,
    watch: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Let spectators watch here, with `lutetia watch`."),
    ] = None,
    watch_delay: Annotated[
        float,
        typer.Option(parser=parse_seconds, help="Seconds by which spectators see all later."),
    ] = 0.0,
    watchers: Annotated[int, typer.Option(min=1, help="How many may watch at a time.")] = PLACES,
    log_format: Annotated[
        LogFormat, typer.Option(help="How to tell what happens: for people, or lines of JSON.")
    ] = LogFormat.TEXT,
    db: Database = DEFAULT_URL,
) -> None:
    """Play the ladder among submitted, built-in and remote bots, until Ctrl-C.

    New bots play first, then those whose match tells most. Every group of bots plays all
    rotations of its seats, each match with its own deal. Whatever is finished is stored, and the
    next start continues.
    """
    cell = choose_sandbox(sandbox)
    store = open_store(db)
    sweep_leftovers(store.submissions())
    chosen = None if anchor is None else choose_anchor(store, anchor)
    ladder = open_ladder(store, game or (), clock, seed)
    if anchor is not None:
        store.set_anchor(ladder, chosen and str(chosen))
    if seed is not None:
        remark_on_seed(seed)
    concurrency = concurrency or cores()
    door = None
    if listen is not None:
        credentials = server_credentials(listen, tls_cert, tls_key, insecure=insecure)
        door = _Door(listen, credentials, reflection)
    stand = None
    if watch is not None:
        credentials = server_credentials(watch, tls_cert, tls_key, insecure=insecure)
        stand = _Stand(watch, credentials, Gallery(watch_delay, watchers))
    gallery = stand and stand.gallery

    async def main() -> bool:
        # Read under the hold: whoever had it before has stored its last result.
        schedule = schedule_of(store, ladder, games_of(ladder, game or ()), concurrency)
        screen = JsonLog() if log_format is LogFormat.JSON else LadderScreen(schedule)
        counted = Metrics(lambda: len(schedule.waiting))
        async with (
            stopping() as running,
            _metrics_page(metrics, counted, screen),
            _spectators(stand, screen),
            open_worker_pool(
                workers or default_workers(),
                concurrency,
                remark=screen.remarked,
                sandboxed=cell is not None,
                gallery=gallery,
            ) as worker_pool,
            _remote_bots(store, door, worker_pool, cell, counted, screen, gallery) as (
                pool,
                remote,
            ),
            screen.shown(),
        ):
            await serve_ladder(
                store,
                ladder,
                schedule,
                pool,
                Observers(screen, counted),
                concurrency=concurrency,
                limit=for_matches,
                remote=remote,
            )
        return running.cancelled_caught

    with store.hold(ladder):
        # Without a listener there is no stream in this process, and no need for gRPC's loop.
        stopped = run(main) if door or stand else trio.run(main)
    if stopped:
        remark("Stopped; all finished matches are stored. To continue: [bold]lutetia serve[/]")
        raise typer.Exit(130)


class _Door(NamedTuple):
    """Where remote bots come in."""

    listen: str
    credentials: grpc.ServerCredentials | None
    reflection: bool


class _Stand(NamedTuple):
    """Where spectators come in."""

    address: str
    credentials: grpc.ServerCredentials | None
    gallery: Gallery


@asynccontextmanager
async def _spectators(stand: _Stand | None, observer: Observer) -> AsyncIterator[None]:
    """Let spectators watch while a block lasts, if somewhere."""
    if stand is None:
        yield
        return
    shown = showing(stand.gallery, stand.address, credentials=stand.credentials)
    async with shown as address:
        observer.remarked(f"Spectators watch with: lutetia watch {address}")
        yield


@asynccontextmanager
async def _metrics_page(
    address: str | None, metrics: Metrics, observer: Observer
) -> AsyncIterator[None]:
    """Let metrics be fetched while a block lasts, if somewhere."""
    if address is None:
        yield
        return
    async with metrics_page(address, metrics.exposition) as bound:
        observer.remarked(f"Metrics are at http://{bound}/metrics.")
        yield


@asynccontextmanager
async def _remote_bots(
    store: Store,
    door: _Door | None,
    workers: Pool,
    sandbox: Sandbox | None,
    metrics: Metrics,
    observer: Observer,
    gallery: Gallery | None,
) -> AsyncIterator[tuple[Pool, RemoteBots | None]]:
    """Let remote bots connect while a block lasts, if somewhere; and play their matches here."""
    if door is None:
        yield workers, None
        return
    tokens = await trio.to_thread.run_sync(store.tokens)
    # Local opponents of remote bots run here, in sandboxes like those of the workers.
    async with open_local_arbiter(sandbox=sandbox) as here:
        remote = RemoteBots(here.arbiter, tokens)
        async with listening(
            here.arbiter,
            door.listen,
            admit=remote.admit,
            credentials=door.credentials,
            observe=metrics.overhead.observe,
            reflection=door.reflection,
        ) as address:
            tls = "without TLS" if door.credentials is None else "with TLS"
            observer.remarked(f"Remote bots connect to {address}, {tls}.")
            yield JointPool(workers, here, remote, gallery), remote


def certificate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the two files.")],
    host: Annotated[
        list[str] | None,
        typer.Option(
            help="A name or address of this machine; may be repeated. localhost, if none."
        ),
    ] = None,
) -> None:
    """Make a certificate that signs itself, and its key, to try `lutetia serve --listen` with."""
    made, key = make_certificate(folder, host or ["localhost", "127.0.0.1"])
    console.print(
        f"lutetia serve --listen HOST:PORT --tls-cert {for_terminal(made)} "
        f"--tls-key {for_terminal(key)}",
        soft_wrap=True,
    )
    console.print(
        f"Bots trust it by its file: LUTETIA_TLS_CA={for_terminal(made)}. Keep {for_terminal(key)} "
        "to yourself.",
        soft_wrap=True,
    )


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)
    app.command("certificate")(certificate)
