"""Who wants notices, when they want none, and which are due: read from and written to the database.

A row of `notices` stands for a seat and a device: up to which turn it was told, and if something is
due, when. So a turn is told once, however many processes look after it or begin again.
"""

from __future__ import annotations

import hashlib
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, func, insert, select, text, update

from colonnade.server.bot_queries import person
from colonnade.server.errors import BadSubscription, NoPlayer
from colonnade.server.push import Subscription
from colonnade.server.quiet import Quiet, zone_of
from colonnade.server.schema import (
    DEVICES,
    HOLDERS,
    MOVES,
    NOTICES,
    PLAYERS,
    QUIET,
    SUBSCRIPTIONS,
    TABLES,
)
from colonnade.server.sitting import find_player
from colonnade.server.wire_players import QuietTold, SubscriptionTold

ARM = text(
    "INSERT INTO notices (table_id, seat, device, turn, due, tries)"
    " SELECT holders.table_id, holders.seat, holders.device, :turn, :due, 0 FROM holders"
    " JOIN subscriptions ON subscriptions.device = holders.device"
    " WHERE holders.table_id = :table AND holders.seat = :seat"
    " ON CONFLICT (table_id, seat, device) DO UPDATE"
    " SET turn = excluded.turn, due = excluded.due, tries = 0"
    " WHERE notices.turn < excluded.turn"
)


class Notice(msgspec.Struct, frozen=True):
    """A notice that is due: for which seat and turn, to which device, in whose language."""

    table_id: str
    seat: int
    device: str
    turn: int
    due: float
    tries: int
    lang: str
    to: Subscription
    quiet: Quiet | None

    @property
    def key(self) -> Any:
        """The row of this notice."""
        return (
            (NOTICES.c.table_id == self.table_id)
            & (NOTICES.c.seat == self.seat)
            & (NOTICES.c.device == self.device)
            & (NOTICES.c.turn == self.turn)
        )


# Who wants them


def named(endpoint: str) -> str:
    """How an address is found again: it may be longer than a key."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def subscribe(connection: Connection, device: str | None, wish: Subscription) -> None:
    """Keep where a device's notices go; a browser that is somebody else by now leaves who it was.

    Its secret proves that it is the same browser: whoever knows an address alone takes nothing.
    """
    player = person(connection, device)
    mark = named(wish.endpoint)
    mine = SUBSCRIPTIONS.c.device == device
    known = connection.execute(select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.mark == mark)).first()
    if known is not None and known.device != device and known.auth != wish.auth:
        raise BadSubscription(why="endpoint")
    connection.execute(delete(SUBSCRIPTIONS).where(mine | (SUBSCRIPTIONS.c.mark == mark)))
    values = msgspec.structs.asdict(wish) | {"device": device, "player": player.id, "mark": mark}
    connection.execute(insert(SUBSCRIPTIONS).values(**values, created=time.time()))


def unsubscribe(connection: Connection, device: str | None) -> None:
    """Send a device no notices any more."""
    if device is not None:
        drop(connection, device)


def drop(connection: Connection, device: str) -> None:
    """Forget where a device's notices went, and those that were due."""
    connection.execute(delete(NOTICES).where(NOTICES.c.device == device))
    connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.device == device))


def set_quiet(connection: Connection, device: str | None, quiet: Quiet | None) -> None:
    """Keep when a player wants no notices; or that there is no such time."""
    if quiet is not None:
        zone_of(quiet.zone)
    player = person(connection, device)
    connection.execute(delete(QUIET).where(QUIET.c.player == player.id))
    if quiet is not None:
        values = msgspec.structs.asdict(quiet)
        connection.execute(insert(QUIET).values(player=player.id, **values))


def look(
    connection: Connection, device: str | None
) -> tuple[bool, list[SubscriptionTold], QuietTold | None]:
    """Whether a device has notices, which devices of the player have, and the quiet hours."""
    player = find_player(connection, device)
    if player is None:
        return False, [], None
    rows = connection.execute(
        select(SUBSCRIPTIONS.c.device, SUBSCRIPTIONS.c.endpoint, SUBSCRIPTIONS.c.created)
        .add_columns(DEVICES.c.mark)
        .join(DEVICES, DEVICES.c.id == SUBSCRIPTIONS.c.device)
        .where(SUBSCRIPTIONS.c.player == player.id)
        .order_by(SUBSCRIPTIONS.c.created)
    ).all()
    told = [
        SubscriptionTold(mark=row.mark, service=service(row.endpoint), created=row.created)
        for row in rows
    ]
    quiet = connection.execute(select(QUIET).where(QUIET.c.player == player.id)).first()
    return (
        any(row.device == device for row in rows),
        told,
        None if quiet is None else QuietTold(start=quiet.start, until=quiet.until, zone=quiet.zone),
    )


