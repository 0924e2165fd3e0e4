"""How fast workers are and which are kept out; archives of submissions; matches by host."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    op.add_column("members", sa.Column("calibration_s", sa.Float))
    op.create_table(
        "hosts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("standing", sa.String, nullable=False),
    )
    op.add_column("submissions", sa.Column("archive", sa.String))
    op.create_index("ix_matches_host", "matches", ["host", "finished"])
