"""`lutetia tournament`: run, stop, resume, look."""

import os
import shlex
import textwrap
from pathlib import Path
from typing import Annotated, Any

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
)
from arbiter.cli.progress import End, run_tournament
from arbiter.cli.summaries import print_list, print_tournament
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.tournaments.ladders import is_endless
from arbiter.tournaments.spec import (
    BadSpec,
    TournamentSpec,
    order_tournament,
    read_order,
    spec_from_json,
    spec_to_json,
)
from engine.games import find_game
from engine.options import options_to_json, parse_options
from ladder import DEFAULT_URL
from ladder.store.store import Store, Tournament, open_store

commands = typer.Typer(help="Run tournaments, stop and resume them.", no_args_is_help=True)

Spec = Annotated[Path | None, typer.Argument(metavar="[SPEC.toml]", help="A specification.")]
Games = Annotated[list[str] | None, typer.Option("--game", help="A game; may be repeated.")]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", help="A built-in, a folder with bot.toml or a .py file; repeatable."),
]
Format = Annotated[str, typer.Option(help="round-robin, gauntlet, swiss or knockout.")]
Players = Annotated[int | None, typer.Option(min=1, help="Seats at a table.")]
Rounds = Annotated[int, typer.Option(min=1, help="How often all is played.")]
Seed = Annotated[int | None, typer.Option(help="Settles all deals; random if not given.")]
NewName = Annotated[str | None, typer.Option(help="A name for the tournament.")]
SprtBounds = Annotated[
    str, typer.Option(metavar="ELO0,ELO1", help="End a gauntlet when this test has a verdict.")
]
Name = Annotated[str, typer.Argument(help="A tournament of `lutetia tournament list`.")]

_LONGEST_DETAIL = 600  # characters of why a game is void


@commands.command("run")
def run_command(
    file: Spec = None,
    game: Games = None,
    bot: Bots = None,
    format: Format = "round-robin",  # noqa: A002
    players: Players = None,
    rounds: Rounds = 1,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    seed: Seed = None,
    name: NewName = None,
    sprt: SprtBounds = "",
    concurrency: Concurrency = 8,
    workers: Workers = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Run a tournament to its end, and print the standings of its games.

    Every table plays all rotations of its seats with the same deal. Ctrl-C stops it; what is
    finished is stored, and `lutetia tournament resume` goes on.
    """
    if file is not None:
        given, spec = read_order(file)
        name = name or given
    else:
        settled = {"format": format, "rounds": rounds, "clock": clock, "sprt": sprt}
        seeded = {} if seed is None else {"seed": seed}
        games = [_order(each, players, option or []) for each in game or []]
        spec = order_tournament(
            {"games": games, "bots": bot or [], "concurrency": concurrency, **settled, **seeded}
        )
    spec.check()
    store = open_store(db)
    name = name or _free_name(store, spec.format)
    data = spec_to_json(spec)
    tournament = store.add_tournament(name, data, spec.seed)
    _go_on(store, tournament, spec, workers, as_json)


@commands.command("resume")
def resume(
    name: Name, workers: Workers = None, db: Database = DEFAULT_URL, as_json: Json = False
) -> None:
    """Go on with a tournament that was stopped: play the games that have no result."""
    store = open_store(db)
    tournament = store.tournament(name)
    if is_endless(tournament):
        raise BadSpec(f"{name!r} is the endless ladder; `lutetia serve` goes on with it")
    spec = spec_from_json(tournament.spec)
    spec.check()
    _go_on(store, tournament, spec, workers, as_json)


@commands.command("list")
def list_command(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tournaments."""
    print_list(open_store(db), as_json)


@commands.command("show")
def show(
    name: Name,
    matches: Annotated[
        bool, typer.Option("--matches", help="List the finished matches with their numbers, too.")
    ] = False,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show how a tournament stands."""
    store = open_store(db)
    print_tournament(store, store.tournament(name), as_json, matches)


def _order(game: str, players: int | None, pairs: list[str]) -> dict[str, Any]:
    options = options_to_json(parse_options(find_game(game).options, pairs))
    return {"game": game, "options": options} | ({"players": players} if players else {})


def _free_name(store: Store, format_name: str) -> str:
    taken = {tournament.name for tournament in store.tournaments()}
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{format_name}-{n}") not in taken
    )


def _go_on(
    store: Store,
    tournament: Tournament,
    spec: TournamentSpec,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play what is due, show how it goes, and print the standings at the end."""
    end = run_tournament(store, tournament, spec, workers or os.cpu_count() or 1)
    again = f"[bold]lutetia tournament resume {for_terminal(shlex.quote(tournament.name))}[/]"
    if end.stopped:
        remark(f"Stopped; all finished games are stored. To go on: {again}")
        raise typer.Exit(130)
    print_tournament(store, tournament, as_json)
    if end.verdict is not None:
        sprt = for_terminal(f"[{spec.sprt}]")
        remark(f"SPRT {sprt}: the candidate is [bold]{end.verdict}[/]")
    if end.given_up:
        remark(f"{void_sentence(end)} To try again: {again}")
        raise typer.Exit(1)


def void_sentence(end: End) -> str:
    """Say that games could not be played, and why the first of them could not."""
    key, void = next(iter(end.given_up.items()))
    why = textwrap.shorten(void.reason, _LONGEST_DETAIL, placeholder=" …")
    which = "1 game is" if len(end.given_up) == 1 else f"{len(end.given_up)} games are"
    return f"{which} void and not rated. {for_terminal(key)}: {for_terminal(why)}."


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(commands, name="tournament")
