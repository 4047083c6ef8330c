"""What is stored of a table, read from and written to the database.

Nothing here knows a rule: what the facts amount to is folded in table.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, text, update

from colonnade.server.schema import HOLDERS, MOVES, PROPOSALS, SEATS, TABLES
from colonnade.server.wire import Result

PROCESS = secrets.token_hex(8)  # tells the servers that share a database apart
CHANNEL = "colonnade"
MOST_NOTED = 200  # tables in one note: PostgreSQL carries less than 8,000 bytes


# Statements of every move, made once: building one costs as much as running it.
ADD_FACTS = insert(MOVES)
MARK = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in ("deadline", "awaits", "finished", "result")})
)
NOTIFY = text("SELECT pg_notify(:channel, :note)")


class Clock(msgspec.Struct, frozen=True):
    """Seconds for each turn and for the whole game, and what happens at zero."""

    turn: float
    bank: float
    at_zero: str


class Seat(msgspec.Struct):
    """One seat: who plays it, and the devices that may."""

    kind: str
    name: str = ""
    level: str | None = None
    since: float = 0.0
    invitation: str | None = None
    link: str | None = None
    resigned: bool = False
    devices: set[str] = set()

    @property
    def taken(self) -> bool:
        """Whether people play it."""
        return self.kind in ("person", "device")


class Head(msgspec.Struct):
    """All of a table but its seats and its log."""

    id: str
    game: str
    edition: str
    options: dict[str, str]
    public: bool
    start: str
    created: float
    clock: Clock | None = None
    revision: int = 0
    finished: float | None = None
    result: Result | None = None
    rematch: str | None = None
    deadline: float | None = None
    awaits: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A fact of the log: a move, an undo or a resignation."""

    kind: str
    seat: int
    words: str
    back: int
    time: float
    spent: float


class Proposal(msgspec.Struct):
    """A wish to undo, good for one ply."""

    ply: int
    seat: int
    back: int
    agreed: list[int]


class Stored(msgspec.Struct):
    """All that is stored of a table; its log perhaps from a ply on."""

    head: Head
    seats: list[Seat]
    log: list[Entry]
    proposal: Proposal | None


def packed(value: object) -> str | None:
    """A value as JSON, or nothing."""
    return None if value is None else msgspec.json.encode(value).decode()


def read_table(connection: Connection, table_id: str, since: int = 0) -> Stored | None:
    """Read a table, its log from a ply on."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if row is None:
        return None
    entries = connection.execute(
        select(*(MOVES.c[name] for name in Entry.__struct_fields__))
        .where(MOVES.c.table_id == table_id, MOVES.c.ply >= since)
        .order_by(MOVES.c.ply)
    )
    log = [Entry(*entry) for entry in entries]
    wish = (
        connection.execute(
            select(PROPOSALS).where(
                PROPOSALS.c.table_id == table_id,
                PROPOSALS.c.ply == since + len(log),
                PROPOSALS.c.refused.is_(False),
            )
        )
        .mappings()
        .first()
    )
    proposal = None
    if wish is not None:
        agreed = [int(digit) for digit in wish["agreed"]]
        proposal = Proposal(wish["ply"], wish["seat"], wish["back"], agreed)
    return Stored(read_head(row), read_seats(connection, [table_id])[table_id], log, proposal)


def read_head(row: RowMapping) -> Head:
    """A row of `tables` as a struct."""
    clock, result = row["clock"], row["result"]
    return Head(
        id=row["id"],
        game=row["game"],
        edition=row["edition"],
        options=msgspec.json.decode(row["options"], type=dict[str, str]),
        public=row["public"],
        start=row["start"],
        created=row["created"],
        clock=msgspec.json.decode(clock, type=Clock) if clock else None,
        revision=row["revision"],
        finished=row["finished"],
        result=msgspec.json.decode(result, type=Result) if result else None,
        rematch=row["rematch"],
        deadline=row["deadline"],
        awaits=row["awaits"],
    )


def read_seats(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[Seat]]:
    """The seats of tables, each with the devices that hold it."""
    found: dict[str, list[Seat]] = {table_id: [] for table_id in table_ids}
    rows = connection.execute(
        select(SEATS)
        .where(SEATS.c.table_id.in_(table_ids))
        .order_by(SEATS.c.table_id, SEATS.c.seat)
    ).mappings()
    for row in rows:
        fields = {name: row[name] for name in Seat.__struct_fields__ if name != "devices"}
        found[row["table_id"]].append(Seat(**fields))
    for holder in connection.execute(select(HOLDERS).where(HOLDERS.c.table_id.in_(table_ids))):
        found[holder.table_id][holder.seat].devices.add(holder.device)
    return found


def write_table(connection: Connection, stored: Stored, marks: Mapping[str, Any]) -> None:
    """Write a new table with its seats and the draws of its set-up."""
    head = stored.head
    values = {name: getattr(head, name) for name in Head.__struct_fields__}
    values |= {name: packed(values[name]) for name in ("options", "clock", "result")}
    connection.execute(insert(TABLES).values(**values | dict(marks)))
    for number, seat in enumerate(stored.seats):
        fields = {name: getattr(seat, name) for name in Seat.__struct_fields__ if name != "devices"}
        connection.execute(insert(SEATS).values(table_id=head.id, seat=number, **fields))
        for device in seat.devices:
            connection.execute(insert(HOLDERS).values(table_id=head.id, seat=number, device=device))
    write_entries(connection, head.id, 0, stored.log)


def write_entries(connection: Connection, table_id: str, ply: int, log: Sequence[Entry]) -> None:
    """Append facts; the key refuses a ply that is there already."""
    if log:
        rows = [
            {"table_id": table_id, "ply": ply + i, **msgspec.structs.asdict(entry)}
            for i, entry in enumerate(log)
        ]
        connection.execute(ADD_FACTS, rows)


def append(
    connection: Connection, table_id: str, ply: int, log: Sequence[Entry], marks: Mapping[str, Any]
) -> None:
    """Append facts to a table's log, and what they change for clock, bots and result."""
    write_entries(connection, table_id, ply, log)
    if marks:
        connection.execute(MARK, {"finished": None, "result": None, **marks, "table": table_id})
    notify(connection, table_id)


