"""Players: every device that holds a seat has one from here on, and seats know whose they are."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

AT_ONCE = 500
COLORS = ("red", "blue", "green", "yellow", "purple", "orange", "turquoise", "black", "white")

HOLDERS = sa.table("holders", sa.column("table_id"), sa.column("seat"), sa.column("device"))
SEATS = sa.table(
    "seats",
    *(sa.column(name) for name in ("table_id", "seat", "kind", "name", "since", "player")),
)
PLAYERS = sa.table(
    "players", *(sa.column(name) for name in ("id", "name", "color", "lang", "created"))
)
DEVICES = sa.table(
    "devices",
    *(
        sa.column(name)
        for name in ("id", "player", "mark", "name", "kind", "browser", "created", "seen")
    ),
)
TABLES = sa.table("tables", sa.column("id"), sa.column("lang"), sa.column("created"))


def upgrade() -> None:
    """Make the tables; then a player for each device, by the name it last sat down with."""
    make_tables()
    connection = op.get_bind()
    devices = connection.execute(sa.select(HOLDERS.c.device).distinct()).scalars().all()
    for start in range(0, len(devices), AT_ONCE):
        make_players(connection, devices[start : start + AT_ONCE])
    seat_players(connection)


def make_tables() -> None:
    """Add what schema.py says of players."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("color", sa.String(16), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("recovery", sa.String(64)),
        sa.Column("printed", sa.Float),
        sa.Column("origin", sa.String(32)),
    )
    op.create_index("players_recovery", "players", ["recovery"], unique=True)
    op.create_index("players_origin", "players", ["origin"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("browser", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("devices_player", "devices", ["player"])
    op.create_table(
        "links",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("words", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("links_token", "links", ["token"], unique=True)
    op.create_index("links_code", "links", ["code"], unique=True)
    op.create_table(
        "lessons",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("lesson", sa.String(64), primary_key=True),
        sa.Column("done", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("seats", sa.Column("player", sa.String(32)))
    op.create_index("seats_player", "seats", ["player"])


def make_players(connection: sa.Connection, devices: Sequence[str]) -> None:
    """A player for each of some devices: name, language and first day by the seats it holds."""
    found = connection.execute(
        sa.select(HOLDERS.c.device, SEATS.c.kind, SEATS.c.name, TABLES.c.lang, TABLES.c.created)
        .join(SEATS, (SEATS.c.table_id == HOLDERS.c.table_id) & (SEATS.c.seat == HOLDERS.c.seat))
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .where(HOLDERS.c.device.in_(devices))
        .order_by(TABLES.c.created)
    ).all()
    now = time.time()
    names = {row.device: row.name for row in found if row.kind == "person" and row.name}
    langs = {row.device: row.lang for row in found if row.lang}
    first: dict[str, float] = {}
    for row in found:
        first.setdefault(row.device, row.created)
    last = {row.device: row.created for row in found}
    players = {device: secrets.token_urlsafe(16) for device in devices}
    connection.execute(
        sa.insert(PLAYERS),
        [
            {
                "id": players[device],
                "name": names.get(device, ""),
                "color": secrets.choice(COLORS),
                "lang": langs.get(device, "en"),
                "created": first.get(device, now),
            }
            for device in devices
        ],
    )
    connection.execute(
        sa.insert(DEVICES),
        [
            {
                "id": device,
                "player": players[device],
                "mark": secrets.token_urlsafe(8),
                "name": "",
                "kind": "computer",
                "browser": "",
                "created": first.get(device, now),
                "seen": last.get(device, now),
            }
            for device in devices
        ],
    )


def seat_players(connection: sa.Connection) -> None:
    """Say whose each seat is; those that several devices hold stay with the devices alone.

    Who they belong to is not known: a personal link may have gone to somebody else.
    """
    connection.execute(
        sa.text(
            "UPDATE seats SET player = ("
            " SELECT CASE WHEN count(*) = 1 THEN min(d.player) END"
            " FROM holders h JOIN devices d ON d.id = h.device"
            " WHERE h.table_id = seats.table_id AND h.seat = seats.seat)"
        )
    )
