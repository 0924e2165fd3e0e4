"""`lutetia tournament`: run, stop, resume, look."""

import shlex
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from arbiter.bot_output import make_log_folder
from arbiter.cli.output import (
    CLUSTER,
    Clock,
    Concurrency,
    Database,
    GameOptions,
    Json,
    Log,
    Strikes,
    WorkersOrCluster,
    console,
    escape_controls,
    for_terminal,
    parse_workers,
    remark,
    remark_on_seed,
    remark_on_shared_deals,
    tell,
    with_db,
)
from arbiter.cli.progress import TournamentScreen
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.cli.summaries import print_list, print_tournament
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.tournaments.runner import End, run_tournament
from arbiter.tournaments.spec import (
    BadSpec,
    Plan,
    make_plan,
    plan_again,
    read_plan,
    spec_to_json,
)
from arbiter.tournaments.states import schedules_of
from arbiter.tournaments.stored_ladder import NAME as LADDER_NAME
from arbiter.tournaments.stored_ladder import is_ladder
from arbiter.tournaments.venues import Venue, cluster_venue, local_venue
from engine.games import find_game
from engine.options import options_to_json, parse_options
from engine.sentences import counted
from ladder import DEFAULT_URL
from ladder.errors import TournamentHeld
from ladder.store.store import LONG_PAUSES, Store, Tournament, open_store

commands = typer.Typer(
    help="Run tournaments, stop and resume them, rename and delete them.", no_args_is_help=True
)

Spec = Annotated[Path | None, typer.Argument(metavar="SPEC.toml", help="A spec file.")]
Games = Annotated[list[str] | None, typer.Option("--game", help="A game; may be repeated.")]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", help="A built-in, a folder with bot.toml or a .py file; repeatable."),
]
PairingFormat = Annotated[str, typer.Option(help="round-robin, gauntlet, swiss or knockout.")]
Players = Annotated[int | None, typer.Option(min=1, help="Players per match.")]
Rounds = Annotated[
    int | None,
    typer.Option(min=1, help="Number of rounds; if not given, 1, or as many as a Swiss needs."),
]
Seed = Annotated[
    int | None,
    typer.Option(help="Determines all deals, for bots you trust; random if not given."),
]
SharedDeals = Annotated[
    bool,
    typer.Option(
        "--shared-deals",
        help="Play all rotations of a table with one deal: less noise, but a bot sees both hands. "
        "For bots you trust.",
    ),
]
NewName = Annotated[str | None, typer.Option(help="A name for the tournament.")]
SprtBounds = Annotated[
    str,
    typer.Option(
        metavar="ELO0,ELO1",
        help="End a gauntlet when this test has a verdict on the first bot, as in 0,5 or "
        "0,5,alpha=0.01,beta=0.1,model=normalised.",
    ),
]
Name = Annotated[str, typer.Argument(help="A tournament listed by `lutetia tournament list`.")]

_LONGEST_REASON = 600  # characters of why a match is void


