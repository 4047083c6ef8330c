"""Tables read from and written to the database: all SQL about them.

Nothing here knows a rule: what the entries of a log amount to is decided in table.py. What is
stored stands in stored.py, the schema in schema.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    RowMapping,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from colonnade.server.errors import StalePly
from colonnade.server.schema import HOLDERS, MOVES, PROPOSALS, SEATS, TABLES
from colonnade.server.sitting import lock_players, sit
from colonnade.server.stored import Change, Clock, Entry, Head, Proposal, Seat, Status, Stored
from colonnade.server.wire import Result

PROCESS = secrets.token_hex(8)  # tells the servers that share a database apart
CHANNEL = "colonnade"
LOBBY = "lobby"  # noted in place of a table: what stands in the lobby has changed
AT_ONCE = 500  # names in one statement
MOST_NOTED = 200  # tables in one note: PostgreSQL carries less than 8,000 bytes


# Statements of every move, made once: building one costs as much as running it. The first goes to
# the driver as it stands.
ENTRY_COLUMNS = ("table_id", "ply", *Entry.__struct_fields__)
STATUS_COLUMNS = Status.__struct_fields__
ADD_ENTRIES = {
    style: f"INSERT INTO {MOVES.name} ({', '.join(ENTRY_COLUMNS)})"
    f" VALUES ({', '.join([mark] * len(ENTRY_COLUMNS))})"
    for style, mark in (("qmark", "?"), ("pyformat", "%s"))
}
SET_STATUS = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in STATUS_COLUMNS})
)
NOTIFY = text("SELECT pg_notify(:channel, :note)")


def packed(value: object) -> str | None:
    """A value as JSON, or nothing."""
    return None if value is None else msgspec.json.encode(value).decode()


def read_table(connection: Connection, table_id: str, since: int = 0) -> Stored | None:
    """Read a table, its log from a ply on."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
    if row is None:
        return None
    entries = connection.execute(
        select(MOVES.c.ply, *(MOVES.c[name] for name in Entry.__struct_fields__))
        .where(MOVES.c.table_id == table_id, MOVES.c.ply >= since)
        .order_by(MOVES.c.ply)
    )
    log: list[Entry] = []
    whole = True
    for ply, *entry in entries:
        if ply != since + len(log):  # what comes after a hole has no meaning
            whole = False
            break
        log.append(Entry(*entry))
    proposal, barred = read_proposal(connection, table_id, since + len(log))
    seats = read_seats(connection, [table_id])[table_id]
    return Stored(read_head(row), seats, log, proposal, barred, whole)


def read_proposal(
    connection: Connection, table_id: str, ply: int
) -> tuple[Proposal | None, list[int]]:
    """The wish that is open at a ply, and the seats that were refused one since the last move.

    Undos make the log longer, too, so that refusals may stand some plies before this one.
    """
    moved = (
        select(MOVES.c.ply)
        .where(MOVES.c.table_id == table_id, MOVES.c.kind == "move")
        .order_by(MOVES.c.ply.desc())
        .limit(1)
        .scalar_subquery()
    )
    wishes = connection.execute(
        select(PROPOSALS)
        .where(PROPOSALS.c.table_id == table_id, PROPOSALS.c.ply > func.coalesce(moved, -1))
        .order_by(PROPOSALS.c.ply)
    ).all()
    barred = sorted({int(digit) for wish in wishes for digit in wish.barred})
    if not wishes or wishes[-1].ply != ply or wishes[-1].refused:
        return None, barred
    wish = wishes[-1]
    agreed = [int(digit) for digit in wish.agreed]
    about = wish.kind, wish.other, wish.spent
    return Proposal(ply, wish.seat, wish.back, agreed, barred, *about), barred


def read_mark(connection: Connection, table_id: str) -> tuple[int, int] | None:
    """How far a table is: the length of its log, and its revision."""
    length = select(func.coalesce(func.max(MOVES.c.ply) + 1, 0)).where(MOVES.c.table_id == table_id)
    found = connection.execute(
        select(length.scalar_subquery(), TABLES.c.revision).where(TABLES.c.id == table_id)
    ).first()
    return None if found is None else (int(found[0]), int(found[1]))


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
        lang=row["lang"],
        origin=row["origin"],
        undo=row["undo"],
        opened=row["opened"],
        spectators=row["spectators"],
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


