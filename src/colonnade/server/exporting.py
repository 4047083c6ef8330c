"""All that is kept of a player, as one file: the player, its devices, its games and its uploads.

Finished games lie open, and are read from the log as it stands; of games that go on, a seat exports
what it has seen.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection, select

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.record import Record
from colonnade.server import notice_queries, player_queries
from colonnade.server.bot_queries import list_bots
from colonnade.server.players import device_told, own_devices, player_told
from colonnade.server.rating_log import rows_where
from colonnade.server.records import date_of, players, record_of
from colonnade.server.schema import HOLDERS, MOVES, RATED, TABLES, UPLOADS
from colonnade.server.seats import watcher
from colonnade.server.stored import Entry, Head, Seat
from colonnade.server.table_queries import chunks, read_head, read_seats
from colonnade.server.tables import Tables
from colonnade.server.wire_players import Exported, GameExported, RatedExported


async def export(tables: Tables, device: str | None) -> Exported:
    """Everything of a device's player, or of the device alone."""
    found, running = await tables.store.read(partial(read_all, device=device))
    for game in running:
        with suppress(ColonnadeError):  # of an edition that this server cannot read
            table = await tables.newest(game.table)
            game.record = record_of(table, watcher(table, device))
    return found


def read_all(connection: Connection, device: str | None) -> tuple[Exported, list[GameExported]]:
    """What the database knows; records of games that go on are missing yet."""
    player = player_queries.look(connection, device)
    devices = own_devices(connection, device)
    ids = [one.id for one in devices] or ([device] if device else [])
    held = select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.device.in_(ids))
    mine: dict[str, set[int]] = {}
    for table_id, number in connection.execute(held):
        mine.setdefault(table_id, set()).add(number)
    games = []
    for some in chunks(sorted(mine)):
        seats = read_seats(connection, some)
        for row in connection.execute(select(TABLES).where(TABLES.c.id.in_(some))).mappings():
            head = read_head(row)
            games.append(exported(connection, head, seats[head.id], sorted(mine[head.id])))
    uploads = select(UPLOADS.c.record).where(UPLOADS.c.device.in_(ids)).order_by(UPLOADS.c.created)
    _, told, quiet = notice_queries.look(connection, device)
    found = Exported(
        made=time.time(),
        player=None if player is None else player_told(*player),
        devices=[device_told(one, device or "") for one in devices],
        games=sorted(games, key=lambda game: game.created),
        bots=list_bots(connection, device),
        told=told,
        quiet=quiet,
        uploads=[
            msgspec.json.decode(record, type=Record)
            for record in connection.execute(uploads).scalars()
        ],
        ratings=[] if player is None else rated(connection, player[0].id),
    )
    return found, [game for game in found.games if game.finished is None]


def exported(
    connection: Connection, head: Head, seats: list[Seat], mine: list[int]
) -> GameExported:
    """A game; the record of a finished one, as records.py would make it."""
    told = GameExported(
        table=head.id,
        seats=mine,
        created=head.created,
        finished=head.finished,
        result=head.result,
        record=None,
    )
    if head.finished is not None and head.result is not None:
        sat = players(head, seats)
        told.record = Record(
            game=head.game,
            edition=head.edition,
            seats=len(seats),
            names=list(sat.names),
            options=head.options,
            date=date_of(head),
            scores=head.result.scores,
            winners=head.result.winners,
            moves=words(connection, head.id),
            kinds=list(sat.kinds),
            levels=list(sat.levels),
            resigned=list(sat.resigned),
            ended=sat.ended,
        )
    return told


def rated(connection: Connection, player: str) -> list[RatedExported]:
    """What a player's games meant for ratings."""
    return [
        RatedExported(
            table=row.table_id,
            game=row.game,
            seats=row.seats,
            finished=row.finished,
            place=row.place,
            mu=row.mu,
            sigma=row.sigma,
            mu_after=row.mu_after,
            sigma_after=row.sigma_after,
        )
        for row in rows_where(connection, RATED.c.player == player)
        if row.counted
    ]


def words(connection: Connection, table_id: str) -> list[str]:
    """The moves of a log that still count, in words."""
    columns = [MOVES.c[name] for name in Entry.__struct_fields__]
    rows = select(*columns).where(MOVES.c.table_id == table_id).order_by(MOVES.c.ply)
    found: list[str] = []
    for row in connection.execute(rows):
        entry = Entry(*row)
        if entry.kind == "move":
            found.append(entry.words)
        elif entry.kind == "undo":
            del found[entry.back :]
    return found
