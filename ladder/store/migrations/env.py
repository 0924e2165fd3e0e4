"""Run by alembic for each migration, on the connection it is handed."""

from alembic import context

from ladder.store.rows import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
