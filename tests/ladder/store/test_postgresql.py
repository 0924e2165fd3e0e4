"""The store on PostgreSQL does what it does on SQLite."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from ladder.errors import AlreadySubmitted, DatabaseTooNew, DatabaseTooOld, TournamentExists
from ladder.ratings.standings import standings
from ladder.schedules.schedule import GameSchedule, Key
from ladder.store.databases import open_engine, upgrade
from ladder.store.rows import metadata
from ladder.store.store import Store, open_store
from tests.ladder.games import record, record_of
from tests.ladder.store.test_submissions import submission
from tests.ladder.store.versions import make_database
from tests.postgresql import needs_server, new_database

pytestmark = needs_server


@pytest.fixture
def url() -> Iterator[str]:
    """The URL of a new database, which is dropped in the end."""
    with new_database() as made:
        yield made


def test_migrations_make_the_tables_that_the_code_expects(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_several_first_users_at_once_make_one_database(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for engine in pool.map(lambda _: open_engine(url), range(4)):
            engine.dispose()


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(DatabaseTooNew, match="update lutetia"):
        upgrade(url)


def test_an_older_database_is_refused_until_it_is_upgraded_and_keeps_its_rows(url: str) -> None:
    make_database(url, "0001")
    with pytest.raises(DatabaseTooOld, match="run `lutetia db upgrade`"):
        open_store(url)
    upgrade(url)
    with closing(open_store(url)) as store:
        assert [each.name for each in store.tournaments()] == ["old cup"]
        assert store.submissions() == []


def test_a_newer_version_of_a_bot_takes_the_place_of_the_one_before(url: str) -> None:
    with closing(open_store(url)) as store:
        first, second = submission("a", "1"), submission("a", "2")
        store.submit(first)
        store.submit(second)
        with pytest.raises(AlreadySubmitted):
            store.submit(first)
        old, new = store.submissions()
        assert (old.retired, new) == (second.submitted, second)


def test_several_writers_of_the_same_games_store_each_once(url: str) -> None:
    with closing(open_store(url)) as store:
        tournament = store.add_tournament("cup", {}, 1)
    keys = [Key("game", 0, table, 0) for table in range(40)]

    def write(seed: int) -> int:
        order = random.Random(seed).sample(keys, len(keys))
        with closing(open_store(url)) as own:
            return sum(own.add_game(tournament, key, record("a", "b")) for key in order)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(write, range(4))) == len(keys)


def fill(store: Store) -> None:
    tournament = store.add_tournament("cup", {"bots": 5}, 2**64 - 1)
    dice = random.Random(3)
    pairings = GameSchedule("game", 3, ("d", "a", "Ä", "b", "E"), 1, rounds=3).due({})
    played = [(each.key, record_of(each, dice.sample((1, 2, 3), 3))) for each in pairings]
    store.add_games(tournament, played)


def test_the_same_games_give_the_same_standings_and_records_as_on_sqlite(
    url: str, tmp_path: Path
) -> None:
    lite = f"sqlite:///{tmp_path / 'ladder.db'}"
    with closing(open_store(url)) as other, closing(open_store(lite)) as store:
        fill(store)
        fill(other)
        here, there = store.tournament("cup"), other.tournament("cup")
        assert standings(other.results()) == standings(store.results())
        assert (here.spec, here.seed, here.games) == (there.spec, there.seed, there.games)
        assert other.finished(there) == store.finished(here)
        ids = store.game_ids(here), other.game_ids(there)
        assert all(store.record(ids[0][k]) == other.record(ids[1][k]) for k in ids[0])


def test_rebuilding_gives_the_same_standings(url: str) -> None:
    with closing(open_store(url)) as store:
        fill(store)
        before = standings(store.results())
        store.rebuild()
        assert standings(store.results()) == before


def test_a_name_that_is_taken_is_refused(url: str) -> None:
    with closing(open_store(url)) as store:
        store.add_tournament("cup", {}, 1)
        with pytest.raises(TournamentExists):
            store.add_tournament("cup", {}, 1)
