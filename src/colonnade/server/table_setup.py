"""Makes tables: checks what was asked for, seats people and computer players, deals the set-up.

What happens at a table afterwards is decided in table.py and seats.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection, select, update

from colonnade.ai.levels import LEVEL_NAMES, UnknownPlayer, check_players
from colonnade.contract.options import complete
from colonnade.contract.play import settle
from colonnade.contract.record import Record
from colonnade.contract.rng import SystemRng
from colonnade.contract.state import CHANCE
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.clock import read_wish
from colonnade.server.errors import BadRequest, BadTable, TableOpen
from colonnade.server.records import position
from colonnade.server.schema import TABLES
from colonnade.server.seats import hashed, new_id, plain_name
from colonnade.server.table import DEFAULT_LEVEL, LiveTable
from colonnade.server.table_queries import Entry, Head, Seat, Stored
from colonnade.server.tables import Tables
from colonnade.server.wire import PlayOnWish, SeatWish, TableWish


def check_level(level: str | None, any_player: bool) -> str:
    """The level asked for, or the usual one; only tests may ask for other players."""
    level = level or DEFAULT_LEVEL
    if any_player:
        check_players([level])
    elif level not in LEVEL_NAMES:
        raise UnknownPlayer(spec=level, known=list(LEVEL_NAMES))
    return level


def rotate(seats: list[SeatWish], wish: TableWish) -> list[SeatWish]:
    """Let the seat that shall begin come first: seat 1 begins in every game."""
    first = secrets.randbelow(len(seats)) if wish.start == "random" else wish.first
    if first >= len(seats):
        raise BadTable()
    return seats[first:] + seats[:first]


async def make_table(
    tables: Tables, wish: TableWish, device: str
) -> tuple[LiveTable, dict[int, str]]:
    """Make and store a table; returns it with the tokens of its free seats."""
    found = game(wish.game)
    options = complete(found.options, wish.options)
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count("me") > 1 or set(kinds) <= {"computer"}:
        raise BadTable()
    found.start(len(kinds), options)  # says what number of seats there can be
    now = time.time()
    tokens: dict[int, str] = {}
    seats = []
    for number, asked in enumerate(rotate(wish.seats, wish)):
        seat = Seat(kind=asked.kind, name=plain_name(asked.name), since=now)
        if asked.kind == "computer":
            seat.level = check_level(asked.level, tables.settings.limits.any_player)
        elif asked.kind == "open":
            tokens[number] = new_id()
            seat.invitation = hashed(tokens[number])
        else:
            seat.kind = "person" if asked.kind == "me" else "device"
            seat.devices = {device}
        seats.append(seat)
    head = Head(
        id=new_id(),
        game=found.key,
        edition=found.edition,
        options=options,
        public=wish.public,
        start=wish.start,
        created=now,
        clock=read_wish(wish.clock),
    )
    return await store_table(tables, Stored(head, seats, [], None)), tokens


async def store_table(
    tables: Tables, stored: Stored, old: str | None = None, played: Sequence[str] = ()
) -> LiveTable:
    """Deal the set-up, or what comes after moves played, write it, then let the table live."""
    head = stored.head
    table = LiveTable(tables, replace(stored, log=[]))
    entries = opening(head, len(stored.seats), played)
    for entry in entries:
        table.fold(entry)
    marks = table.marks(table.state, table.seats, entries, 0.0)
    table.head.deadline, table.head.awaits = marks["deadline"], marks["awaits"]
    whole = replace(stored, log=entries)
    taken = await tables.store.write(partial(write, stored=whole, marks=marks, old=old))
    if taken != head.id:
        return await tables.table(taken)
    tables.live[head.id] = table
    tables.forget_some()
    tables.changed(table)
    return table


def opening(head: Head, seats: int, played: Sequence[str]) -> list[Entry]:
    """The first facts of a table: moves played before, if any, and draws until a seat decides."""
    found = game(head.game)
    state = found.start(seats, head.options)
    facts_made = []
    for words in played:
        facts_made.append(Entry("move", int(state.actor), words, 0, head.created, 0.0))
        state.apply(found.moves.number(words))
    for row in settle(state, SystemRng())[1]:
        words = found.moves.words(row)
        facts_made.append(Entry("move", CHANCE, words, 0, head.created, 0.0))
    return facts_made


def write(connection: Connection, stored: Stored, marks: dict[str, object], old: str | None) -> str:
    """Write a table; a rematch only if there is none yet. Returns the id of the one that is."""
    if old is not None:
        free = (TABLES.c.id == old) & TABLES.c.rematch.is_(None)
        changed = update(TABLES).where(free).values(rematch=stored.head.id)
        if connection.execute(changed).rowcount == 0:
            found = connection.execute(select(TABLES.c.rematch).where(TABLES.c.id == old))
            return str(found.scalar_one())
    table_queries.write_table(connection, stored, marks)
    if old is not None:
        table_queries.bump(connection, old, {})
    return stored.head.id


async def play_on(tables: Tables, record: Record, wish: PlayOnWish, device: str) -> LiveTable:
    """A new table that begins in a position of a record: a seat for me, computers for the rest."""
    state = await asyncio.to_thread(position, record, wish.at)
    if wish.at > len(record.moves) or state.actor < 0:
        raise BadRequest(why="at: nobody has to decide there")
    mine = wish.seat if wish.seat is not None else int(state.actor)
    if mine >= record.seats:
        raise BadRequest(why=f"seat: there are {record.seats}, counted from 0")
    now = time.time()
    level = check_level(wish.level, tables.settings.limits.any_player)
    seats = [Seat(kind="computer", level=level, since=now) for _ in range(record.seats)]
    seats[mine] = Seat(kind="person", name=plain_name(wish.name), since=now, devices={device})
    head = Head(
        id=new_id(),
        game=record.game,
        edition=record.edition,
        options=dict(record.options),
        public=False,
        start="first",
        created=now,
    )
    played = record.moves[: wish.at]
    return await store_table(tables, Stored(head, seats, [], None), played=played)


async def make_rematch(tables: Tables, table: LiveTable) -> LiveTable:
    """The same people at the same game again, the next seat beginning; asked twice, made once."""
    async with table.lock:
        await table.refresh()
        if table.head.finished is None:
            raise TableOpen(table=table.id)
        if table.head.rematch is not None:
            return await tables.table(table.head.rematch)
        now = time.time()
        seats = [
            replace(seat, since=now, resigned=False, link=None, devices=set(seat.devices))
            for seat in table.seats[1:] + table.seats[:1]
        ]
        head = replace(
            table.head,
            id=new_id(),
            created=now,
            revision=0,
            finished=None,
            result=None,
            rematch=None,
            deadline=None,
            awaits=False,
        )
        made = await store_table(tables, Stored(head, seats, [], None), old=table.id)
        await table.reload()
        return made
