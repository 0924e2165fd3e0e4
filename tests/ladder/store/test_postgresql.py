"""What a PostgreSQL server does: it goes away, and comes back."""

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from ladder.errors import DatabaseBusy, DatabaseUnusable, TournamentHeld
from ladder.schedules.schedule import Key
from ladder.store.store import PAUSES, Store, Tournament, open_store
from tests.ladder.games import record
from tests.ladder.store.sql import execute
from tests.postgresql import SERVER, needs_server

pytestmark = needs_server

KEY = Key("game", 0, 0, 0)


@pytest.fixture
def url(postgresql_url: str) -> str:
    return postgresql_url


class Switch:
    """Takes a database away from its users, and gives it back."""

    def __init__(self, admin: sa.Connection, database: str) -> None:
        self._admin = admin
        self._database = database

    def off(self) -> None:
        self._admin.exec_driver_sql(f"ALTER DATABASE {self._database} ALLOW_CONNECTIONS false")
        self.cut()

    def on(self) -> None:
        self._admin.exec_driver_sql(f"ALTER DATABASE {self._database} ALLOW_CONNECTIONS true")

    def cut(self) -> None:
        """End all connections."""
        end = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = :name"
        self._admin.execute(sa.text(end), {"name": self._database}).all()


@pytest.fixture
def switch(url: str) -> Iterator[Switch]:
    admin = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT")
    database = sa.make_url(url).database
    assert database is not None
    with admin.connect() as connection:
        made = Switch(connection, database)
        yield made
        made.on()
    admin.dispose()


@contextmanager
def back_after(url: str, switch: Switch, pauses: int) -> Iterator[tuple[Store, list[float]]]:
    """A store whose database comes back after some attempts."""
    paused: list[float] = []

    def sleep(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == pauses:
            switch.on()

    with closing(open_store(url, sleep=sleep)) as store:
        yield store, paused


def test_a_server_that_is_away_for_two_seconds_is_waited_for(
    url: str, switch: Switch, tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    with back_after(url, switch, 3) as (store, paused):
        assert store.add_match(tournament, KEY, record("a", "b"))
        switch.off()
        assert len(store.results()) == 1
        assert paused == list(PAUSES[:3])
        assert sum(paused) > 2
    (sentence,) = caplog.messages
    assert sentence.startswith("cannot read database postgresql")
    assert sentence.endswith("; trying again in 1.6 s")


def test_a_match_that_ends_while_the_server_is_away_is_stored_when_it_is_back(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    with back_after(url, switch, 2) as (store, _):
        switch.off()
        assert store.add_match(tournament, KEY, record("a", "b"))
        assert store.finished(tournament) == {KEY: (1, 2)}


def test_a_server_that_stays_away_is_an_error_that_says_what_to_do(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    with closing(open_store(url, sleep=lambda _: None)) as store:
        switch.off()
        with pytest.raises(DatabaseBusy, match=r"cannot read .* check that it is up"):
            store.tournaments()
        with pytest.raises(DatabaseBusy, match=r"cannot write .* check that it is up"):
            store.add_match(tournament, KEY, record("a", "b"))


def test_connections_that_were_cut_are_made_again_at_once(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    pauses: list[float] = []
    with closing(open_store(url, sleep=pauses.append)) as store:
        store.tournaments()
        switch.cut()
        assert [tournament.name for tournament in store.tournaments()] == ["cup"]
    assert pauses == list(PAUSES[:1])


def test_a_database_that_cannot_be_written_can_be_read(
    url: str, store: Store, tournament: Tournament
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    database = sa.make_url(url).database
    execute(store, f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    pauses: list[float] = []
    with closing(open_store(url, sleep=pauses.append)) as reader:
        assert len(reader.results()) == 1
        with pytest.raises(DatabaseUnusable, match=r"is read-only: cannot execute INSERT"):
            reader.add_match(tournament, KEY._replace(round=1), record("a", "b"))
    assert pauses == []


def test_a_hold_that_a_restart_of_the_server_took_is_taken_again(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    with closing(open_store(url, sleep=lambda _: None)) as store, store.hold(tournament):
        switch.cut()
        assert store.add_match(tournament, KEY, record("a", "b"))
        with (
            closing(open_store(url)) as other,
            pytest.raises(TournamentHeld),
            other.hold(tournament),
        ):
            pass


def sockets() -> set[int]:
    """The sockets this process has open."""
    return {
        int(descriptor.name)
        for descriptor in Path("/proc/self/fd").iterdir()
        if descriptor.is_symlink() and os.readlink(descriptor).startswith("socket:")
    }


def test_a_hold_whose_server_does_not_know_that_the_network_failed_is_taken_again(
    url: str, tournament: Tournament
) -> None:
    before = sockets()
    with closing(open_store(url, sleep=lambda _: None)) as store, store.hold(tournament):
        (ours,) = sockets() - before
        nobody, closed = socket.socketpair()
        closed.close()
        with socket.socket(fileno=os.dup(ours)), nobody:
            os.dup2(nobody.fileno(), ours)  # the server's end stays open, ours is gone
            assert store.add_match(tournament, KEY, record("a", "b"))


def test_who_lost_a_hold_to_another_stores_nothing_more(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    with (
        closing(open_store(url, sleep=lambda _: None)) as store,
        closing(open_store(url)) as faster,
        store.hold(tournament),
    ):
        switch.cut()
        with faster.hold(tournament), pytest.raises(TournamentHeld):
            store.add_match(tournament, KEY, record("a", "b"))
        assert store.finished(tournament) == {}


def test_a_hold_is_waited_for_while_the_server_is_away(
    url: str, switch: Switch, tournament: Tournament
) -> None:
    with back_after(url, switch, 2) as (store, _):
        switch.off()
        with store.hold(tournament):
            assert store.add_match(tournament, KEY, record("a", "b"))
