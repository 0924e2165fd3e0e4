"""Writing finished matches into the database, within a transaction of the caller's.

Many rows at once, by statements on the connection: see `rows` for why not by objects.
"""

import json
import logging
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped
from sqlmodel import col

from engine.errors import BadField, BadRecord
from engine.fields import read_fields
from engine.record import FORMAT, Bot, Record, SeatRecord, record_from_json, record_to_json
from ladder.schedules.schedule import Key
from ladder.store.rows import Match, Row, Seat, StoredBot, StoredRecord

_BATCH = 2_000  # records held in memory at a time
_SEAT_COLUMNS = ("score", "rank", "ending", "reason", "decisions", "seconds")
BotIds = dict[Bot, int]

log = logging.getLogger(__name__)


class Insertion(Enum):
    """What became of a match that was to be inserted."""

    NEW = auto()
    KNOWN = auto()
    """It is stored, with this very record: it was delivered twice."""
    OTHER = auto()
    """It is stored with another record, which stays: it was played twice."""


def insert_matches(
    connection: sa.Connection, tournament_id: int, played: Sequence[tuple[Key, Record]]
) -> list[Insertion]:
    """Insert matches with their records and seats, unless the unique key of a match forbids it."""
    shared = {"tournament_id": tournament_id, "finished": datetime.now(UTC)}
    # In the order given, not that of keys: the numbers of matches tell in which order they ended.
    # Two writers of the same matches may so wait for each other in PostgreSQL, which ends one of
    # them after a second; the store then tries again.
    keys = list(dict.fromkeys(key for key, _ in played))
    inserted = _insert_new(connection, Match, [{**shared, **key._asdict()} for key in keys])
    new = {Key(row.game, row.round, row.table, row.rotation): row.id for row in inserted}
    bot_ids = _ids_of_bots(connection, (seat for _, record in played for seat in record.seats))
    records, seats, repeated = [], [], []
    for place, (key, record) in enumerate(played):
        text = record_to_json(record).encode()
        if (match_id := new.pop(key, None)) is None:
            repeated.append((place, key, record.digest, text))
            continue
        body = zlib.compress(text)
        records.append({"match_id": match_id, "digest": record.digest, "body": body})
        seats += _seat_rows(match_id, record.seats, bot_ids)
    if records:
        connection.execute(sa.insert(StoredRecord), records)
        connection.execute(sa.insert(Seat), seats)
    found = [Insertion.NEW] * len(played)
    for place, key, digest, text in repeated:
        found[place] = _compare(connection, tournament_id, key, digest, text)
    return found


def _compare(
    connection: sa.Connection, tournament_id: int, key: Key, digest: str, text: bytes
) -> Insertion:
    """Compare a record with the one that is stored for the same match."""
    query = sa.select(col(StoredRecord.body), col(StoredRecord.digest)).join(Match)
    query = query.where(col(Match.tournament_id) == tournament_id).filter_by(**key._asdict())
    stored = connection.execute(query).first()
    with suppress(zlib.error):  # a damaged record is not this one
        if stored is not None and zlib.decompress(stored.body) == text:
            return Insertion.KNOWN
    kept = "no record" if stored is None else f"record {stored.digest}"
    log.warning("match %s was played twice: %s stays, %s is dropped", key, kept, digest)
    return Insertion.OTHER


@dataclass
class Rebuilt:
    """What a rebuild has done and found."""

    matches: int
    """How many have seats that agree with their record now."""
    troubles: dict[int, str]
    """By the number of a match: what was wrong with its record or its seats, in a sentence."""


def rebuild_seats(connection: sa.Connection) -> Rebuilt:
    """Derive all seats from the records again.

    A match whose record cannot be read keeps the seats it has and is named; so is a match whose
    seats contradicted its record.
    """
    rebuilt = Rebuilt(0, {})
    for batch in _batches(connection):
        stored = _stored_seats(connection, batch[0][0], batch[-1][0])
        for match_id, digest, body in batch:
            try:
                told = _seats_of(body, digest)
                if told != stored[match_id]:  # seats that are stored need not be checked again
                    seats = [read_fields(SeatRecord, seat) for seat in told]
                    bot_ids = _ids_of_bots(connection, seats)
                    connection.execute(sa.delete(Seat).where(col(Seat.match_id) == match_id))
                    connection.execute(sa.insert(Seat), _seat_rows(match_id, seats, bot_ids))
                    rebuilt.troubles[match_id] = (
                        "its seats contradicted its record, and follow it now"
                    )
                rebuilt.matches += 1
            except (BadRecord, BadField) as error:
                rebuilt.troubles[match_id] = f"{error}; its seats stay as they were"
    return rebuilt


