"""Writing finished matches into the database, within a transaction of the caller's.

Statements over the rows' classes, executed on the connection: a session would make an object of
every seat, which doubles the time of a rebuild.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from engine.errors import BadRecord
from engine.record import FORMAT, Bot, Record, record_from_json, record_to_json
from ladder.schedules.schedule import Key
from ladder.store.rows import Match, Row, Seat, StoredBot, StoredRecord

_BATCH = 2_000  # records held in memory at a time
BotIds = dict[Bot, int]


def insert_matches(
    connection: sa.Connection, tournament_id: int, played: Iterable[tuple[Key, Record]]
) -> list[bool]:
    """Insert matches with their records and seats, unless the unique key of a match forbids it."""
    bot_ids = _bot_ids(connection)
    return [_insert_match(connection, tournament_id, *each, bot_ids) for each in played]


def _insert_match(
    connection: sa.Connection, tournament_id: int, key: Key, record: Record, bot_ids: BotIds
) -> bool:
    row = {"tournament_id": tournament_id, **key._asdict(), "finished": datetime.now(UTC)}
    try:
        # A savepoint: PostgreSQL would otherwise refuse everything after the failed statement.
        with connection.begin_nested():
            match_id = _insert(connection, Match, row)
    except sa.exc.IntegrityError:
        return False
    body = zlib.compress(record_to_json(record).encode())
    row = {"match_id": match_id, "digest": record.digest, "body": body}
    connection.execute(sa.insert(StoredRecord), row)
    rows = _seat_rows(connection, match_id, [asdict(seat) for seat in record.seats], bot_ids)
    connection.execute(sa.insert(Seat), rows)
    return True


def rebuild_seats(connection: sa.Connection) -> int:
    """Derive all seats from the records again; return the number of matches."""
    connection.execute(sa.delete(Seat))
    bot_ids = _bot_ids(connection)
    total = 0
    for batch in _batches(connection):
        rows = []
        for match_id, body in batch:
            rows += _seat_rows(connection, match_id, _seats_of(body), bot_ids)
        connection.execute(sa.insert(Seat), rows)
        total += len(batch)
    return total


def unpack(body: bytes) -> Record:
    """Read a record as it is stored."""
    try:
        record, _ = record_from_json(zlib.decompress(body).decode())
    except (zlib.error, UnicodeDecodeError) as error:
        raise BadRecord(f"a stored record is damaged: {error}") from None
    return record


def _seats_of(body: bytes) -> list[dict[str, Any]]:
    """Read only the seats of a record: typing all its actions would take far longer."""
    data = json.loads(zlib.decompress(body))
    if data["format"] != FORMAT:
        raise BadRecord(f"record format {data['format']!r} is not known; update lutetia")
    found: list[dict[str, Any]] = data["seats"]
    return found


def _seat_rows(
    connection: sa.Connection, match_id: int, taken: list[dict[str, Any]], bot_ids: BotIds
) -> list[dict[str, Any]]:
    """Return the rows of seats; bots that are new are inserted on the way."""
    rows = []
    for number, seat in enumerate(taken):
        bot = Bot(seat.pop("bot"), seat.pop("version"))
        if bot not in bot_ids:
            bot_ids[bot] = _insert_bot(connection, bot)
        rows.append({"match_id": match_id, "seat": number, "bot_id": bot_ids[bot], **seat})
    return rows


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


def _batches(connection: sa.Connection) -> Iterator[Sequence[sa.Row[int, bytes]]]:
    match_id = col(StoredRecord.match_id)
    query = sa.select(match_id, col(StoredRecord.body)).order_by(match_id).limit(_BATCH)
    last = 0
    while batch := connection.execute(query.where(match_id > last)).all():
        yield batch
        last = batch[-1][0]
