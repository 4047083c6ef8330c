"""Makes tables: checks what was asked for, seats people and computer players, deals the set-up.

What happens at a table afterwards is decided in table.py and seats.py.
"""

from __future__ import annotations

import asyncio
import secrets

from msgspec.structs import replace
from sqlalchemy import Connection

from colonnade.ai.levels import LEVEL_NAMES, UnknownPlayer, check_players
from colonnade.contract.history import History
from colonnade.contract.options import complete
from colonnade.contract.rng import SystemRng
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.clock import read_wish
from colonnade.server.errors import BadRequest, BadTable, TableOpen
from colonnade.server.keeping import check_ceiling
from colonnade.server.records import Kept
from colonnade.server.schema import TABLES
from colonnade.server.seats import hashed, new_id, plain_name
from colonnade.server.sitting import sit
from colonnade.server.stored import Change, Entry, Head, Seat, Sitter, Stored
from colonnade.server.table import DEFAULT_LEVEL, LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire_lobby import OtherGameWish
from colonnade.server.wishes import PlayOnWish, SeatWish, TableWish


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
    tables: Tables, wish: TableWish, maker: Sitter
) -> tuple[LiveTable, dict[int, str]]:
    """Make and store a table; returns it with the tokens of its free seats."""
    found = game(wish.game)
    options = complete(found.options, wish.options)
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count("me") > 1 or set(kinds) <= {"computer"}:
        raise BadTable()
    if wish.public and not wish.spectators:
        raise BadRequest(why="spectators: a public table is there to be watched")
    history = History(found, found.start(len(kinds), options))
    now, seen = tables.watch.date(), tables.watch.now()
    tokens: dict[int, str] = {}
    seats = []
    for number, asked in enumerate(rotate(wish.seats, wish)):
        seat = Seat(kind="open", name=plain_name(asked.name), since=now, seen=seen)
        if asked.kind == "computer":
            seat.kind = "computer"
            seat.level = check_level(asked.level, tables.settings.limits.any_player)
        elif asked.kind == "open":
            tokens[number] = new_id()
            seat.invitation = hashed(tokens[number])
        else:
            seat.kind = "person" if asked.kind == "me" else "device"
            seat.devices = {maker.device}
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
        undo=wish.undo,
        lang=maker.lang,
        origin=maker.origin,
        opened=seen if wish.open else None,
        spectators=wish.spectators,
    )
    return await store_table(tables, head, seats, history, maker), tokens


async def store_table(
    tables: Tables,
    head: Head,
    seats: list[Seat],
    history: History,
    maker: Sitter | None = None,
    old: str | None = None,
) -> LiveTable:
    """Deal what chance has to, write the table, then let it live; of a rematch, only the first."""
    table, stored = dealt(tables, head, seats, history)
    limits = tables.settings.limits

    def write(connection: Connection) -> str:
        check_ceiling(connection, TABLES, head.origin or "-", limits)
        if old is not None:
            return table_queries.write_rematch(connection, stored, old)
        if maker is not None:
            sit(connection, [seat for seat in seats if seat.taken], maker)
        table_queries.write_table(connection, stored)
        return head.id

    if (first := await tables.store.write(write)) != head.id:
        return await tables.table(first)
    let_live(tables, table)
    return table


def dealt(
    tables: Tables, head: Head, seats: list[Seat], history: History
) -> tuple[LiveTable, Stored]:
    """A table on which chance has dealt what it has to, and what is to be stored of it."""
    history.settle(SystemRng())
    log = [
        Entry("move", actor, words, 0, head.created, 0.0)
        for actor, words in zip(history.actors, history.words(), strict=True)
    ]
    table = LiveTable(tables, Stored(head, seats, log, None))
    status = table.status(Change(), table.state, seats, table.began)
    table.head = replace(head, deadline=status.deadline, awaits=status.awaits)
    return table, Stored(table.head, seats, log, None)


def let_live(tables: Tables, table: LiveTable) -> None:
    """Take in a table that was stored."""
    tables.live[table.id] = table
    tables.forget_some()
    tables.changed(table)


async def play_on(tables: Tables, kept: Kept, wish: PlayOnWish, maker: Sitter) -> LiveTable:
    """A new table that begins in a position of a record: a seat for me, computers for the rest."""
    record = kept.record
    begun = await asyncio.to_thread(kept.history.branch, min(wish.at, len(kept.history)))
    if wish.at > len(kept.history) or begun.actor < 0:
        raise BadRequest(why="at: nobody has to decide there")
    mine = wish.seat if wish.seat is not None else begun.actor
    if mine >= record.seats:
        raise BadRequest(why=f"seat: there are {record.seats}, counted from 0")
    now = tables.watch.date()
    level = check_level(wish.level, tables.settings.limits.any_player)
    seats = [Seat(kind="computer", level=level, since=now) for _ in range(record.seats)]
    seats[mine] = Seat(
        kind="person",
        name=plain_name(wish.name),
        since=now,
        seen=tables.watch.now(),
        devices={maker.device},
    )
    head = Head(
        id=new_id(),
        game=record.game,
        edition=record.edition,
        options=dict(record.options),
        public=False,
        start="first",
        created=now,
        lang=maker.lang,
        origin=maker.origin,
    )
    return await store_table(tables, head, seats, begun, maker)


async def make_rematch(
    tables: Tables, table: LiveTable, origin: str, other: OtherGameWish | None = None
) -> LiveTable:
    """The same people again, the next seat beginning, perhaps at another game.

    Asked twice, made once: whoever asks second comes to the table that the first asked for.
    """
    found = game(other.game) if other else game(table.head.game)
    options = complete(found.options, other.options) if other else table.head.options
    start = found.start(len(table.seats), options)
    async with table.lock:
        await table.refresh()
        if table.head.finished is None:
            raise TableOpen(table=table.id)
        if table.head.rematch is not None:
            return await tables.table(table.head.rematch)
        now = tables.watch.date()
        seats = [
            replace(
                seat,
                since=now,
                seen=tables.watch.now(),
                resigned=False,
                link=None,
                devices=set(seat.devices),
            )
            for seat in table.seats[1:] + table.seats[:1]
        ]
        head = replace(
            table.head,
            id=new_id(),
            game=found.key,
            edition=found.edition,
            options=options,
            created=now,
            opened=None,
            revision=0,
            finished=None,
            result=None,
            rematch=None,
            deadline=None,
            awaits=False,
            origin=origin,
        )
        made = await store_table(tables, head, seats, History(found, start), old=table.id)
        await table.reload()
        return made
