"""Writing finished matches into the database, within a transaction of the caller's.

Statements over the rows' classes, executed on the connection: a session would make an object of
every seat.
"""

import logging
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from engine.record import Bot, Record, SeatRecord, record_to_json
from ladder.errors import BotChanged
from ladder.schedules.schedule import Key
from ladder.store.rows import Match, Row, Seat, StoredBot, StoredRecord

BotIds = dict[Bot, int]

_CONTENTS = sa.select(
    *(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id), col(StoredBot.content))
)

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
        with suppress(zlib.error, TypeError):  # a damaged record is not this one
            if stored is not None and zlib.decompress(stored.body) == text:
                return Insertion.KNOWN
        kept = "no record" if stored is None else f"record {stored.digest}"
        log.warning("match %s was played twice: %s stays, %s is dropped", key, kept, record.digest)
        return Insertion.OTHER
    row = {"match_id": match_id, "digest": record.digest, "body": zlib.compress(text)}
    connection.execute(sa.insert(StoredRecord), row)
    _insert_seats(connection, match_id, record.seats, bot_ids)
    return Insertion.NEW


def replace_derived(
    connection: sa.Connection,
    seats: Mapping[int, Sequence[SeatRecord]],
    contents: Mapping[Bot, str],
) -> None:
    """Derive the seats of some matches from their records again, and the contents of bots."""
    bot_ids = _bot_ids(connection)
    for bot, content in contents.items():
        if bot not in bot_ids:
            bot_ids[bot] = _insert_bot(connection, bot)
        stored = sa.update(StoredBot).where(col(StoredBot.id) == bot_ids[bot])
        connection.execute(stored.values(content=content))
    for match_id, told in seats.items():
        connection.execute(sa.delete(Seat).where(col(Seat.match_id) == match_id))
        _insert_seats(connection, match_id, told, bot_ids)


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


def set_contents(connection: sa.Connection, contents: Mapping[Bot, str]) -> None:
    """Remember the hash of each bot's files; BotChanged if it was rated with others."""
    known = {Bot(*row[:2]): row[2:] for row in connection.execute(_CONTENTS)}
    for bot, content in contents.items():
        number, before = known.get(bot, (None, None))
        if number is None:
            number = _insert_bot(connection, bot)
        if before == content:
            continue
        rated = sa.exists().where(col(Seat.bot_id) == number)
        if before is not None and connection.execute(sa.select(rated)).scalar():
            raise _changed(bot)
        stored = sa.update(StoredBot).where(col(StoredBot.id) == number)
        connection.execute(stored.values(content=content))


def confirm_contents(connection: sa.Connection, contents: Mapping[Bot, str]) -> None:
    """Raise BotChanged if somebody has meanwhile set another content for one of the bots."""
    for name, version, _, content in connection.execute(_CONTENTS):
        bot = Bot(name, version)
        if content is not None and contents.get(bot, content) != content:
            raise _changed(bot)


def _changed(bot: Bot) -> BotChanged:
    return BotChanged(
        f"{bot} has other files than when it was rated, and would share a rating with what it was: "
        "raise its version in bot.toml, put the old files back, or take another --db"
    )


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
