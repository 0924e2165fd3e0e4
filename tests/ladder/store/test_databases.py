"""Databases are made, upgraded and refused by their version."""

import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from ladder.errors import DatabaseUnusable
from ladder.store.databases import VERSION, open_engine, upgrade
from ladder.store.migrations import config
from ladder.store.rows import metadata
from ladder.store.store import open_store
from tests.ladder.store.sql import execute
from tests.ladder.store.versions import make_database


def test_migrations_make_the_tables_that_the_code_expects(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_version_that_the_code_expects_is_that_of_the_newest_migration() -> None:
    scripts = ScriptDirectory.from_config(config())
    numbers = sorted(script.revision for script in scripts.walk_revisions())
    assert numbers == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    with closing(open_store(url)) as store:
        execute(store, "UPDATE alembic_version SET version_num = '9999'")
    for use in (open_engine, upgrade):
        with pytest.raises(DatabaseUnusable, match=r"version 9999, newer.*update lutetia"):
            use(url)


def test_an_older_database_is_refused_until_it_is_upgraded_and_keeps_its_rows(url: str) -> None:
    make_database(url, "0001")
    with pytest.raises(DatabaseUnusable, match="run `lutetia db upgrade`"):
        open_store(url)
    upgrade(url)
    with closing(open_store(url)) as store:
        assert [tournament.name for tournament in store.tournaments()] == ["old cup"]
        assert store.submissions() == []


def test_several_first_users_at_once_make_one_database(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for engine in pool.map(lambda _: open_engine(url), range(4)):
            engine.dispose()


def test_a_text_that_is_not_a_url_is_refused_with_two_examples() -> None:
    with pytest.raises(DatabaseUnusable, match=r"write sqlite:///ladder\.db or postgresql"):
        open_engine("ladder.db")


def test_postgresql_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as if it were not installed
    with pytest.raises(DatabaseUnusable, match=r"pip install 'lutetia\[postgres\]'"):
        open_engine("postgresql+psycopg://localhost/lutetia")


@pytest.mark.skipif(importlib.util.find_spec("psycopg") is None, reason="no psycopg here")
def test_a_postgresql_server_that_is_not_there_is_named() -> None:
    with pytest.raises(DatabaseUnusable, match=r"127.0.0.1.*Check --db"):
        open_engine("postgresql+psycopg://127.0.0.1:1/lutetia")


def test_a_password_is_not_shown() -> None:
    with pytest.raises(DatabaseUnusable) as refusal:
        open_engine("sqlite://user:secret@host/no/such/ladder.db")
    assert "secret" not in str(refusal.value)
