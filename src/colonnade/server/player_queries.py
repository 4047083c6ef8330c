"""Players, their devices, lessons and results, read from and written to the database.

How a seat comes to a player stands in sitting.py, how a device does, in link_queries.py.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from colonnade.server import rating_log
from colonnade.server.errors import LastDevice, NoDevice, NoPlayer, OtherDevices
from colonnade.server.keeping import check_ceiling
from colonnade.server.league_tables import drop_player
from colonnade.server.schema import (
    CLUB_LINKS,
    DEVICES,
    HOLDERS,
    LESSONS,
    LINKS,
    MEMBERS,
    NOTICES,
    PLAYERS,
    QUIET,
    RATINGS,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
    UPLOADS,
)
from colonnade.server.settings import Limits
from colonnade.server.sitting import (
    Player,
    adopt,
    devices_of,
    find_player,
    lock_player,
    make_player,
    share,
)
from colonnade.server.stored import Sitter
from colonnade.server.table_queries import bump_all
from colonnade.server.wire import Result
from colonnade.server.wire_types import DeviceKind

SEEN_SECONDS = 600.0  # how exactly it is known when a device was here


class Device(msgspec.Struct):
    """A device of a player."""

    id: str
    mark: str
    name: str
    kind: DeviceKind
    browser: str
    created: float
    seen: float


class Played(msgspec.Struct):
    """A finished game of a player: which seat was the player's, and how it ended."""

    table: str
    game: str
    seats: int
    seat: int
    finished: float
    result: Result


def owner(connection: Connection, device: str | None) -> Player:
    """The player of a device, to change; there must be one."""
    found = None if device is None else lock_player(connection, device)
    if found is None:
        raise NoPlayer()
    return found


def list_devices(connection: Connection, player: str) -> list[Device]:
    """The devices of a player, those that came last first."""
    columns = [DEVICES.c[name] for name in Device.__struct_fields__]
    query = select(*columns).where(DEVICES.c.player == player).order_by(DEVICES.c.seen.desc())
    return [Device(*row) for row in connection.execute(query)]


def touch(connection: Connection, sitter: Sitter) -> None:
    """Note that a device was here, and what it is by now."""
    values = {"seen": time.time(), "kind": sitter.kind, "browser": sitter.browser}
    connection.execute(update(DEVICES).where(DEVICES.c.id == sitter.device).values(**values))


def change_player(
    connection: Connection, sitter: Sitter, values: dict[str, str], limits: Limits
) -> Player:
    """Give the player of a device another name, color or language; a new one is made if need be."""
    player = lock_player(connection, sitter.device)
    if player is None:
        check_ceiling(connection, PLAYERS, sitter.origin, limits)
        player = make_player(connection, sitter, "")
    if values:
        connection.execute(update(PLAYERS).where(PLAYERS.c.id == player.id).values(**values))
    return msgspec.structs.replace(player, **values)


def name_device(connection: Connection, device: str | None, mark: str, name: str) -> None:
    """Call a device of the same player by a name."""
    player = owner(connection, device)
    here = (DEVICES.c.player == player.id) & (DEVICES.c.mark == mark)
    if connection.execute(update(DEVICES).where(here).values(name=name)).rowcount == 0:
        raise NoDevice()


def remove_device(connection: Connection, device: str | None, mark: str) -> set[str]:
    """Take a player and all seats away from a device; returns the tables that are concerned."""
    player = owner(connection, device)
    here = (DEVICES.c.player == player.id) & (DEVICES.c.mark == mark)
    gone = connection.execute(select(DEVICES.c.id).where(here)).scalar()
    if gone is None:
        raise NoDevice()
    others = [one for one in devices_of(connection, player.id) if one != gone]
    if not others:
        raise LastDevice()
    connection.execute(update(UPLOADS).where(UPLOADS.c.device == gone).values(device=others[0]))
    return drop_device(connection, gone)


def drop_device(connection: Connection, device: str) -> set[str]:
    """Let a device hold nothing and be nobody's; returns the tables that are concerned."""
    held = connection.execute(select(HOLDERS.c.table_id).where(HOLDERS.c.device == device))
    tables = set(held.scalars())
    connection.execute(delete(HOLDERS).where(HOLDERS.c.device == device))
    connection.execute(delete(NOTICES).where(NOTICES.c.device == device))
    connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.device == device))
    connection.execute(delete(DEVICES).where(DEVICES.c.id == device))
    bump_all(connection, tables)
    return tables


