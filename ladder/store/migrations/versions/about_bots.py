"""What bot.toml says for people, and what authors prove with that a submitted bot is theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    op.add_column("submissions", sa.Column("about", sa.JSON))
    op.add_column("submissions", sa.Column("author_digest", sa.String))
