"""Finding stored matches: who met whom, and how it ended."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from engine.record import Ending
from ladder.store.rows import StoredBot, StoredMatch, StoredSeat, Tournament


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """How a bot fared in a match."""

    bot: str
    version: str
    score: int | None
    rank: int
    ending: str
    reason: str
    decisions: int
    seconds: float
    slowest_seconds: float


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A finished match, without its moves."""

    match_id: int
    tournament: str
    game: str
    round: int
    table: int
    rotation: int
    finished: datetime
    seats: tuple[ListedSeat, ...]


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches to list; what is left out lets all pass."""

    bot: str | None = None
    """NAME, or NAME@VERSION."""
    against: str | None = None
    lost: bool = False
    """Only those in which the bot, or anybody if none is named, was not among the first."""
    forfeits: bool = False
    game: str | None = None
    tournament: str | None = None
    last: int | None = None
    """At most this many, the newest."""


def read_listing(connection: sa.Connection, wanted: MatchFilter) -> list[ListedMatch]:
    """Return the matches that pass a filter, the newest first."""
    columns = (
        *(col(StoredMatch.id), col(Tournament.name), col(StoredMatch.game), col(StoredMatch.round)),
        *(col(StoredMatch.table), col(StoredMatch.rotation), col(StoredMatch.finished)),
    )
    query = (
        sa.select(*columns)
        .join(Tournament, col(Tournament.id) == col(StoredMatch.tournament_id))
        .where(*_conditions(wanted))
        .order_by(col(StoredMatch.id).desc())
        .limit(wanted.last)
    )
    matches = connection.execute(query).all()
    for match in matches:
        if not isinstance(match.finished, datetime):  # SQLite stores what an intruder likes
            raise TypeError(f"the time of match {match[0]} is damaged")
    seats = _seats(connection, [match_id for match_id, *_ in matches])
    return [ListedMatch(*match, seats=tuple(seats[match[0]])) for match in matches]


def _conditions(wanted: MatchFilter) -> list[sa.ColumnElement[bool]]:
    fate: list[sa.ColumnElement[bool]] = []
    if wanted.lost:
        fate.append(col(StoredSeat.rank) > 1)
    if wanted.forfeits:
        fate.append(col(StoredSeat.ending) != Ending.PLAYED)
    conditions = []
    if wanted.bot is not None or fate:
        conditions.append(_has_seat(wanted.bot, *fate))
    if wanted.against is not None:
        conditions.append(_has_seat(wanted.against))
    if wanted.game is not None:
        conditions.append(col(StoredMatch.game) == wanted.game)
    if wanted.tournament is not None:
        conditions.append(col(Tournament.name) == wanted.tournament)
    return conditions


def _has_seat(bot: str | None, *fate: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Tell of a match whether it has a seat of a bot that fared like this."""
    query = sa.exists().where(col(StoredSeat.match_id) == col(StoredMatch.id), *fate)
    if bot is not None:
        name, _, version = bot.partition("@")
        query = query.where(
            col(StoredBot.id) == col(StoredSeat.bot_id), col(StoredBot.name) == name
        )
        if version:
            query = query.where(col(StoredBot.version) == version)
    return query


def _seats(connection: sa.Connection, match_ids: Iterable[int]) -> dict[int, list[ListedSeat]]:
    columns = (
        *(col(StoredSeat.match_id), col(StoredBot.name), col(StoredBot.version)),
        *(col(StoredSeat.score), col(StoredSeat.rank), col(StoredSeat.ending)),
        *(col(StoredSeat.reason), col(StoredSeat.decisions)),
        *(col(StoredSeat.seconds), col(StoredSeat.slowest_seconds)),
    )
    query = (
        sa.select(*columns)
        .join(StoredBot, col(StoredBot.id) == col(StoredSeat.bot_id))
        .order_by(col(StoredSeat.match_id), col(StoredSeat.seat))
    )
    seats: defaultdict[int, list[Any]] = defaultdict(list)
    waiting = list(match_ids)
    while waiting:
        # SQLite takes no more than 32,766 values in a statement.
        batch, waiting = waiting[:10_000], waiting[10_000:]
        for match_id, *seat in connection.execute(query.where(col(StoredSeat.match_id).in_(batch))):
            listed = ListedSeat(*seat)
            if not isinstance(listed.rank, int):
                raise TypeError(f"match {match_id} has damaged seats")
            seats[match_id].append(listed)
    return seats
