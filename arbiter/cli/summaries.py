"""Tournaments on paper: all of them in a list, one of them with its standings and games."""

from dataclasses import asdict
from typing import Any

from rich.table import Table

from arbiter.cli.output import console, for_terminal, print_json
from arbiter.cli.standings import standings_by_game, standings_table
from arbiter.tournaments.ladders import is_endless
from arbiter.tournaments.spec import spec_from_json
from engine.errors import OperatorError
from ladder.schedules.schedule import Key, Schedule
from ladder.store.store import Store, Tournament


def print_list(store: Store, as_json: bool) -> None:
    """Print a row for each tournament."""
    rows = [_row(each, store.count_matches(each)) for each in store.tournaments()]
    if as_json:
        print_json(rows)
        return
    table = Table("name", "format", "games", "bots", "played", "of", "created")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console.print(table)


def print_tournament(
    store: Store, tournament: Tournament, as_json: bool, with_matches: bool = False
) -> None:
    """Print how a tournament stands: the ratings from its games, and the order of its format."""
    lists = standings_by_game(store.results(tournament))
    finished = store.finished(tournament)
    schedules = _schedules(tournament)
    placing = {schedule.game: schedule.placing(finished) for schedule in schedules}
    matches = store.match_ids(tournament) if with_matches else {}
    if as_json:
        rows = {name: [asdict(row) for row in each] for name, each in lists.items()}
        told: dict[str, Any] = {"name": tournament.name, "standings": rows, "placing": placing}
        if with_matches:
            told["matches"] = [
                {"match_id": match_id, **key._asdict()} for key, match_id in matches.items()
            ]
        print_json(told)
        return
    for name, each in lists.items():
        console.print(standings_table(each, title=name))
    for schedule in schedules:
        if schedule.format in ("swiss", "knockout"):
            order = for_terminal(" > ".join(placing[schedule.game]))
            console.print(f"{for_terminal(schedule.game)}, {schedule.format}: {order}")
    if with_matches:
        console.print(_matches_table(matches))


def _matches_table(matches: dict[Key, int]) -> Table:
    table = Table("match id", "game", "round", "table", "rotation")
    for key, match_id in matches.items():
        table.add_row(*map(for_terminal, (match_id, *key)))
    return table


def _schedules(tournament: Tournament) -> list[Schedule]:
    return [] if is_endless(tournament) else spec_from_json(tournament.spec).schedules()


def _row(tournament: Tournament, played: int) -> dict[str, Any]:
    told = _order(tournament)
    return {
        "name": tournament.name,
        "format": told.get("format"),
        "games": told.get("games"),
        "bots": told.get("bots"),
        "played": played,
        "total": told.get("total"),
        "created": tournament.created.isoformat(timespec="seconds"),
    }


def _order(tournament: Tournament) -> dict[str, Any]:
    """Return what was ordered; nothing of a tournament that another version has stored."""
    if is_endless(tournament):
        games = tournament.spec["games"] or ["all"]
        return {"format": tournament.spec["format"], "games": games, "bots": ["all submitted"]}
    try:
        spec = spec_from_json(tournament.spec)
        total = sum(schedule.total() for schedule in spec.schedules())
    except OperatorError:
        return {}
    return {
        "format": spec.format,
        "games": [order.game for order in spec.games],
        "bots": [entry.name for entry in spec.bots],
        "total": total,
    }


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return for_terminal(", ".join(value) if isinstance(value, list) else value)
