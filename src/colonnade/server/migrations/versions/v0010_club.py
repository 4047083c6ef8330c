"""A house may have a club: members, an announcement, leagues."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add it; no older house has one."""
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("founded", sa.Float, nullable=False),
        sa.Column("announcement", sa.Text, nullable=False),
        sa.Column("announced", sa.Float),
        sa.Column("announced_by", sa.String(32)),
    )
    op.create_table(
        "members",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("invited_by", sa.String(32)),
    )
    op.create_table(
        "club_links",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("ended", sa.Float),
    )
    op.create_table(
        "entrants",
        sa.Column("league", sa.String(32), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(32)),
    )
    op.create_index("entrants_player", "entrants", ["player"])
    op.create_table(
        "league_games",
        sa.Column("league", sa.String(32), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("one", sa.Integer, primary_key=True),
        sa.Column("two", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32)),
        sa.Column("points", sa.Integer),
    )
    op.create_index("league_games_table", "league_games", ["table_id"])
