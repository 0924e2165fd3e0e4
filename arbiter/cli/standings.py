"""`lutetia standings`: the ladder."""

import csv
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Annotated

import typer

from arbiter.cli.output import (
    Database,
    Json,
    OneGame,
    OneTournament,
    console,
    for_terminal,
    print_json,
    rounded,
    with_db,
)
from arbiter.cli.tables import FittingTable, short_interval
from arbiter.tournaments.stored_ladder import anchor_of
from engine.games import find_game
from engine.record import Bot
from engine.sentences import listed
from ladder import DEFAULT_URL
from ladder.ratings.elo import START
from ladder.ratings.export import duels_csv, duels_pgn
from ladder.ratings.results import Results
from ladder.ratings.standings import (
    OVERALL,
    PROVISIONAL_MATCHES,
    Anchor,
    Standing,
    find_anchor,
    standings_by_list,
)
from ladder.report import report_html
from ladder.store.store import open_store

PAIR_COUNTS = {"wins": "pair_wins", "draws": "pair_draws", "losses": "pair_losses"}
"""What is counted in pairs of seats, of which a match of four has six, and its names in files."""
PROVISIONAL = f"? marks an Elo from fewer than {PROVISIONAL_MATCHES} matches"
TOP = 100
"""How many bots of a list a table shows."""
_MOST_NAMES = 5
"""How many bots a note names."""


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
    tournament: OneTournament = None,
    format: Annotated[PrintFormat, typer.Option(help="How to print it.")] = PrintFormat.TABLE,  # noqa: A002
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT=ELO",
            help="A bot whose Elo is fixed; if not given, the one that `serve --anchor` has set.",
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(min=0, help="How many bots of each list a table shows; 0: all of them.")
    ] = TOP,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print the ladder: Elo ± 95 %, and wins, draws and losses by pairs of seats.

    A list is a game with its options, a class of clock and strikes. Several lists are printed one
    after the other, then the overall list: the mean of a bot's Elos in all of them.
    """
    results, kept = read_rated(db, game, tournament)
    fixed = kept if anchor is None else find_anchor(results, anchor)
    if as_json or format is PrintFormat.JSON:
        print_json(_rows(standings_by_list(results, fixed)))
    elif format is PrintFormat.CSV:
        rows = _rows(standings_by_list(results, fixed))
        names = [PAIR_COUNTS.get(field.name, field.name) for field in fields(Standing)]
        # The line ends of CSV as such would leave `awk` and `cut` a \r.
        writer = csv.DictWriter(sys.stdout, [*names, "list"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    elif format is PrintFormat.PAIRS:
        typer.echo(duels_csv(results), nl=False)
    elif format is PrintFormat.PGN:
        typer.echo(duels_pgn(results))
    elif format is PrintFormat.HTML:
        typer.echo(report_html(results, _title(db, tournament, game), fixed))
    else:
        whole = whole_standings(db, game=game, tournament=tournament, anchor=anchor)
        print_standings(standings_by_list(results, fixed), whole, fixed, top)


def whole_standings(db: str, **options: str | None) -> str:
    """Return the command that prints standings with all their bots, with these options."""
    given = [f"--{name} {shlex.quote(value)}" for name, value in options.items() if value]
    return with_db(" ".join(["lutetia standings", *given, "--top 0"]), db)


def _title(db: str, tournament: str | None, game: str | None) -> str:
    """Return what the page is of: the tournament asked for, or the only one, and the game."""
    with closing(open_store(db, create=False)) as store:
        names = [each.name for each in store.tournaments()]
    whole = tournament or (names[0] if len(names) == 1 else "All tournaments")
    return f"{whole}, {find_game(game).title}" if game else whole


def read_results(db: str, game: str | None, tournament: str | None = None) -> Results:
    """Return the results of all stored matches, or of one game or one tournament."""
    return read_rated(db, game, tournament)[0]


def read_rated(
    db: str, game: str | None, tournament: str | None = None
) -> tuple[Results, Anchor | None]:
    """Return stored matches as `read_results` does, and the anchor of the ladder."""
    with closing(open_store(db, create=False)) as store:
        results = store.results(None if tournament is None else store.tournament(tournament))
        anchor = anchor_of(store)
    return (results if game is None else results.of_game(find_game(game).name)), anchor


def print_standings(
    lists: Mapping[str, list[Standing]], whole: str, anchor: Anchor | None = None, top: int = TOP
) -> None:
    """Print the top of each list under its name, and why some of its bots are not rated.

    `whole` is the command that prints all their bots.
    """
    for name, rows in lists.items():
        shown = rows[: top or None]
        console.print(standings_table(shown, title=name))
        if len(rows) > len(shown):
            more = len(rows) - len(shown)
            said = f"and {more:,} more; `{for_terminal(whole)}` shows all of them"
            console.print(said, soft_wrap=True, highlight=False)
        for note in [*unrated_notes(lists, name), *_anchor_notes(name, rows, anchor)]:
            console.print(for_terminal(note), highlight=False)
    if any(row.provisional and row.elo is not None for rows in lists.values() for row in rows):
        console.print(PROVISIONAL)
    if not lists:
        console.print("no match has been played yet; `lutetia tournament run` plays some")


def brief_notes(rows: Sequence[Standing]) -> list[str]:
    """Say what the marks of the only list, or the overall one, mean, where there is no room."""
    unrated = [row for row in rows if not row.rated]
    notes = []
    if any(row.pool is None for row in unrated):
        notes.append("unrated: not rated in every list yet")
    if any(row.pool is not None for row in unrated):
        notes.append("unrated: has met no rated bot, directly or through others")
    if any(row.provisional and row.elo is not None for row in rows):
        notes.append(PROVISIONAL)
    return notes


def unrated_notes(lists: Mapping[str, list[Standing]], name: str) -> list[str]:
    """Say why bots of a list are not rated: whom they have not met, or which list they miss."""
    rated = {
        other: {_bot(row) for row in rows if row.rated}
        for other, rows in lists.items()
        if other != OVERALL
    }
    reasons: dict[str, list[str]] = {}
    for row in (row for row in lists[name] if not row.rated):
        reason = f"pool {row.pool}: has not met pool 1"
        if name == OVERALL:
            missed = [other for other, bots in rated.items() if _bot(row) not in bots]
            reason = f"not rated in {_lists(missed)}"
        reasons.setdefault(reason, []).append(str(_bot(row)))
    return [f"{reason} ({_listing(bots)})" for reason, bots in reasons.items()]


def _anchor_notes(name: str, rows: Sequence[Standing], anchor: Anchor | None) -> list[str]:
    """Say whether an anchor holds a list; the overall one follows from the others."""
    if anchor is None:
        return []
    if any(row.rated and _bot(row) == anchor.bot for row in rows):
        return [f"Elo relative to {anchor.bot} at {anchor.elo:g}"]
    return [] if name == OVERALL else [f"mean Elo {START:g}: {anchor.bot} is not rated here"]


def _lists(names: Sequence[str]) -> str:
    """Enumerate lists, whose names may have commas of their own."""
    return "; ".join(names) if any("," in name for name in names) else listed(names)


def _listing(bots: Sequence[str]) -> str:
    shown = ", ".join(bots[:_MOST_NAMES])
    more = len(bots) - _MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


def _bot(row: Standing) -> Bot:
    return Bot(row.bot, row.version)


def _rows(lists: Mapping[str, list[Standing]]) -> list[dict[str, object]]:
    return [{**standing_row(row), "list": name} for name, rows in lists.items() for row in rows]


def standing_row(row: Standing) -> dict[str, object]:
    """Return a row for programs: rounded, and with names that tell pairs of seats from matches."""
    named = rounded(asdict(row))
    return {PAIR_COUNTS.get(name, name): value for name, value in named.items()}


def standings_table(rows: list[Standing], title: str = "") -> FittingTable:
    """Draw standings. Where there is little room, the least telling columns are left out."""
    leave_out = ["LOS next"]
    if not any(row.forfeits for row in rows):
        leave_out.append("forfeits")
    columns = ("#", "bot", "Elo", "95 %", "matches", "W/D/L", "forfeits", "score", "LOS next")
    table = FittingTable(*columns, names=["bot"], leave_out=[*leave_out, "W/D/L"], title=title)
    for row in rows:
        provisional = "?" if row.provisional else ""
        table.add_row(
            row.rank or "–",
            _bot(row),
            f"{row.elo:.0f}{provisional}" if row.elo is not None else "unrated",
            short_interval(row.interval),
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
