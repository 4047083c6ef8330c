"""Ways into a player: links for minutes and recovery words, each good once; and who comes along.

Wrong words are counted in the same transaction that compares them, so that many tries at once are
no more than one after another. What words are, stands in words.py; how they are hashed, in
sealed.py.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, delete, insert, select, update

from colonnade.server import rating_log
from colonnade.server.club_queries import merge_members
from colonnade.server.errors import AlreadyYours, BringGames
from colonnade.server.league_queries import merge_entrants
from colonnade.server.player_queries import delete_player, drop_device, owner, tables_of
from colonnade.server.schema import HOLDERS, LESSONS, LINKS, PLAYERS, SEATS, UPLOADS
from colonnade.server.seats import hashed, new_id
from colonnade.server.sitting import (
    COLUMNS,
    Player,
    add_device,
    adopt,
    count_seats,
    devices_of,
    find_player,
    lock_players,
    player_in,
    share,
)
from colonnade.server.stored import Sitter
from colonnade.server.table_queries import bump_all
from colonnade.server.wire_types import WayKind

TRIES = 5  # with wrong words, after which a link is void


class Key(msgspec.Struct, frozen=True):
    """What somebody shows to come in: a token, or the hashes of four or twelve words."""

    token: str | None = None
    code: str | None = None  # of the first of four words
    words: str | None = None  # all of them


class Arrived(msgspec.Struct):
    """A device that came to a player: its id from now on, and the tables that are concerned."""

    device: str
    tables: set[str]


def add_link(
    connection: Connection, device: str | None, key: Key, now: float, until: float
) -> Player:
    """Keep a link, in place of any before; a code that another link has is refused by its key."""
    player = owner(connection, device)
    stale = (LINKS.c.player == player.id) | (LINKS.c.until < now)
    connection.execute(delete(LINKS).where(stale))
    values = {
        "player": player.id,
        "token": hashed(key.token or ""),
        "code": key.code,
        "words": key.words,
        "until": until,
        "tries": 0,
    }
    connection.execute(insert(LINKS).values(**values))
    return player


def drop_link(connection: Connection, device: str | None) -> None:
    """Make the link of a player void."""
    connection.execute(delete(LINKS).where(LINKS.c.player == owner(connection, device).id))


def who(connection: Connection, key: Key, now: float) -> tuple[Player, WayKind] | None:
    """The player that a key opens, and how; wrong words are counted where they nearly fit."""
    if key.token is not None:
        right = (LINKS.c.token == hashed(key.token)) & (LINKS.c.until > now)
        found = connection.execute(select(LINKS.c.player).where(right)).scalar()
        return named(connection, found, "link")
    if key.code is not None:
        return named(connection, by_words(connection, key, now), "link")
    found = connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.recovery == key.words)).scalar()
    return named(connection, found, "recovery")


def named(
    connection: Connection, player: str | None, way: WayKind
) -> tuple[Player, WayKind] | None:
    """A player by its id, and the way that leads there."""
    found = connection.execute(select(*COLUMNS).where(PLAYERS.c.id == player)).first()
    player_found = player_in(found)
    return None if player_found is None else (player_found, way)


def by_words(connection: Connection, key: Key, now: float) -> str | None:
    """The player of a link by its words; who knows the first ones has few tries for the rest."""
    here = (LINKS.c.code == key.code) & (LINKS.c.until > now) & (LINKS.c.tries < TRIES)
    row = connection.execute(select(LINKS).where(here).with_for_update()).first()
    if row is None:
        return None
    if hmac.compare_digest(str(row.words), key.words or ""):
        return str(row.player)
    wrong = update(LINKS).where(LINKS.c.player == row.player)
    connection.execute(wrong.values(tries=LINKS.c.tries + 1))
    return None


def enter(
    connection: Connection, key: Key, sitter: Sitter, known: str | None, bring: bool, now: float
) -> Arrived | None:
    """Bring a device to the player that a key opens, and make the key void; none if it opens none.

    `known` is the device as it was: it gets another id, so that nobody who planted its cookie comes
    along. If it was the only one of another player, that player's games come too, or it is refused.
    """
    rating_log.lock(connection)  # before any player: always in this order
    found = who(connection, key, now)
    if found is None:
        return None
    player, way = found
    before = find_player(connection, known)
    lock_players(connection, [player.id, *([before.id] if before else [])])
    if who(connection, key, now) is None or before != find_player(connection, known):
        return None  # somebody was faster
    if before is not None and before.id == player.id:
        raise AlreadyYours()
    new = replace(sitter, device=new_id())
    tables: set[str] = set()
    if known is not None:
        tables |= leave(connection, known, before, player.id, bring)
        tables |= rename_device(connection, known, new.device)
    use_up(connection, player.id, way)
    add_device(connection, player.id, new)
    adopt(connection, player.id)
    share(connection, player.id)
    tables |= tables_of(connection, player.id)
    bump_all(connection, tables)
    return Arrived(new.device, tables)


def use_up(connection: Connection, player: str, way: WayKind) -> None:
    """Make what somebody came in by void."""
    if way == "link":
        connection.execute(delete(LINKS).where(LINKS.c.player == player))
    else:
        changed = update(PLAYERS).where(PLAYERS.c.id == player)
        connection.execute(changed.values(recovery=None, printed=None))


def leave(
    connection: Connection, device: str, before: Player | None, player: str, bring: bool
) -> set[str]:
    """Let a device leave the player it had; what was on this device alone goes to another."""
    if before is None:
        return set()
    if len(devices_of(connection, before.id)) > 1:
        return drop_device(connection, device)
    games = count_seats(connection, before.id)
    if games and not bring:
        raise BringGames(name=before.name or "-", count=games)
    connection.execute(update(SEATS).where(SEATS.c.player == before.id).values(player=player))
    merge_lessons(connection, before.id, player)
    rating_log.merge_players(connection, before.id, player)
    bots = update(PLAYERS).where(PLAYERS.c.owner == before.id)
    connection.execute(bots.values(owner=player))
    merge_members(connection, before.id, player)
    merge_entrants(connection, before.id, player)
    delete_player(connection, before.id)
    return set()


def merge_lessons(connection: Connection, old: str, new: str) -> None:
    """Add the lessons of one player to those of another."""
    known: Sequence[tuple[str, str]] = [
        (row.game, row.lesson)
        for row in connection.execute(select(LESSONS).where(LESSONS.c.player == new))
    ]
    for row in connection.execute(select(LESSONS).where(LESSONS.c.player == old)).all():
        if (row.game, row.lesson) not in known:
            values = {"player": new, "game": row.game, "lesson": row.lesson, "done": row.done}
            connection.execute(insert(LESSONS).values(**values))


def rename_device(connection: Connection, old: str, new: str) -> set[str]:
    """Give what a device holds to the same one by another id; returns the tables concerned."""
    held = connection.execute(select(HOLDERS.c.table_id).where(HOLDERS.c.device == old))
    tables = set(held.scalars())
    for rows in (HOLDERS, UPLOADS):
        connection.execute(update(rows).where(rows.c.device == old).values(device=new))
    return tables
