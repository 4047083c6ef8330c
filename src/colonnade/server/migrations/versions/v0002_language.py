"""Tables remember the language of who made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the language; a server of before may still write tables without one."""
    op.add_column("tables", sa.Column("lang", sa.String(8)))
