"""How many failed decisions of a seat were forgiven."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"


def upgrade() -> None:
    op.add_column(
        "seats", sa.Column("strike_count", sa.Integer, nullable=False, server_default="0")
    )
