"""`lutetia serve`: the ladder."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arbiter.bot_output import make_log_folder
from arbiter.certificates import make_certificate
from arbiter.cli.logs import JsonLog
from arbiter.cli.output import (
    CLUSTER,
    Cache,
    Concurrency,
    Database,
    WorkersOrCluster,
    console,
    for_terminal,
    parse_address,
    parse_seconds,
    parse_workers,
    remark,
    remark_on_seed,
    typed_again,
)
from arbiter.cli.queue import LadderScreen
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.cli.web import PeopleOption
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.cluster.bot_archives import BotLibrary
from arbiter.gallery import PLACES
from arbiter.json_log import JSON, LOG_FORMAT, log_as_json
from arbiter.listeners import CannotListen
from arbiter.match import MOST_STRIKES
from arbiter.processors import usable_processors
from arbiter.tournaments.ladder import (
    choose_anchor,
    games_of,
    open_ladder,
    schedule_of,
    serve_ladder,
)
from arbiter.tournaments.ladder_venue import Cluster, Doors, LadderVenue
from arbiter.tournaments.runner import Observers
from arbiter.tournaments.spec import default_workers
from arbiter.tournaments.stored_ladder import ANCHOR, LOGS
from arbiter.tournaments.submit import sweep_leftovers
from arbiter.web import PEOPLE
from ladder import DEFAULT_URL
from ladder.store.store import LONG_PAUSES, PAUSES, open_store

ON_CLUSTER = 64
"""Matches at a time on a cluster, if not given: more are chosen with less knowledge, since what is
under way has told nothing yet."""
UNTIL = "30"
NEVER = "never"


def parse_bound(text: str) -> str:
    """Check how short bars should get: `20`, `±20` or `never`; kept as a text without the sign."""
    plain = text.strip().removeprefix("±").removeprefix("+-").strip()
    if plain == NEVER:
        return plain
    try:
        good = 1 <= float(plain) <= 1000
    except ValueError:
        good = False
    if not good:
        raise typer.BadParameter(
            f"{text} is neither a number of Elo points from 1 to 1000 nor `never`"
        )
    return plain


class LogFormat(StrEnum):
    """How `serve` tells what happens."""

    TEXT = "text"
    JSON = JSON


def choose_log(log_format: LogFormat) -> LogFormat:
    """Choose the log format before other options are parsed, so errors about them use it."""
    if log_format is LogFormat.JSON:
        log_as_json()
    return log_format


def require_listeners(options: dict[str, bool], **listeners: str | None) -> None:
    """Refuse options whose listener is missing."""
    given = [option for option, is_given in options.items() if is_given]
    if given and not any(listeners.values()):
        needed = " or ".join(f"--{name} HOST:PORT" for name in listeners)
        raise CannotListen(f"{given[0]} is for a listener: give {needed}, too, or leave it out")


def serve(
    game: Annotated[
        list[str] | None, typer.Option(help="A game; may be repeated. All games if not given.")
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(help=f"Time limits of a new ladder, {DEFAULT_CLOCK} if not given."),
    ] = None,
    strikes: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_STRIKES,
            help="Failed decisions that a new ladder forgives each seat per match, illegal or not "
            "in time; 0 if not given.",
        ),
    ] = None,
    concurrency: Concurrency = None,
    workers: WorkersOrCluster = None,
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
            help="Fix the Elo of a bot in all standings from now on; `none` ends that.",
        ),
    ] = None,
    until: Annotated[
        str,
        typer.Option(
            metavar="ELO",
            parser=parse_bound,
            help="Rest while the Elo of every bot is known to ± this much, as in 20; or `never`.",
        ),
    ] = UNTIL,
    for_matches: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many matches.")
    ] = None,
    sandbox: SandboxChoice = Choice.REQUIRE,
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            parser=parse_address,
            help="Let remote bots connect here, and programs read the ladder; port 0 takes any "
            "free port.",
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(help="The certificate to encrypt streams with, a PEM file.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its private key, a PEM file.")] = None,
    insecure: Annotated[
        bool,
        typer.Option(
            "--insecure", help="Listen without TLS even where other machines can connect."
        ),
    ] = False,
    reflection: Annotated[
        bool, typer.Option("--reflection", help="Describe the services to whoever connects.")
    ] = False,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            parser=parse_address,
            help="Serve metrics for a monitoring system here.",
        ),
    ] = None,
    watch: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            parser=parse_address,
            help="Let spectators watch here, with `lutetia watch`.",
        ),
    ] = None,
    watch_delay: Annotated[
        float,
        typer.Option(
            parser=parse_seconds, help="Show everything to spectators this many seconds later."
        ),
    ] = 0.0,
    web: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            parser=parse_address,
            help="Serve web pages here: standings, matches, running matches.",
        ),
    ] = None,
    people: PeopleOption = PEOPLE,
    watchers: Annotated[
        int, typer.Option(min=1, help="How many spectators may watch at a time.")
    ] = PLACES,
    log: Annotated[
        Path,
        typer.Option(
            metavar="DIR",
            envvar="LUTETIA_LOGS_FOLDER",
            help="Where to keep what bots print, up to 1 MB per process and 50 files per bot; "
            "`lutetia bot log` shows it.",
        ),
    ] = Path("lutetia-logs"),
    cache: Cache = Path("lutetia-cache"),
    log_format: Annotated[
        LogFormat,
        typer.Option(
            envvar=LOG_FORMAT,
            callback=choose_log,
            is_eager=True,
            help="How to report what happens: text for people, or lines of JSON.",
        ),
    ] = LogFormat.TEXT,
    db: Database = DEFAULT_URL,
) -> None:
    """Play the ladder among submitted, built-in and remote bots, until Ctrl-C.

    New bots play first, a new version against the one before it, then the most informative
    matches. When enough is known about every bot, the ladder rests until one is submitted or
    connects. Every group of bots plays all rotations of its seats, each match with its own deal.
    Whatever is finished is stored, and the next start continues from there.

    With --workers cluster, other machines play all matches except those with remote bots. What
    bots print there is kept by `lutetia worker --log`, and only matches that are played here can
    be watched.
    """
    require_listeners({"--reflection": reflection}, listen=listen)
    tls = {"--tls-cert": tls_cert is not None, "--tls-key": tls_key is not None}
    require_listeners({**tls, "--insecure": insecure}, listen=listen, watch=watch)
    shown = {"--watch-delay": watch_delay > 0, "--watchers": watchers != PLACES}
    require_listeners(shown, watch=watch, web=web)
    count = parse_workers(workers)
    on_cluster = count == CLUSTER
    # Without a listener no bot of a cluster's ladder runs here.
    cell = None if on_cluster and listen is None else choose_sandbox(sandbox)
    store = open_store(db, pauses=LONG_PAUSES if on_cluster else PAUSES)
    if on_cluster:
        # Loads procrastinate, which one machine does not need.
        from arbiter.cluster.cluster_pool import require_shared

        require_shared(store)
    sweep_leftovers(store.submissions())
    chosen = None if anchor is None else choose_anchor(store, anchor)
    ladder = open_ladder(store, game or (), clock, seed, strikes)
    if anchor is not None:
        store.keep(ladder, ANCHOR, chosen and str(chosen))
    log_folder = make_log_folder(log)
    store.keep(ladder, LOGS, str(log_folder))
    if seed is not None:
        remark_on_seed(seed)
    concurrency = concurrency or (ON_CLUSTER if on_cluster else usable_processors())
    venue = LadderVenue(
        store,
        Doors(
            bots=listen,
            spectators=watch,
            browsers=web,
            monitoring=metrics,
            reflection=reflection,
            certificate=tls_cert,
            key=tls_key,
            insecure=insecure,
            watch_delay_s=watch_delay,
            watchers=watchers,
            people=people,
        ),
        workers=Cluster(db, ladder)
        if isinstance(count, str)
        else count or default_workers(concurrency),
        concurrency=concurrency,
        sandbox=cell,
        log_folder=log_folder,
    )

    async def main() -> bool:
        # Read under the hold: whoever had it before has stored its last result.
        games = games_of(ladder, game or ())
        schedule = schedule_of(store, ladder, games, concurrency)
        screen = JsonLog() if log_format is LogFormat.JSON else LadderScreen(schedule)
        if not game:
            screen.announced(f"Playing {', '.join(games)}; use --game to choose.")
        async with (
            stopping() as running,
            venue.open(schedule, screen) as (pool, remote, counted),
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
                until=None if until == NEVER else float(until),
                library=BotLibrary(store, cache),
            )
        return running.cancelled_caught

    with store.hold(ladder):
        stopped = venue.run(main)
    if stopped:
        again = for_terminal(typed_again(db))
        remark(f"Stopped; all finished matches are stored. To continue: [bold]{again}[/]")
        raise typer.Exit(130)


def certificate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the two files.")],
    host: Annotated[
        list[str] | None,
        typer.Option(
            help="A name or address of this machine; may be repeated. localhost if not given."
        ),
    ] = None,
) -> None:
    """Make a self-signed certificate and its key, to try `lutetia serve --listen` with."""
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
