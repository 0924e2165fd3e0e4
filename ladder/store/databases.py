"""Opening a database by URL: SQLite or PostgreSQL, at the version this code knows.

Opening a database of this version writes nothing, so that one that is read-only can be read.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session

from engine.errors import OperatorError
from ladder import DEFAULT_URL
from ladder.errors import DatabaseUnusable

BUSY_SECONDS = 5.0
"""How long SQLite itself waits for another writer before it says "locked"."""
VERSION = "0009"
"""The newest migration: what a database must be at. Kept here because alembic, which could tell,
takes longer to load than most commands run."""
_VERSIONS = [f"{number:04}" for number in range(1, int(VERSION) + 1)]


def open_engine(
    url: str = DEFAULT_URL, busy_seconds: float = BUSY_SECONDS, *, create: bool = True
) -> sa.Engine:
    """Connect to a database; a new one gets its tables, one of another version is refused.

    Without `create`, a file that is not there is refused too.
    """
    engine = _engine(url, busy_seconds)
    file = engine.url.database
    if not create and engine.dialect.name == "sqlite" and file and not os.path.exists(file):
        raise DatabaseUnusable(
            f"there is no database {file}, so nothing has been played in it. Check --db or "
            "LUTETIA_DB; `lutetia tournament run` and `lutetia serve` make one"
        )
    with _reached(engine):
        if engine.dialect.name == "sqlite":
            _use_wal(engine, busy_seconds)
        version = _version(engine)
        if version is None:
            _upgrade(engine)
        elif version != VERSION:
            raise DatabaseUnusable(
                f"{place_of(engine)} has an older version; run `lutetia db upgrade`"
            )
    return engine


def upgrade(url: str = DEFAULT_URL) -> None:
    """Bring a database to the version this code knows; a current one stays as it is."""
    engine = _engine(url, BUSY_SECONDS)
    with _reached(engine):
        if _version(engine) != VERSION:
            _upgrade(engine)
    engine.dispose()


@contextmanager
def transaction(engine: sa.Engine, *, writes: bool) -> Iterator[Session]:
    """Hold one transaction: what it writes is kept as a whole at the end, or not at all."""
    bind = engine.execution_options(writes=writes)
    # Rows outlive their session, so a commit must not make them reload themselves.
    with Session(bind, expire_on_commit=False) as session, session.begin():
        yield session


def database_now(connection: sa.Connection) -> datetime:
    """Return the time of a transaction by the clock of the database, if that is a server.

    The machines of a cluster have clocks of their own, and times of one cannot be compared with
    those of another.
    """
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = connection.execute(sa.select(sa.func.now())).scalar_one()
    return now


def place_of(engine: sa.Engine) -> str:
    """Return how messages name a database: its URL without the password."""
    return f"database {engine.url.render_as_string(hide_password=True)}"


def reason_of(error: sa.exc.DBAPIError) -> str:
    """Return what the database said, on one line."""
    return " ".join(str(error.orig).split()).rstrip(".?") or type(error.orig).__name__


def refusal_of(engine: sa.Engine, error: sa.exc.DBAPIError) -> DatabaseUnusable | None:
    """Return what to tell the operator if trying again will not help; None if it may."""
    place, reason = place_of(engine), reason_of(error)
    code = _sqlite_code(error)
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(engine, reason)
    # PostgreSQL says so of a standby: ReadOnlySqlTransaction.
    if code == sqlite3.SQLITE_READONLY or getattr(error.orig, "sqlstate", "") == "25006":
        return read_only(place, reason)
    return None


def read_only(place: object, reason: str) -> DatabaseUnusable:
    """Return what to tell the operator who wants to write where that is not possible."""
    return DatabaseUnusable(
        f"{place} is read-only: {reason}. It can be read as it is; to write, make its file and "
        "folder writable, or choose another with --db or LUTETIA_DB"
    )


def damaged(engine: sa.Engine, reason: object) -> DatabaseUnusable:
    """Return what to tell the operator of a SQLite file that has lost pages."""
    file = engine.url.database
    return DatabaseUnusable(
        f"{place_of(engine)} is damaged: {reason}. Stop every program that uses it and put a "
        f"backup in its place; or see how far the damage goes with `sqlite3 {file} 'PRAGMA "
        f"integrity_check'` and save what can be read with `sqlite3 {file} .recover | sqlite3 "
        "NEW_FILE`"
    )


def _engine(url: str, busy_seconds: float) -> sa.Engine:
    if "://" not in url and os.path.isfile(url):
        url = f"sqlite:///{url}"
    try:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() == "sqlite" and _unwritable(parsed):
            engine = sa.create_engine(url, creator=lambda: _connect_immutable(parsed))
        else:
            engine = sa.create_engine(url)
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(
            f"{url.partition(':')[0]} needs {error.name}; run `pip install 'lutetia[postgres]'`"
        ) from None
    except sa.exc.ArgumentError:
        shown = url.rpartition("@")[2]  # what stands before may be a password
        file = f"sqlite:///{shown}" if "://" not in url else "sqlite:///FILE"
        raise DatabaseUnusable(
            f"{shown!r} is not a valid database URL, nor an existing file; write {file} or "
            "postgresql+psycopg://HOST/NAME"
        ) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", lambda raw, _: _prepare(raw, busy_seconds))
        sa.event.listen(engine, "begin", _begin)
    return engine


def _unwritable(url: sa.URL) -> bool:
    """Tell whether a reader could not make the -shm file that it must share with writers."""
    file = url.database or ""
    folder = os.path.dirname(os.path.abspath(file))
    return (
        os.path.isfile(file)
        and not os.access(folder, os.W_OK, effective_ids=True)
        and not os.path.exists(f"{file}-shm")
    )


def _connect_immutable(url: sa.URL) -> sqlite3.Connection:
    """Read a file that nobody can be writing to: without locks, and without its -wal.

    A -wal that was left behind would hold the last matches, and reading would silently miss them.
    """
    file = Path(url.database or "").absolute()
    wal = file.with_name(f"{file.name}-wal")
    if wal.exists() and wal.stat().st_size:
        raise DatabaseUnusable(
            f"cannot read {file}: its folder is read-only, and {wal.name} holds matches that are "
            "not in the file yet. Copy both to a folder that can be written"
        )
    return sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True, check_same_thread=False)


def _prepare(raw: Any, busy_seconds: float) -> None:
    """Set up a new connection to SQLite."""
    raw.isolation_level = None  # transactions begin where `_begin` says, not where Python guesses
    # A damaged text must not keep everything else from being read; checks see that it is wrong.
    raw.text_factory = lambda text: text.decode("utf-8", "replace")
    raw.execute(f"PRAGMA busy_timeout={int(busy_seconds * 1000)}")
    raw.execute("PRAGMA synchronous=FULL")  # what is committed survives a power cut
    raw.execute("PRAGMA foreign_keys=ON")


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction in SQLite; one that will write takes the write lock at once.

    A transaction that reads first and then writes sees the database as it was when it began. If
    another process has written since, SQLite refuses the write, without waiting for the busy
    timeout, and only beginning again would help.
    """
    options = connection.get_execution_options()
    if options.get("begins", True):  # the mode of the journal changes outside of transactions only
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


