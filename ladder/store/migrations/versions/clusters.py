"""Clusters: who takes part, the files of bots for them, and who has played a match."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("tournament", sa.String),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "archives",
        sa.Column("content", sa.String, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.add_column("matches", sa.Column("host", sa.String))
