"""Bots, tournaments, matches with their records and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("content", sa.String),
        sa.UniqueConstraint("name", "version"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("spec", sa.JSON, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    _create_matches()


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.Column("rotation", sa.Integer, nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("tournament_id", "game", "round", "table", "rotation"),
    )
    op.create_table(
        "records",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bot_id", sa.Integer, sa.ForeignKey("bots.id"), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("ending", sa.String, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("charged_seconds", sa.Float, nullable=False),
        sa.Column("slowest_seconds", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
