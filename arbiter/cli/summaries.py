"""Tournaments on paper: all of them in a list, one of them with its standings and games."""

from collections.abc import Sequence
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


def print_list(tournaments: Sequence[Tournament], as_json: bool) -> None:
    """Print a row for each tournament."""
    rows = [_row(tournament) for tournament in tournaments]
    if as_json:
        print_json(rows)
        return
    table = Table("name", "format", "games", "bots", "played", "of", "created")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console.print(table)


def print_tournament(
    store: Store, tournament: Tournament, as_json: bool, with_games: bool = False
) -> None:
    """Print how a tournament stands: the ratings from its games, and the order of its format."""
    lists = standings_by_game(store.results(tournament))
    finished = store.finished(tournament)
    schedules = _schedules(tournament)
    placing = {schedule.game: schedule.placing(finished) for schedule in schedules}
    games = store.game_ids(tournament) if with_games else {}
    if as_json:
        rows = {name: [asdict(row) for row in each] for name, each in lists.items()}
        told: dict[str, Any] = {"name": tournament.name, "standings": rows, "placing": placing}
        if with_games:
            told["games"] = [{"id": number, **key._asdict()} for key, number in games.items()]
        print_json(told)
        return
    for name, each in lists.items():
        console.print(standings_table(each, title=name))
    for schedule in schedules:
        if schedule.format in ("swiss", "knockout"):
            order = for_terminal(" > ".join(placing[schedule.game]))
            console.print(f"{for_terminal(schedule.game)}, {schedule.format}: {order}")
    if with_games:
        console.print(_games_table(games))


def _games_table(games: dict[Key, int]) -> Table:
    table = Table("game id", "game", "round", "table", "rotation")
    for key, number in games.items():
        table.add_row(*map(for_terminal, (number, *key)))
    return table


def _schedules(tournament: Tournament) -> list[Schedule]:
    return [] if is_endless(tournament) else spec_from_json(tournament.spec).schedules()


def _row(tournament: Tournament) -> dict[str, Any]:
    told = _order(tournament)
    return {
        "name": tournament.name,
        "format": told.get("format"),
        "games": told.get("games"),
        "bots": told.get("bots"),
        "played": tournament.games,
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
