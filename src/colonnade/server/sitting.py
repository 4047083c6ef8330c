"""How a seat comes to a player: whose device sits down, who is made for it, which devices hold it.

All of it happens in the transaction that writes the seat, so that no device that was removed
meanwhile keeps one. What else is stored of players stands in player_queries.py.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any, cast, get_args

import msgspec
from sqlalchemy import Connection, Row, exists, func, insert, literal, select, text, update

from colonnade.server.schema import DEVICES, HOLDERS, PLAYERS, SEATS
from colonnade.server.stored import Seat, Sitter
from colonnade.server.wire_types import Color, Language

COLORS: tuple[Color, ...] = get_args(Color)  # of the pieces, each with its glyph
ID_BYTES = 16
MARK_BYTES = 8


class Player(msgspec.Struct):
    """A player as it is stored, without what only finds it."""

    id: str
    name: str
    color: Color
    lang: Language
    created: float
    printed: float | None = None  # when recovery words were made
    bot: bool = False  # a program that plays by itself, which everybody is told
    owner: str | None = None  # who made it, of a bot


COLUMNS = [PLAYERS.c[name] for name in Player.__struct_fields__]


def player_in(row: Row[Any] | None) -> Player | None:
    """A row of `players` as a struct."""
    return None if row is None else Player(**row._asdict())


def find_player(connection: Connection, device: str | None) -> Player | None:
    """The player of a device, to look at."""
    if device is None:
        return None
    query = select(*COLUMNS).join(DEVICES, DEVICES.c.player == PLAYERS.c.id)
    return player_in(connection.execute(query.where(DEVICES.c.id == device)).first())


def lock_player(connection: Connection, device: str) -> Player | None:
    """The player of a device, to change: nobody else changes its devices or seats meanwhile.

    Who waited for a lock reads again: the device may have been removed.
    """
    found = find_player(connection, device)
    if found is None or connection.dialect.name == "sqlite":
        return found
    lock_players(connection, [found.id])
    again = find_player(connection, device)
    return again if again is not None and again.id == found.id else None


def lock_players(connection: Connection, ids: Sequence[str]) -> None:
    """Have players for this transaction alone; always in the same order."""
    rows = select(PLAYERS.c.id).where(PLAYERS.c.id.in_(ids)).order_by(PLAYERS.c.id)
    connection.execute(rows.with_for_update())


def sit(connection: Connection, seats: Sequence[Seat], sitter: Sitter) -> None:
    """Give seats to the player of a device, who is made with the first game; names follow."""
    if not seats:
        return
    for seat in seats:
        seat.player, seat.devices, seat.bot = None, {sitter.device}, False
    if sitter.alone:
        return
    own = next((seat for seat in seats if seat.kind == "person"), None)
    player = lock_player(connection, sitter.device)
    if player is None:
        player = make_player(connection, sitter, own.name if own else "")
    elif own is not None and own.name and not player.name:
        named = update(PLAYERS).where(PLAYERS.c.id == player.id)
        connection.execute(named.values(name=own.name))
    if own is not None and not own.name:
        own.name = player.name
    held = set(devices_of(connection, player.id))
    for seat in seats:
        seat.player, seat.devices, seat.bot = player.id, set(held), player.bot


def devices_of(connection: Connection, player: str) -> list[str]:
    """The devices of a player, by their ids."""
    found = select(DEVICES.c.id).where(DEVICES.c.player == player)
    return list(connection.execute(found).scalars())


def make_player(connection: Connection, sitter: Sitter, name: str) -> Player:
    """Make the player of a device; the seats that it holds already are that player's."""
    if connection.dialect.name == "postgresql":
        # A device may have its first two games at two processes at once.
        only = text("SELECT pg_advisory_xact_lock(hashtextextended(:device, 0))")
        connection.execute(only, {"device": sitter.device})
        if (found := find_player(connection, sitter.device)) is not None:
            return found
    player = Player(
        id=secrets.token_urlsafe(ID_BYTES),
        name=name,
        color=secrets.choice(COLORS),
        lang=cast(Language, sitter.lang),
        created=time.time(),
    )
    values = msgspec.structs.asdict(player) | {"origin": sitter.origin}
    connection.execute(insert(PLAYERS).values(**values))
    add_device(connection, player.id, sitter)
    adopt(connection, player.id)
    return player


def add_device(connection: Connection, player: str, sitter: Sitter) -> None:
    """Write that a device is a player's."""
    now = time.time()
    connection.execute(
        insert(DEVICES).values(
            id=sitter.device,
            player=player,
            mark=secrets.token_urlsafe(MARK_BYTES),
            name="",
            kind=sitter.kind,
            browser=sitter.browser,
            created=now,
            seen=now,
        )
    )


def adopt(connection: Connection, player: str) -> None:
    """Take for a player the seats that are nobody's and that only the player's devices hold."""
    own = select(DEVICES.c.id).where(DEVICES.c.player == player)
    here = (HOLDERS.c.table_id == SEATS.c.table_id) & (HOLDERS.c.seat == SEATS.c.seat)
    connection.execute(
        update(SEATS)
        .where(
            SEATS.c.table_id.in_(select(HOLDERS.c.table_id).where(HOLDERS.c.device.in_(own))),
            SEATS.c.player.is_(None),
            exists().where(here, HOLDERS.c.device.in_(own)),
            ~exists().where(here, HOLDERS.c.device.not_in(own)),
        )
        .values(player=player)
    )


def share(connection: Connection, player: str) -> None:
    """Let every device of a player hold every seat of the player."""
    known = exists().where(
        HOLDERS.c.table_id == SEATS.c.table_id,
        HOLDERS.c.seat == SEATS.c.seat,
        HOLDERS.c.device == DEVICES.c.id,
    )
    missing = (
        select(SEATS.c.table_id, SEATS.c.seat, DEVICES.c.id)
        .join(DEVICES, DEVICES.c.player == SEATS.c.player)
        .where(SEATS.c.player == literal(player), ~known)
    )
    connection.execute(insert(HOLDERS).from_select(["table_id", "seat", "device"], missing))


def count_seats(connection: Connection, player: str) -> int:
    """How many seats are a player's."""
    counted = select(func.count()).select_from(SEATS).where(SEATS.c.player == player)
    return int(connection.execute(counted).scalar_one())
