"""The store: finished matches in, exactly once; results and records out."""

import logging
import re
import shlex
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from engine.errors import BadRecord, suggestion
from engine.fields import short_repr
from engine.record import Bot, PackedRecord, Record, SeatRecord, pack_record
from ladder import DEFAULT_URL
from ladder.errors import (
    AlreadySubmitted,
    BadSchedule,
    DatabaseBusy,
    DatabaseUnusable,
    DealToCome,
    NotStored,
    TournamentExists,
)
from ladder.ratings.results import Results
from ladder.schedules.schedule import Key, Ranks
from ladder.store.columns import NOTHING, Columns, read_columns, read_results
from ladder.store.databases import (
    BUSY_SECONDS,
    damaged,
    open_engine,
    place_of,
    reason_of,
    refusal_of,
    transaction,
)
from ladder.store.forfeits import (
    StoredForfeit,
    forgive_forfeits,
    read_forfeits,
    read_forgiven,
)
from ladder.store.holds import Hold, holder_of, take_hold
from ladder.store.listing import (
    ListedMatch,
    MatchFilter,
    Revision,
    TimeUse,
    has_deal_to_come,
    read_listing,
    read_revision,
    read_time_use,
)
from ladder.store.matches import (
    Insertion,
    confirm_contents,
    delete_tournament,
    insert_matches,
    replace_derived,
    set_contents,
)
from ladder.store.members import (
    Admission,
    HostPace,
    PresentMember,
    add_archive,
    add_member,
    has_archive,
    read_admission,
    read_archive,
    read_members,
    read_pace,
    read_samples,
    read_silence,
    set_admission,
)
from ladder.store.outliers import Sample
from ladder.store.raw_rows import (
    RawMatch,
    RawTournament,
    fetch,
    read_contents,
    read_matches,
    read_orphans,
    read_submitted,
    read_tournaments,
    unpack,
)
from ladder.store.rows import (
    LARGEST_ID,
    Member,
    StoredMatch,
    StoredRecord,
    StoredSeat,
    Submission,
    Token,
    Tournament,
)
from ladder.store.submissions import add_author_token, add_submission, retire_submission
from ladder.store.tokens import add_token, revoke_token

__all__ = [
    "LONG_PAUSES",
    "PATIENT_PAUSES",
    "PAUSES",
    "RawMatch",
    "RawTournament",
    "Store",
    "Submission",
    "Token",
    "Tournament",
    "open_store",
]

PAUSES = (0.1, 0.4, 1.6, 6.4)
"""Seconds between the attempts to use a database that is locked, full or away."""
LONG_PAUSES = (*PAUSES, *(6.4,) * 15)
"""The same for a cluster, where giving up sooner would stop many machines: almost two minutes."""
PATIENT_PAUSES = (*PAUSES, *(6.4,) * 600)
"""The same for a worker, which has nothing to lose: an hour."""
_WORTH_A_WORD = 1.0
"""Shorter pauses are not logged: somebody held a lock for a moment."""
_NAMED = 10
"""How many damaged matches a sentence names."""
_NAME = re.compile(r"[^\W_]([\w .-]{0,58}[\w.-])?")
_NAME_RULE = "1 to 60 letters, digits, spaces, '-', '_' and '.', beginning with a letter or digit"
_KEY: tuple[Mapped[Any], ...] = (
    *(col(StoredMatch.game), col(StoredMatch.round)),
    *(col(StoredMatch.table), col(StoredMatch.rotation)),
)
T = TypeVar("T")

log = logging.getLogger(__name__)