def change_seat(
    connection: Connection,
    table_id: str,
    number: int,
    seat: Seat,
    was: Seat,
    marks: Mapping[str, Any],
) -> int:
    """Write a seat that is still as it `was`; returns the new revision, or 0 if it changed."""
    fields = {name: getattr(seat, name) for name in Seat.__struct_fields__ if name != "devices"}
    same = (
        (SEATS.c.table_id == table_id)
        & (SEATS.c.seat == number)
        & (SEATS.c.kind == was.kind)
        & (SEATS.c.since == was.since)
        & SEATS.c.invitation.is_not_distinct_from(was.invitation)
        & SEATS.c.link.is_not_distinct_from(was.link)
    )
    if connection.execute(update(SEATS).where(same).values(**fields)).rowcount != 1:
        return 0
    if seat.devices != was.devices:
        here = (HOLDERS.c.table_id == table_id) & (HOLDERS.c.seat == number)
        connection.execute(delete(HOLDERS).where(here))
        for device in sorted(seat.devices):
            connection.execute(
                insert(HOLDERS).values(table_id=table_id, seat=number, device=device)
            )
    return bump(connection, table_id, marks)


def bump(connection: Connection, table_id: str, marks: Mapping[str, Any]) -> int:
    """Count a change that is no move; returns the new revision."""
    changed = update(TABLES).where(TABLES.c.id == table_id)
    connection.execute(changed.values(revision=TABLES.c.revision + 1, **marks))
    notify(connection, table_id)
    found = connection.execute(
        select(TABLES.c.revision).where(TABLES.c.id == table_id)
    ).scalar_one()
    return int(found)


def write_proposal(connection: Connection, table_id: str, wish: Proposal, refused: bool) -> int:
    """Keep a wish to undo with its answers so far; returns the new revision."""
    key = (PROPOSALS.c.table_id == table_id) & (PROPOSALS.c.ply == wish.ply)
    values = {
        "seat": wish.seat,
        "back": wish.back,
        "agreed": "".join(map(str, wish.agreed)),
        "refused": refused,
    }
    if connection.execute(update(PROPOSALS).where(key).values(**values)).rowcount == 0:
        connection.execute(insert(PROPOSALS).values(table_id=table_id, ply=wish.ply, **values))
    return bump(connection, table_id, {})


def notify(connection: Connection, table_id: str) -> None:
    """Remember which table the other processes must hear of."""
    connection.info.setdefault("changed", set()).add(table_id)


def send_notes(connection: Connection) -> None:
    """On PostgreSQL, tell the other processes what changed; they hear it if this commits."""
    changed = sorted(connection.info.pop("changed", ()))
    if connection.dialect.name == "postgresql":
        for i in range(0, len(changed), MOST_NOTED):
            note = " ".join([PROCESS, *changed[i : i + MOST_NOTED]])
            connection.execute(NOTIFY, {"channel": CHANNEL, "note": note})


def claim(connection: Connection, table_id: str, now: float, until: float) -> bool:
    """Take or keep the right to think for a table; False while another process has it."""
    free = (TABLES.c.claimed_by == PROCESS) | (func.coalesce(TABLES.c.claimed_until, 0.0) < now)
    taken = connection.execute(
        update(TABLES)
        .where(TABLES.c.id == table_id, free)
        .values(claimed_by=PROCESS, claimed_until=until)
    )
    return taken.rowcount == 1


def overdue(connection: Connection, now: float) -> tuple[list[str], list[str]]:
    """Tables whose clock has run out, and tables where nobody thinks though a computer should."""
    late = connection.execute(select(TABLES.c.id).where(TABLES.c.deadline < now).limit(200))
    waiting = connection.execute(
        select(TABLES.c.id)
        .where(TABLES.c.awaits.is_(True), func.coalesce(TABLES.c.claimed_until, 0.0) < now)
        .limit(200)
    )
    return list(late.scalars()), list(waiting.scalars())


def list_tables(
    connection: Connection, device: str | None, limit: int
) -> list[tuple[Head, list[Seat]]]:
    """A device's tables, or the public ones, the newest first."""
    query = select(TABLES).order_by(TABLES.c.created.desc()).limit(limit)
    if device is None:
        query = query.where(TABLES.c.public.is_(True))
    else:
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.device == device)
        query = query.where(TABLES.c.id.in_(mine))
    heads = [read_head(row) for row in connection.execute(query).mappings()]
    seats = read_seats(connection, [head.id for head in heads])
    return [(head, seats[head.id]) for head in heads]
