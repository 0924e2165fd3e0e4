"""Who takes part in a cluster, and the files of bots that its workers need.

Members are only on PostgreSQL. Whether one is there follows from the table in which procrastinate
keeps the heartbeats of its workers. All times are those of the database's clock, so that it does
not matter what the clocks of members say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Session, col

from engine.errors import suggestion
from engine.record import Ending
from ladder.errors import NotStored
from ladder.store.databases import database_now
from ladder.store.matches import insert_new
from ladder.store.outliers import Sample
from ladder.store.rows import Archive, HostRow, Member, StoredMatch

GIVEN_UP_S = 10.0
"""A member without a heartbeat for this long is given up, and what it has taken is played again."""
PACE_MINUTES = 5
"""Matches per minute are an average over this many."""
LATELY_HOURS = 24
"""Faults and times are those of the matches that have ended within this many."""
_MEMBERS = """
SELECT host, process, version, places, tournament, since, calibration_s, members.id AS number,
       standing AS admission, extract(epoch FROM now() - last_heartbeat) AS silent_s
FROM members JOIN procrastinate_workers USING (id) LEFT JOIN hosts ON hosts.name = host
ORDER BY since, members.id
"""
_FORGET_LOST = """
DELETE FROM members WHERE id NOT IN (SELECT id FROM procrastinate_workers)
"""
_PLAYED = """
SELECT host, count(*) AS played,
       count(*) FILTER (WHERE finished > now() - make_interval(mins => :minutes)) AS lately
FROM matches WHERE host = ANY(:hosts) GROUP BY host
"""
_SAMPLES = """
SELECT host, game, bot_id, count(*) AS seats,
       count(*) FILTER (WHERE ending <> :played) AS faults,
       count(*) FILTER (WHERE ending = :timeout) AS timeouts,
       count(*) FILTER (WHERE ending = ANY(:crashes)) AS crashes,
       sum(decisions) AS decisions, sum(seconds) AS seconds
FROM matches JOIN seats ON seats.match_id = matches.id
WHERE host = ANY(:hosts) AND finished > now() - make_interval(hours => :hours)
GROUP BY host, game, bot_id
"""


class Admission(StrEnum):
    """What an operator lets a worker do."""

    ADMITTED = "admitted"
    DRAINED = "drained"
    """It finishes what it has, and takes no more."""
    EXCLUDED = "excluded"
    """It gives back what it has, and takes no more."""


@dataclass(frozen=True)
class PresentMember:
    """A member that has not left."""

    host: str
    process: int
    version: str
    places: int
    tournament: str | None
    since: datetime
    number: int
    silent_s: float
    """Since its last heartbeat."""
    calibration_s: float | None = None
    admission: Admission = Admission.ADMITTED

    @property
    def given_up(self) -> bool:
        return self.silent_s > GIVEN_UP_S


@dataclass(frozen=True)
class HostPace:
    """How many matches are stored of a host."""

    matches: int
    per_minute: float


def add_member(session: Session, member: Member) -> None:
    """Add a member that has just come, and forget those that procrastinate has forgotten."""
    connection = session.connection()
    connection.exec_driver_sql(_FORGET_LOST)
    member.since = database_now(connection)
    session.merge(member)


def read_members(session: Session) -> list[PresentMember]:
    """Return the members in the order in which they came."""
    connection = session.connection()
    if not sa.inspect(connection).has_table("procrastinate_workers"):
        return []
    return [
        PresentMember(
            **{
                **row,
                "silent_s": float(row["silent_s"]),
                "admission": Admission(row["admission"] or Admission.ADMITTED),
            }
        )
        for row in connection.execute(sa.text(_MEMBERS)).mappings()
    ]


def read_pace(session: Session, hosts: Sequence[str]) -> dict[str, HostPace]:
    """Return how many matches each of some hosts has played, if any."""
    parameters = {"hosts": list(hosts), "minutes": PACE_MINUTES}
    return {
        row.host: HostPace(row.played, row.lately / PACE_MINUTES)
        for row in session.connection().execute(sa.text(_PLAYED), parameters)
    }


def read_samples(session: Session, hosts: Sequence[str]) -> list[Sample]:
    """Return how bots have lately fared on some hosts."""
    parameters = {
        "hosts": list(hosts),
        "hours": LATELY_HOURS,
        "played": Ending.PLAYED.value,
        "timeout": Ending.TIMEOUT.value,
        "crashes": [Ending.CRASH.value, Ending.DISCONNECT.value, Ending.NO_SHOW.value],
    }
    rows = session.connection().execute(sa.text(_SAMPLES), parameters).mappings()
    return [Sample(**{**row, "seconds": float(row["seconds"])}) for row in rows]


def read_admission(session: Session, host: str) -> Admission:
    """Return what the workers of a host may do."""
    row = session.get(HostRow, host)
    return Admission.ADMITTED if row is None else Admission(row.standing)


def set_admission(session: Session, host: str, admission: Admission) -> None:
    """Decide what the workers of a host may do; NotStored if nobody has heard of it."""
    known = {member.host for member in read_members(session) if member.places}
    played = sa.select(sa.exists().where(col(StoredMatch.host) == host))
    decided = session.get(HostRow, host)
    if host not in known and not decided and not session.connection().execute(played).scalar():
        listing = ", ".join(sorted(known)) or "none"
        raise NotStored(
            f"no host {host!r} is connected or has played. Hosts: {listing}."
            f"{suggestion(host, known)}"
        )
    if admission is not Admission.ADMITTED:
        session.merge(HostRow(name=host, standing=admission.value))
    elif decided:
        session.delete(decided)


def read_silence(session: Session, number: int) -> float | None:
    """Return the seconds since the last heartbeat of a member; None if it has left."""
    query = "SELECT extract(epoch FROM now() - last_heartbeat)"
    query += " FROM procrastinate_workers WHERE id = :number"
    silence = session.connection().execute(sa.text(query), {"number": number}).scalar()
    return None if silence is None else float(silence)


def add_archive(session: Session, content: str, body: bytes) -> None:
    """Store the files of a bot, unless they are."""
    insert_new(session.connection(), Archive, [{"content": content, "body": body}])


def has_archive(session: Session, content: str) -> bool:
    query = sa.select(sa.exists().where(col(Archive.content) == content))
    return bool(session.connection().execute(query).scalar())


def read_archive(session: Session, content: str) -> bytes | None:
    row = session.get(Archive, content)
    return None if row is None else row.body
