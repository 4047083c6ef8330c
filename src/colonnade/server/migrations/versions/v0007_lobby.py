"""Tables can be open to anybody and closed to spectators; wishes for company, codes, phrases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add them; whoever knows an older table may still watch it, and nobody finds it in a list."""
    op.add_column("tables", sa.Column("opened", sa.Float))
    op.create_index("tables_opened", "tables", ["opened"])
    spectators = sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("tables", spectators)
    op.create_table(
        "seekers",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("wish", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("sitter", sa.Text, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(32)),
    )
    op.create_index("seekers_seen", "seekers", ["seen"])
    op.create_table(
        "codes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("words", sa.String(64), nullable=False, unique=True),
        sa.Column("whole", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "phrases",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("phrase", sa.String(32), nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
