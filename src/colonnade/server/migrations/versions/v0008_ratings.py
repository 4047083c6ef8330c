"""Games that count for ratings, how strong players are, what was found of luck and skill."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add them, empty: the server looks at all finished games by itself, the oldest first."""
    op.add_column("tables", sa.Column("rated", sa.String(16)))
    op.create_index("tables_rated", "tables", ["rated", "finished"])
    about = sa.Column("about", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seekers", about)
    op.add_column("seekers", sa.Column("mu", sa.Float))
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("mu_after", sa.Float, nullable=False),
        sa.Column("sigma_after", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("rated_player", "rated", ["player", "game", "seats", "finished"])
    op.create_index("rated_order", "rated", ["game", "seats", "finished", "table_id"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_list", "ratings", ["game", "seats", "bot", "mu"])
    op.create_table(
        "studies",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("luck", sa.Float, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
