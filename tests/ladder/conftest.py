"""A store of its own for each test, on each database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ladder.store.store import Store, Tournament, open_store
from tests.postgresql import needs_server, new_database


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ladder.db'}"


@pytest.fixture
def postgresql_url() -> Iterator[str]:
    with new_database() as made:
        yield made


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_server)])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, on each of the two kinds in turn."""
    made: str = request.getfixturevalue(f"{request.param}_url")
    return made


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store.add_tournament("cup", {"format": "round-robin"}, seed=1)
