"""How many matches of a tournament were ever stored, so that one that is deleted is missed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    op.add_column(
        "tournaments", sa.Column("stored", sa.Integer, nullable=False, server_default="0")
    )
    op.execute(
        "UPDATE tournaments SET stored = "
        "(SELECT count(*) FROM matches WHERE matches.tournament_id = tournaments.id)"
    )
