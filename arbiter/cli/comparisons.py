"""`lutetia crosstable`, `history`, `compare`: bots side by side."""

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Annotated

import typer

from arbiter.cli.match_lists import match_rows, matches_table
from arbiter.cli.output import (
    Database,
    Json,
    OneGame,
    OneTournament,
    console,
    for_terminal,
    print_json,
    rounded,
)
from arbiter.cli.standings import read_rated, read_results
from arbiter.cli.tables import SHORTEST_TEXT, FittingTable
from engine.record import Bot
from engine.sentences import counted
from ladder import DEFAULT_URL
from ladder.ratings.comparison import (
    Comparison,
    JointComparison,
    compare,
    compare_jointly,
    have_met,
)
from ladder.ratings.crosstable import Cell, crosstable
from ladder.ratings.sprt import Verdict, parse_sprt
from ladder.ratings.standings import history
from ladder.report.sections import sections_of
from ladder.store.listing import MatchFilter
from ladder.store.store import open_store

BotName = Annotated[str, typer.Argument(help="A bot: NAME, or NAME@VERSION for an older one.")]
SprtBounds = Annotated[
    str,
    typer.Option(
        "--sprt",
        metavar="ELO0,ELO1",
        help="The hypotheses of the sequential test, as in 0,5 or "
        "0,5,alpha=0.01,beta=0.1,model=normalised.",
    ),
]