def unpack(body: bytes) -> Record:
    """Read a record as it is stored."""
    try:
        record, _ = record_from_json(zlib.decompress(body).decode())
    except (zlib.error, UnicodeDecodeError) as error:
        raise BadRecord(f"a stored record is damaged: {error}") from None
    return record


def _seats_of(body: bytes | None, digest: str | None) -> list[Any]:
    """Read only the seats of a record: typing all its actions would take far longer."""
    if body is None:
        raise BadRecord("it has no record")
    try:
        data = json.loads(zlib.decompress(body))
        written, found = data["format"], data["digest"]
        seats: list[Any] = list(data["seats"])
    except (zlib.error, ValueError, LookupError, TypeError) as error:
        raise BadRecord(f"its record is damaged: {error}") from None
    if written != FORMAT:
        raise BadRecord(f"its record has the format {written!r}, which is not known")
    if found != digest:
        raise BadRecord(f"its record has the digest {found}, not {digest}")
    return seats


def _seat_rows(match_id: int, seats: Iterable[SeatRecord], bot_ids: BotIds) -> list[dict[str, Any]]:
    return [
        {
            "match_id": match_id,
            "seat": number,
            "bot_id": bot_ids[Bot(seat.bot, seat.version)],
            **{name: getattr(seat, name) for name in _SEAT_COLUMNS},
        }
        for number, seat in enumerate(seats)
    ]


def _ids_of_bots(connection: sa.Connection, seats: Iterable[SeatRecord]) -> BotIds:
    """Return the numbers of all bots; those of the seats that are new are inserted."""
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id))
    known = {Bot(name, version): number for name, version, number in connection.execute(query)}
    if missing := {Bot(seat.bot, seat.version) for seat in seats} - known.keys():
        _insert_new(connection, StoredBot, [bot._asdict() for bot in sorted(missing)])
        return _ids_of_bots(connection, ())
    return known


def _insert_new(
    connection: sa.Connection, table: type[Row], rows: Sequence[dict[str, Any]]
) -> Sequence[sa.Row[*tuple[Any, ...]]]:
    """Insert rows but for those that a unique key forbids, and return what was inserted.

    Another writer may insert the same at any time, so only the database can tell; and an error
    would end the whole transaction in PostgreSQL.
    """
    statement = _insertion(connection.dialect.name, table)
    return connection.execute(statement, rows).all() if rows else []


@cache  # to build it each time took a fifth of the time of storing a single match
def _insertion(dialect: str, table: type[Row]) -> sa.Insert:
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing().returning(*sa.inspect(table).columns)


def _batches(
    connection: sa.Connection,
) -> Iterator[Sequence[sa.Row[int, str | None, bytes | None]]]:
    """Yield matches with digest and body of their record, which may be missing."""
    match_id = col(Match.id)
    query = sa.select(match_id, col(StoredRecord.digest), col(StoredRecord.body))
    query = query.outerjoin(StoredRecord).order_by(match_id).limit(_BATCH)
    last = 0
    while batch := connection.execute(query.where(match_id > last)).all():
        yield batch
        last = batch[-1][0]


def _stored_seats(
    connection: sa.Connection, first: int, last: int
) -> defaultdict[int, list[dict[str, Any]]]:
    """Return the seats of a stretch of matches as they are stored, in the form of a record."""
    columns: dict[str, Mapped[Any]] = {
        "bot": col(StoredBot.name),
        "version": col(StoredBot.version),
        **{name: getattr(Seat, name) for name in _SEAT_COLUMNS},
    }
    query = (
        sa.select(col(Seat.match_id), *columns.values())
        .join(StoredBot)
        .where(col(Seat.match_id).between(first, last))
        .order_by(col(Seat.match_id), col(Seat.seat))
    )
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for match_id, *values in connection.execute(query):
        found[match_id].append(dict(zip(columns, values, strict=True)))
    return found
