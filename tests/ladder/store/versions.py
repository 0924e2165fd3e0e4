"""Databases as older versions of lutetia made them."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import ladder


def make_database(url: str, version: str) -> None:
    """Make the tables of a version, and a tournament in them."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option(
            "script_location", str(Path(ladder.__file__).parent / "store" / "migrations")
        )
        config.set_main_option("path_separator", "os")
        command.upgrade(config, version)
        connection.exec_driver_sql(
            "INSERT INTO tournaments (name, spec, seed, created) "
            "VALUES ('old cup', '{}', '1', '2025-01-01 12:00:00')"
        )
    engine.dispose()
