"""Devices can be told of turns: where their push service is, quiet hours, and what was told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables; nobody is told of anything before asking for it."""
    op.create_table(
        "subscriptions",
        sa.Column("device", sa.String(32), sa.ForeignKey("devices.id"), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("subscriptions_player", "subscriptions", ["player"])
    op.create_index("subscriptions_mark", "subscriptions", ["mark"], unique=True)
    op.create_table(
        "quiet_hours",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("notices_due", "notices", ["due"])
    op.create_index("notices_device", "notices", ["device"])
