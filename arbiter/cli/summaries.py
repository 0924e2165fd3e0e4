"""Tournaments on paper: all of them in a list, one of them with its standings and matches."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.cli.match_lists import match_rows, matches_table
from arbiter.cli.output import console, for_terminal, print_json, rounded
from arbiter.cli.standings import print_standings, standing_row, whole_standings
from arbiter.cli.tables import FittingTable
from arbiter.tournaments.states import Progress, TournamentState, progress_of, round_name
from arbiter.tournaments.stored_ladder import LADDER, anchor_of, is_ladder
from ladder.ratings.standings import standings_by_list
from ladder.schedules.formats import MARK_NAMES, Marks
from ladder.schedules.formats.bracket import bracket_text
from ladder.schedules.schedule import GameSchedule
from ladder.store.listing import MatchFilter
from ladder.store.store import Store, Tournament


def print_list(store: Store, as_json: bool) -> None:
    """Print a row for each tournament."""
    rows = [_row(store, tournament) for tournament in store.tournaments()]
    if as_json:
        print_json(rows)
    elif rows:
        console.print(tournaments_table(rows))
    else:
        console.print("no tournament is stored yet; `lutetia tournament run` runs one")


def tournaments_table(rows: Sequence[Mapping[str, Any]]) -> FittingTable:
    columns = ("name", "state", "result", "played", "of", "bots", "games", "format")
    table = FittingTable(
        *(*columns, "created (UTC)"),
        texts=["result", "bots", "games"],
        names=["name"],
        words=["state", "format"],
        leave_out=["created (UTC)", "format", "games", "bots"],
        wrap_names=True,
    )
    for row in rows:
        cells = [_cell(row["total" if name == "of" else name]) for name in columns]
        table.add_row(*cells, row["created"][:16].replace("T", " "))
    return table


def print_tournament(
    store: Store,
    tournament: Tournament,
    schedules: Sequence[GameSchedule],
    as_json: bool,
    *,
    db: str,
    with_seed: bool = False,
    with_matches: bool = False,
) -> None:
    """Print how a tournament stands: its state, ratings, and how its format places the bots.

    Its seed is for its operator alone: whoever knows it knows all deals.
    """
    progress = progress_of(store, tournament)
    anchor = anchor_of(store)
    lists = standings_by_list(store.results(tournament), anchor)
    finished = store.finished(tournament)
    placing = {schedule.game: schedule.placing(finished) for schedule in schedules}
    marks = {schedule.game: schedule.marks(finished) for schedule in schedules}
    matches = store.listing(MatchFilter(tournament=tournament.name))[::-1] if with_matches else []
    names = {each.match_id: round_name(schedules, each.game, each.round) for each in matches}
    if as_json:
        rows = {name: list(map(standing_row, standings)) for name, standings in lists.items()}
        shown: dict[str, Any] = {"name": tournament.name, **progress_row(progress)}
        shown |= {"standings": rows, "placing": placing}
        shown["marks"] = {
            game: [{"bot": bot, **of_bot._asdict()} for bot, of_bot in of_game.items()]
            for game, of_game in marks.items()
            if of_game
        }
        if tournament.spec.get("shared_deals"):
            shown["shared_deals"] = True
        if with_seed:
            shown["seed"] = tournament.seed
        if with_matches:
            shown["matches"] = [
                row | {"round_name": names[row["match_id"]]} for row in match_rows(matches)
            ]
        print_json(shown)
        return
    if lists:
        print_standings(lists, whole_standings(db, tournament=tournament.name), anchor)
    else:
        resume = f"lutetia tournament resume {tournament.name}"
        console.print(f"no match has been played yet; `{for_terminal(resume)}` plays them")
    for schedule in schedules:
        if of_game := marks[schedule.game]:
            console.print(marks_table(of_game, title=f"{schedule.game}, swiss"))
        if schedule.format == "knockout":
            order = " > ".join(" = ".join(place) for place in schedule.places(finished))
            console.print(for_terminal(f"{schedule.game}, {schedule.format}: {order}"))
        if bracket := schedule.bracket(finished):
            console.print(for_terminal(bracket_text(bracket)))
    if progress.trial:
        for line in progress.trial.lines():
            console.print(for_terminal(line), highlight=False)
    if with_matches:
        console.print(matches_table(matches, {"round": names}))
    console.print(for_terminal(_state_text(tournament, progress)), highlight=False)
    if tournament.spec.get("shared_deals"):
        console.print("deals were shared between the rotations of a table")
    if with_seed:
        console.print(f"seed {tournament.seed}: keep it from bots, since it determines every deal")


def marks_table(marks: Mapping[str, Marks], title: str) -> FittingTable:
    """Draw what a Swiss places its bots by, best first."""
    table = FittingTable("#", "bot", *MARK_NAMES, texts=["bot"], title=title)
    for place, (bot, of_bot) in enumerate(marks.items(), start=1):
        table.add_row(place, bot, *(f"{mark:.2f}" for mark in of_bot))
    return table


def progress_row(progress: Progress) -> dict[str, Any]:
    """Return how far a tournament has come, for programs."""
    return {
        "state": progress.state,
        "running_by": progress.holder,
        "winners": progress.winners,
        "sprt": rounded(asdict(progress.trial)) if progress.trial else None,
    }


def _state_text(tournament: Tournament, progress: Progress) -> str:
    text = f"{tournament.name} is {progress.state}"
    if progress.holder:
        text += f" by {progress.holder}"
    if progress.state is TournamentState.FINISHED:
        text += f"; first: {progress.result}"
    return text


def _row(store: Store, tournament: Tournament) -> dict[str, Any]:
    progress = progress_of(store, tournament)
    row: dict[str, Any] = {
        "name": tournament.name,
        **progress_row(progress),
        "result": progress.result or None,
        "format": None,
        "games": None,
        "bots": None,
        "played": progress.extent.played,
        "total": progress.extent.total,
        "created": tournament.created.isoformat(timespec="seconds"),
    }
    if is_ladder(tournament):
        games = tournament.spec["games"] or ["all"]
        return row | {"format": LADDER, "games": games, "bots": ["all submitted"]}
    spec = progress.extent.spec
    if spec is None:
        return row
    return row | {
        "format": spec.format,
        "games": [game.game for game in spec.games],
        "bots": [bot.name for bot in spec.bots],
    }


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return ", ".join(value) if isinstance(value, list) else str(value)
