"""The store: finished matches in, exactly once; results and records out."""

import logging
import re
import shlex
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col, select

from engine.errors import suggestion
from engine.fields import shown
from engine.record import Bot, Record
from ladder import DEFAULT_URL
from ladder.errors import (
    AlreadySubmitted,
    BadSchedule,
    DatabaseBusy,
    NotStored,
    TournamentExists,
)
from ladder.ratings.results import Results
from ladder.schedules.schedule import Key, Ranks
from ladder.store.columns import read_results
from ladder.store.databases import (
    BUSY_SECONDS,
    open_engine,
    place_of,
    reason_of,
    refusal_of,
    transaction,
)
from ladder.store.holds import Hold, take_hold
from ladder.store.matches import Insertion, Rebuilt, insert_matches, rebuild_seats, unpack
from ladder.store.rows import Match, Seat, StoredRecord, Submission, Tournament
from ladder.store.submissions import add_submission, retire_submission

__all__ = ["PAUSES", "Store", "Submission", "Tournament", "open_store"]

PAUSES = (0.1, 0.4, 1.6, 6.4)
"""Seconds between the attempts to use a database that is locked, full or away."""
_WORTH_A_WORD = 1.0
"""Shorter pauses are no news: a lock that somebody held for a moment."""
_NAME = re.compile(r"[^\W_]([\w .-]{0,58}[\w.-])?")
_NAME_RULE = "1 to 60 letters, digits, spaces, '-', '_' and '.', beginning with a letter or digit"
_KEY: tuple[Mapped[Any], ...] = (
    *(col(Match.game), col(Match.round), col(Match.table), col(Match.rotation)),
)
T = TypeVar("T")

log = logging.getLogger(__name__)


class Store:
    """One database; safe to use from several threads and processes."""

    def __init__(self, engine: sa.Engine, sleep: Callable[[float], None] = time.sleep) -> None:
        self.engine = engine
        self._sleep = sleep
        self._holds: dict[int, Hold] = {}

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def add_tournament(self, name: str, spec: dict[str, Any], seed: int) -> Tournament:
        """Store a tournament under a new name; `spec` is JSON."""
        if not _NAME.fullmatch(name):
            raise BadSchedule(
                f"{shown(name)} is not a valid name for a tournament; use {_NAME_RULE}"
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
        known = {each.name: each for each in self.tournaments()}
        if name not in known:
            listing = ", ".join(known) or "none"
            hint = suggestion(name, known)
            raise NotStored(f"no tournament {name!r}. Tournaments: {listing}.{hint}")
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

    @contextmanager
    def hold(self, tournament: Tournament) -> Iterator[None]:
        """Be the only process to run a tournament for as long as the block lasts.

        TournamentHeld says who runs it already. The lock ends with this process, even if it is
        killed. While it is held, `add_matches` makes sure that it still is: a server that was
        restarted has forgotten it, and somebody else may have been faster.
        """
        hold = self._attempt(lambda: take_hold(self.engine, tournament), "hold a tournament of")
        self._holds[tournament.id] = hold
        try:
            yield
        finally:
            del self._holds[tournament.id]
            hold.release()

    def add_match(self, tournament: Tournament, key: Key, record: Record) -> bool:
        """Store a finished match and tell whether it is new: see `add_matches`."""
        return self.add_matches(tournament, [(key, record)])[0]

    def add_matches(
        self, tournament: Tournament, played: Sequence[tuple[Key, Record]]
    ) -> list[bool]:
        """Store finished matches in one transaction, and tell which of them were new.

        A match whose key has a result already is not new, and the first result stays. If its
        record is another one, the match was played twice, and the log says so.

        A database that is locked, full or away is tried again a few times; then DatabaseBusy is
        raised, and none of the matches is stored, not even in part.
        """
        committing = False

        def insert(session: Session) -> list[bool]:
            nonlocal committing
            if hold := self._holds.get(tournament.id):
                hold.confirm()
            found = insert_matches(session.connection(), tournament.id, played)
            # An attempt that failed no earlier than in its commit may have stored them: what it
            # left behind is no less new for that.
            ours = {Insertion.NEW, Insertion.KNOWN} if committing else {Insertion.NEW}
            committing = True
            return [each in ours for each in found]

        return self._write(insert)

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
        return self.stored_record(match_id)[0]

    def stored_record(self, match_id: int) -> tuple[Record, str]:
        """Return the record of a finished match, and the digest it was stored under."""
        # PostgreSQL refuses a number that its column cannot hold, even to say it has no such row.
        number = min(match_id, 2**31 - 1)
        row = self._read(lambda session: session.get(StoredRecord, number))
        if row is None:
            raise NotStored(
                f"no match {shown(match_id)} is stored; "
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

    def rebuild(self) -> Rebuilt:
        """Derive the seats of all matches from their records again, which are the truth."""
        return self._write(lambda session: rebuild_seats(session.connection()))

    def _read(self, work: Callable[[Session], T]) -> T:
        def read() -> T:
            with transaction(self.engine, writes=False) as session:
                return work(session)

        return self._attempt(read, "read")

    def _write(self, work: Callable[[Session], T]) -> T:
        def write() -> T:
            with transaction(self.engine, writes=True) as session:
                return work(session)

        return self._attempt(write, "write to")

    def _attempt(self, action: Callable[[], T], verb: str) -> T:
        """Do something with the database; wait and do it again while the database cannot.

        A transaction is begun again as a whole, never its last statement: after an error the
        database has forgotten what came before. If the connection was lost during a commit, the
        work may have been done after all, so doing it twice must do no harm.
        """
        for pause in (*PAUSES, None):
            try:
                return action()
            except sa.exc.DBAPIError as error:
                if refusal := refusal_of(self.engine, error):
                    raise refusal from error
                # A server that goes down ends transactions with errors of several classes, all
                # of which invalidate the connection.
                if not (isinstance(error, sa.exc.OperationalError) or error.connection_invalidated):
                    raise
                reason = reason_of(error)
                if pause is None:
                    raise DatabaseBusy(_advice(self.engine, verb, reason)) from error
                if pause >= _WORTH_A_WORD:
                    place = place_of(self.engine)
                    log.warning(
                        "cannot %s %s: %s; trying again in %g s", verb, place, reason, pause
                    )
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


def _advice(engine: sa.Engine, verb: str, reason: str) -> str:
    remedy = "check that it is up and can be used"
    if "locked" in reason:
        remedy = "end the program that holds it"
    elif "full" in reason or "space" in reason:
        remedy = "free some disk space"
    return (
        f"cannot {verb} {place_of(engine)}: {reason}. What was stored is safe, anything else was "
        f"not stored at all; {remedy}, then go on with `lutetia tournament resume` or "
        "`lutetia serve`"
    )
