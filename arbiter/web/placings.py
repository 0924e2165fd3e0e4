"""How the format of a tournament places its bots: by the points of a Swiss, by the bracket."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arbiter.tournaments.spec import TournamentSpec
from engine.record import Bot
from ladder.schedules.formats import MARK_NAMES
from ladder.schedules.formats.bracket import BracketStage, BracketTable
from ladder.schedules.schedule import GameSchedule, Key, Ranks

PLACED = ("swiss", "knockout")
"""The formats that place bots in another way than the standings do."""


class Placing(NamedTuple):
    """The bots of one game, best first, with what they are placed by."""

    game: str
    heads: tuple[str, ...]
    rows: "Sequence[Row]"
    bracket: "list[Column]"
    """Of a knockout; other formats have none."""


class Row(NamedTuple):
    """A bot with its place; bots that share one all have the number of its first."""

    place: int
    bot: Bot
    marks: tuple[str, ...]


class Column(NamedTuple):
    """A stage of a bracket as it is drawn: tables whose winners meet stand together."""

    name: str
    feeders: list[list[BracketTable]]
    joined: bool
    """Whether it is known who meets next."""


def placings_of(spec: TournamentSpec, results: Mapping[Key, Ranks]) -> list[Placing]:
    """Return how each game of a Swiss or a knockout stands; other formats go by the standings."""
    if spec.format not in PLACED:
        return []
    bots = {entry.name: entry.bot for entry in spec.bots}
    return [_placing(schedule, bots, results) for schedule in spec.schedules()]


def _placing(
    schedule: GameSchedule, bots: Mapping[str, Bot], results: Mapping[Key, Ranks]
) -> Placing:
    if schedule.format == "swiss":
        marks = schedule.marks(results)
        shown = {name: tuple(f"{mark:.2f}" for mark in marks[name]) for name in marks}
        return Placing(schedule.game, MARK_NAMES, _rows(schedule, bots, results, shown), [])
    stages = schedule.bracket(results)
    came = _stages_reached(stages)
    last = {name: (came.get(name, ""),) for name in bots}
    rows = _rows(schedule, bots, results, last)
    return Placing(schedule.game, ("last stage",), rows, bracket_columns(stages))


def _rows(
    schedule: GameSchedule,
    bots: Mapping[str, Bot],
    results: Mapping[Key, Ranks],
    marks: Mapping[str, tuple[str, ...]],
) -> list[Row]:
    rows: list[Row] = []
    for sharing in schedule.places(results):
        place = len(rows) + 1
        rows += [Row(place, bots[name], marks[name]) for name in sharing]
    return rows


def _stages_reached(stages: Sequence[BracketStage]) -> dict[str, str]:
    """Return the last stage of each bot that has played, and who has won it all."""
    reached = {bot: stage.name for stage in stages for table in stage.tables for bot in table.bots}
    final = stages[-1].tables if stages else ()
    if len(final) == 1:
        reached |= dict.fromkeys(final[0].winners, f"{stages[-1].name}, won")
    return reached


def bracket_columns(stages: Sequence[BracketStage]) -> list[Column]:
    """Put the tables of each stage in the order of those that their winners go on to."""
    columns: list[Column] = []
    following: list[BracketTable] = []
    for stage in reversed(stages):
        feeders = [
            [table for table in stage.tables if set(table.winners) & set(after.bots)]
            for after in following
        ]
        used = [table for tables in feeders for table in tables]
        rest = [[table] for table in stage.tables if table not in used]
        columns.append(Column(stage.name, [*feeders, *rest], bool(following) and not rest))
        following = [table for tables in columns[-1].feeders for table in tables]
    return columns[::-1]
