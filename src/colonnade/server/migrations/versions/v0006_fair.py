"""Time of the house, wishes of all kinds, how tables take back, and who was last here."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what is new; old tables take back as they did, and all their people were just here."""
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("date", sa.Float, nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
    )
    undo = sa.Column("undo", sa.String(8), nullable=False, server_default="free")
    op.add_column("tables", undo)
    stand_in = sa.Column("stand_in", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", stand_in)
    op.add_column("seats", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    # The house's time begins as the wall clock's, in which deadlines were stored until now.
    op.get_bind().execute(sa.text("UPDATE seats SET seen = :now"), {"now": time.time()})
    kind = sa.Column("kind", sa.String(8), nullable=False, server_default="undo")
    op.add_column("proposals", kind)
    op.add_column("proposals", sa.Column("other", sa.Integer))
    op.add_column("proposals", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
