"""Matches as they lie in the database, whatever has become of them since they were stored.

Everything is read as the driver returns it: a file that was edited or damaged may hold a text
where a number should be, and a row must not be missed because it cannot be read.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import col

from engine.errors import BadRecord
from engine.fields import short_repr
from engine.record import Bot, Record, unpack_record
from ladder.ratings.results import IntArray
from ladder.schedules.schedule import Key
from ladder.store.rows import (
    StoredBot,
    StoredMatch,
    StoredRecord,
    StoredSeat,
    Submission,
    Tournament,
)

BATCH = 500
"""Matches held in memory at a time, with their records."""
_SEAT_FIELDS: dict[str, Mapped[Any]] = {
    "bot": col(StoredBot.name),
    "version": col(StoredBot.version),
    "score": col(StoredSeat.score),
    "rank": col(StoredSeat.rank),
    "ending": col(StoredSeat.ending),
    "reason": col(StoredSeat.reason),
    "decisions": col(StoredSeat.decisions),
    "seconds": col(StoredSeat.seconds),
    "charged_seconds": col(StoredSeat.charged_seconds),
    "slowest_seconds": col(StoredSeat.slowest_seconds),
    "strike_count": col(StoredSeat.strike_count),
}
"""The fields of a SeatRecord, and where they are stored; sources are in the record alone, and so is
all but the number of strikes."""


class RawMatch(NamedTuple):
    """A match with all rows that belong to it."""

    match_id: int
    tournament_id: Any
    key: Key
    digest: Any
    body: Any
    """Compressed JSON; None if there is no record."""
    seats: dict[Any, dict[str, Any]]
    """By their number, each in the form of a SeatRecord."""

    def record(self) -> Record:
        """Return the record; raise BadRecord if it is missing, damaged or another one."""
        if self.body is None:
            raise BadRecord("its record is missing")
        record, claimed = unpack(self.body)
        if claimed != self.digest:
            raise BadRecord(f"its record has the digest {claimed}, not {short_repr(self.digest)}")
        if record.digest != claimed:
            raise BadRecord(
                f"its record says its digest is {claimed}, but its content has {record.digest}"
            )
        return record

    def contradiction(self, record: Record) -> str:
        """Return how its seats differ from its record, "" if they do not."""
        if sorted(self.seats, key=str) != sorted(range(len(record.seats)), key=str):
            stored = ", ".join(map(str, self.seats)) or "no seat"
            return f"its seats are {stored}, its record has {len(record.seats)}"
        for number, seat in enumerate(record.seats):
            for name in _SEAT_FIELDS:
                stored, told = self.seats[number][name], getattr(seat, name)
                if stored != told:
                    if isinstance(told, str):
                        told = str(told)  # an ending as the word that it is stored as
                    return (
                        f"its seats contradict its record: {name} of seat {number} is "
                        f"{short_repr(stored)}, not {short_repr(told)}"
                    )
        return ""


class RawTournament(NamedTuple):
    """A tournament as it is stored."""

    tournament_id: int
    name: Any
    spec: Any
    """JSON as text."""
    seed: Any
    """A whole number, as text."""
    stored: Any
    """How many matches were ever stored."""


def unpack(body: Any) -> tuple[Record, str]:
    """Return a record as it is stored, and the digest in it."""
    try:
        return unpack_record(body)
    except BadRecord as error:
        raise BadRecord(f"its record is damaged: {error}") from None


def read_matches(
    connection: sa.Connection, tournament_id: int | None, after: int, limit: int = BATCH
) -> list[RawMatch]:
    """Return the next matches whose numbers are above `after`."""
    match_id = col(StoredMatch.id)
    query = (
        sa.select(
            *(
                match_id,
                col(StoredMatch.tournament_id),
                col(StoredMatch.game),
                col(StoredMatch.round),
            ),
            *(col(StoredMatch.table), col(StoredMatch.rotation)),
            *(col(StoredRecord.digest), col(StoredRecord.body)),
        )
        .outerjoin(StoredRecord, col(StoredRecord.match_id) == match_id)
        .where(match_id > after)
        .order_by(match_id)
        .limit(limit)
    )
    if tournament_id is not None:
        query = query.where(col(StoredMatch.tournament_id) == tournament_id)
    rows = fetch(connection, query)
    if not rows:
        return []
    seats = _seats(connection, rows[0][0], rows[-1][0])
    return [RawMatch(row[0], row[1], Key(*row[2:6]), row[6], row[7], seats[row[0]]) for row in rows]


def _seats(
    connection: sa.Connection, first: int, last: int
) -> defaultdict[int, dict[Any, dict[str, Any]]]:
    query = (
        sa.select(col(StoredSeat.match_id), col(StoredSeat.seat), *_SEAT_FIELDS.values())
        .outerjoin(StoredBot, col(StoredBot.id) == col(StoredSeat.bot_id))
        .where(col(StoredSeat.match_id).between(first, last))
        .order_by(col(StoredSeat.match_id), col(StoredSeat.seat))
    )
    seats: defaultdict[int, dict[Any, dict[str, Any]]] = defaultdict(dict)
    for match_id, seat, *values in fetch(connection, query):
        seats[match_id][seat] = dict(zip(_SEAT_FIELDS, values, strict=True))
    return seats


def read_tournaments(connection: sa.Connection) -> list[RawTournament]:
    """Return the tournaments, oldest first."""
    # Drivers parse JSON by themselves unless they are told that it is a text.
    spec = sa.cast(col(Tournament.spec), sa.Text)
    columns = col(Tournament.id), col(Tournament.name), spec, col(Tournament.seed)
    query = sa.select(*columns, col(Tournament.stored)).order_by(col(Tournament.id))
    rows = fetch(connection, query)
    return [RawTournament(*row) for row in rows]


def read_submitted(connection: sa.Connection) -> set[tuple[Any, Any]]:
    """Return the names and versions of the bots that were ever submitted."""
    query = sa.select(col(Submission.name), col(Submission.version))
    return {(name, version) for name, version in fetch(connection, query)}


def read_contents(connection: sa.Connection) -> dict[Bot, Any]:
    """Return for each bot the hash of its files, if it is known."""
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.content))
    return {Bot(name, version): content for name, version, content in fetch(connection, query)}


def read_orphans(connection: sa.Connection) -> Iterator[str]:
    """Name the records and seats that belong to no match."""
    of_match = (("record is", StoredRecord.match_id), ("seats are", StoredSeat.match_id))
    for what, match_id in of_match:
        query = sa.select(col(match_id)).where(col(match_id).not_in(sa.select(col(StoredMatch.id))))
        for (number,) in fetch(connection, query.distinct().order_by(col(match_id))):
            yield f"match {number} is gone, its {what} still there"


def fetch(connection: sa.Connection, query: sa.Select[*tuple[Any, ...]]) -> Sequence[Sequence[Any]]:
    """Return what the driver returns, without conversion; making Rows takes longer than reading."""
    cursor = connection.execute(query).cursor
    assert cursor is not None
    dialect = connection.dialect
    try:
        return cursor.fetchall()
    except dialect.loaded_dbapi.Error as error:  # of the driver: nobody else has translated it
        raise sa.exc.DBAPIError.instance(
            str(query), None, error, dialect.loaded_dbapi.Error, dialect=dialect
        ) from error


class NotNumbers(ValueError):
    """A column holds something other than whole numbers."""


def fetch_numbers(connection: sa.Connection, query: sa.Select[*tuple[Any, ...]]) -> IntArray:
    """Return the columns of a query, all of them whole numbers; NotNumbers if they are not.

    SQLite writes each column into one text, which numpy reads: rows of Python objects, made only
    to be taken apart again, take four times as long.
    """
    if connection.dialect.name != "sqlite":
        return columns_of(fetch(connection, query), len(query.selected_columns))
    columns = query.subquery().columns
    try:
        ((*texts,),) = fetch(connection, sa.select(*map(sa.func.json_group_array, columns)))
    except sa.exc.OperationalError as error:
        if "JSON" in str(error.orig).upper():  # which cannot hold bytes
            raise NotNumbers from error
        raise
    return np.stack([_numbers(text) for text in texts])


def _numbers(text: str) -> IntArray:
    """Read a list of JSON."""
    listed = text[1:-1].encode()
    if listed.translate(None, b"0123456789,-"):  # a text, a fraction, or null
        raise NotNumbers
    return np.fromstring(listed, np.int64, sep=",")


def columns_of(rows: Sequence[Sequence[Any]], width: int) -> IntArray:
    """Return rows of whole numbers as columns; NotNumbers if there is anything else in them."""
    try:
        flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    except (TypeError, ValueError, OverflowError) as error:
        raise NotNumbers from error
    return np.ascontiguousarray(flat.reshape(-1, width).T)


def is_number(value: object) -> bool:
    """Tell whether a column of numbers can hold a value, which in SQLite may be a text."""
    return isinstance(value, int) and -(2**63) <= value < 2**63
