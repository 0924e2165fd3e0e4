"""The database as SQLModel sees it; every change here needs a migration beside it."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime, LargeBinary, MetaData, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

metadata = MetaData()


class Table(SQLModel):
    """What the tables have in common: they are listed apart from anybody else's."""

    metadata = metadata


class Bot(Table, table=True):
    """A version of a bot that has played."""

    __tablename__ = "bots"
    __table_args__ = (UniqueConstraint("name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    version: str


class Tournament(Table, table=True):
    """A tournament as it was ordered."""

    __tablename__ = "tournaments"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    spec: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    seed: str
    """In digits: a database's whole numbers end below 2⁶³, seeds do not."""
    created: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))


class Game(Table, table=True):
    """A finished game; its key lets it be stored once only."""

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("tournament_id", "name", "round", "table", "rotation"),)

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournaments.id")
    name: str
    round: int
    table: int
    rotation: int
    finished: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))


class Record(Table, table=True):
    """The record of a game: compressed JSON, apart from the games so that these scan fast."""

    __tablename__ = "records"

    game_id: int = Field(primary_key=True, foreign_key="games.id")
    digest: str
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Seat(Table, table=True):
    """How a seat of a game ended; can be made anew from the record."""

    __tablename__ = "seats"
    __table_args__ = {"sqlite_with_rowid": False}

    game_id: int = Field(primary_key=True, foreign_key="games.id")
    seat: int = Field(primary_key=True)
    bot_id: int = Field(foreign_key="bots.id")
    score: int | None
    rank: int
    ending: str
    reason: str = Field(sa_column=Column(Text, nullable=False))
    decisions: int
    seconds: float


class Submission(Table, table=True):
    """A version of a bot that was handed in to play in the endless ladder."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    version: str
    folder: str
    """Where the ladder keeps its own copy of the bot."""
    submitted: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))
    retired: datetime | None = Field(sa_column=Column(DateTime(timezone=True)))


bots = metadata.tables["bots"]
tournaments = metadata.tables["tournaments"]
games = metadata.tables["games"]
records = metadata.tables["records"]
seats = metadata.tables["seats"]
submissions = metadata.tables["submissions"]
