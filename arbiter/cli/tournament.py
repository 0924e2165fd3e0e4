"""`lutetia tournament`: run, stop, resume, look."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from arbiter.cli.output import Clock, Database, GameOptions, Json, console, notes, print_json
from arbiter.cli.progress import run_tournament
from arbiter.cli.standings import standings_by_game, standings_table
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.ladders import is_endless
from arbiter.specifications import (
    BadSpecification,
    Specification,
    read_specification,
    specification_from_json,
    specification_to_json,
)
from engine.games import find_game
from engine.options import options_to_json, parse_options
from ladder.databases import DEFAULT_URL
from ladder.store import Store, Tournament, open_store

commands = typer.Typer(help="Run tournaments, stop and resume them.", no_args_is_help=True)

Workers = Annotated[
    int | None, typer.Option(help="Worker processes; as many as there are cores if not given.")
]


@commands.command("run")
def run_command(
    file: Annotated[
        Path | None, typer.Argument(metavar="[SPEC.toml]", help="A specification.")
    ] = None,
    game: Annotated[list[str] | None, typer.Option(help="A game; may be repeated.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="A built-in, a folder with bot.toml or a .py file; may be repeated."),
    ] = None,
    format: Annotated[  # noqa: A002
        str, typer.Option(help="round-robin, gauntlet, swiss or knockout.")
    ] = "round-robin",
    players: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    rounds: Annotated[int, typer.Option(help="How often all is played.")] = 1,
    option: GameOptions = None,
    clock: Clock = DEFAULT_CLOCK,
    seed: Annotated[
        int | None, typer.Option(help="Settles all deals; random if not given.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="A name for the tournament.")] = None,
    sprt: Annotated[
        str,
        typer.Option(metavar="ELO0,ELO1", help="End a gauntlet when this test has a verdict."),
    ] = "",
    concurrency: Annotated[int, typer.Option(help="Games at a time.")] = 8,
    workers: Workers = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Run a tournament to its end, and print the standings of its games.

    Every table plays all rotations of its seats with the same deal. Ctrl-C stops it; what is
    finished is stored, and `lutetia tournament resume` goes on.
    """
    if file is not None:
        given, specification = read_specification(file)
        name = name or given
    else:
        data = {
            "games": [_order(each, players, option or []) for each in game or []],
            "bots": bot or [],
            "format": format,
            "rounds": rounds,
            "clock": clock,
            "concurrency": concurrency,
            "sprt": sprt,
        }
        specification = specification_from_json(data if seed is None else {**data, "seed": seed})
    specification.check()
    store = open_store(db)
    tournament = store.add_tournament(
        name or _free_name(store, specification.format),
        specification_to_json(specification),
        specification.seed,
    )
    _go_on(store, tournament, specification, workers, as_json)


@commands.command("resume")
def resume(
    name: Annotated[str, typer.Argument(help="A tournament of `lutetia tournament list`.")],
    workers: Workers = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Go on with a tournament that was stopped: play the games that have no result."""
    store = open_store(db)
    tournament = store.tournament(name)
    if is_endless(tournament):
        raise BadSpecification(f"{name!r} is the endless ladder; `lutetia serve` goes on with it")
    specification = specification_from_json(tournament.spec)
    _go_on(store, tournament, specification, workers, as_json)


@commands.command("list")
def list_command(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tournaments."""
    rows = [_summary(tournament) for tournament in open_store(db).tournaments()]
    if as_json:
        print_json(rows)
        return
    table = Table("name", "format", "games", "bots", "played", "of", "created")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console.print(table)


@commands.command("show")
def show(
    name: Annotated[str, typer.Argument(help="A tournament of `lutetia tournament list`.")],
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show how a tournament stands."""
    store = open_store(db)
    _print(store, store.tournament(name), as_json)


def _print(store: Store, tournament: Tournament, as_json: bool) -> None:
    """Print how a tournament stands: the ratings from its games, and the order of its format."""
    lists = standings_by_game(store.results(tournament))
    finished = store.finished(tournament)
    endless = is_endless(tournament)
    schedules = [] if endless else specification_from_json(tournament.spec).schedules()
    placing = {schedule.game: schedule.placing(finished) for schedule in schedules}
    if as_json:
        rows = {name: [asdict(row) for row in each] for name, each in lists.items()}
        print_json({"name": tournament.name, "standings": rows, "placing": placing})
        return
    for name, each in lists.items():
        console.print(standings_table(each, title=name))
    for schedule in schedules:
        if schedule.format in ("swiss", "knockout"):
            console.print(
                f"{schedule.game}, {schedule.format}: {' > '.join(placing[schedule.game])}"
            )


def _order(game: str, players: int | None, pairs: list[str]) -> dict[str, object]:
    rules = find_game(game)
    options = options_to_json(parse_options(rules.options, pairs))
    return {"game": game, "players": players or min(rules.players), "options": options}


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _free_name(store: Store, format_name: str) -> str:
    taken = {tournament.name for tournament in store.tournaments()}
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{format_name}-{n}") not in taken
    )


def _summary(tournament: Tournament) -> dict[str, object]:
    if is_endless(tournament):
        return _endless_summary(tournament)
    specification = specification_from_json(tournament.spec)
    return {
        "name": tournament.name,
        "format": specification.format,
        "games": [order.game for order in specification.games],
        "bots": [Path(bot).stem for bot in specification.bots],
        "played": tournament.games,
        "total": sum(schedule.total() for schedule in specification.schedules()),
        "created": tournament.created.isoformat(timespec="seconds"),
    }


def _endless_summary(ladder: Tournament) -> dict[str, object]:
    return {
        "name": ladder.name,
        "format": ladder.spec["format"],
        "games": ladder.spec["games"] or ["all"],
        "bots": ["all submitted"],
        "played": ladder.games,
        "total": None,
        "created": ladder.created.isoformat(timespec="seconds"),
    }


def _go_on(
    store: Store,
    tournament: Tournament,
    specification: Specification,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play what is due, show how it goes, and print the standings at the end."""
    end = run_tournament(store, tournament, specification, workers or os.cpu_count() or 1)
    again = f"[bold]lutetia tournament resume {tournament.name}[/]"
    if end.stopped:
        notes.print(f"Stopped; all finished games are stored. To go on: {again}")
        raise typer.Exit(130)
    _print(store, tournament, as_json)
    if end.verdict is not None:
        notes.print(f"SPRT \\[{specification.sprt}]: the candidate is [bold]{end.verdict}[/]")
    if end.given_up:
        key, void = next(iter(end.given_up.items()))
        notes.print(f"{len(end.given_up)} games could not be played. {key}: {void.reason}")
        notes.print(f"To try them again: {again}")
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(commands, name="tournament")
