"""The steps that bring the tables of an older database up to date, run by alembic.

`env` is what alembic calls; the steps are in `versions/`, one file per version.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def run_migrations(connection: sa.Connection) -> None:
    """Run the steps that a database has not seen, within the caller's transaction."""
    command.upgrade(config(connection), "head")


def config(connection: sa.Connection | None = None) -> Config:
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made
