"""`lutetia crosstable`, `history`, `compare`: bots side by side."""

from contextlib import closing
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from arbiter.cli.match_lists import match_rows, matches_table
from arbiter.cli.output import Database, Json, OneGame, console, for_terminal, print_json
from arbiter.cli.standings import read_rated, read_results
from engine.record import Bot
from ladder import DEFAULT_URL
from ladder.ratings.comparison import compare
from ladder.ratings.crosstable import crosstable
from ladder.ratings.sprt import parse_sprt
from ladder.ratings.standings import history, standings
from ladder.store.listing import MatchFilter
from ladder.store.store import open_store

BotName = Annotated[str, typer.Argument(help="A bot: NAME, or NAME@VERSION for an older one.")]
SprtBounds = Annotated[
    str, typer.Option("--sprt", metavar="ELO0,ELO1", help="The hypotheses of the sequential test.")
]


def crosstable_command(
    game: OneGame = None, db: Database = DEFAULT_URL, as_json: Json = False
) -> None:
    """Print who scored how much against whom."""
    results, anchor = read_rated(db, game)
    meetings = crosstable(results)
    if as_json:
        print_json([asdict(meeting) for meeting in meetings])
        return
    cells = {
        (Bot(cell.bot, cell.version), Bot(cell.other, cell.other_version)): cell
        for cell in meetings
    }
    bots = [Bot(row.bot, row.version) for row in standings(results, anchor)]
    table = Table("bot", *(str(place) for place in range(1, len(bots) + 1)), title=game)
    for place, bot in enumerate(bots, 1):
        row = [cells.get((bot, other)) for other in bots]
        table.add_row(
            for_terminal(f"{place} {bot}"),
            *(f"{cell.score:.0%}" if cell else "" for cell in row),
        )
    console.print(table)


def history_command(
    bot: BotName, game: OneGame = None, db: Database = DEFAULT_URL, as_json: Json = False
) -> None:
    """Print a bot's matches and its live Elo after each."""
    results = read_results(db, game)
    found = results.find(bot)
    points = history(results, found)
    with closing(open_store(db)) as store:
        matches = {
            match.match_id: match for match in store.listing(MatchFilter(bot=str(found), game=game))
        }
    if as_json:
        rows = {row["match_id"]: row for row in match_rows(list(matches.values()))}
        print_json([{**rows.get(point.match_id, {}), **asdict(point)} for point in points])
        return
    listed = [matches[point.match_id] for point in points if point.match_id in matches]
    elo = {point.match_id: f"{point.elo:.1f}" for point in points}
    console.print(matches_table(listed, {"live Elo": elo}))


def compare_command(
    bot: BotName,
    other: BotName,
    game: OneGame = None,
    sprt: SprtBounds = "0,5",
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Compare two bots on the matches they both played: Elo of BOT above OTHER, LOS, SPRT."""
    results = read_results(db, game)
    test = parse_sprt(sprt)
    first, second = results.find(bot), results.find(other)
    comparison = compare(results, first, second, test)
    if as_json:
        print_json(asdict(comparison))
        return
    low, high = (
        None if end is None else f"{end:+.0f}" for end in (comparison.low, comparison.high)
    )
    interval = (
        f"{low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"
    )
    console.print(
        f"[bold]{for_terminal(str(first))}[/] against {for_terminal(str(second))}: "
        f"{comparison.wins} wins, {comparison.draws} draws, {comparison.losses} losses "
        f"in {comparison.groups} seat-rotation groups\n"
        f"Elo {comparison.elo:+.1f} (95 %: {interval}), score {comparison.score:.1%}, "
        f"LOS {comparison.los:.1%}\n"
        f"SPRT {test}: LLR {comparison.llr:.2f} "
        f"({comparison.lower:.2f} to {comparison.upper:.2f}): {comparison.verdict}"
    )


def register(app: typer.Typer) -> None:
    app.command("crosstable")(crosstable_command)
    app.command("history")(history_command)
    app.command("compare")(compare_command)
