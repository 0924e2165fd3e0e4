"""`lutetia tournament`: run, stop, resume, look."""

import shlex
import textwrap
from pathlib import Path
from typing import Annotated

import trio
import typer

from arbiter.cli.output import (
    Clock,
    Concurrency,
    Database,
    GameOptions,
    Json,
    Workers,
    for_terminal,
    remark,
    remark_on_seed,
)
from arbiter.cli.progress import TournamentScreen
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.cli.summaries import print_list, print_tournament, schedules_of
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.tournaments.ladder import is_ladder
from arbiter.tournaments.runner import End, run_tournament
from arbiter.tournaments.spec import (
    BadSpec,
    Plan,
    default_workers,
    make_plan,
    plan_again,
    read_plan,
    spec_to_json,
)
from arbiter.worker_pool import open_worker_pool
from engine.games import find_game
from engine.options import options_to_json, parse_options
from ladder import DEFAULT_URL
from ladder.store.store import Store, Tournament, open_store

commands = typer.Typer(help="Run tournaments, stop and resume them.", no_args_is_help=True)

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
    typer.Option(min=1, help="Number of rounds; as many as a Swiss needs, 1 of other formats."),
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
    str, typer.Option(metavar="ELO0,ELO1", help="End a gauntlet when this test has a verdict.")
]
Name = Annotated[str, typer.Argument(help="A tournament of `lutetia tournament list`.")]

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
    seed: Seed = None,
    shared_deals: SharedDeals = False,
    name: NewName = None,
    sprt: SprtBounds = "",
    concurrency: Concurrency = None,
    workers: Workers = None,
    sandbox: SandboxChoice = Choice.AUTO,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Run a tournament to its end, and print the standings of its games.

    Every table plays all rotations of its seats, each match with its own deal. Ctrl-C stops it;
    what is finished is stored, and `lutetia tournament resume` continues.
    """
    if file is not None:
        file_name, plan = read_plan(file)
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
        data |= {"clock": clock, "sprt": sprt, "shared_deals": shared_deals}
        chosen = {"seed": seed, "concurrency": concurrency, "rounds": rounds}
        data |= {key: value for key, value in chosen.items() if value is not None}
        plan = make_plan(data)
    store = open_store(db)
    name = name or _free_name(store, plan.spec.format)
    store.register(plan.contents())
    tournament = store.add_tournament(name, spec_to_json(plan.spec), plan.spec.seed)
    if plan.seed_chosen:
        remark_on_seed(plan.spec.seed)
    _play(store, tournament, plan, workers, sandbox, as_json)


@commands.command("resume")
def resume(
    name: Name,
    workers: Workers = None,
    sandbox: SandboxChoice = Choice.AUTO,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Continue a tournament that was stopped: play the matches that have no result."""
    store = open_store(db)
    tournament = store.tournament(name)
    if is_ladder(tournament):
        raise BadSpec(f"{name!r} is the ladder; `lutetia serve` continues it")
    plan = plan_again(tournament.spec)
    store.register(plan.contents())
    _play(store, tournament, plan, workers, sandbox, as_json)


@commands.command("list")
def list_command(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tournaments."""
    print_list(open_store(db), as_json)


@commands.command("show")
def show(
    name: Name,
    matches: Annotated[
        bool, typer.Option("--matches", help="List the finished matches with their ids, too.")
    ] = False,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show how a tournament stands."""
    store = open_store(db)
    tournament = store.tournament(name)
    print_tournament(
        store, tournament, schedules_of(tournament), as_json, with_seed=True, with_matches=matches
    )


def _free_name(store: Store, format_name: str) -> str:
    taken = {tournament.name for tournament in store.tournaments()}
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{format_name}-{n}") not in taken
    )


def _play(
    store: Store,
    tournament: Tournament,
    plan: Plan,
    workers: int | None,
    sandbox: Choice,
    as_json: bool,
) -> None:
    """Play what is due, show how it goes, and print the standings at the end."""
    sandboxed = choose_sandbox(sandbox) is not None

    async def main() -> End | None:
        # Read under the hold: whoever had it before has stored its last result.
        schedule = plan.schedule(store.finished(tournament))
        screen = TournamentScreen(store, tournament, schedule)
        async with (
            stopping(),
            open_worker_pool(
                workers or default_workers(),
                plan.spec.concurrency,
                remark=screen.remarked,
                sandboxed=sandboxed,
            ) as pool,
            screen.shown(),
        ):
            return await run_tournament(store, tournament, plan, schedule, pool, screen)
        return None

    with store.hold(tournament):
        end = trio.run(main)
    again = f"[bold]lutetia tournament resume {for_terminal(shlex.quote(tournament.name))}[/]"
    if end is None:
        remark(f"Stopped; all finished matches are stored. To continue: {again}")
        raise typer.Exit(130)
    print_tournament(store, tournament, plan.schedules, as_json)
    if end.verdict is not None:
        sprt = for_terminal(f"[{plan.spec.sprt}]")
        remark(f"SPRT {sprt}: the candidate is [bold]{end.verdict}[/]")
    if end.void:
        remark(f"{_void_sentence(end, plan)} To try again: {again}")
        raise typer.Exit(1)


def _void_sentence(end: End, plan: Plan) -> str:
    """Say that matches could not be played, why the first of them could not, and who is benched."""
    key, void = next(iter(end.void.items()))
    title = next(each.title(key) for each in plan.schedules if each.game == key.game)
    why = textwrap.shorten(void.reason, _LONGEST_REASON, placeholder=" …")
    which = "1 match is" if len(end.void) == 1 else f"{len(end.void)} matches are"
    benched = f" Benched: {', '.join(end.benched)}." if end.benched else ""
    return f"{which} void and not rated. {for_terminal(f'{title}: {why}.{benched}')}"


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="tournament")
