"""Who takes part in a cluster, as the database knows it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from engine.record import pack_record
from ladder.errors import NotStored
from ladder.schedules.schedule import Key
from ladder.store.members import Admission
from ladder.store.rows import Member
from ladder.store.store import Store, open_store
from tests.ladder.games import record
from tests.postgresql import needs_server

pytestmark = needs_server
WORKERS = """
CREATE TABLE procrastinate_workers (id bigint, last_heartbeat timestamptz DEFAULT now())
"""
AHEAD = """
CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
AS $$ SELECT pg_catalog.now() + interval '1 hour' $$
"""


@pytest.fixture
def skewed(postgresql_url: str) -> Iterator[Store]:
    """A store whose database is an hour ahead of this machine's clock."""
    engine = sa.create_engine(postgresql_url)
    with engine.begin() as connection:
        connection.exec_driver_sql(AHEAD)
        name = sa.make_url(postgresql_url).database
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
    engine.dispose()
    with closing(open_store(postgresql_url)) as store:
        with store.engine.begin() as connection:
            connection.exec_driver_sql(WORKERS)
            connection.exec_driver_sql("INSERT INTO procrastinate_workers VALUES (1)")
        yield store


def test_the_clocks_of_members_do_not_matter(skewed: Store) -> None:
    skewed.join_cluster(Member(id=1, host="one", process=7, version="1", places=2))
    cup = skewed.add_tournament("cup", {}, seed=1)
    played = replace(pack_record(record("a", "b")), host="one")
    skewed.add_matches(cup, [(Key("game", 0, 0, 0), played)])
    (member,) = skewed.members()
    there = datetime.now(UTC) + timedelta(hours=1)
    assert abs(there - member.since) < timedelta(minutes=5)
    assert -60 < member.silent_s < 60
    assert skewed.pace(["one"])["one"].per_minute > 0
    (first, second) = skewed.samples(["one"])
    assert (first.seats, second.seats) == (1, 1)


def test_what_was_decided_about_a_worker_outlives_it(skewed: Store) -> None:
    with pytest.raises(NotStored, match="no host 'one' is connected or has played"):
        skewed.set_admission("one", Admission.DRAINED)
    skewed.join_cluster(Member(id=1, host="one", process=7, version="1", places=2))
    skewed.set_admission("one", Admission.DRAINED)
    assert skewed.members()[0].admission is skewed.admission("one") is Admission.DRAINED
    with skewed.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM procrastinate_workers")
    assert skewed.members() == []
    skewed.set_admission("one", Admission.EXCLUDED)
    assert skewed.admission("one") is Admission.EXCLUDED
    skewed.set_admission("one", Admission.ADMITTED)
    assert skewed.admission("one") is Admission.ADMITTED
