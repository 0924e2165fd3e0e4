"""The store: finished matches in, exactly once; results and records out."""

import re
import shlex
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col, select

from engine.errors import suggestion
from engine.fields import short_repr
from engine.record import Bot, Record
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
from ladder.store.databases import BUSY_SECONDS, open_engine, reason_of, transaction
from ladder.store.matches import insert_matches, rebuild_seats, unpack
from ladder.store.rows import Match, Seat, StoredRecord, Submission, Tournament
from ladder.store.submissions import add_submission, retire_submission

__all__ = ["PAUSES", "Store", "Submission", "Tournament", "open_store"]

PAUSES = (0.1, 0.4, 1.6, 6.4)
"""Seconds between the attempts to write into a database that is locked or full."""
_NAME = re.compile(r"[^\W_]([\w .-]{0,58}[\w.-])?")
_NAME_RULE = "1 to 60 letters, digits, spaces, '-', '_' and '.', beginning with a letter or digit"
_KEY: tuple[Mapped[Any], ...] = (
    *(col(Match.game), col(Match.round), col(Match.table), col(Match.rotation)),
)
T = TypeVar("T")


class Store:
    """One database; safe to use from several threads and processes."""

    def __init__(self, engine: sa.Engine, sleep: Callable[[float], None] = time.sleep) -> None:
        self.engine = engine
        self._sleep = sleep

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def add_tournament(self, name: str, spec: dict[str, Any], seed: int) -> Tournament:
        """Store a tournament under a new name; `spec` is JSON."""
        if not _NAME.fullmatch(name):
            raise BadName(
                f"{short_repr(name)} is not a valid name for a tournament; use {_NAME_RULE}"
            )

        def add(session: Session) -> Tournament:
            row = Tournament(name=name, spec=spec, seed=seed, created=datetime.now(UTC))
            session.add(row)
            return row

        try:
            return self._write(add)
        except sa.exc.IntegrityError:
            raise TournamentExists(
                f"there is a tournament {name!r} already; run `lutetia tournament resume "
                f"{shlex.quote(name)}` or choose another --name"
            ) from None

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
        query = select(Tournament).order_by(col(Tournament.id))
        return self._read(lambda session: list(session.exec(query)))

    def count_matches(self, tournament: Tournament) -> int:
        """Return how many matches of a tournament are finished."""
        of_tournament = col(Match.tournament_id) == tournament.id
        query = select(sa.func.count()).select_from(Match).where(of_tournament)
        return self._read(lambda session: session.exec(query).one())

    def add_match(self, tournament: Tournament, key: Key, record: Record) -> bool:
        """Store a finished match; False if its key has a result already, which stays."""
        return self.add_matches(tournament, [(key, record)])[0]

    def add_matches(
        self, tournament: Tournament, played: Sequence[tuple[Key, Record]]
    ) -> list[bool]:
        """Store finished matches in one transaction, and tell which of them were new.

        A locked or full database is tried again a few times; then DatabaseBusy is raised, and
        none of the matches is stored, not even in part.
        """
        return self._write(
            lambda session: insert_matches(session.connection(), tournament.id, played)
        )

    def finished(self, tournament: Tournament) -> dict[Key, Ranks]:
        """Return the keys that have a result, each with the ranks of its seats."""
        query = (
            sa.select(*_KEY, col(Seat.rank))
            .join(Seat, col(Seat.match_id) == col(Match.id))
            .where(col(Match.tournament_id) == tournament.id)
            .order_by(col(Match.id), col(Seat.seat))
        )
        ranks: defaultdict[Key, list[int]] = defaultdict(list)
        for *key, rank in self._read(lambda session: session.connection().execute(query).all()):
            ranks[Key(*key)].append(rank)
        return {key: tuple(each) for key, each in ranks.items()}

    def results(self, tournament: Tournament | None = None) -> Results:
        """Return all finished matches, or those of one tournament, as columns."""
        number = None if tournament is None else tournament.id
        return self._read(lambda session: read_results(session.connection(), number))

    def match_ids(self, tournament: Tournament) -> dict[Key, int]:
        """Return the number of each finished match, by which its record is found."""
        query = (
            sa.select(col(Match.id), *_KEY)
            .where(col(Match.tournament_id) == tournament.id)
            .order_by(col(Match.id))
        )
        rows = self._read(lambda session: session.connection().execute(query).all())
        return {Key(*key): match_id for match_id, *key in rows}

    def record(self, match_id: int) -> Record:
        """Return the record of a finished match."""
        return self.stored_record(match_id)[0]

    def stored_record(self, match_id: int) -> tuple[Record, str]:
        """Return the record of a finished match, and the digest it was stored under."""
        # No database takes a number of 2⁶³ or more, not even to say that it has no such row.
        row = self._read(lambda session: session.get(StoredRecord, min(match_id, 2**63 - 1)))
        if row is None:
            raise UnknownRecord(
                f"no match {short_repr(match_id)} is stored; "
                "`lutetia tournament show NAME --matches` lists those of a tournament"
            )
        return unpack(row.body), row.digest

    def submit(self, bot: Bot, folder: str) -> Submission:
        """Let a version of a bot play in the ladder, in place of the one before."""
        try:
            return self._write(lambda session: add_submission(session, bot, folder))
        except sa.exc.IntegrityError:
            raise AlreadySubmitted(f"{bot} has been submitted already") from None

    def submissions(self) -> list[Submission]:
        """List the bots that were submitted, oldest first."""
        query = select(Submission).order_by(col(Submission.id))
        return self._read(lambda session: list(session.exec(query)))

    def retire(self, name: str) -> None:
        """Let a submitted bot play no more."""
        self._write(lambda session: retire_submission(session, name))

    def rebuild(self) -> int:
        """Derive the seats of all matches from their records again; return how many there are."""
        return self._write(lambda session: rebuild_seats(session.connection()))

    def _read(self, work: Callable[[Session], T]) -> T:
        with transaction(self.engine, writes=False) as session:
            return work(session)

    def _write(self, work: Callable[[Session], T]) -> T:
        """Do the work in one transaction; wait and do it again while the database cannot."""
        for pause in (*PAUSES, None):
            try:
                with transaction(self.engine, writes=True) as session:
                    return work(session)
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
