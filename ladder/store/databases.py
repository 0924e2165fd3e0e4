"""Opening a database by URL: SQLite or PostgreSQL, at the version this code knows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import Session

from engine.errors import OperatorError
from ladder import DEFAULT_URL
from ladder.errors import DatabaseTooNew, DatabaseTooOld, DatabaseUnreachable

BUSY_SECONDS = 5.0
"""How long SQLite itself waits for another writer before it says "locked"."""
_MIGRATIONS = Path(__file__).parent / "migrations"


def open_engine(url: str = DEFAULT_URL, busy_seconds: float = BUSY_SECONDS) -> sa.Engine:
    """Connect to a database; a new one gets its tables, one of another version is refused."""
    engine = _engine(url, busy_seconds)
    with _reached(engine):
        with engine.connect() as connection:
            version = _version(connection)
        if version is None:
            _upgrade(engine)
        elif version != _versions()[0]:
            place = _place(engine)
            raise DatabaseTooOld(f"{place} is of an older version; run `lutetia db upgrade`")
    return engine


def upgrade(url: str = DEFAULT_URL) -> None:
    """Bring a database to the version this code knows; a current one stays as it is."""
    engine = _engine(url, BUSY_SECONDS)
    with _reached(engine):
        _upgrade(engine)
    engine.dispose()


@contextmanager
def transaction(engine: sa.Engine, *, writes: bool) -> Iterator[Session]:
    """Hold one transaction: what it writes is kept as a whole at the end, or not at all."""
    bind = engine.execution_options(writes=writes)
    # Rows outlive their session, so a commit must not make them reload themselves.
    with Session(bind, expire_on_commit=False) as session, session.begin():
        yield session


def _engine(url: str, busy_seconds: float) -> sa.Engine:
    try:
        engine = sa.create_engine(url)
    except ModuleNotFoundError as error:
        raise DatabaseUnreachable(
            f"{url.partition(':')[0]} needs {error.name}; run `pip install 'lutetia[postgres]'`"
        ) from None
    except sa.exc.ArgumentError:
        shown = url.rpartition("@")[2]  # what stands before may be a password
        raise DatabaseUnreachable(
            f"{shown!r} is no database URL; write sqlite:///FILE or postgresql+psycopg://HOST/NAME"
        ) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", lambda raw, _: _prepare(raw, busy_seconds))
        sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(raw: Any, busy_seconds: float) -> None:
    """Set a new connection to SQLite up."""
    raw.isolation_level = None  # transactions begin where `_begin` says, not where Python guesses
    for pragma in (
        f"busy_timeout={int(busy_seconds * 1000)}",
        "journal_mode=WAL",  # readers and the writer do not wait for each other
        "synchronous=FULL",  # what is committed survives a power cut
        "foreign_keys=ON",
    ):
        raw.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction in SQLite; one that will write takes the write lock at once.

    A transaction that reads first and then writes sees the database as it was when it began. If
    another process has written since, SQLite refuses the write, without waiting for the busy
    timeout, and only beginning again would help.
    """
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _reached(engine: sa.Engine) -> Iterator[None]:
    """Say in a sentence why a database cannot be used, and leave no connection to it open."""
    try:
        yield
    except OperatorError:
        engine.dispose()
        raise
    except sa.exc.DBAPIError as error:
        engine.dispose()
        reason = reason_of(error)
        raise DatabaseUnreachable(
            f"cannot open {_place(engine)}: {reason}. Check --db or LUTETIA_DB"
        ) from error


def reason_of(error: sa.exc.DBAPIError) -> str:
    """Return what the database said, on one line."""
    return " ".join(str(error.orig).split()).rstrip(".?") or type(error.orig).__name__


def _place(engine: sa.Engine) -> str:
    return f"database {engine.url.render_as_string(hide_password=True)}"


def _upgrade(engine: sa.Engine) -> None:
    """Run the migrations that are missing, all in one transaction."""
    with transaction(engine, writes=True) as session:
        connection = session.connection()
        if engine.dialect.name == "postgresql":  # two first users at once; SQLite has its lock
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7074)")
        _version(connection)
        command.upgrade(_config(connection), "head")


def _version(connection: sa.Connection) -> str | None:
    """Return the version of a database, None for a new one."""
    version = MigrationContext.configure(connection).get_current_revision()
    if version is not None and version not in _versions():
        raise DatabaseTooNew(
            f"{_place(connection.engine)} is of version {version}, newer than this lutetia knows; "
            "update lutetia"
        )
    return version


def _versions() -> list[str]:
    """List the versions this code knows, newest first."""
    return [each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config(connection: sa.Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
