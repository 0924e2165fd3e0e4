"""Holding a tournament, so that one process at a time runs it.

Two runners of one knockout would pair its final from different semifinals. A hold is a lock that
ends with the process that has it, however it ends: on PostgreSQL an advisory lock of a session,
beside SQLite a lock on a file. Neither leaves anything behind that somebody would have to remove.
"""

import errno
import fcntl
import os
import socket
import threading
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import sqlalchemy as sa

from ladder.errors import DatabaseUnusable, TournamentHeld
from ladder.store.databases import read_only
from ladder.store.rows import Tournament

_LOCKS = 7074
"""The first number of our advisory locks in PostgreSQL; the second is the tournament's."""
_HOLDER = """
SELECT application_name, backend_start FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND classid = :locks AND objid = :id AND objsubid = 2
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_END_LOST = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE pid = :process AND application_name = :who
"""
_SOMEBODY = "another process"
_VANISHED = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10"
"""Without this, PostgreSQL would miss for hours that the machine of a holder has lost its power."""


class Hold:
    """A hold without a lock: that of a database in memory, which nobody else can open."""

    def confirm(self) -> None:
        """Raise TournamentHeld if the hold was lost and is another's now."""

    def release(self) -> None:
        """Let others hold the tournament."""


def take_hold(engine: sa.Engine, tournament: Tournament) -> Hold:
    """Hold a tournament until it is released; TournamentHeld says who else does."""
    if engine.dialect.name == "postgresql":
        return _SessionHold(engine, tournament)
    main = _database_file(engine)
    return _FileHold(main, tournament) if main else Hold()


def holder_of(engine: sa.Engine, tournament: Tournament) -> str | None:
    """Return who runs a tournament, as a sentence names it; None if nobody does."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            return _session_holder(connection, tournament)
    main = _database_file(engine)
    return _file_holder(_hold_path(main, tournament)) if main else None


def _database_file(engine: sa.Engine) -> Path | None:
    """Return the file of a SQLite database; None if it is in memory."""
    with engine.connect() as connection:
        main = connection.exec_driver_sql("PRAGMA database_list").first()
    return Path(main[2]) if main and main[2] else None


def _hold_path(database: Path, tournament: Tournament) -> Path:
    return database.with_name(f"{database.name}-hold-{tournament.id}")


def _file_holder(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8") as file:
            try:
                # Shared, so that two who look do not take each other for a runner.
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read().strip() or _SOMEBODY
    except OSError:  # nobody has held it since, or nobody may look
        pass
    return None


def _session_holder(connection: sa.Connection, tournament: Tournament) -> str | None:
    key = {"locks": _LOCKS, "id": tournament.id}
    holder = connection.execute(sa.text(_HOLDER), key).first()
    return f"{holder[0]} since {_minute(holder[1])}" if holder else None


class _FileHold(Hold):
    """A lock on a file beside the database, which says who has it."""

    def __init__(self, database: Path, tournament: Tournament) -> None:
        self._path = _hold_path(database, tournament)
        try:
            while not (file := self._lock(tournament)):
                pass
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise read_only(database, f"{self._path}: {error.strerror}") from None
            raise DatabaseUnusable(
                f"cannot hold tournament {tournament.name!r}: cannot lock {self._path}: "
                f"{error.strerror}. Its folder must be writable, on a file system that has locks"
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()} since {_minute()}\n")
        file.flush()
        self._file = file

    def _lock(self, tournament: Tournament) -> TextIO | None:
        """Open and lock the file; None if it was removed in between."""
        file = self._path.open("a+", encoding="utf-8")
        try:
            # flock, not lockf: it belongs to the open file, so a second hold in the same process
            # is refused too, and the lock survives somebody's opening and closing the file.
            _lock_unless_held(file)
        except BlockingIOError:
            with file:
                file.seek(0)
                raise _held(tournament, file.read().strip()) from None
        # Whoever released the hold has removed the file, perhaps after we opened it: then nobody
        # else will find the one that we have locked, and its lock is worth nothing.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(self._path), os.fstat(file.fileno())):
                return file
        file.close()
        return None

    def release(self) -> None:
        self._path.unlink(missing_ok=True)
        self._file.close()


class _SessionHold(Hold):
    """An advisory lock of a connection of its own."""

    def __init__(self, engine: sa.Engine, tournament: Tournament) -> None:
        self._engine = engine
        self._tournament = tournament
        self._who = f"lutetia, process {os.getpid()} on {socket.gethostname()}"[:63]
        self._process = 0
        """The server's process for our connection."""
        self._lock = threading.Lock()
        self._connection = self._connect()

    def confirm(self) -> None:
        """Take the lock again if the connection was lost, and the lock with it."""
        with self._lock:
            try:
                self._connection.exec_driver_sql("SELECT 1")
            except (sa.exc.DBAPIError, sa.exc.ResourceClosedError):
                # Closed by us, if the server was still away when we last tried to connect.
                self.release()
                self._connection = self._connect()

    def release(self) -> None:
        self._connection.close()

    def _connect(self) -> sa.Connection:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # from the pool, which would keep it and its lock for the next user
        with ExitStack() as unless_locked:
            unless_locked.callback(connection.close)
            connection.exec_driver_sql(_VANISHED)
            # The network may have failed between us and a server that knows nothing of it, and
            # keeps the lock for a connection that nobody has any more.
            lost = {"process": self._process, "who": self._who}
            connection.execute(sa.text(_END_LOST), lost)
            connection.execute(sa.select(sa.func.set_config("application_name", self._who, False)))
            key = {"locks": _LOCKS, "id": self._tournament.id}
            if not connection.scalar(sa.text("SELECT pg_try_advisory_lock(:locks, :id)"), key):
                raise _held(self._tournament, _session_holder(connection, self._tournament))
            self._process = connection.scalar(sa.text("SELECT pg_backend_pid()")) or 0
            unless_locked.pop_all()
        return connection


def _lock_unless_held(file: TextIO) -> None:
    """Lock a file; BlockingIOError if it is held, and not just looked at for a moment."""
    for pause_s in (0.01, 0.05, None):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if pause_s is None:
                raise
            time.sleep(pause_s)
        else:
            return


def _held(tournament: Tournament, who: str | None) -> TournamentHeld:
    return TournamentHeld(
        f"tournament {tournament.name!r} is being run by {who or _SOMEBODY}; "
        "wait until it has ended, or stop it first"
    )


def _minute(moment: datetime | None = None) -> str:
    return f"{(moment or datetime.now(UTC)).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
