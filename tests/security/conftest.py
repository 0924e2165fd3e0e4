"""A database of its own for each test, of each kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgresql import needs_server, new_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_server)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database, on each of the two kinds in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'lutetia.db'}"
        return
    with new_database() as made:
        yield made
