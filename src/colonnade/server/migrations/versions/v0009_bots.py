"""Players can be bots: programs that show a token, marked as such wherever they sit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the marks, whose bot it is, and the hash of its token; nobody was a bot before."""
    for table in ("players", "seats"):
        bot = sa.Column("bot", sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, bot)
    op.add_column("players", sa.Column("owner", sa.String(32)))
    op.create_index("players_owner", "players", ["owner"])
    op.add_column("devices", sa.Column("token", sa.String(64)))
    op.create_index("devices_token", "devices", ["token"], unique=True)
    bots = sa.Column("bots", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seekers", bots)
