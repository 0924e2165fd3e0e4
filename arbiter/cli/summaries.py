"""Tournaments on paper: all of them in a list, one of them with its standings and matches."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from arbiter.cli.match_lists import match_rows, matches_table
from arbiter.cli.output import console, for_terminal, print_json
from arbiter.cli.standings import print_standings
from arbiter.cli.tables import FittingTable
from arbiter.tournaments.ladder import LADDER, anchor_of, is_ladder
from arbiter.tournaments.spec import spec_from_json
from engine.errors import OperatorError
from ladder.ratings.standings import standings_by_list
from ladder.schedules.formats.bracket import bracket_text
from ladder.schedules.schedule import GameSchedule
from ladder.store.listing import ListedMatch, MatchFilter
from ladder.store.store import Store, Tournament


def print_list(store: Store, as_json: bool) -> None:
    """Print a row for each tournament."""
    rows = [_row(tournament, store.count_matches(tournament)) for tournament in store.tournaments()]
    if as_json:
        print_json(rows)
        return
    columns = ("name", "format", "games", "bots", "played", "of", "created (UTC)")
    texts, leave_out = ["name", "games", "bots"], ["created (UTC)", "format"]
    table = FittingTable(*columns, texts=texts, words=["format"], leave_out=leave_out)
    for row in rows:
        created = row["created"][:16].replace("T", " ")
        table.add_row(*map(_cell, (row | {"created": created}).values()))
    console.print(table)


def schedules_of(tournament: Tournament) -> list[GameSchedule]:
    """Return the schedule of each game of a stored tournament; the ladder has none."""
    return [] if is_ladder(tournament) else spec_from_json(tournament.spec).schedules()


def print_tournament(
    store: Store,
    tournament: Tournament,
    schedules: Sequence[GameSchedule],
    as_json: bool,
    *,
    with_seed: bool = False,
    with_matches: bool = False,
) -> None:
    """Print how a tournament stands: its ratings, and how its format places the bots.

    Its seed is for its operator alone: whoever knows it knows all deals.
    """
    lists = standings_by_list(store.results(tournament), anchor_of(store))
    finished = store.finished(tournament)
    placing = {schedule.game: schedule.placing(finished) for schedule in schedules}
    matches = store.listing(MatchFilter(tournament=tournament.name))[::-1] if with_matches else []
    names = {each.match_id: _round_name(schedules, each) for each in matches}
    if as_json:
        rows = {name: [asdict(row) for row in standings] for name, standings in lists.items()}
        shown: dict[str, Any] = {"name": tournament.name, "standings": rows, "placing": placing}
        if with_seed:
            shown["seed"] = tournament.seed
        if with_matches:
            shown["matches"] = [
                row | {"round_name": names[row["match_id"]]} for row in match_rows(matches)
            ]
        print_json(shown)
        return
    print_standings(lists)
    for schedule in schedules:
        if schedule.format in ("swiss", "knockout"):
            order = for_terminal(" > ".join(placing[schedule.game]))
            console.print(f"{for_terminal(schedule.game)}, {schedule.format}: {order}")
        if bracket := schedule.bracket(finished):
            console.print(for_terminal(bracket_text(bracket)))
    if with_matches:
        console.print(matches_table(matches, {"round": names}))
    if with_seed:
        console.print(f"seed {tournament.seed}: keep it from bots, it determines every deal")


def _round_name(schedules: Sequence[GameSchedule], match: ListedMatch) -> str:
    """Return what people call a match's round; those of the ladder have numbers only."""
    names = (each.round_name(match.round) for each in schedules if each.game == match.game)
    return next(names, f"round {match.round}")


def _row(tournament: Tournament, played: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": tournament.name,
        "format": None,
        "games": None,
        "bots": None,
        "played": played,
        "total": None,
        "created": tournament.created.isoformat(timespec="seconds"),
    }
    if is_ladder(tournament):
        games = tournament.spec["games"] or ["all"]
        return row | {"format": LADDER, "games": games, "bots": ["all submitted"]}
    try:
        spec = spec_from_json(tournament.spec)
        total = sum(schedule.total() for schedule in spec.schedules())
    except OperatorError:  # another version has stored it
        return row
    return row | {
        "format": spec.format,
        "games": [game.game for game in spec.games],
        "bots": [bot.name for bot in spec.bots],
        "total": total,
    }


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return ", ".join(value) if isinstance(value, list) else str(value)
