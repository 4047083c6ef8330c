"""Tables and uploads remember a mark of where they came from; SQLite's rows lie by their keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# A row without a number of its own takes a third less of the disk.
BY_KEY = {
    "seats": "table_id, seat, kind, level, name, since, invitation, link, resigned",
    "holders": "table_id, seat, device",
    "moves": "table_id, ply, kind, seat, words, back, time, spent",
    "proposals": "table_id, ply, seat, back, agreed, refused",
}


def upgrade() -> None:
    """Add the marks; then, on SQLite, write four tables anew by their keys."""
    for name in ("tables", "uploads"):
        op.add_column(name, sa.Column("origin", sa.String(32)))
        op.create_index(f"{name}_origin", name, ["origin"])
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    for name, columns in BY_KEY.items():
        old = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
        made = str(connection.execute(old, {"name": name}).scalar_one())
        indexes = connection.execute(
            sa.text("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name"
                    " AND sql IS NOT NULL"), {"name": name},
        ).scalars().all()  # fmt: skip
        op.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
        connection.exec_driver_sql(f"{made.rstrip()} WITHOUT ROWID")
        op.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM old_{name}")
        op.execute(f"DROP TABLE old_{name}")
        for index in indexes:
            connection.exec_driver_sql(index)