def write_table(connection: Connection, stored: Stored) -> None:
    """Write a new table with its seats and what was dealt."""
    head = stored.head
    values = {name: getattr(head, name) for name in Head.__struct_fields__}
    values |= {name: packed(values[name]) for name in ("options", "clock", "result")}
    connection.execute(insert(TABLES).values(**values))
    for number, seat in enumerate(stored.seats):
        connection.execute(insert(SEATS).values(table_id=head.id, seat=number, **fields_of(seat)))
        write_holders(connection, head.id, number, seat.devices)
    write_entries(connection, head.id, 0, stored.log)
    if head.opened is not None:
        notify(connection, LOBBY)


def fields_of(seat: Seat) -> dict[str, Any]:
    """What the row of a seat holds."""
    return {name: getattr(seat, name) for name in Seat.__struct_fields__ if name != "devices"}


def write_holders(
    connection: Connection, table_id: str, number: int, devices: Collection[str]
) -> None:
    """Write devices that may play a seat."""
    for device in sorted(devices):
        connection.execute(insert(HOLDERS).values(table_id=table_id, seat=number, device=device))


def write_entries(connection: Connection, table_id: str, ply: int, log: Sequence[Entry]) -> None:
    """Append to a log; the key refuses a ply that is there already."""
    if log:
        rows = [(table_id, ply + i, *msgspec.structs.astuple(entry)) for i, entry in enumerate(log)]
        connection.exec_driver_sql(ADD_ENTRIES[connection.dialect.paramstyle], rows)


def write_change(
    connection: Connection,
    head: Head,
    ply: int,
    change: Change,
    was: Sequence[Seat],
    status: Status | None,
) -> int:
    """Write a change of a table that is still as it was known; returns its revision from now on.

    `status` is written if it is given. What does not fit is refused with all of the change.
    """
    if change.entries and connection.dialect.name != "sqlite":
        check_revision(connection, head)
    write_entries(connection, head.id, ply, change.entries)
    if change.sitter is not None:
        sit(connection, list(change.seats.values()), change.sitter)
        if change.new:
            check_new(connection, head.id, change.sitter.device)
    for number, seat in change.seats.items():
        if not write_seat(connection, head.id, number, seat, was[number]):
            raise StalePly(ply=ply, now=ply)
    if change.proposal is not None:
        write_proposal(connection, head.id, change.proposal, change.refused)
    if status is not None:
        values = msgspec.structs.asdict(status) | {"result": packed(status.result)}
        connection.execute(SET_STATUS, {**values, "table": head.id})
    notify(connection, head.id)
    if head.opened is not None and (change.seats or (status and status.finished)):
        notify(connection, LOBBY)
    if change.seats or change.proposal is not None:
        return bump(connection, head.id)
    return head.revision


def check_new(connection: Connection, table_id: str, device: str) -> None:
    """Refuse a device that sits at a table already, though it asked at two processes at once.

    The table's row is held until the end, so that of two who ask the second sees the first.
    """
    connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update())
    here = (HOLDERS.c.table_id == table_id) & (HOLDERS.c.device == device)
    if connection.execute(select(HOLDERS.c.seat).where(here).limit(1)).first() is not None:
        raise StalePly(ply=0, now=0)


def check_revision(connection: Connection, head: Head) -> None:
    """Refuse what was decided by seats that another process has changed."""
    found = connection.execute(select(TABLES.c.revision).where(TABLES.c.id == head.id)).scalar()
    if found != head.revision:
        raise StalePly(ply=0, now=0)


def write_seat(connection: Connection, table_id: str, number: int, seat: Seat, was: Seat) -> bool:
    """Write a seat if it is still as it `was`."""
    same = (
        (SEATS.c.table_id == table_id)
        & (SEATS.c.seat == number)
        & (SEATS.c.kind == was.kind)
        & (SEATS.c.since == was.since)
        & SEATS.c.invitation.is_not_distinct_from(was.invitation)
        & SEATS.c.link.is_not_distinct_from(was.link)
        & SEATS.c.player.is_not_distinct_from(was.player)
    )
    if connection.execute(update(SEATS).where(same).values(**fields_of(seat))).rowcount != 1:
        return False
    if seat.devices != was.devices:
        here = (HOLDERS.c.table_id == table_id) & (HOLDERS.c.seat == number)
        if seat.since != was.since:  # given to somebody else: whoever holds it, holds it no more
            connection.execute(delete(HOLDERS).where(here))
            write_holders(connection, table_id, number, seat.devices)
        else:  # others may have come or gone that this process has not heard of
            gone = HOLDERS.c.device.in_(was.devices - seat.devices)
            connection.execute(delete(HOLDERS).where(here, gone))
            write_holders(connection, table_id, number, seat.devices - was.devices)
    return True


