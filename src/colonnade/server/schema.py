"""The tables of the database, one schema for SQLite and PostgreSQL.

How they came about step by step is in migrations/; what is written, in table_queries.py; when, in
store.py.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("edition", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("public", Boolean, nullable=False),
    Column("start", String(16), nullable=False),  # the rule by which the first seat was chosen
    Column("clock", Text),  # JSON
    Column("created", Float, nullable=False),
    Column("revision", Integer, nullable=False),  # counts changes of the seats
    Column("finished", Float),
    Column("result", Text),  # JSON
    Column("rematch", String(32)),  # the table where they play again
    Column("deadline", Float),  # when the clock of the seat on turn reaches zero
    Column("awaits", Boolean, nullable=False),  # whether a computer player is on turn
    Column("claimed_by", String(32)),  # the process that thinks for this table ...
    Column("claimed_until", Float),  # ... and when another may take over
    Column("lang", String(8)),  # of who made it: what a link to it says before it is opened
    Column("origin", String(32)),  # mark of the address it was made from: for its limits
    Index("tables_origin", "origin"),
    Index("tables_deadline", "deadline"),
    Index("tables_awaits", "awaits"),
    Index("tables_public", "public", "created"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # person, device, open or computer
    Column("level", String(32)),  # of a computer player
    Column("name", String(64), nullable=False),
    Column("since", Float, nullable=False),  # when it was last given to somebody
    Column("invitation", String(64)),  # hash of the token that takes the free seat
    Column("link", String(64)),  # hash of the token that brings another device
    Column("resigned", Boolean, nullable=False),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String(32), primary_key=True),
    Index("holders_device", "device"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# The log of a table: every row is a fact, and none is ever changed or deleted. A row is a move in
# words, or an undo, which says how many moves are left, or a resignation.
MOVES = Table(
    "moves",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # move, undo or resign
    Column("seat", Integer, nullable=False),  # -1 is CHANCE
    Column("words", Text, nullable=False),  # of a move
    Column("back", Integer, nullable=False),  # of an undo: how many moves are left
    Column("time", Float, nullable=False),
    Column("spent", Float, nullable=False),  # seconds of the clock of the seat on turn
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# A wish to undo belongs to one ply: once the log has grown, it is void.
PROPOSALS = Table(
    "proposals",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("back", Integer, nullable=False),
    Column("agreed", String(16), nullable=False),  # seats that agreed, as digits
    Column("refused", Boolean, nullable=False),
    # Seats that were refused since the last move, as digits: they may not ask before the next.
    Column("barred", String(16), nullable=False, server_default=""),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

UPLOADS = Table(
    "uploads",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("record", Text, nullable=False),  # JSON
    Column("origin", String(32)),
    Index("uploads_origin", "origin"),
)