class Store:
    """One database; safe to use from several threads and processes."""

    def __init__(
        self,
        engine: sa.Engine,
        sleep: Callable[[float], None] = time.sleep,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.engine = engine
        self._sleep = sleep
        self._pauses = pauses
        self._holds: dict[int, Hold] = {}
        self._left_out: set[int] = set()
        """Matches that the log has named, since their rows are damaged."""

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def add_tournament(self, name: str, spec: dict[str, Any], seed: int) -> Tournament:
        """Store a tournament under a new name; `spec` is JSON."""
        _require_name(name)

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

    def keep(self, tournament: Tournament, name: str, text: str | None) -> None:
        """Keep a text with a tournament, such as its anchor, in place of the one before."""
        kept = {key: value for key, value in tournament.spec.items() if key != name}
        tournament.spec = kept if text is None else {**kept, name: text}
        change = sa.update(Tournament).where(col(Tournament.id) == tournament.id)
        self._write(
            lambda session: session.connection().execute(change.values(spec=tournament.spec))
        )

    def tournament(self, name: str) -> Tournament:
        tournaments = {tournament.name: tournament for tournament in self.tournaments()}
        if name not in tournaments:
            listing = ", ".join(tournaments) or "none"
            hint = suggestion(name, tournaments)
            raise NotStored(f"no tournament {name!r}. Tournaments: {listing}.{hint}")
        return tournaments[name]

    def tournaments(self) -> list[Tournament]:
        """List the tournaments, oldest first."""
        return self._read_rows(select(Tournament).order_by(col(Tournament.id)))

    def rename(self, tournament: Tournament, name: str) -> None:
        """Give a tournament another name; nobody may be running it."""
        _require_name(name)
        change = sa.update(Tournament).where(col(Tournament.id) == tournament.id)
        with self.hold(tournament):
            try:
                self._write(lambda session: session.connection().execute(change.values(name=name)))
            except sa.exc.IntegrityError:
                raise TournamentExists(
                    f"there is a tournament {name!r} already; choose another name"
                ) from None

    def delete(self, tournament: Tournament) -> None:
        """Delete a tournament with its matches and records; nobody may be running it."""
        with self.hold(tournament):
            self._write(lambda session: delete_tournament(session.connection(), tournament.id))

    def holder(self, tournament: Tournament) -> str | None:
        """Return who runs a tournament; None if nobody does."""
        return self._attempt(lambda: holder_of(self.engine, tournament), "look into")

    def count_matches(self, tournament: Tournament | None = None) -> int:
        """Return how many matches are finished, of a tournament or of all."""
        query = select(sa.func.count()).select_from(StoredMatch)
        if tournament is not None:
            query = query.where(col(StoredMatch.tournament_id) == tournament.id)
        return self._read(lambda session: session.exec(query).one())

    def games(self) -> list[str]:
        """Return the games of which a match is stored, by name."""
        query = select(StoredMatch.game).distinct().order_by(col(StoredMatch.game))
        return self._read_rows(query)

    def revision(self) -> Revision:
        """Return what changes whenever a match is stored or deleted."""
        return self._read(lambda session: read_revision(session.connection()))

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

    def register(self, contents: Mapping[Bot, str]) -> None:
        """Remember a hash of the files of bots that are about to play.

        BotChanged if one was rated with other files: they would share a rating.
        """
        self._write(lambda session: set_contents(session.connection(), contents))

    def add_match(self, tournament: Tournament, key: Key, record: Record) -> bool:
        """Store a finished match and tell whether it is new: see `add_matches`."""
        return self.add_matches(tournament, [(key, pack_record(record))])[0]

    def add_matches(
        self, tournament: Tournament, played: Sequence[tuple[Key, PackedRecord]]
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
            confirm_contents(session.connection(), _contents_of(tournament))
            insertions = insert_matches(session.connection(), tournament.id, played)
            # An attempt that failed in its commit may have stored them all the same. What this
            # one finds known, that one has stored, so it is new as well.
            ours = {Insertion.NEW, Insertion.KNOWN} if committing else {Insertion.NEW}
            committing = True
            return [insertion in ours for insertion in insertions]

        return self._write(insert)

    def finished(self, tournament: Tournament) -> dict[Key, Ranks]:
        """Return the keys that have a result, each with the ranks of its seats."""
        query = (
            sa.select(col(StoredMatch.id), *_KEY, col(StoredSeat.rank))
            .outerjoin(StoredSeat, col(StoredSeat.match_id) == col(StoredMatch.id))
            .where(col(StoredMatch.tournament_id) == tournament.id)
            .order_by(col(StoredMatch.id), col(StoredSeat.seat))
        )
        ranks: defaultdict[Key, list[int]] = defaultdict(list)
        for match_id, *key, rank in self._read(lambda session: fetch(session.connection(), query)):
            if not isinstance(rank, int):  # what comes next must not follow from half a result
                raise DatabaseUnusable(
                    f"match {match_id} of {tournament.name!r} has damaged seats; "
                    "`lutetia rebuild` derives them from its record again"
                )
            ranks[Key(*key)].append(rank)
        return {key: tuple(by_seat) for key, by_seat in ranks.items()}

    def columns(self, known: Columns = NOTHING) -> Columns:
        """Return all finished matches as they are stored; what is known is not read again."""
        return self._read(lambda session: read_columns(session.connection(), None, known))

    def results(
        self, tournament: Tournament | None = None, columns: Columns | None = None
    ) -> Results:
        """Return all finished matches, or those of one tournament, as columns.

        If `columns` holds all matches already, they are not read again. Matches whose
        rows are damaged are left out, and the log says so once.
        """
        number = None if tournament is None else tournament.id

        def read(session: Session) -> tuple[Results, list[int]]:
            connection = session.connection()
            own = read_columns(connection, number) if columns is None else columns.of(number)
            return read_results(connection, own)

        results, left_out = self._read(read)
        if new := sorted(set(left_out) - self._left_out):
            self._left_out.update(new)
            log.warning(
                "left out of all results, since their seats are damaged: match %s%s; `lutetia "
                "rebuild` derives seats from records again",
                ", ".join(map(str, new[:_NAMED])),
                f" and {len(new) - _NAMED} more" if len(new) > _NAMED else "",
            )
        return results

    def match_ids(self, tournament: Tournament) -> dict[Key, int]:
        """Return the number of each finished match, by which its record is found."""
        query = (
            sa.select(col(StoredMatch.id), *_KEY)
            .where(col(StoredMatch.tournament_id) == tournament.id)
            .order_by(col(StoredMatch.id))
        )
        rows = self._read(lambda session: session.connection().execute(query).all())
        return {Key(*key): match_id for match_id, *key in rows}

    def find_match(self, tournament: str, key: Key) -> int | None:
        """Return the number of a finished match; None if it is not stored, or not yet."""
        same = [column == value for column, value in zip(_KEY, key, strict=True)]
        query = (
            sa.select(col(StoredMatch.id))
            .join(Tournament, col(Tournament.id) == col(StoredMatch.tournament_id))
            .where(col(Tournament.name) == tournament, *same)
        )
        return self._read(lambda session: session.connection().execute(query).scalar())

    def listing(self, wanted: MatchFilter) -> list[ListedMatch]:
        """Return the finished matches that pass a filter, the newest first."""
        return self._read_whole(lambda session: read_listing(session.connection(), wanted))

    def listed_match(self, match_id: int) -> ListedMatch:
        """Return one finished match without its moves."""
        newest = self.listing(MatchFilter(before=match_id + 1, last=1))
        if not newest or newest[0].match_id != match_id:
            raise _no_match(match_id)
        return newest[0]

    def shown_match(self, match_id: int) -> ListedMatch:
        """Return one finished match, of which everybody may see the record.

        It is for whatever strangers can ask: where rotations share a deal, its moves would tell a
        bot that plays the next one what is hidden there.
        """
        match = self.listed_match(match_id)
        if self._read_whole(lambda session: has_deal_to_come(session.connection(), match)):
            raise DealToCome(
                f"match {match_id} shares its deal with one that is not finished yet; "
                "its moves can be seen when all rotations of its table are"
            )
        return match

    def time_use(self, bot: Bot) -> list[TimeUse]:
        """Return how long a bot has thought, game by game."""
        return self._read(lambda session: read_time_use(session.connection(), bot))

    def record(self, match_id: int) -> Record:
        return self.stored_record(match_id)[0]

    def stored_record(self, match_id: int) -> tuple[Record, str]:
        """Return the record of a finished match, and the digest it was stored under."""
        row = self._record_row(match_id)
        try:
            return unpack(row.body)[0], row.digest
        except BadRecord as error:
            raise BadRecord(f"match {match_id}: {error}") from None

    def packed_record(self, match_id: int) -> bytes:
        """Return the record of a finished match as it is stored: compressed JSON."""
        return self._record_row(match_id).body

    def _record_row(self, match_id: int) -> StoredRecord:
        number = min(match_id, LARGEST_ID)
        row = self._read(lambda session: session.get(StoredRecord, number))
        if row is None:
            raise _no_match(match_id)
        return row

    def raw_match(self, match_id: int) -> RawMatch:
        """Return a match with all its rows as they are, damaged or not."""
        number = min(max(match_id, 0), LARGEST_ID)
        batch = self._read(
            lambda session: read_matches(session.connection(), None, number - 1, limit=1)
        )
        if not batch or batch[0].match_id != match_id:
            raise _no_match(match_id)
        return batch[0]

    def raw_matches(self, tournament: Tournament | None = None) -> Iterator[RawMatch]:
        """Yield all matches with their rows as they are, damaged or not, in order of their ids."""
        number = None if tournament is None else tournament.id
        last = 0
        while batch := self._read(
            lambda session: read_matches(session.connection(), number, last)  # noqa: B023
        ):
            yield from batch
            last = batch[-1].match_id

    def raw_tournaments(self) -> list[RawTournament]:
        """Return the tournaments as they are stored, damaged or not."""
        return self._read(lambda session: read_tournaments(session.connection()))

    def submitted(self) -> set[tuple[str, str]]:
        """Return the names and versions of the bots that were ever submitted."""
        return self._read(lambda session: read_submitted(session.connection()))

    def orphans(self) -> list[str]:
        """Name the records and seats that belong to no match."""
        return self._read(lambda session: list(read_orphans(session.connection())))

    def contents(self) -> dict[Bot, str | None]:
        """Return for each bot the hash of its files, if it is known."""
        return self._read(lambda session: read_contents(session.connection()))

    def replace_derived(
        self, seats: Mapping[int, Sequence[SeatRecord]], contents: Mapping[Bot, str]
    ) -> None:
        """Store the seats of some matches again as their records tell them, and contents of bots.

        These follow from the tournaments that the bots have played.
        """
        try:
            self._write(lambda session: replace_derived(session.connection(), seats, contents))
        except sa.exc.IntegrityError as error:
            # A row that was deleted is there all the same: its table and its index disagree.
            raise damaged(self.engine, reason_of(error)) from error

    def submit(
        self,
        bot: Bot,
        folder: str,
        content: str,
        about: Mapping[str, str] = MappingProxyType({}),
        archive: str | None = None,
    ) -> Submission:
        """Let a version of a bot play in the ladder, in place of the one before.

        `content` is a hash of its files; BotChanged if it was rated with others. `about` is what
        its bot.toml says for people, `archive` what other machines find its files by.
        """

        def submit(session: Session) -> Submission:
            set_contents(session.connection(), {bot: content})
            return add_submission(session, bot, folder, about, archive)

        try:
            return self._write(submit)
        except sa.exc.IntegrityError:
            raise AlreadySubmitted(f"{bot} has been submitted already") from None

    def submissions(self) -> list[Submission]:
        """List the bots that were submitted, oldest first."""
        return self._read_rows(select(Submission).order_by(col(Submission.id)))

    def add_author_token(self, name: str) -> str:
        """Make a token for the author of a submitted bot and return its secret, stored nowhere.

        With it, the author reads what the bot has printed; nobody can play with it.
        """
        return self._write(lambda session: add_author_token(session, name))

    def retire(self, name: str) -> None:
        """Let a submitted bot play no more."""
        self._write(lambda session: retire_submission(session, name))

    def forfeits(self, bot: Bot, tournament: Tournament, limit: int) -> list[StoredForfeit]:
        """Return the last forfeits of a bot in a tournament, the newest first."""
        return self._read(lambda session: read_forfeits(session, bot, tournament.id, limit))

    def forgive(self, bot: Bot) -> None:
        """Let a bot play again in spite of its forfeits so far."""
        self._write(lambda session: forgive_forfeits(session, bot))

    def forgiven(self) -> dict[Bot, int]:
        """Return up to which match the forfeits of each bot are forgiven, if they are."""
        return self._read(read_forgiven)

    def add_token(self, bot: Bot) -> str:
        """Make a token for a remote bot and return its secret, which is stored nowhere.

        The token that the bot had before is no longer valid.
        """
        return self._write(lambda session: add_token(session, bot))

    def revoke_token(self, name: str) -> None:
        """Let nobody connect with the token of a remote bot any more."""
        self._write(lambda session: revoke_token(session, name))

    def tokens(self) -> list[Token]:
        """List the tokens of remote bots, valid or not, oldest first."""
        return self._read_rows(select(Token).order_by(col(Token.id)))

    def join_cluster(self, member: Member) -> None:
        """Be listed as a worker with places for matches, or as the coordinator of a tournament.

        Its number is that of procrastinate, which knows whether the process is still there.
        """
        self._write(lambda session: add_member(session, member))

    def members(self) -> list[PresentMember]:
        """List the workers and coordinators of a cluster, in the order in which they came."""
        return self._read(read_members)

    def pace(self, hosts: Sequence[str]) -> dict[str, HostPace]:
        """Return how many matches each of some hosts has played, if any."""
        return self._read(lambda session: read_pace(session, hosts))

    def samples(self, hosts: Sequence[str]) -> list[Sample]:
        """Return how bots have lately fared on some hosts."""
        return self._read(lambda session: read_samples(session, hosts))

    def admission(self, host: str) -> Admission:
        """Return what the workers of a host may do."""
        return self._read(lambda session: read_admission(session, host))

    def set_admission(self, host: str, admission: Admission) -> None:
        """Decide what the workers of a host may do."""
        self._write(lambda session: set_admission(session, host, admission))

    def silence(self, number: int) -> float | None:
        """Return the seconds since the last heartbeat of a member; None if it has left."""
        return self._read(lambda session: read_silence(session, number))

    def add_archive(self, content: str, body: bytes) -> None:
        """Store the files of a bot for workers, by a hash of them; once is enough."""
        self._write(lambda session: add_archive(session, content, body))

    def has_archive(self, content: str) -> bool:
        return self._read(lambda session: has_archive(session, content))

    def archive(self, content: str) -> bytes | None:
        """Return the files of a bot, if they are stored."""
        return self._read(lambda session: read_archive(session, content))

    @property
    def is_shared(self) -> bool:
        """Whether other machines can use the database: PostgreSQL."""
        return self.engine.dialect.name == "postgresql"

    def _read(self, work: Callable[[Session], T]) -> T:
        def read() -> T:
            with transaction(self.engine, writes=False) as session:
                return work(session)

        return self._attempt(read, "read")

    def _read_rows(self, query: SelectOfScalar[T]) -> list[T]:
        return self._read_whole(lambda session: list(session.exec(query)))

    def _read_whole(self, work: Callable[[Session], T]) -> T:
        """Read what must be whole to be of use."""
        try:
            return self._read(work)
        except (ValueError, TypeError) as error:  # a time or a spec that SQLAlchemy cannot read
            raise DatabaseUnusable(
                f"{place_of(self.engine)} is damaged: {error}; "
                "`lutetia replay verify --all` names what is"
            ) from error

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
        for pause in (*self._pauses, None):
            try:
                return action()
            except UnicodeDecodeError as error:  # sqlite3 cannot even say what is wrong
                raise damaged(self.engine, error) from error
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
    create: bool = True,
    pauses: Sequence[float] = PAUSES,
) -> Store:
    """Open a database, which is made if it is not there and `create` is set."""
    return Store(open_engine(url, busy_seconds, create=create), sleep, pauses)


def _require_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadSchedule(
            f"{short_repr(name)} is not a valid name for a tournament; use {_NAME_RULE}"
        )


def _contents_of(tournament: Tournament) -> dict[Bot, str]:
    """Return a hash of the files of each bot, as the tournament was created with."""
    return {
        Bot(bot["name"], bot["version"]): bot["content"]
        for bot in tournament.spec.get("bots", ())
        if isinstance(bot, Mapping) and {"name", "version", "content"} <= bot.keys()
    }


def _no_match(match_id: int) -> NotStored:
    return NotStored(
        f"no match {short_repr(match_id)} is stored; "
        "`lutetia tournament show NAME --matches` lists those of a tournament"
    )


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
