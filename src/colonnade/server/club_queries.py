"""The club of a house in the database: who is a member, who invites, what is announced.

Leagues stand in league_queries.py; who may do what is asked here, in the transaction that does it.
"""

from __future__ import annotations

import time
from typing import cast

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from colonnade.server.errors import NoClub, NoMember, NotHost, NotMember, NoWayIn
from colonnade.server.player_queries import owner
from colonnade.server.schema import CLUB, CLUB_LINKS, DEVICES, MEMBERS, PLAYERS, SEATS, TABLES
from colonnade.server.seats import hashed
from colonnade.server.sitting import Player, lock_player, make_player
from colonnade.server.stored import Sitter
from colonnade.server.table_queries import LOBBY, notify
from colonnade.server.wire_club import Announcement, MemberTold
from colonnade.server.wire_types import Color

ONE = 1  # the id of the only row
LINK_SECONDS = 30 * 86_400.0


class Club(msgspec.Struct, frozen=True):
    """What is stored of the club itself."""

    name: str
    founded: float
    announcement: Announcement | None


class Member(msgspec.Struct, frozen=True):
    """What a member may do."""

    player: str
    host: bool


def read_club(connection: Connection) -> Club | None:
    """The club, if the house has one."""
    by = select(PLAYERS.c.name).where(PLAYERS.c.id == CLUB.c.announced_by).scalar_subquery()
    row = connection.execute(select(CLUB, by.label("by")).where(CLUB.c.id == ONE)).first()
    if row is None:
        return None
    said = None
    if row.announcement:
        said = Announcement(text=row.announcement, time=row.announced or 0.0, by=row.by or "")
    return Club(row.name, row.founded, said)


def need_club(connection: Connection) -> Club:
    """The club; there must be one."""
    found = read_club(connection)
    if found is None:
        raise NoClub()
    return found


def member_of(connection: Connection, device: str | None) -> Member | None:
    """The member that a device belongs to."""
    if device is None:
        return None
    query = select(MEMBERS).join(DEVICES, DEVICES.c.player == MEMBERS.c.player)
    row = connection.execute(query.where(DEVICES.c.id == device)).first()
    return None if row is None else Member(row.player, row.host)


def need_member(connection: Connection, device: str | None) -> Member:
    """The member who asks."""
    need_club(connection)
    found = member_of(connection, device)
    if found is None:
        raise NotMember()
    return found


def need_host(connection: Connection, device: str | None) -> Member:
    """The host who asks."""
    found = need_member(connection, device)
    if not found.host:
        raise NotHost()
    return found


# Coming and going


def found_club(connection: Connection, name: str) -> None:
    """Found the club, or call it by another name."""
    notify(connection, LOBBY)
    named = update(CLUB).where(CLUB.c.id == ONE).values(name=name)
    if connection.execute(named).rowcount == 0:
        values = {"id": ONE, "name": name, "founded": time.time(), "announcement": ""}
        connection.execute(insert(CLUB).values(**values))


def inviter(connection: Connection, token: str, now: float) -> Player | None:
    """Who invites by a token, if it still opens the club."""
    query = select(PLAYERS).join(CLUB_LINKS, CLUB_LINKS.c.player == PLAYERS.c.id)
    here = (CLUB_LINKS.c.token == hashed(token)) & (CLUB_LINKS.c.until > now)
    row = connection.execute(query.where(here)).mappings().first()
    if row is None:
        return None
    return Player(**{name: row[name] for name in Player.__struct_fields__})


def come_in(
    connection: Connection, sitter: Sitter, name: str, token: str, is_host: bool, club: str | None
) -> None:
    """Let the player of a device be a member, by an invitation; by the host's own link, a host."""
    by = None if is_host else inviter(connection, token, time.time())
    if by is None and not is_host:
        raise NoWayIn()
    if is_host and (club or read_club(connection) is None):
        if not club:
            raise NoClub()
        found_club(connection, club)
    player = lock_player(connection, sitter.device) or make_player(connection, sitter, name)
    if name and not player.name:
        connection.execute(update(PLAYERS).where(PLAYERS.c.id == player.id).values(name=name))
    known = connection.execute(select(MEMBERS).where(MEMBERS.c.player == player.id)).first()
    if known is None:
        values = {"player": player.id, "host": is_host, "joined": time.time()}
        values["invited_by"] = by.id if by else None
        connection.execute(insert(MEMBERS).values(**values))
    elif is_host:
        set_host(connection, player.id, True)