@contextmanager
def _reached(engine: sa.Engine) -> Iterator[None]:
    """Say in a sentence why a database cannot be used, and leave no connection to it open."""
    try:
        yield
    except OperatorError:
        engine.dispose()
        raise
    except UnicodeDecodeError as error:  # sqlite3 cannot even say what is wrong with the schema
        engine.dispose()
        raise damaged(engine, error) from error
    except sa.exc.DBAPIError as error:
        engine.dispose()
        unreachable = DatabaseUnusable(
            f"cannot open {place_of(engine)}: {reason_of(error)}. Check --db or LUTETIA_DB"
        )
        raise refusal_of(engine, error) or unreachable from error


def _upgrade(engine: sa.Engine) -> None:
    """Run the migrations that are missing, all in one transaction."""
    from ladder.store.migrations import run_migrations

    with transaction(engine, writes=True) as session:
        connection = session.connection()
        if engine.dialect.name == "postgresql":  # two first users at once; SQLite has its lock
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7074)")
        run_migrations(connection)


def _use_wal(engine: sa.Engine, busy_seconds: float) -> None:
    """Let readers and the writer of a SQLite file not wait for each other.

    The file remembers it, so this writes only to a new one, or to one that another program made.
    The switch needs the file to itself. Two first users at once hold each other up, which SQLite
    sees and refuses at once instead of waiting for the busy timeout; so it is tried again here.
    """
    deadline = time.monotonic() + busy_seconds
    with engine.execution_options(begins=False).connect() as connection:
        while connection.exec_driver_sql("PRAGMA journal_mode").scalar() != "wal":
            try:
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            except sa.exc.OperationalError as error:
                if _sqlite_code(error) == sqlite3.SQLITE_READONLY:
                    return
                if _sqlite_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return  # a database in memory keeps its own mode and says nothing


def _version(engine: sa.Engine) -> str | None:
    """Return the version of a database, None for a new one."""
    with engine.connect() as connection:
        version = None
        if sa.inspect(connection).has_table("alembic_version"):
            version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if version is not None and version not in _VERSIONS:
        raise DatabaseUnusable(
            f"{place_of(engine)} has version {version}, newer than this lutetia knows; "
            "update lutetia"
        )
    return version


def _sqlite_code(error: sa.exc.DBAPIError) -> int:
    """Return SQLite's primary result code; 0 for other databases."""
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF
