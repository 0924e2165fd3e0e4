"""What a test does to a database behind the store's back."""

from typing import Any

import sqlalchemy as sa

from ladder.store.store import Store


def execute(store: Store, statement: str, **values: Any) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text(statement), values)


def rows(store: Store, table: str) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar_one())