def make_link(connection: Connection, device: str | None, token: str) -> float:
    """Keep a link by which a member invites; the one before is void. Returns until when."""
    own, until = need_member(connection, device), time.time() + LINK_SECONDS
    owner(connection, device)  # held, so that two at once are one after the other
    connection.execute(delete(CLUB_LINKS).where(CLUB_LINKS.c.player == own.player))
    values = {"player": own.player, "token": hashed(token), "until": until}
    connection.execute(insert(CLUB_LINKS).values(**values))
    return until


def change_host(connection: Connection, device: str | None, player: str, host: bool) -> None:
    """Make a member a host or no longer one; by a host."""
    need_host(connection, device)
    if not set_host(connection, player, host):
        raise NoMember()


def set_host(connection: Connection, player: str, host: bool) -> bool:
    """Write whether a member is a host; False if there is no such member."""
    changed = update(MEMBERS).where(MEMBERS.c.player == player).values(host=host)
    return connection.execute(changed).rowcount > 0


def remove_member(connection: Connection, device: str | None, player: str) -> None:
    """Let a member go: oneself, or anybody for a host; their games and results stay."""
    own = need_member(connection, device)
    if own.player != player and not own.host:
        raise NotHost()
    if not drop_member(connection, player):
        raise NoMember()


def drop_member(connection: Connection, player: str) -> bool:
    """Delete that somebody is a member, with the link by which they invite."""
    connection.execute(delete(CLUB_LINKS).where(CLUB_LINKS.c.player == player))
    gone = connection.execute(delete(MEMBERS).where(MEMBERS.c.player == player))
    return gone.rowcount > 0


def merge_members(connection: Connection, old: str, new: str) -> None:
    """Let one player be a member in place of another, who has become the same."""
    before = connection.execute(select(MEMBERS).where(MEMBERS.c.player == old)).first()
    if before is None:
        return
    drop_member(connection, old)
    known = connection.execute(select(MEMBERS).where(MEMBERS.c.player == new)).first()
    if known is None:
        values = before._asdict() | {"player": new}
        connection.execute(insert(MEMBERS).values(**values))
    elif before.host:
        set_host(connection, new, True)


# What is said


def rename(connection: Connection, device: str | None, name: str) -> None:
    """Call the club by another name; by a host."""
    need_host(connection, device)
    found_club(connection, name)


def announce(connection: Connection, device: str | None, text: str) -> None:
    """Say something to all members, in place of what was said before; by a host."""
    own = need_host(connection, device)
    values = {"announcement": text, "announced": time.time(), "announced_by": own.player}
    connection.execute(update(CLUB).where(CLUB.c.id == ONE).values(**values))
    notify(connection, LOBBY)


def read_members(connection: Connection, near: bool) -> list[MemberTold]:
    """All members, those who were here last first; `near` is for other members."""
    hosts = PLAYERS.alias()
    query = (
        select(MEMBERS, PLAYERS.c.name, PLAYERS.c.color, hosts.c.name.label("by"))
        .join(PLAYERS, PLAYERS.c.id == MEMBERS.c.player)
        .outerjoin(hosts, hosts.c.id == MEMBERS.c.invited_by)
    )
    rows = connection.execute(query.order_by(MEMBERS.c.joined, MEMBERS.c.player)).all()
    seen = last_seen(connection) if near else {}
    playing = games_of(connection) if near else {}
    found = [
        MemberTold(
            player=row.player,
            name=row.name,
            color=cast(Color, row.color),
            host=row.host,
            joined=row.joined,
            invited_by=row.by or "",
            seen=seen.get(row.player),
            playing=playing.get(row.player, 0),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: -(one.seen or 0.0))


def last_seen(connection: Connection) -> dict[str, float]:
    """When each member's devices were last here."""
    query = select(MEMBERS.c.player, func.max(DEVICES.c.seen))
    query = query.join(DEVICES, DEVICES.c.player == MEMBERS.c.player)
    return {row[0]: row[1] for row in connection.execute(query.group_by(MEMBERS.c.player))}


def games_of(connection: Connection) -> dict[str, int]:
    """How many games of each member go on."""
    query = (
        select(MEMBERS.c.player, func.count(func.distinct(TABLES.c.id)))
        .join(SEATS, SEATS.c.player == MEMBERS.c.player)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(TABLES.c.finished.is_(None))
    )
    return {row[0]: row[1] for row in connection.execute(query.group_by(MEMBERS.c.player))}
