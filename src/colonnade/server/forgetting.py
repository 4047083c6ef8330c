"""Deletes all that is kept of a player, or of a device that keeps none; and what is too old.

Games with other people stay, without the name: they are theirs, too. Where such a game still goes
on, a computer player takes the seat. Games without other people go, with their logs.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from colonnade.contract.errors import ColonnadeError
from colonnade.server import keeping, rating_log, seats
from colonnade.server.bot_queries import bots_of
from colonnade.server.player_queries import delete_player
from colonnade.server.schema import HOLDERS, SEATS, SEEKERS, TABLES, UPLOADS
from colonnade.server.sitting import devices_of, lock_player
from colonnade.server.table import DEFAULT_LEVEL
from colonnade.server.table_queries import bump_all, chunks, notify

if TYPE_CHECKING:
    from colonnade.server.tables import Tables


class Own(msgspec.Struct):
    """What is somebody's: devices, and seats at tables with others and at tables without."""

    player: str | None
    devices: list[str]
    shared: dict[str, list[int]]  # own seats at tables where other people sit or sat
    single: list[str]  # tables that are nobody else's
    running: list[str]  # of those that are shared


async def forget(tables: Tables, device: str) -> tuple[int, int]:
    """Delete everything; returns how many games went, and how many stay without the name."""
    await forget_bots(tables, device)
    own = await tables.store.read(partial(find_own, device=device))
    for table_id in own.running:
        for number in own.shared[table_id]:
            with suppress(ColonnadeError):  # of an older edition, over meanwhile, or left already
                await leave(tables, table_id, number)
    gone, shared = await tables.store.write(partial(delete_all, device=device))
    await tables.reread(shared)
    tables.drop(gone)
    return len(gone), len({*shared, *own.running})


async def sweep(tables: Tables) -> None:
    """Let go what is older than the host keeps."""
    limits, now = tables.settings.limits, tables.watch.told(tables.watch.now())
    gone = await tables.store.write(partial(keeping.sweep, limits=limits, now=now))
    tables.drop(gone)
    unnamed: list[str] = []
    if limits.keep_names_days:
        before = now - limits.keep_names_days * keeping.DAY
        unnamed = await tables.store.write(partial(keeping.sweep_names, before=before))
    await tables.reread(unnamed)
    away: list[str] = []
    if limits.keep_players_days:
        before = now - limits.keep_players_days * keeping.DAY
        away = await tables.store.read(partial(keeping.away_since, before=before))
    for device in away:
        await forget(tables, device)
    tables.sweeper.done(max(len(gone), len(unnamed), len(away)))


async def forget_bots(tables: Tables, device: str) -> None:
    """Delete the bots of a device's player; bots have none."""
    for bot in await tables.store.read(partial(bots_of, device=device)):
        await forget(tables, bot)


async def leave(tables: Tables, table_id: str, number: int) -> None:
    """Let a computer player go on in a seat of a running game."""
    table = await tables.newest(table_id)
    if table.seats[number].taken:
        await seats.leave(table, number, DEFAULT_LEVEL)


def find_own(connection: Connection, device: str) -> Own:
    """All seats of a device's player, or of the device alone; none that others hold as well."""
    player = lock_player(connection, device)
    devices = devices_of(connection, player.id) if player else [device]
    mine: dict[str, set[int]] = {}
    owned = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.player == (player and player.id))
    held = select(HOLDERS.c.table_id, HOLDERS.c.seat).where(HOLDERS.c.device.in_(devices))
    for table_id, number in (*connection.execute(owned), *connection.execute(held)):
        mine.setdefault(table_id, set()).add(number)
    others = set(others_at(connection, mine))
    for some in chunks(sorted(mine)):
        also = select(HOLDERS).where(HOLDERS.c.table_id.in_(some), HOLDERS.c.device.not_in(devices))
        for row in connection.execute(also):
            others.add(row.table_id)
            mine[row.table_id].discard(row.seat)
    running: list[str] = []
    for some in chunks(sorted(others)):
        going = select(TABLES.c.id).where(TABLES.c.id.in_(some), TABLES.c.finished.is_(None))
        running += connection.execute(going).scalars()
    return Own(
        player=player.id if player else None,
        devices=devices,
        shared={table_id: sorted(mine[table_id]) for table_id in others},
        single=sorted(set(mine) - others),
        running=running,
    )


def others_at(connection: Connection, mine: dict[str, set[int]]) -> list[str]:
    """The tables where somebody else sits, or sat until the end."""
    found = []
    for some in chunks(sorted(mine)):
        people = or_(
            SEATS.c.kind.in_(("person", "device")),
            SEATS.c.resigned.is_(True),
            SEATS.c.stand_in.is_(True),  # whose person may come back
        )
        rows = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.table_id.in_(some), people)
        found += [table for table, number in connection.execute(rows) if number not in mine[table]]
    return found


def delete_all(connection: Connection, device: str) -> tuple[list[str], list[str]]:
    """Delete what is left; returns the tables that went, and those that stay without the name."""
    rating_log.lock(connection)  # before any player: always in this order
    own = find_own(connection, device)
    for table_id, numbers in own.shared.items():
        here = (SEATS.c.table_id == table_id) & SEATS.c.seat.in_(numbers)
        connection.execute(
            update(SEATS)
            .where(here)
            .values(name="", player=None, link=None, invitation=None, stand_in=False)
        )
    release(connection, own.devices)
    for some in chunks(own.single):
        keeping.delete_tables(connection, some)
        for table_id in some:
            notify(connection, table_id)
    connection.execute(delete(UPLOADS).where(UPLOADS.c.device.in_(own.devices)))
    connection.execute(delete(SEEKERS).where(SEEKERS.c.device.in_(own.devices)))
    if own.player is not None:
        rating_log.forget_player(connection, own.player)
        delete_player(connection, own.player)
    bump_all(connection, own.shared)
    return own.single, sorted(own.shared)


def release(connection: Connection, devices: Collection[str]) -> None:
    """Let devices hold no seat."""
    connection.execute(delete(HOLDERS).where(HOLDERS.c.device.in_(devices)))
