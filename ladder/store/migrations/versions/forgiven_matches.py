"""Bots that play in the ladder again although they have forfeited match after match."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    op.add_column("bots", sa.Column("forgiven_match", sa.Integer))
