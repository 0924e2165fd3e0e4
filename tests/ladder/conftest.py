"""A store of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ladder.store.store import Store, Tournament, open_store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ladder.db'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store.add_tournament("cup", {"format": "round-robin"}, seed=1)