def set_recovery(connection: Connection, device: str | None, words: str | None) -> Player:
    """Keep the hash of printed words, in place of any before; or none at all."""
    player = owner(connection, device)
    player.printed = time.time() if words else None
    changed = update(PLAYERS).where(PLAYERS.c.id == player.id)
    connection.execute(changed.values(recovery=words, printed=player.printed))
    return player


# This device only


def live_alone(connection: Connection, device: str) -> set[str]:
    """Forget the player of a device; the seats stay with the device, by its cookie alone."""
    rating_log.lock(connection)  # before any player: always in this order
    player = lock_player(connection, device)
    if player is None:
        return set()
    if len(devices_of(connection, player.id)) > 1:
        raise OtherDevices()
    tables = tables_of(connection, player.id)
    connection.execute(update(SEATS).where(SEATS.c.player == player.id).values(player=None))
    rating_log.forget_player(connection, player.id)
    delete_player(connection, player.id)
    bump_all(connection, tables)
    return tables


def live_with(connection: Connection, sitter: Sitter, limits: Limits) -> set[str]:
    """Make a player for a device that had none; the seats it holds alone are the player's."""
    player = change_player(connection, sitter, {}, limits)
    adopt(connection, player.id)
    share(connection, player.id)
    tables = tables_of(connection, player.id)
    bump_all(connection, tables)
    return tables


def delete_player(connection: Connection, player: str) -> None:
    """Delete a player with all that is the player's alone; seats are not."""
    drop_player(connection, player)
    own = select(DEVICES.c.id).where(DEVICES.c.player == player)
    connection.execute(delete(NOTICES).where(NOTICES.c.device.in_(own)))
    for rows in (LINKS, LESSONS, RATINGS, SUBSCRIPTIONS, QUIET, CLUB_LINKS, MEMBERS, DEVICES):
        connection.execute(delete(rows).where(rows.c.player == player))
    connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))


def tables_of(connection: Connection, player: str) -> set[str]:
    """The tables where a player has a seat."""
    found = connection.execute(select(SEATS.c.table_id).where(SEATS.c.player == player))
    return set(found.scalars())


# Lessons


def read_lessons(connection: Connection, player: str) -> dict[str, list[str]]:
    """The lessons that a player has done, by game, in the order in which they were."""
    query = select(LESSONS.c.game, LESSONS.c.lesson).where(LESSONS.c.player == player)
    found: dict[str, list[str]] = {}
    for game, lesson in connection.execute(query.order_by(LESSONS.c.done, LESSONS.c.lesson)):
        found.setdefault(game, []).append(lesson)
    return found


def add_lessons(
    connection: Connection, device: str | None, done: Iterable[tuple[str, str]]
) -> dict[str, list[str]]:
    """Add lessons to those that a player has done on any device; returns all of them."""
    player = owner(connection, device)
    known = read_lessons(connection, player.id)
    rows = [
        {"player": player.id, "game": game, "lesson": lesson, "done": time.time()}
        for game, lesson in sorted(set(done))
        if lesson not in known.get(game, ())
    ]
    if rows:
        connection.execute(insert(LESSONS), rows)
    return read_lessons(connection, player.id)


# Results


def played(connection: Connection, player: str) -> list[Played]:
    """All finished games of a player, the oldest first: what ratings and statistics begin with.

    A seat that was given up to a computer player still counts; guests' on the same device do not.
    """
    count = (
        select(SEATS.c.table_id, func.count().label("seats"))
        .where(SEATS.c.table_id.in_(select(SEATS.c.table_id).where(SEATS.c.player == player)))
        .group_by(SEATS.c.table_id)
        .subquery()
    )
    counts = or_(
        SEATS.c.kind == "person", and_(SEATS.c.kind == "computer", SEATS.c.resigned.is_(True))
    )
    found = connection.execute(
        select(
            TABLES.c.id,
            TABLES.c.game,
            count.c.seats,
            SEATS.c.seat,
            TABLES.c.finished,
            TABLES.c.result,
        )
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .join(count, count.c.table_id == TABLES.c.id)
        .where(SEATS.c.player == player, counts, TABLES.c.result.is_not(None))
        .order_by(TABLES.c.finished, TABLES.c.id)
    )
    games = [Played(*row[:5], msgspec.json.decode(row[5], type=Result)) for row in found]
    return [game for game in games if game.result.ended is None]  # or it was agreed to be none


def look(
    connection: Connection, device: str | None
) -> tuple[Player, int, dict[str, list[str]], list[Played]] | None:
    """All that a device is told of its player."""
    player = find_player(connection, device)
    if player is None:
        return None
    count = len(devices_of(connection, player.id))
    return player, count, read_lessons(connection, player.id), played(connection, player.id)
