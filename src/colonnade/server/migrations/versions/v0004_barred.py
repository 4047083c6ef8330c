"""Wishes to undo remember who was refused and may not ask again before the next move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the seats; nobody is barred by what was refused before."""
    barred = sa.Column("barred", sa.String(16), nullable=False, server_default="")
    op.add_column("proposals", barred)
