"""Writing finished games into the database, within a transaction of the caller's."""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from engine.errors import BadRecord
from engine.record import FORMAT, Record, record_from_json, record_to_json
from ladder.schedules.schedule import Key
from ladder.store.rows import bots, games, records, seats

_BATCH = 2_000  # records held in memory at a time
BotIds = dict[tuple[str, str], int]
"""The numbers of bots by name and version."""


def enter_games(
    connection: sa.Connection, tournament_id: int, played: Iterable[tuple[Key, Record]]
) -> list[bool]:
    """Insert games with their records and seats, unless the unique key of a game forbids it."""
    bot_ids = _bot_ids(connection)
    return [_enter_game(connection, tournament_id, *each, bot_ids) for each in played]


def _enter_game(
    connection: sa.Connection, tournament_id: int, key: Key, record: Record, bot_ids: BotIds
) -> bool:
    try:
        with connection.begin_nested():
            game_id = _insert(connection, games, _game_row(tournament_id, key))
    except sa.exc.IntegrityError:
        return False
    body = zlib.compress(record_to_json(record).encode())
    row = {"game_id": game_id, "digest": record.digest, "body": body}
    connection.execute(records.insert(), [row])
    rows = _seat_rows(connection, game_id, [asdict(seat) for seat in record.seats], bot_ids)
    connection.execute(seats.insert(), rows)
    return True


def rebuild_seats(connection: sa.Connection) -> int:
    """Make all seats anew from the records; return the number of games."""
    connection.execute(seats.delete())
    bot_ids = _bot_ids(connection)
    total = 0
    for batch in _batches(connection):
        rows = []
        for game_id, body in batch:
            rows += _seat_rows(connection, game_id, _seats_of(body), bot_ids)
        connection.execute(seats.insert(), rows)
        total += len(batch)
    return total


def unpack(body: bytes) -> Record:
    """Read a record as it is stored."""
    try:
        record, _ = record_from_json(zlib.decompress(body).decode())
    except (zlib.error, UnicodeDecodeError) as error:
        raise BadRecord(f"a stored record is damaged: {error}") from None
    return record


def _game_row(tournament_id: int, key: Key) -> dict[str, Any]:
    return {
        "tournament_id": tournament_id,
        "name": key.game,
        "round": key.round,
        "table": key.table,
        "rotation": key.rotation,
        "finished": datetime.now(UTC),
    }


def _seats_of(body: bytes) -> list[dict[str, Any]]:
    """Read the seats of a record alone: to type all its actions would take far longer."""
    data = json.loads(zlib.decompress(body))
    if data["format"] != FORMAT:
        raise BadRecord(f"record format {data['format']!r} is not known; update lutetia")
    found: list[dict[str, Any]] = data["seats"]
    return found


def _seat_rows(
    connection: sa.Connection, game_id: int, taken: list[dict[str, Any]], bot_ids: BotIds
) -> list[dict[str, Any]]:
    """Return the rows of seats; bots that are new are entered on the way."""
    rows = []
    for place, seat in enumerate(taken):
        bot = seat.pop("bot"), seat.pop("version")
        if bot not in bot_ids:
            bot_ids[bot] = _enter_bot(connection, *bot)
        rows.append({"game_id": game_id, "seat": place, "bot_id": bot_ids[bot], **seat})
    return rows


def _bot_ids(connection: sa.Connection) -> BotIds:
    rows = connection.execute(sa.select(bots.c.name, bots.c.version, bots.c.id))
    return {(name, version): number for name, version, number in rows}


def _enter_bot(connection: sa.Connection, name: str, version: str) -> int:
    """Insert a bot, unless another writer has just done so."""
    try:
        with connection.begin_nested():
            return _insert(connection, bots, {"name": name, "version": version})
    except sa.exc.IntegrityError:
        query = sa.select(bots.c.id).where(bots.c.name == name, bots.c.version == version)
        return int(connection.execute(query).scalar_one())


def _insert(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> int:
    key = connection.execute(table.insert(), row).inserted_primary_key
    assert key is not None
    return int(key[0])


def _batches(connection: sa.Connection) -> Iterator[Sequence[sa.Row[int, bytes]]]:
    query = sa.select(records.c.game_id, records.c.body).order_by(records.c.game_id).limit(_BATCH)
    last = 0
    while batch := connection.execute(query.where(records.c.game_id > last)).all():
        yield batch
        last = batch[-1][0]
