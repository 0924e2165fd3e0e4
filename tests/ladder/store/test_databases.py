"""Databases are made, upgraded and refused by their version."""

import importlib.util
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from ladder.errors import DatabaseTooNew, DatabaseTooOld, DatabaseUnreachable
from ladder.store.databases import open_engine, upgrade
from ladder.store.rows import metadata
from ladder.store.store import open_store
from tests.ladder.store.versions import make_database


def test_migrations_make_the_tables_that_the_code_expects(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_sqlite_keeps_what_is_committed_through_a_power_cut(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {each}").scalar() for each in pragmas]
    assert found == ["wal", 2, 1, 5000]
    engine.dispose()


def set_version(tmp_path: Path, version: str) -> None:
    with closing(sqlite3.connect(tmp_path / "ladder.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        connection.commit()


def test_a_database_of_a_newer_version_is_refused(url: str, tmp_path: Path) -> None:
    open_engine(url).dispose()
    set_version(tmp_path, "9999")
    for use in (open_engine, upgrade):
        with pytest.raises(DatabaseTooNew, match=r"version 9999, newer.*update lutetia"):
            use(url)


def test_an_older_database_is_refused_until_it_is_upgraded_and_keeps_its_rows(url: str) -> None:
    make_database(url, "0001")
    with pytest.raises(DatabaseTooOld, match="run `lutetia db upgrade`"):
        open_store(url)
    upgrade(url)
    with closing(open_store(url)) as store:
        assert [each.name for each in store.tournaments()] == ["old cup"]
        assert store.submissions() == []


def test_upgrading_a_current_database_changes_nothing(url: str, tmp_path: Path) -> None:
    upgrade(url)
    before = (tmp_path / "ladder.db").read_bytes()
    upgrade(url)
    assert (tmp_path / "ladder.db").read_bytes() == before


def test_several_first_users_at_once_make_one_database(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for engine in pool.map(lambda _: open_engine(url), range(4)):
            engine.dispose()


def test_a_folder_that_does_not_exist_is_named() -> None:
    with pytest.raises(DatabaseUnreachable, match=r"no/such/place.*Check --db"):
        open_engine("sqlite:///no/such/place/ladder.db")


def test_a_file_that_is_no_database_is_refused(url: str, tmp_path: Path) -> None:
    (tmp_path / "ladder.db").write_text("once upon a time " * 100)
    with pytest.raises(DatabaseUnreachable, match="not a database"):
        open_engine(url)


def test_a_text_that_is_no_url_is_refused_with_two_examples() -> None:
    with pytest.raises(DatabaseUnreachable, match="write sqlite:///FILE or postgresql"):
        open_engine("ladder.db")


@pytest.mark.skipif(importlib.util.find_spec("psycopg") is not None, reason="psycopg is here")
def test_postgresql_without_its_driver_names_the_extra() -> None:
    with pytest.raises(DatabaseUnreachable, match=r"pip install 'lutetia\[postgres\]'"):
        open_engine("postgresql+psycopg://localhost/lutetia")


@pytest.mark.skipif(importlib.util.find_spec("psycopg") is None, reason="no psycopg here")
def test_a_postgresql_server_that_is_not_there_is_named() -> None:
    with pytest.raises(DatabaseUnreachable, match=r"127.0.0.1.*Check --db"):
        open_engine("postgresql+psycopg://127.0.0.1:1/lutetia")


def test_a_password_is_not_shown() -> None:
    with pytest.raises(DatabaseUnreachable) as refusal:
        open_engine("sqlite://user:secret@host/no/such/ladder.db")
    assert "secret" not in str(refusal.value)
