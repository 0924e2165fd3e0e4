"""The store: finished games in, exactly once; results and records out."""

import re
import shlex
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from engine.errors import suggestion
from engine.fields import short_repr
from engine.record import Record
from ladder import DEFAULT_URL
from ladder.errors import (
    AlreadySubmitted,
    BadName,
    DatabaseBusy,
    TournamentExists,
    UnknownRecord,
    UnknownTournament,
)
from ladder.ratings.results import Results
from ladder.schedules.schedule import Key, Ranks
from ladder.store.columns import read_results
from ladder.store.databases import BUSY_SECONDS, open_engine, reason_of, utc, writing
from ladder.store.matches import enter_games, rebuild_seats, unpack
from ladder.store.rows import games, records, seats, tournaments
from ladder.store.submissions import (
    Submission,
    enter_submission,
    read_submissions,
    retire_submission,
)

PAUSES = (0.1, 0.4, 1.6, 6.4)
"""Seconds between the attempts to write into a database that is locked or full."""
_NAME = re.compile(r"[^\W_]([\w .-]{0,58}[\w.-])?")
_NAME_RULE = "1 to 60 letters, digits, spaces, '-', '_' and '.', beginning with a letter or digit"
T = TypeVar("T")


@dataclass(frozen=True)
class Tournament:
    """A stored tournament."""

    id: int
    name: str
    spec: Mapping[str, Any]
    seed: int
    created: datetime
    games: int
    """How many of its games were finished when it was looked up."""


