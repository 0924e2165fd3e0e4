"""Bots that were submitted to the ladder: each version once, one version at a time."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hmac import compare_digest
from types import MappingProxyType

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from engine.errors import suggestion
from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor, Standing, interval_text, standings
from ladder.schedules.matchmaking import forfeiting
from ladder.store.rows import Submission, Token
from ladder.store.tokens import digest_of, new_secret


class SubmissionState(StrEnum):
    """What a submitted bot is doing."""

    WAITING = "waiting"  # for its first result
    ACTIVE = "active"
    FORFEITING = "forfeiting"  # its latest matches were all forfeits
    RETIRED = "retired"


@dataclass(frozen=True)
class SubmittedBot:
    """A row of the list of submitted bots."""

    bot: str
    version: str
    state: SubmissionState
    games: int
    elo: float | None
    error: float | None
    forfeits: int
    submitted: str
    folder: str
    """Where its files are; empty for a remote bot."""
    low: float | None
    """Lower end of the 95 % interval; None if it is open."""
    high: float | None

    @property
    def interval(self) -> str:
        """Return the 95 % interval as the standings write it."""
        return interval_text(self.error, self.low, self.high)

    @property
    def is_remote(self) -> bool:
        """Tell whether it connects from elsewhere, which a database does not see."""
        return not self.folder


def add_submission(
    session: Session, bot: Bot, folder: str, about: Mapping[str, str], archive: str | None
) -> Submission:
    """Insert a version of a bot; it takes the place of the one before, and keeps its author."""
    now = datetime.now(UTC)
    author_digest = None
    for before in session.exec(_playing().where(col(Submission.name) == bot.name)):
        before.retired = now
        author_digest = before.author_digest
    submission = Submission(
        name=bot.name,
        version=bot.version,
        folder=folder,
        archive=archive,
        submitted=now,
        about=dict(about),
        author_digest=author_digest,
    )
    session.add(submission)
    return submission


def add_author_token(session: Session, name: str) -> str:
    """Make a token for the author of a submitted bot; the one before is no longer valid."""
    secret = new_secret()
    for submission in session.exec(select(Submission).where(col(Submission.name) == name)):
        submission.author_digest = digest_of(secret)
    return secret


def is_author(submissions: Iterable[Submission], bot: Bot, secret: str) -> bool:
    """Tell whether a token is that of the author of a submitted bot."""
    known = [each.author_digest for each in submissions if each.bot == bot]
    return any(digest and compare_digest(digest, digest_of(secret)) for digest in known)


def retire_submission(session: Session, name: str) -> None:
    """Let a bot play no more; its matches stay."""
    playing = {submission.name: submission for submission in session.exec(_playing())}
    if name not in playing:
        listing = ", ".join(sorted(playing)) or "none"
        raise NotStored(
            f"no bot {name!r} is playing. Submitted bots: {listing}.{suggestion(name, playing)}"
        )
    playing[name].retired = datetime.now(UTC)


def submission_of(token: Token) -> Submission:
    """Return a remote bot as if it had been submitted when it was given its token."""
    return Submission(
        name=token.name,
        version=token.version,
        folder="",
        submitted=token.created,
        retired=token.revoked,
    )


def _playing() -> SelectOfScalar[Submission]:
    return select(Submission).where(col(Submission.retired).is_(None))


def list_bots(
    submitted: Iterable[Submission],
    results: Results,
    anchor: Anchor | None = None,
    forgiven: Mapping[Bot, int] = MappingProxyType({}),
) -> list[SubmittedBot]:
    """Return a row for each submission: what the matches of the ladder tell of it.

    `forgiven` tells up to which match the forfeits of a bot do not count.
    """
    return describe_bots(submitted, standings(results, anchor), forfeiting(results, forgiven))


def describe_bots(
    submitted: Iterable[Submission], ladder: Iterable[Standing], only_forfeits: Set[Bot]
) -> list[SubmittedBot]:
    """Return the same from standings of the ladder, and the bots that are forfeiting."""
    rows = {Bot(row.bot, row.version): row for row in ladder}
    listed = []
    for submission in submitted:
        row = rows.get(submission.bot)
        state = SubmissionState.ACTIVE if row else SubmissionState.WAITING
        if submission.retired is not None:
            state = SubmissionState.RETIRED
        elif submission.bot in only_forfeits:
            state = SubmissionState.FORFEITING
        listed.append(
            SubmittedBot(
                bot=submission.name,
                version=submission.version,
                state=state,
                games=row.games if row else 0,
                elo=row.elo if row else None,
                error=row.error if row else None,
                forfeits=row.forfeits if row else 0,
                submitted=submission.submitted.isoformat(timespec="seconds"),
                folder=submission.folder,
                low=row.low if row else None,
                high=row.high if row else None,
            )
        )
    return listed
