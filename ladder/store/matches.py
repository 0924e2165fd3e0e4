"""Writing finished matches into the database, within a transaction of the caller's.

Statements over the rows' classes, executed on the connection: a session would make an object of
every seat, which doubles the time of a rebuild.
"""

import json
import logging
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import col

from engine.errors import BadRecord, BadValue
from engine.fields import read_fields
from engine.record import FORMAT, Bot, Record, SeatRecord, record_from_json, record_to_json
from ladder.schedules.schedule import Key
from ladder.store.rows import Match, Row, Seat, StoredBot, StoredRecord

_BATCH = 2_000  # records held in memory at a time
BotIds = dict[Bot, int]
_SEAT_FIELDS: dict[str, Mapped[Any]] = {
    "bot": col(StoredBot.name),
    "version": col(StoredBot.version),
    "score": col(Seat.score),
    "rank": col(Seat.rank),
    "ending": col(Seat.ending),
    "reason": col(Seat.reason),
    "decisions": col(Seat.decisions),
    "seconds": col(Seat.seconds),
    "charged_seconds": col(Seat.charged_seconds),
    "slowest_seconds": col(Seat.slowest_seconds),
}
"""The fields of a SeatRecord, and where they are stored."""

log = logging.getLogger(__name__)


class Insertion(Enum):
    """What became of a match that was to be inserted."""

    NEW = auto()
    KNOWN = auto()
    """It is stored, with this very record: it was delivered twice."""
    OTHER = auto()
    """It is stored with another record, which stays: it was played twice."""


def insert_matches(
    connection: sa.Connection, tournament_id: int, played: Iterable[tuple[Key, Record]]
) -> list[Insertion]:
    """Insert matches with their records and seats, unless the unique key of a match forbids it."""
    bot_ids = _bot_ids(connection)
    return [_insert_match(connection, tournament_id, *each, bot_ids) for each in played]


def _insert_match(
    connection: sa.Connection, tournament_id: int, key: Key, record: Record, bot_ids: BotIds
) -> Insertion:
    text = record_to_json(record).encode()
    match = {"tournament_id": tournament_id, **key._asdict()}
    try:
        # A savepoint: PostgreSQL would otherwise refuse everything after the failed statement.
        with connection.begin_nested():
            match_id = _insert(connection, Match, {**match, "finished": datetime.now(UTC)})
    except sa.exc.IntegrityError:
        query = sa.select(col(StoredRecord.body), col(StoredRecord.digest)).join(Match)
        stored = connection.execute(query.filter_by(**match)).first()
        with suppress(zlib.error):  # a damaged record is not this one
            if stored is not None and zlib.decompress(stored.body) == text:
                return Insertion.KNOWN
        kept = "no record" if stored is None else f"record {stored.digest}"
        log.warning("match %s was played twice: %s stays, %s is dropped", key, kept, record.digest)
        return Insertion.OTHER
    row = {"match_id": match_id, "digest": record.digest, "body": zlib.compress(text)}
    connection.execute(sa.insert(StoredRecord), row)
    _insert_seats(connection, match_id, record.seats, bot_ids)
    return Insertion.NEW


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
    bot_ids = _bot_ids(connection)
    rebuilt = Rebuilt(0, {})
    for batch in _batches(connection):
        stored = _stored_seats(connection, batch[0][0], batch[-1][0])
        for match_id, digest, body in batch:
            try:
                told = _seats_of(body, digest)
                if told != stored[match_id]:  # seats that are stored need not be checked again
                    seats = [read_fields(SeatRecord, seat) for seat in told]
                    connection.execute(sa.delete(Seat).where(col(Seat.match_id) == match_id))
                    _insert_seats(connection, match_id, seats, bot_ids)
                    rebuilt.troubles[match_id] = (
                        "its seats contradicted its record, and follow it now"
                    )
                rebuilt.matches += 1
            except (BadRecord, BadValue) as error:
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


def _insert_seats(
    connection: sa.Connection, match_id: int, seats: Iterable[SeatRecord], bot_ids: BotIds
) -> None:
    """Insert the seats of a match; bots that are new are inserted on the way."""
    rows = []
    for number, seat in enumerate(seats):
        row = asdict(seat)
        bot = Bot(row.pop("bot"), row.pop("version"))
        if bot not in bot_ids:
            bot_ids[bot] = _insert_bot(connection, bot)
        rows.append({"match_id": match_id, "seat": number, "bot_id": bot_ids[bot], **row})
    connection.execute(sa.insert(Seat), rows)


def _bot_ids(connection: sa.Connection) -> BotIds:
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id))
    return {Bot(name, version): number for name, version, number in connection.execute(query)}


def _insert_bot(connection: sa.Connection, bot: Bot) -> int:
    """Insert a bot, unless another writer has just done so."""
    try:
        with connection.begin_nested():
            return _insert(connection, StoredBot, bot._asdict())
    except sa.exc.IntegrityError:
        query = sa.select(col(StoredBot.id)).filter_by(**bot._asdict())
        return int(connection.execute(query).scalar_one())


def _insert(connection: sa.Connection, table: type[Row], row: dict[str, Any]) -> int:
    key = connection.execute(sa.insert(table), row).inserted_primary_key
    assert key is not None
    return int(key[0])


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
    query = (
        sa.select(col(Seat.match_id), *_SEAT_FIELDS.values())
        .join(StoredBot)
        .where(col(Seat.match_id).between(first, last))
        .order_by(col(Seat.match_id), col(Seat.seat))
    )
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for match_id, *values in connection.execute(query):
        found[match_id].append(dict(zip(_SEAT_FIELDS, values, strict=True)))
    return found