def service(endpoint: str) -> str:
    """The push service of an address: what is behind its name would let others send."""
    return endpoint.split("/")[2]


def check_player(connection: Connection, device: str | None) -> None:
    """Refuse a device without a player, before anything dear is done."""
    if find_player(connection, device) is None:
        raise NoPlayer()


# What is due


def arm(connection: Connection, table_id: str, seats: list[int], turn: int, due: float) -> None:
    """Let those who hold seats be told of a turn, unless they were, or of a later one."""
    for seat in seats:
        connection.execute(ARM, {"table": table_id, "seat": seat, "turn": turn, "due": due})


def due(connection: Connection, now: float, limit: int) -> list[Notice]:
    """Notices that are due, the oldest first."""
    rows = connection.execute(
        select(NOTICES, SUBSCRIPTIONS.c.endpoint, SUBSCRIPTIONS.c.p256dh, SUBSCRIPTIONS.c.auth)
        .add_columns(PLAYERS.c.lang, QUIET.c.start, QUIET.c.until, QUIET.c.zone)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.device == NOTICES.c.device)
        .join(PLAYERS, PLAYERS.c.id == SUBSCRIPTIONS.c.player)
        .outerjoin(QUIET, QUIET.c.player == SUBSCRIPTIONS.c.player)
        .where(NOTICES.c.due <= now)
        .order_by(NOTICES.c.due)
        .limit(limit)
    )
    return [
        Notice(
            table_id=row.table_id,
            seat=row.seat,
            device=row.device,
            turn=row.turn,
            due=row.due,
            tries=row.tries,
            lang=row.lang,
            to=Subscription(row.endpoint, row.p256dh, row.auth),
            quiet=None if row.zone is None else Quiet(row.start, row.until, row.zone),
        )
        for row in rows
    ]


def put_off(connection: Connection, notice: Notice, until: float) -> None:
    """Let a notice wait."""
    mine = notice.key & (NOTICES.c.due == notice.due)
    connection.execute(update(NOTICES).where(mine).values(due=until))


def claim(connection: Connection, notice: Notice) -> bool:
    """Take a notice to be sent: of all processes one does, and once."""
    mine = notice.key & (NOTICES.c.due == notice.due)
    return connection.execute(update(NOTICES).where(mine).values(due=None)).rowcount == 1


def withdraw(connection: Connection, notice: Notice) -> None:
    """Let a notice go that is no longer true; should that turn come again, it is told then."""
    mine = notice.key & (NOTICES.c.due == notice.due)
    connection.execute(update(NOTICES).where(mine).values(due=None, turn=notice.turn - 1))


def again(connection: Connection, notice: Notice, due: float) -> None:
    """Let a notice that was not taken be sent later, unless there is a newer one."""
    mine = notice.key & NOTICES.c.due.is_(None)
    connection.execute(update(NOTICES).where(mine).values(due=due, tries=notice.tries + 1))


def gone(connection: Connection, notice: Notice) -> None:
    """Forget a browser that its push service no longer knows; not one that came meanwhile."""
    mark = named(notice.to.endpoint)
    same = (SUBSCRIPTIONS.c.device == notice.device) & (SUBSCRIPTIONS.c.mark == mark)
    if connection.execute(delete(SUBSCRIPTIONS).where(same)).rowcount:
        connection.execute(delete(NOTICES).where(NOTICES.c.device == notice.device))


def lately(connection: Connection, since: float, limit: int) -> list[str]:
    """Tables with a clock that somebody wants notices of, and where something happened since."""
    wanted = exists().where(
        HOLDERS.c.table_id == TABLES.c.id, HOLDERS.c.device == SUBSCRIPTIONS.c.device
    )
    newest = select(func.max(MOVES.c.time)).where(MOVES.c.table_id == TABLES.c.id)
    found = select(TABLES.c.id).where(
        TABLES.c.clock.is_not(None),
        TABLES.c.finished.is_(None) | (TABLES.c.finished >= since),
        wanted,
        func.coalesce(newest.scalar_subquery(), TABLES.c.created) >= since,
    )
    return list(connection.execute(found.limit(limit)).scalars())