def bump(connection: Connection, table_id: str) -> int:
    """Count a change that the log does not show; returns the new revision."""
    changed = update(TABLES).where(TABLES.c.id == table_id)
    connection.execute(changed.values(revision=TABLES.c.revision + 1))
    notify(connection, table_id)
    found = connection.execute(
        select(TABLES.c.revision).where(TABLES.c.id == table_id)
    ).scalar_one()
    return int(found)


def bump_all(connection: Connection, table_ids: Collection[str]) -> None:
    """Count a change of many tables at once."""
    for some in chunks(sorted(table_ids)):
        changed = update(TABLES).where(TABLES.c.id.in_(some))
        connection.execute(changed.values(revision=TABLES.c.revision + 1))
    for table_id in table_ids:
        notify(connection, table_id)


def chunks(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Names in parts that one statement takes."""
    return (names[i : i + AT_ONCE] for i in range(0, len(names), AT_ONCE))


def write_proposal(connection: Connection, table_id: str, wish: Proposal, refused: bool) -> None:
    """Keep a wish with its answers so far."""
    key = (PROPOSALS.c.table_id == table_id) & (PROPOSALS.c.ply == wish.ply)
    values = {
        "seat": wish.seat,
        "kind": wish.kind,
        "back": wish.back,
        "other": wish.other,
        "spent": wish.spent,
        "agreed": "".join(map(str, wish.agreed)),
        "refused": refused,
        "barred": "".join(map(str, wish.barred)),
    }
    if connection.execute(update(PROPOSALS).where(key).values(**values)).rowcount == 0:
        connection.execute(insert(PROPOSALS).values(table_id=table_id, ply=wish.ply, **values))


def write_rematch(connection: Connection, stored: Stored, old: str) -> str:
    """Write a table that goes on from another, unless there is one; returns the id of the one."""
    free = (TABLES.c.id == old) & TABLES.c.rematch.is_(None)
    changed = update(TABLES).where(free).values(rematch=stored.head.id)
    if connection.execute(changed).rowcount == 0:
        found = connection.execute(select(TABLES.c.rematch).where(TABLES.c.id == old))
        return str(found.scalar_one())
    # Who holds the seats is read again: this process may not have heard that a device was removed.
    lock_players(connection, [seat.player for seat in stored.seats if seat.player])
    was = read_seats(connection, [old])[old]
    for seat, same in zip(stored.seats, was[1:] + was[:1], strict=True):
        seat.player, seat.devices, seat.bot = same.player, same.devices, same.bot
    write_table(connection, stored)
    bump(connection, old)
    return stored.head.id


def notify(connection: Connection, table_id: str) -> None:
    """Remember which table the other processes must hear of."""
    connection.info.setdefault("changed", set()).add(table_id)


def say(connection: Connection, note: str) -> None:
    """Say something else to the other processes, in a note of its own."""
    connection.info.setdefault("said", []).append(note)


def send_notes(connection: Connection) -> None:
    """On PostgreSQL, tell the other processes what changed; they hear it if this commits."""
    found = notes(connection.info.pop("changed", ())) + connection.info.pop("said", [])
    if connection.dialect.name == "postgresql":
        for note in found:
            connection.execute(NOTIFY, {"channel": CHANNEL, "note": note})


def notes(changed: Iterable[str]) -> list[str]:
    """What the other processes are told of tables that changed: from whom, and which."""
    found = sorted(changed)
    parts = [found[i : i + MOST_NOTED] for i in range(0, len(found), MOST_NOTED)]
    return [" ".join([PROCESS, *part]) for part in parts]


def list_tables(
    connection: Connection, device: str | None, limit: int
) -> list[tuple[Head, list[Seat]]]:
    """A device's tables, those that go on first; or the public ones; each the newest first."""
    query = select(TABLES).limit(limit)
    if device is None:
        public = TABLES.c.public.is_(True) & TABLES.c.spectators.is_(True)
        query = query.where(public).order_by(TABLES.c.created.desc())
    else:
        mine = select(HOLDERS.c.table_id).where(HOLDERS.c.device == device)
        # However many games have ended, none of them hides one that goes on.
        ended = TABLES.c.finished.is_not(None)
        query = query.where(TABLES.c.id.in_(mine)).order_by(ended, TABLES.c.created.desc())
    heads = [read_head(row) for row in connection.execute(query).mappings()]
    seats = read_seats(connection, [head.id for head in heads])
    return [(head, seats[head.id]) for head in heads]
