"""Runs the steps on the connection that store.py opened, inside its transaction."""

from __future__ import annotations

from alembic import context

from colonnade.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
