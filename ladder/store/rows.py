"""The database as SQLModel rows; every change here needs a migration beside it.

`Tournament` and `Submission` are what the store returns. Of matches, records and seats there are
hundreds of thousands: `matches` and `columns` insert and read them by statements over these
classes, without an object for each. Objects took 10 times as long to read, 14 times to insert.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from engine.record import Bot

metadata = sa.MetaData()

LARGEST_ID = 2**31 - 1
"""Of any row. PostgreSQL refuses a larger number, even to say that it has no such row."""


class IntegerAsText(sa.types.TypeDecorator[int]):
    """A whole number as text: those of a database end below 2⁶³, seeds do not."""

    impl = sa.String
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else int(value)


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """A time in UTC: SQLite forgets the zone, PostgreSQL returns it in the session's."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Row(SQLModel):
    """What all tables have in common: a list of their own, apart from other users of SQLModel."""

    metadata = metadata


def _identity() -> Any:
    """The number of a row, which the database gives: never None once the row is stored."""
    return Field(default=None, primary_key=True)


class Tournament(Row, table=True):
    """A tournament as it was created."""

    __tablename__ = "tournaments"

    id: int = _identity()
    name: str = Field(unique=True)
    spec: dict[str, Any] = Field(sa_column=sa.Column(sa.JSON, nullable=False))
    seed: int = Field(sa_column=sa.Column(IntegerAsText, nullable=False))
    created: datetime = Field(sa_column=sa.Column(UtcDateTime, nullable=False))
    stored: int = Field(default=0, sa_column=sa.Column(sa.Integer, nullable=False))
    """How many matches were ever stored: fewer rows mean that some were deleted."""


class Submission(Row, table=True):
    """A version of a bot that was submitted to the ladder."""

    __tablename__ = "submissions"
    __table_args__ = (sa.UniqueConstraint("name", "version"),)

    id: int = _identity()
    name: str
    version: str
    folder: str
    """Where the ladder keeps its own copy of the bot, on the machine on which it was submitted."""
    archive: str | None = None
    """The archive of that copy, for other machines; None on SQLite, which has none."""
    submitted: datetime = Field(sa_column=sa.Column(UtcDateTime, nullable=False))
    retired: datetime | None = Field(default=None, sa_column=sa.Column(UtcDateTime))
    about: dict[str, str] | None = Field(default=None, sa_column=sa.Column(sa.JSON))
    """What bot.toml says for people: author, language, url, description, those it has."""
    author_digest: str | None = None
    """SHA-256 of the token with which its author reads its logs; None: nobody was given one."""

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.version)


class Token(Row, table=True):
    """What a remote bot proves its name with; the secret itself is nowhere."""

    __tablename__ = "tokens"

    id: int = _identity()
    name: str
    version: str
    digest: str
    """SHA-256 of the secret, which has 192 random bits: nobody can try them all."""
    created: datetime = Field(sa_column=sa.Column(UtcDateTime, nullable=False))
    revoked: datetime | None = Field(default=None, sa_column=sa.Column(UtcDateTime))

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.version)


class StoredBot(Row, table=True):
    """A version of a bot that has played, or is about to."""

    __tablename__ = "bots"
    __table_args__ = (sa.UniqueConstraint("name", "version"),)

    id: int = _identity()
    name: str
    version: str
    content: str | None = None
    """A hash of its files, so that others do not share its rating; None if nobody said."""
    forgiven_match: int | None = None
    """Its forfeits up to this match do not keep it out of the ladder any more."""


class StoredMatch(Row, table=True):
    """A finished match; the unique key lets it be stored only once."""

    __tablename__ = "matches"
    __table_args__ = (
        sa.UniqueConstraint("tournament_id", "game", "round", "table", "rotation"),
        sa.Index("ix_matches_host", "host", "finished"),
    )

    id: int = _identity()
    tournament_id: int = Field(foreign_key="tournaments.id")
    game: str
    round: int
    table: int
    rotation: int
    finished: datetime = Field(sa_column=sa.Column(UtcDateTime, nullable=False))
    host: str | None = None
    """The worker of a cluster that has played it."""


class StoredRecord(Row, table=True):
    """The record of a match: compressed JSON, in a table of its own so that matches scan fast."""

    __tablename__ = "records"

    match_id: int = Field(primary_key=True, foreign_key="matches.id")
    digest: str
    body: bytes = Field(sa_column=sa.Column(sa.LargeBinary, nullable=False))


class StoredSeat(Row, table=True):
    """How a seat of a match ended; derived from the record and rebuildable from it."""

    __tablename__ = "seats"
    __table_args__ = {"sqlite_with_rowid": False}

    match_id: int = Field(primary_key=True, foreign_key="matches.id")
    seat: int = Field(primary_key=True)
    bot_id: int = Field(foreign_key="bots.id")
    score: int | None
    rank: int
    ending: str
    reason: str = Field(sa_column=sa.Column(sa.Text, nullable=False))
    decisions: int
    seconds: float
    charged_seconds: float
    slowest_seconds: float
    strike_count: int = 0


class Member(Row, table=True):
    """A process that takes part in a cluster: a worker, or the coordinator of a tournament.

    Whether it is there is told by its heartbeat, which procrastinate keeps.
    """

    __tablename__ = "members"

    id: int = Field(primary_key=True, sa_type=sa.BigInteger, default=0)
    """The number that procrastinate has given it."""
    host: str
    process: int
    version: str
    """Of Lutetia."""
    places: int = 0
    """How many matches it plays at a time; 0 for a coordinator."""
    tournament: str | None = None
    """What a coordinator runs."""
    since: datetime = Field(default=None, sa_column=sa.Column(UtcDateTime, nullable=False))
    """By the clock of the database, which knows it when the row is stored."""
    calibration_s: float | None = None
    """How long a worker took for a fixed piece of work: see `arbiter.cluster.calibration`."""


class HostRow(Row, table=True):
    """What an operator has decided about the workers of a host; most have no row."""

    __tablename__ = "hosts"

    name: str = Field(primary_key=True)
    standing: str
    """The value of an `Admission`."""


class Archive(Row, table=True):
    """The files of a bot, for the workers of a cluster."""

    __tablename__ = "archives"

    content: str = Field(primary_key=True)
    """A hash of the files."""
    body: bytes = Field(sa_column=sa.Column(sa.LargeBinary, nullable=False))