class Store:
    """One database; safe to use from several threads and processes."""

    def __init__(self, engine: sa.Engine, sleep: Callable[[float], None] = time.sleep) -> None:
        self.engine = engine
        self._sleep = sleep

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def add_tournament(self, name: str, spec: Mapping[str, Any], seed: int) -> Tournament:
        """Store a tournament under a new name; `spec` is JSON."""
        if not _NAME.fullmatch(name):
            raise BadName(f"{short_repr(name)} is no name for a tournament; take {_NAME_RULE}")
        row = {"name": name, "spec": spec, "seed": str(seed), "created": datetime.now(UTC)}
        try:
            self._write(lambda connection: connection.execute(tournaments.insert(), [row]))
        except sa.exc.IntegrityError:
            raise TournamentExists(
                f"there is a tournament {name!r} already; run `lutetia tournament resume "
                f"{shlex.quote(name)}` or choose another --name"
            ) from None
        return self.tournament(name)

    def tournament(self, name: str) -> Tournament:
        """Return the tournament of that name."""
        known = {each.name: each for each in self.tournaments()}
        if name not in known:
            listing = ", ".join(known) or "none"
            hint = suggestion(name, known)
            raise UnknownTournament(f"no tournament {name!r}. Tournaments: {listing}.{hint}")
        return known[name]

    def tournaments(self) -> list[Tournament]:
        """List the tournaments, oldest first."""
        finished = (
            sa.select(sa.func.count())
            .where(games.c.tournament_id == tournaments.c.id)
            .scalar_subquery()
        )
        query = sa.select(tournaments, finished).order_by(tournaments.c.id)
        return [_tournament(*row) for row in self._read(query)]

    def add_game(self, tournament: Tournament, key: Key, record: Record) -> bool:
        """Store a finished game; False if its key has a result already, which stays."""
        return self.add_games(tournament, [(key, record)])[0]

    def add_games(self, tournament: Tournament, played: Sequence[tuple[Key, Record]]) -> list[bool]:
        """Store finished games in one transaction, and tell which of them were new.

        A locked or full database is tried again a few times; then DatabaseBusy is raised, and
        none of the games is stored, not even in part.
        """
        return self._write(lambda connection: enter_games(connection, tournament.id, played))

    def finished(self, tournament: Tournament) -> dict[Key, Ranks]:
        """Return the keys that have a result, each with the ranks of its seats."""
        query = (
            sa.select(*_key_columns(), seats.c.rank)
            .join(seats, seats.c.game_id == games.c.id)
            .where(games.c.tournament_id == tournament.id)
            .order_by(games.c.id, seats.c.seat)
        )
        ranks: defaultdict[Key, list[int]] = defaultdict(list)
        for *key, rank in self._read(query):
            ranks[Key(*key)].append(rank)
        return {key: tuple(each) for key, each in ranks.items()}

    def results(self, tournament: Tournament | None = None) -> Results:
        """Return all finished games, or those of one tournament, as columns."""
        with self.engine.connect() as connection:
            return read_results(connection, None if tournament is None else tournament.id)

    def game_ids(self, tournament: Tournament) -> dict[Key, int]:
        """Return the number of each finished game, by which its record is found."""
        query = (
            sa.select(games.c.id, *_key_columns())
            .where(games.c.tournament_id == tournament.id)
            .order_by(games.c.id)
        )
        return {Key(*key): game_id for game_id, *key in self._read(query)}

    def record(self, game_id: int) -> Record:
        """Return the record of a finished game."""
        return self.stored_record(game_id)[0]

    def stored_record(self, game_id: int) -> tuple[Record, str]:
        """Return the record of a finished game, and the digest it was stored under."""
        query = sa.select(records.c.body, records.c.digest).where(records.c.game_id == game_id)
        for body, digest in self._read(query) if game_id < 2**63 else ():
            return unpack(body), digest
        raise UnknownRecord(
            f"no game {short_repr(game_id)} is stored; "
            "`lutetia tournament show NAME --games` lists those of a tournament"
        )

    def submit(self, submission: Submission) -> None:
        """Let a version of a bot play in the ladder, in place of the one before."""
        try:
            self._write(lambda connection: enter_submission(connection, submission))
        except sa.exc.IntegrityError:
            name, version = submission.bot
            raise AlreadySubmitted(f"{name} {version} has been submitted already") from None

    def submissions(self) -> list[Submission]:
        """List the bots that were handed in, oldest first."""
        with self.engine.connect() as connection:
            return read_submissions(connection)

    def retire(self, name: str) -> None:
        """Let a submitted bot play no more."""
        self._write(lambda connection: retire_submission(connection, name))

    def rebuild(self) -> int:
        """Make the seats of all games anew from their records; return the number of games."""
        return self._write(rebuild_seats)

    def _read(self, query: sa.Select[*tuple[Any, ...]]) -> Sequence[sa.Row[*tuple[Any, ...]]]:
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        """Do the work in one transaction; wait and do it again while the database cannot."""
        for pause in (*PAUSES, None):
            try:
                with writing(self.engine) as connection:
                    return work(connection)
            except sa.exc.OperationalError as error:
                if pause is None:
                    raise DatabaseBusy(_advice(self.engine, reason_of(error))) from error
                self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")


def open_store(
    url: str = DEFAULT_URL,
    *,
    sleep: Callable[[float], None] = time.sleep,
    busy_seconds: float = BUSY_SECONDS,
) -> Store:
    """Open a database, which is made if it is not there."""
    return Store(open_engine(url, busy_seconds), sleep)


def _key_columns() -> list[sa.ColumnElement[Any]]:
    return [games.c.name, games.c.round, games.c.table, games.c.rotation]


def _tournament(
    number: int, name: str, spec: Any, seed: str, created: datetime, finished: int
) -> Tournament:
    return Tournament(number, name, spec, int(seed), utc(created), finished)


def _advice(engine: sa.Engine, reason: str) -> str:
    remedy = "see to it that it can be written"
    if "locked" in reason:
        remedy = "end the program that holds it"
    elif "full" in reason or "space" in reason:
        remedy = "free some disk space"
    place = engine.url.render_as_string(hide_password=True)
    return (
        f"cannot write to {place}: {reason}. What was stored is safe, this was not "
        f"stored at all; {remedy}, then go on with `lutetia tournament resume` "
        "or `lutetia serve`"
    )