@commands.command("run")
def run_command(
    file: Spec = None,
    game: Games = None,
    bot: Bots = None,
    format: PairingFormat = "round-robin",  # noqa: A002
    players: Players = None,
    rounds: Rounds = None,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    strikes: Strikes = 0,
    seed: Seed = None,
    shared_deals: SharedDeals = False,
    name: NewName = None,
    sprt: SprtBounds = "",
    concurrency: Concurrency = None,
    workers: WorkersOrCluster = None,
    sandbox: SandboxChoice = Choice.AUTO,
    log: Log = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Run a tournament to its end, and print the standings of its games.

    Every table plays all rotations of its seats, each match with its own deal. Ctrl-C stops it;
    what is finished is stored, and `lutetia tournament resume` continues.
    """
    log_folder = log and make_log_folder(log)
    if file is not None:
        if (game or bot) and file.suffix != ".toml":
            raise BadSpec(f"{file} is not a spec file; write --bot before every bot")
        file_name, plan = read_plan(file, tell=tell)
        name = name or file_name
    else:
        games = [
            {
                "game": game_name,
                "options": options_to_json(
                    parse_options(find_game(game_name).options, option or [])
                ),
            }
            | ({"players": players} if players else {})
            for game_name in game or []
        ]
        data = {"games": games, "bots": bot or [], "format": format}
        data |= {"clock": clock, "strikes": strikes, "sprt": sprt, "shared_deals": shared_deals}
        chosen = {"seed": seed, "concurrency": concurrency, "rounds": rounds}
        data |= {key: value for key, value in chosen.items() if value is not None}
        plan = make_plan(data, tell=tell)
    store = _open_store(db, workers, log_folder)
    name = name or _free_name(store, plan.spec.format)
    store.register(plan.contents())
    tournament = store.add_tournament(name, spec_to_json(plan.spec), plan.spec.seed)
    if plan.seed_chosen:
        remark_on_seed(plan.spec.seed)
    if plan.spec.shared_deals:
        remark_on_shared_deals()
    venue = _venue(db, store, tournament, plan, workers, sandbox, log_folder)
    _play(db, store, tournament, plan, venue, as_json)


@commands.command("resume")
def resume(
    name: Name,
    workers: WorkersOrCluster = None,
    sandbox: SandboxChoice = Choice.AUTO,
    log: Log = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Continue a tournament that was stopped: play the matches that have no result."""
    log_folder = log and make_log_folder(log)
    store = _open_store(db, workers, log_folder, create=False)
    tournament = store.tournament(name)
    if is_ladder(tournament):
        raise BadSpec(f"{name!r} is the ladder; `lutetia serve` continues it")
    plan = plan_again(tournament.spec, tell=tell)
    store.register(plan.contents())
    venue = _venue(db, store, tournament, plan, workers, sandbox, log_folder)
    _play(db, store, tournament, plan, venue, as_json)


@commands.command("list")
def list_command(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tournaments: running, stopped, finished, or decided by a sequential test."""
    print_list(open_store(db, create=False), as_json)


@commands.command("show")
def show(
    name: Name,
    matches: Annotated[
        bool, typer.Option("--matches", help="Also list the finished matches with their ids.")
    ] = False,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show how a tournament stands."""
    store = open_store(db, create=False)
    tournament = store.tournament(name)
    print_tournament(
        store,
        tournament,
        schedules_of(tournament),
        as_json,
        db=db,
        with_seed=True,
        with_matches=matches,
    )


@commands.command("rename")
def rename(
    name: Name,
    new_name: Annotated[str, typer.Argument(help="Its new name.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Give a tournament another name."""
    store = open_store(db, create=False)
    tournament = store.tournament(name)
    if is_ladder(tournament):
        raise BadSpec(f"{name!r} is the ladder, which cannot be renamed")
    if new_name == LADDER_NAME:
        raise BadSpec(f"{new_name!r} is the name of the ladder; choose another name")
    store.rename(tournament, new_name)
    console.print(for_terminal(f"{name} is now called {new_name}"), highlight=False)


@commands.command("delete")
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    db: Database = DEFAULT_URL,
) -> None:
    """Delete a tournament with its matches and their records; ratings follow from what is left."""
    store = open_store(db, create=False)
    tournament = store.tournament(name)
    if holder := store.holder(tournament):
        raise TournamentHeld(f"tournament {name!r} is being run by {holder}; stop it first")
    matches = counted(store.count_matches(tournament), "match", "matches")
    what = escape_controls(
        f"{name}, its {matches} with their records, and what they did to ratings"
    )
    if not yes and not typer.confirm(f"Delete {what}?"):
        remark("Nothing was deleted.")
        raise typer.Exit(1)
    store.delete(tournament)
    console.print(for_terminal(f"deleted: {what}"), highlight=False, soft_wrap=True)


def _open_store(
    db: str, workers: str | None, log_folder: Path | None, create: bool = True
) -> Store:
    """Open a database, if those workers can use it."""
    if parse_workers(workers) != CLUSTER:
        return open_store(db, create=create)
    if log_folder is not None:
        raise BadSpec("a cluster's bots print on other machines: give --log to `lutetia worker`")
    # Before anything is stored: the import fails if the packages of a cluster are not installed.
    from arbiter.cluster.cluster_pool import require_shared

    store = open_store(db, create=create, pauses=LONG_PAUSES)
    require_shared(store)
    return store


def _free_name(store: Store, format_name: str) -> str:
    taken = {tournament.name for tournament in store.tournaments()}
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{format_name}-{n}") not in taken
    )


def _venue(
    db: str,
    store: Store,
    tournament: Tournament,
    plan: Plan,
    workers: str | None,
    sandbox: Choice,
    log_folder: Path | None,
) -> Venue:
    count = parse_workers(workers)
    if isinstance(count, str):
        if sandbox is not Choice.AUTO:
            remark(
                f"--sandbox {sandbox.value} has no effect: bots run on other machines; give it to "
                "`lutetia worker`."
            )
        return cluster_venue(plan, db, store, tournament)
    sandboxed = choose_sandbox(sandbox) is not None
    return local_venue(plan, count, sandboxed=sandboxed, log_folder=log_folder)


def _play(
    db: str, store: Store, tournament: Tournament, plan: Plan, venue: Venue, as_json: bool
) -> None:
    """Play what is due, show how it goes, and print the standings at the end."""

    async def main() -> End | None:
        # Read under the hold: whoever had it before has stored its last result.
        schedule = plan.schedule(store.finished(tournament))
        screen = TournamentScreen(store, tournament, schedule, plan.trial)
        async with stopping(), venue.open(screen.remarked) as pool, screen.shown():
            return await run_tournament(
                store, tournament, plan, schedule, pool, screen, venue.concurrency
            )
        return None

    with store.hold(tournament):
        end = venue.run(main)
    resume = f"lutetia tournament resume {shlex.quote(tournament.name)}{venue.again}"
    again = f"[bold]{for_terminal(with_db(resume, db))}[/]"
    if end is None:
        remark(f"Stopped; all finished matches are stored. To continue: {again}")
        raise typer.Exit(130)
    print_tournament(store, tournament, plan.schedules, as_json, db=db)
    if end.void:
        remark(f"{_void_sentence(end, plan)} To try again: {again}")
        raise typer.Exit(1)


def _void_sentence(end: End, plan: Plan) -> str:
    """Say that matches could not be played, why the first could not, and who is suspended."""
    key, void = next(iter(end.void.items()))
    title = next(each.title(key) for each in plan.schedules if each.game == key.game)
    why = textwrap.shorten(void.reason, _LONGEST_REASON, placeholder=" …")
    which = counted(len(end.void), "match is", "matches are")
    suspended = f" Suspended: {', '.join(end.suspended)}." if end.suspended else ""
    return f"{which} void and not rated. {for_terminal(f'{title}: {why}.{suspended}')}"


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="tournament")