def crosstable_command(
    game: OneGame = None,
    tournament: OneTournament = None,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print who scored how much against whom."""
    results, anchor = read_rated(db, game, tournament)
    meetings = crosstable(results)
    if as_json:
        print_json([rounded(asdict(meeting)) for meeting in meetings])
        return
    # In the order and with the numbers that the pages have, too.
    bots = [bot for section in sections_of(results, anchor)[:1] for bot in section.ordered_bots]
    for table in crosstables(bots, meetings, console.width, title=tournament or game or ""):
        console.print(table)


def crosstables(
    bots: Sequence[Bot], meetings: Sequence[Cell], width: int, title: str = ""
) -> Iterator[FittingTable]:
    """Draw a crosstable, in several tables of some opponents each if they are too many.

    Opponents have the numbers of their rows, so that a column is as narrow as its scores.
    """
    cells = {
        (Bot(cell.bot, cell.version), Bot(cell.other, cell.other_version)): cell
        for cell in meetings
    }
    numbers = [str(place) for place in range(1, len(bots) + 1)]
    # Columns are three letters apart; the first two are the number and the name.
    room = width - 1 - (len(str(len(bots))) + 3) - (SHORTEST_TEXT + 3)
    tables = math.ceil(len(bots) / max(1, room // (len("100%") + 3)))
    at_a_time = math.ceil(len(bots) / max(1, tables))
    for first in range(0, len(bots), max(1, at_a_time)):
        columns = slice(first, first + at_a_time)
        table = FittingTable("#", "bot", *numbers[columns], texts=["bot"], title=title)
        for number, bot in zip(numbers, bots, strict=True):
            row = [cells.get((bot, other)) for other in bots[columns]]
            table.add_row(number, bot, *(f"{cell.score:.0%}" if cell else "" for cell in row))
        yield table


def history_command(
    bot: BotName,
    game: OneGame = None,
    tournament: OneTournament = None,
    last: Annotated[
        int,
        typer.Option(min=0, help="How many matches a table shows, the newest first; 0: all."),
    ] = 20,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Print a bot's matches and its live Elo after each."""
    results = read_results(db, game, tournament)
    found = results.find(bot)
    points = history(results, found)
    # All of them: matches may be stored in another order than they are counted in.
    wanted = MatchFilter(bot=str(found), game=game, tournament=tournament)
    with closing(open_store(db, create=False)) as store:
        matches = {match.match_id: match for match in store.listing(wanted)}
    if as_json:
        rows = {row["match_id"]: row for row in match_rows(list(matches.values()))}
        print_json([{**rows.get(point.match_id, {}), **rounded(asdict(point))} for point in points])
        return
    shown = points[::-1][: last or None]
    listed = [matches[point.match_id] for point in shown if point.match_id in matches]
    elo = {point.match_id: f"{point.elo:.1f}" for point in shown}
    console.print(matches_table(listed, {"live Elo": elo}))


def compare_command(
    bot: BotName,
    other: BotName,
    game: OneGame = None,
    tournament: OneTournament = None,
    sprt: SprtBounds = "0,5",
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Compare two bots on the matches they both played: Elo of BOT above OTHER, LOS, SPRT.

    Bots that have not met are compared through others that both have met, by the fit of all their
    matches. A list is a game with its options, class of clock and strikes; of several, Elo and LOS
    are the mean, as in the overall list, and each list is printed below.
    """
    results = read_results(db, game, tournament)
    test = parse_sprt(sprt)
    first, second = results.find(bot), results.find(other)
    if not have_met(results, first, second):
        joint = compare_jointly(results, first, second)
        if as_json:
            print_json({"through_others": True, **rounded(asdict(joint))})
            return
        console.print(
            f"[bold]{for_terminal(first)}[/] and {for_terminal(second)} have not met. Through "
            f"others, by all matches of {for_terminal(_listing(joint.lists))}:\n"
            f"{for_terminal(_verdict(first, joint))}: {_estimate(joint)}",
            highlight=False,
        )
        return
    comparison = compare(results, first, second, test)
    parts = {
        str(name): compare(part, first, second, test)
        for name, part in results.by_list.items()
        if have_met(part, first, second)
    }
    if as_json:
        by_list = {name: rounded(asdict(part)) for name, part in parts.items()}
        print_json({"through_others": False, **rounded(asdict(comparison)), "by_list": by_list})
        return
    title = f"[bold]{for_terminal(first)}[/] against {for_terminal(second)}"
    several = len(parts) > 1
    mean = ", mean of the lists" if several else ""
    is_open = comparison.verdict == Verdict.OPEN
    meaning = " (a sequential test of these bounds would not have stopped yet)" if is_open else ""
    console.print(
        f"{title} in {for_terminal(_listing(comparison.lists))}: {_counts(comparison)} "
        f"in {counted(comparison.groups, 'seat-rotation group')}\n"
        f"{for_terminal(_verdict(first, comparison))}: {_estimate(comparison)}{mean}; "
        f"score {comparison.score:.1%}\n"
        f"SPRT {for_terminal(test)}: LLR {comparison.llr:z.2f} "
        f"({comparison.lower:.2f} to {comparison.upper:.2f}): {comparison.verdict}{meaning}",
        highlight=False,
    )
    for name, part in parts.items() if several else ():
        console.print(
            f"  {for_terminal(name)}: {_counts(part)}, {_estimate(part)}", highlight=False
        )


def _listing(lists: Sequence[str]) -> str:
    return "; ".join(lists)


def _counts(comparison: Comparison) -> str:
    wins, draws = counted(comparison.wins, "win"), counted(comparison.draws, "draw")
    return f"{wins}, {draws}, {counted(comparison.losses, 'loss', 'losses')}"


def _verdict(first: Bot, comparison: Comparison | JointComparison) -> str:
    """Say what the 95 % interval says."""
    if comparison.low is not None and comparison.low > 0:
        return f"{first} is stronger"
    if comparison.high is not None and comparison.high < 0:
        return f"{first} is weaker"
    return "The matches do not tell which is stronger"


def _estimate(comparison: Comparison | JointComparison) -> str:
    low, high = (
        None if end is None else f"{end:+z.0f}" for end in (comparison.low, comparison.high)
    )
    interval = "unknown"
    if low and high:
        interval = f"{low} to {high}"
    elif low or high:
        interval = f"at least {low}" if low else f"at most {high}"
    return f"Elo {comparison.elo:+z.1f} (95 %: {interval}), LOS {comparison.los:.1%}"


def register(app: typer.Typer) -> None:
    app.command("crosstable")(crosstable_command)
    app.command("history")(history_command)
    app.command("compare")(compare_command)
