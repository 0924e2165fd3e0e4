"""Finding stored matches: who met whom, and how it ended."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import col

from engine.record import Bot, Ending
from ladder.store.raw_rows import fetch
from ladder.store.rows import LARGEST_ID, StoredBot, StoredMatch, StoredSeat, Tournament


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
    strike_count: int = 0


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
    before: int | None = None
    """Only matches with a lower number."""


def read_listing(connection: sa.Connection, wanted: MatchFilter) -> list[ListedMatch]:
    """Return the matches that pass a filter, the newest first."""
    columns = (
        *(col(StoredMatch.id), col(Tournament.name), col(StoredMatch.game), col(StoredMatch.round)),
        *(col(StoredMatch.table), col(StoredMatch.rotation), col(StoredMatch.finished)),
    )
    # Which matches, before their tournaments: SQLite would else begin with the tournaments, and
    # sort all matches to find the newest.
    newest = (
        sa.select(col(StoredMatch.id))
        .where(*_conditions(wanted))
        .order_by(col(StoredMatch.id).desc())
        .limit(wanted.last)
        .subquery()
    )
    query = (
        sa.select(*columns)
        .join(newest, newest.c.id == col(StoredMatch.id))
        .join(Tournament, col(Tournament.id) == col(StoredMatch.tournament_id))
        .order_by(col(StoredMatch.id).desc())
    )
    matches = connection.execute(query).all()
    for match in matches:
        if not isinstance(match.finished, datetime):  # SQLite does not check types
            raise TypeError(f"the time of match {match[0]} is damaged")
    seats = _seats(connection, [match_id for match_id, *_ in matches])
    return [ListedMatch(*match, seats=tuple(seats[match[0]])) for match in matches]


def has_deal_to_come(connection: sa.Connection, match: ListedMatch) -> bool:
    """Tell whether the deal of a match is yet to be played in another rotation of its table."""
    of_tournament = col(Tournament.name) == match.tournament
    spec = connection.execute(sa.select(col(Tournament.spec)).where(of_tournament)).scalar()
    if not (spec and spec.get("shared_deals")):
        return False
    finished = (
        sa.select(sa.func.count())
        .select_from(StoredMatch)
        .join(Tournament, col(Tournament.id) == col(StoredMatch.tournament_id))
        .where(
            of_tournament,
            col(StoredMatch.game) == match.game,
            col(StoredMatch.round) == match.round,
            col(StoredMatch.table) == match.table,
        )
    )
    return connection.execute(finished).scalar_one() < len(match.seats)


class Revision(NamedTuple):
    """Tells a state of the matches from another; SQLite gives numbers of deleted ones again."""

    matches: int
    newest: int
    finished: Any
    """When the newest ended, as the driver tells it; None if there is none."""


def read_revision(connection: sa.Connection, *of: sa.ColumnElement[bool]) -> Revision:
    """Return the revision of all matches, or of those for which conditions hold."""
    count = sa.select(sa.func.count()).select_from(StoredMatch).where(*of)
    newest = (
        sa.select(col(StoredMatch.id), col(StoredMatch.finished))
        .where(*of)
        .order_by(col(StoredMatch.id).desc())
        .limit(1)
    )
    rows = fetch(connection, newest)
    return Revision(connection.execute(count).scalar_one(), *(rows[0] if rows else (0, None)))


@dataclass(frozen=True, slots=True)
class TimeUse:
    """How long a bot has thought in all its matches of a game."""

    game: str
    matches: int
    decisions: int
    seconds: float
    slowest_seconds: float


def read_time_use(connection: sa.Connection, bot: Bot) -> list[TimeUse]:
    """Return how long a bot has thought, game by game."""
    seat = StoredSeat
    sums = (sa.func.count(), sa.func.sum(seat.decisions), sa.func.sum(seat.seconds))
    query = (
        sa.select(col(StoredMatch.game), *sums, sa.func.max(seat.slowest_seconds))
        .join(StoredMatch, col(StoredMatch.id) == col(seat.match_id))
        .join(StoredBot, col(StoredBot.id) == col(seat.bot_id))
        .where(col(StoredBot.name) == bot.name, col(StoredBot.version) == bot.version)
        .group_by(col(StoredMatch.game))
        .order_by(col(StoredMatch.game))
    )
    return [TimeUse(*row) for row in connection.execute(query)]


def _conditions(wanted: MatchFilter) -> list[sa.ColumnElement[bool]]:
    of_seat: list[sa.ColumnElement[bool]] = []
    if wanted.lost:
        of_seat.append(col(StoredSeat.rank) > 1)
    if wanted.forfeits:
        of_seat.append(col(StoredSeat.ending) != Ending.PLAYED)
    conditions = []
    if wanted.bot is not None or of_seat:
        conditions.append(_has_seat(wanted.bot, *of_seat))
    if wanted.against is not None:
        conditions.append(_has_seat(wanted.against))
    if wanted.game is not None:
        conditions.append(col(StoredMatch.game) == wanted.game)
    if wanted.tournament is not None:
        named = sa.select(col(Tournament.id)).where(col(Tournament.name) == wanted.tournament)
        conditions.append(col(StoredMatch.tournament_id) == named.scalar_subquery())
    if wanted.before is not None:
        conditions.append(col(StoredMatch.id) < min(wanted.before, LARGEST_ID))
    return conditions


def _has_seat(bot: str | None, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Tell whether a match has a seat of a bot (None: any) for which conditions hold."""
    query = sa.exists().where(col(StoredSeat.match_id) == col(StoredMatch.id), *conditions)
    if bot is not None:
        name, _, version = bot.partition("@")
        bots = sa.select(col(StoredBot.id)).where(col(StoredBot.name) == name)
        if version:
            bots = bots.where(col(StoredBot.version) == version)
        query = query.where(col(StoredSeat.bot_id).in_(bots))  # not joined: looked up once
    return query


def _seats(connection: sa.Connection, match_ids: Iterable[int]) -> dict[int, list[ListedSeat]]:
    columns = (
        *(col(StoredSeat.match_id), col(StoredBot.name), col(StoredBot.version)),
        *(col(StoredSeat.score), col(StoredSeat.rank), col(StoredSeat.ending)),
        *(col(StoredSeat.reason), col(StoredSeat.decisions)),
        *(col(StoredSeat.seconds), col(StoredSeat.slowest_seconds)),
        col(StoredSeat.strike_count),
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
