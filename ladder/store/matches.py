"""Writing finished matches into the database, within a transaction of the caller's.

Many rows at once, by statements on the connection: see `rows` for why not by objects.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum, auto
from functools import cache

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from engine.record import Bot, PackedRecord, SeatRecord
from ladder.errors import BotChanged
from ladder.schedules.schedule import Key
from ladder.store.databases import database_now
from ladder.store.rows import (
    Row,
    StoredBot,
    StoredMatch,
    StoredRecord,
    StoredSeat,
    Tournament,
)

_SEAT_COLUMNS = (
    *("score", "rank", "ending", "reason", "decisions"),
    *("seconds", "charged_seconds", "slowest_seconds", "strike_count"),
)
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
    connection: sa.Connection, tournament_id: int, played: Sequence[tuple[Key, PackedRecord]]
) -> list[Insertion]:
    """Insert matches with their records and seats, unless the unique key of a match forbids it."""
    shared = {"tournament_id": tournament_id, "finished": database_now(connection)}
    # In the order given, not that of keys: the numbers of matches tell in which order they ended.
    # Two writers of the same matches may so wait for each other in PostgreSQL, which ends one of
    # them after a second; the store then tries again.
    hosts: dict[Key, str | None] = {}
    for key, record in played:
        hosts.setdefault(key, record.host)
    rows = [{**shared, **key._asdict(), "host": host} for key, host in hosts.items()]
    inserted = insert_new(connection, StoredMatch, rows)
    new = {Key(row.game, row.round, row.table, row.rotation): row.id for row in inserted}
    seated = {_bot_of(seat) for _, record in played for seat in record.seats}
    bot_ids = _ids_of_bots(connection, seated)
    records, seats, repeated = [], [], []
    for index, (key, record) in enumerate(played):
        if (match_id := new.pop(key, None)) is None:
            repeated.append((index, key, record))
            continue
        records.append({"match_id": match_id, "digest": record.digest, "body": record.body})
        seats += _seat_rows(match_id, record.seats, bot_ids)
    if records:
        connection.execute(sa.insert(StoredRecord), records)
        connection.execute(sa.insert(StoredSeat), seats)
        counted = sa.update(Tournament).where(col(Tournament.id) == tournament_id)
        connection.execute(counted.values(stored=col(Tournament.stored) + len(records)))
    insertions = [Insertion.NEW] * len(played)
    for index, key, record in repeated:
        insertions[index] = _compare(connection, tournament_id, key, record)
    return insertions


def _compare(
    connection: sa.Connection, tournament_id: int, key: Key, record: PackedRecord
) -> Insertion:
    """Compare a record with the one that is stored for the same match."""
    query = sa.select(col(StoredRecord.body), col(StoredRecord.digest)).join(StoredMatch)
    query = query.where(col(StoredMatch.tournament_id) == tournament_id).filter_by(**key._asdict())
    stored = connection.execute(query).first()
    if stored is not None and stored.body == record.body:
        return Insertion.KNOWN
    kept = "no record" if stored is None else f"record {stored.digest}"
    log.warning("match %s was played twice: %s stays, %s is dropped", key, kept, record.digest)
    return Insertion.OTHER


def delete_tournament(connection: sa.Connection, tournament_id: int) -> None:
    """Delete a tournament with all its rows; its bots stay, but nothing is known of their matches.

    SQLite may give the numbers of the last matches again, so that forgiven forfeits end before.
    """
    own = sa.select(col(StoredMatch.id)).where(col(StoredMatch.tournament_id) == tournament_id)
    for table in (StoredSeat, StoredRecord):
        connection.execute(sa.delete(table).where(col(table.match_id).in_(own)))
    matches = sa.delete(StoredMatch).where(col(StoredMatch.tournament_id) == tournament_id)
    connection.execute(matches)
    connection.execute(sa.delete(Tournament).where(col(Tournament.id) == tournament_id))
    last = sa.select(sa.func.max(col(StoredMatch.id))).scalar_subquery()
    forgiven = sa.update(StoredBot).where(col(StoredBot.forgiven_match).is_not(None))
    shortened = sa.case(
        (col(StoredBot.forgiven_match) > last, last), else_=col(StoredBot.forgiven_match)
    )
    connection.execute(forgiven.values(forgiven_match=shortened))


def replace_derived(
    connection: sa.Connection,
    seats: Mapping[int, Sequence[SeatRecord]],
    contents: Mapping[Bot, str],
) -> None:
    """Derive the seats of some matches from their records again, and the contents of bots."""
    seated = {_bot_of(seat) for of_match in seats.values() for seat in of_match}
    bot_ids = _ids_of_bots(connection, seated | contents.keys())
    for bot, content in contents.items():
        stored = sa.update(StoredBot).where(col(StoredBot.id) == bot_ids[bot])
        connection.execute(stored.values(content=content))
    for match_id, of_match in seats.items():
        connection.execute(sa.delete(StoredSeat).where(col(StoredSeat.match_id) == match_id))
        connection.execute(sa.insert(StoredSeat), _seat_rows(match_id, of_match, bot_ids))


def _seat_rows(
    match_id: int, seats: Iterable[SeatRecord], bot_ids: BotIds
) -> list[dict[str, object]]:
    return [
        {
            "match_id": match_id,
            "seat": number,
            "bot_id": bot_ids[_bot_of(seat)],
            **{name: getattr(seat, name) for name in _SEAT_COLUMNS},
        }
        for number, seat in enumerate(seats)
    ]


def _bot_of(seat: SeatRecord) -> Bot:
    return Bot(seat.bot, seat.version)


def _ids_of_bots(connection: sa.Connection, needed: Set[Bot]) -> BotIds:
    """Return the numbers of all bots; those needed that are new are inserted."""
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id))
    bot_ids = {Bot(name, version): number for name, version, number in connection.execute(query)}
    if missing := needed - bot_ids.keys():
        insert_new(connection, StoredBot, [bot._asdict() for bot in sorted(missing)])
        return _ids_of_bots(connection, frozenset())
    return bot_ids


def set_contents(connection: sa.Connection, contents: Mapping[Bot, str]) -> None:
    """Remember the hash of each bot's files; BotChanged if it was rated with others."""
    _ids_of_bots(connection, contents.keys())
    before = {Bot(*row[:2]): row[2:] for row in connection.execute(_CONTENTS)}
    for bot, content in contents.items():
        number, stored = before[bot]
        if stored == content:
            continue
        rated = sa.exists().where(col(StoredSeat.bot_id) == number)
        if stored is not None and connection.execute(sa.select(rated)).scalar():
            raise _changed(bot)
        change = sa.update(StoredBot).where(col(StoredBot.id) == number)
        connection.execute(change.values(content=content))


def confirm_contents(connection: sa.Connection, contents: Mapping[Bot, str]) -> None:
    """Raise BotChanged if somebody has meanwhile set another content for one of the bots."""
    for name, version, _, content in connection.execute(_CONTENTS):
        bot = Bot(name, version)
        if content is not None and contents.get(bot, content) != content:
            raise _changed(bot)


def _changed(bot: Bot) -> BotChanged:
    return BotChanged(
        f"{bot} has other files than when it was rated, and would share a rating with what it was: "
        "raise its version in bot.toml, put the old files back, or use another --db"
    )


def insert_new(
    connection: sa.Connection, table: type[Row], rows: Sequence[dict[str, object]]
) -> Sequence[sa.Row[*tuple[object, ...]]]:
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
