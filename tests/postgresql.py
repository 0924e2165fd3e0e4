"""A PostgreSQL server to test on: LUTETIA_TEST_POSTGRES, postgresql+psycopg://USER@HOST/DATABASE.

Its user may create databases; each test has one of its own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
import sqlalchemy as sa

SERVER = os.environ.get("LUTETIA_TEST_POSTGRES", "")
needs_server = pytest.mark.skipif(not SERVER, reason="no server; set LUTETIA_TEST_POSTGRES=URL")
_numbers = count()


@contextmanager
def new_database() -> Iterator[str]:
    """Make a database for as long as a block lasts, and return its URL."""
    name = f"lutetia_test_{os.getpid()}_{next(_numbers)}"
    admin = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
            try:
                yield sa.make_url(SERVER).set(database=name).render_as_string(hide_password=False)
            finally:
                connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        admin.dispose()
