"""`lutetia standings`: the ladder."""

import csv
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Annotated

import typer

from arbiter.cli.output import Database, Json, OneGame, console, print_json
from arbiter.cli.tables import FittingTable
from arbiter.tournaments.ladder import anchor_of
from engine.games import find_game
from engine.record import Bot
from ladder import DEFAULT_URL
from ladder.ratings.export import duels_csv, duels_pgn
from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor, Standing, find_anchor, standings_by_list
from ladder.report import report_html
from ladder.store.store import open_store


class PrintFormat(StrEnum):
    """How standings are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    HTML = "html"
    PAIRS = "pairs"
    PGN = "pgn"


def standings_command(
    game: OneGame = None,
    tournament: Annotated[str | None, typer.Option(help="One tournament only.")] = None,
    format: Annotated[PrintFormat, typer.Option(help="How to print.")] = PrintFormat.TABLE,  # noqa: A002
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT=ELO",
            help="A bot whose Elo is fixed; if not given, the one that `serve --anchor` has set.",
        ),
    ] = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print the ladder: Elo ± 95 %, and wins, draws and losses by pairs of seats.

    A list is a game with its options and a class of clock. Several lists are printed one after
    the other, then the overall list: the mean of a bot's Elos in all of them.
    """
    results, kept = read_rated(db, game, tournament)
    fixed = kept if anchor is None else find_anchor(results, anchor)
    if as_json or format is PrintFormat.JSON:
        print_json(_rows(standings_by_list(results, fixed)))
    elif format is PrintFormat.CSV:
        writer = csv.DictWriter(sys.stdout, [*(field.name for field in fields(Standing)), "list"])
        writer.writeheader()
        writer.writerows(_rows(standings_by_list(results, fixed)))
    elif format is PrintFormat.PAIRS:
        typer.echo(duels_csv(results), nl=False)
    elif format is PrintFormat.PGN:
        typer.echo(duels_pgn(results))
    elif format is PrintFormat.HTML:
        typer.echo(report_html(results, tournament or game or "Lutetia", fixed))
    else:
        print_standings(standings_by_list(results, fixed))


def read_results(db: str, game: str | None, tournament: str | None = None) -> Results:
    """Return the results of all stored matches, or of one game or one tournament."""
    return read_rated(db, game, tournament)[0]


def read_rated(
    db: str, game: str | None, tournament: str | None = None
) -> tuple[Results, Anchor | None]:
    """Return stored matches as `read_results` does, and the anchor of the ladder."""
    with closing(open_store(db)) as store:
        results = store.results(None if tournament is None else store.tournament(tournament))
        anchor = anchor_of(store)
    return (results if game is None else results.of_game(find_game(game).name)), anchor


def print_standings(lists: Mapping[str, list[Standing]]) -> None:
    """Print each list under its name."""
    for name, rows in lists.items():
        console.print(standings_table(rows, title=name))
    if not lists:
        console.print("no match has been played yet; `lutetia tournament run` plays some")


def _rows(lists: Mapping[str, list[Standing]]) -> list[dict[str, object]]:
    return [{**asdict(row), "list": name} for name, rows in lists.items() for row in rows]


def standings_table(rows: list[Standing], title: str = "") -> FittingTable:
    """Draw standings. Where there is little room, the least telling columns are left out."""
    leave_out = ["LOS"]
    if not any(row.forfeits for row in rows):
        leave_out.append("forfeits")
    columns = ("#", "bot", "Elo", "95 %", "matches", "W/D/L", "forfeits", "score", "LOS")
    table = FittingTable(*columns, texts=["bot"], leave_out=[*leave_out, "W/D/L"], title=title)
    for row in rows:
        provisional = "?" if row.provisional else ""
        table.add_row(
            row.rank or "–",
            Bot(row.bot, row.version),
            f"{row.elo:.0f}{provisional}" if row.elo is not None else "unrated",
            row.interval.replace("at least", "≥").replace("at most", "≤"),
            row.games,
            f"{row.wins}/{row.draws}/{row.losses}",
            row.forfeits,
            f"{row.score:.1%}",
            f"{row.los:.1%}" if row.los is not None else "",
            style=None if row.rated else "dim",
        )
    return table


def register(app: typer.Typer) -> None:
    app.command("standings")(standings_command)
