"""The first schema: tables, seats, holders, the log, proposals and uploads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    make_tables()
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("back", sa.Integer, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("spent", sa.Float, nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("back", sa.Integer, nullable=False),
        sa.Column("agreed", sa.String(16), nullable=False),
        sa.Column("refused", sa.Boolean, nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )


def make_tables() -> None:
    """Make the tables where people sit, with their seats and who holds them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("start", sa.String(16), nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("result", sa.Text),
        sa.Column("rematch", sa.String(32)),
        sa.Column("deadline", sa.Float),
        sa.Column("awaits", sa.Boolean, nullable=False),
        sa.Column("claimed_by", sa.String(32)),
        sa.Column("claimed_until", sa.Float),
    )
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.create_index("tables_awaits", "tables", ["awaits"])
    op.create_index("tables_public", "tables", ["public", "created"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("link", sa.String(64)),
        sa.Column("resigned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
    )
    op.create_index("holders_device", "holders", ["device"])
