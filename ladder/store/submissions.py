"""Bots that were handed in for the endless ladder: each version once, one version at a time."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum

import sqlalchemy as sa

from engine.errors import suggestion
from engine.record import Bot
from ladder.errors import UnknownBot
from ladder.ratings.results import Results
from ladder.ratings.standings import standings
from ladder.schedules.matchmaking import benched
from ladder.store.databases import utc
from ladder.store.rows import submissions


@dataclass(frozen=True)
class Submission:
    """A version of a bot and where the ladder keeps it."""

    name: str
    version: str
    folder: str
    submitted: datetime
    retired: datetime | None = None

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.version)


class State(StrEnum):
    """What a submitted bot is doing."""

    WAITING = "waiting"  # for its first result
    ACTIVE = "active"
    BENCHED = "benched"  # nothing but forfeits of late
    RETIRED = "retired"


@dataclass(frozen=True)
class SubmittedBot:
    """A row of the list of submitted bots."""

    bot: str
    version: str
    state: State
    games: int
    elo: float | None
    error: float | None
    forfeits: int
    submitted: str
    folder: str


def enter_submission(connection: sa.Connection, submission: Submission) -> None:
    """Insert a version of a bot; it takes the place of the one before."""
    _retire(connection, submission.name, submission.submitted)
    connection.execute(submissions.insert(), [asdict(submission)])


def read_submissions(connection: sa.Connection) -> list[Submission]:
    """List all submissions, oldest first."""
    columns = [column for column in submissions.c if column is not submissions.c.id]
    rows = connection.execute(sa.select(*columns).order_by(submissions.c.id))
    return [
        Submission(name, version, folder, utc(submitted), retired and utc(retired))
        for name, version, folder, submitted, retired in rows
    ]


def retire_submission(connection: sa.Connection, name: str) -> None:
    """Let a bot play no more; its games stay."""
    names = {each.name for each in read_submissions(connection) if each.retired is None}
    if name not in names:
        listing = ", ".join(sorted(names)) or "none"
        raise UnknownBot(
            f"no bot {name!r} is playing. Submitted bots: {listing}.{suggestion(name, names)}"
        )
    _retire(connection, name, datetime.now(UTC))


def list_bots(submitted: Iterable[Submission], results: Results) -> list[SubmittedBot]:
    """Return a row for each submission: what the games of the ladder tell of it."""
    rows = {Bot(row.bot, row.version): row for row in standings(results)}
    bench = benched(results)
    found = []
    for each in submitted:
        row = rows.get(each.bot)
        found.append(
            SubmittedBot(
                bot=each.name,
                version=each.version,
                state=_state(each, played=row is not None, benched=each.bot in bench),
                games=row.games if row else 0,
                elo=row.elo if row else None,
                error=row.error if row else None,
                forfeits=row.forfeits if row else 0,
                submitted=each.submitted.isoformat(timespec="seconds"),
                folder=each.folder,
            )
        )
    return found


def _state(submission: Submission, *, played: bool, benched: bool) -> State:
    if submission.retired is not None:
        return State.RETIRED
    if benched:
        return State.BENCHED
    return State.ACTIVE if played else State.WAITING


def _retire(connection: sa.Connection, name: str, moment: datetime) -> None:
    playing = (submissions.c.name == name) & submissions.c.retired.is_(None)
    connection.execute(submissions.update().where(playing).values(retired=moment))
