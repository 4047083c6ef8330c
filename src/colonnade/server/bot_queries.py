"""Bots: players that a program plays, known by a token in place of a cookie.

A bot has an owner, who makes and deletes it, and one device, whose row keeps the token's hash. What
a bot may do is what people may do, but for what its owner decides; guard.py lets it in.
"""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, insert, select, update

from colonnade.server.errors import ManyBots, NoPlayer, UnknownBot
from colonnade.server.keeping import check_ceiling
from colonnade.server.schema import DEVICES, PLAYERS
from colonnade.server.seats import hashed
from colonnade.server.settings import Limits
from colonnade.server.sitting import COLORS, ID_BYTES, MARK_BYTES, Player, find_player, lock_player
from colonnade.server.stored import Sitter
from colonnade.server.wire_players import BotTold

if TYPE_CHECKING:
    from colonnade.server.store import Store

MOST = 8  # bots of one player
PREFIX = "bot_"  # tells our tokens from those that a proxy may add
TOKEN_BYTES = 32
SEEN_SECONDS = 600.0  # how exactly it is known when a bot was here
BEARER = "bearer "


def new_token() -> str:
    """A token that cannot be guessed."""
    return PREFIX + secrets.token_urlsafe(TOKEN_BYTES)


def bot_token(headers: dict[bytes, str]) -> str:
    """The token of a bot that a request shows; those of other makers are none of ours."""
    said = headers.get(b"authorization", "")
    token = said[len(BEARER) :].strip() if said[: len(BEARER)].lower() == BEARER else ""
    return token if token.startswith(PREFIX) else ""


async def bot_device(store: Store, token: str) -> str | None:
    """The device of the bot that a token opens; it is noted now and then that it was here."""
    found = await store.read(partial(find_token, token=token))
    if found is None:
        return None
    device, seen = found
    if time.time() - seen > SEEN_SECONDS:
        await store.write(partial(touch, device=device))
    return device


def find_token(connection: Connection, token: str) -> tuple[str, float] | None:
    """The device that a token opens, and when it was last here."""
    query = select(DEVICES.c.id, DEVICES.c.seen).where(DEVICES.c.token == hashed(token))
    found = connection.execute(query).first()
    return None if found is None else (str(found.id), float(found.seen))


def touch(connection: Connection, device: str) -> None:
    """Note that a bot was here."""
    connection.execute(update(DEVICES).where(DEVICES.c.id == device).values(seen=time.time()))


def person(connection: Connection, device: str | None) -> Player:
    """The player of a device, to change what is theirs."""
    found = None if device is None else lock_player(connection, device)
    if found is None:
        raise NoPlayer()
    return found


def list_bots(connection: Connection, device: str | None) -> list[BotTold]:
    """The bots of a device's player, the oldest first."""
    player = find_player(connection, device)
    if player is None:
        return []
    own = PLAYERS.c.owner == player.id
    rows = connection.execute(TOLD.where(own).order_by(PLAYERS.c.created, PLAYERS.c.id))
    return [told(row) for row in rows]


def bots_of(connection: Connection, device: str) -> list[str]:
    """The devices of the bots of a device's player."""
    player = find_player(connection, device)
    if player is None:
        return []
    query = select(DEVICES.c.id).join(PLAYERS, PLAYERS.c.id == DEVICES.c.player)
    return list(connection.execute(query.where(PLAYERS.c.owner == player.id)).scalars())


def make_bot(
    connection: Connection, sitter: Sitter, name: str, token: str, limits: Limits
) -> BotTold:
    """Make a bot of a device's player: a player of its own, with one device that has a token."""
    owner = person(connection, sitter.device)
    counted = select(func.count()).select_from(PLAYERS).where(PLAYERS.c.owner == owner.id)
    if connection.execute(counted).scalar_one() >= MOST:
        raise ManyBots(most=MOST)
    check_ceiling(connection, PLAYERS, sitter.origin, limits)
    now, bot = time.time(), secrets.token_urlsafe(ID_BYTES)
    connection.execute(
        insert(PLAYERS).values(
            id=bot,
            name=name,
            color=secrets.choice(COLORS),
            lang=owner.lang,
            created=now,
            origin=sitter.origin,
            bot=True,
            owner=owner.id,
        )
    )
    mark = secrets.token_urlsafe(MARK_BYTES)
    connection.execute(
        insert(DEVICES).values(
            id=secrets.token_urlsafe(ID_BYTES),
            player=bot,
            mark=mark,
            name="",
            kind="program",
            browser="",
            created=now,
            seen=now,
            token=hashed(token),
        )
    )
    return BotTold(id=bot, mark=mark, name=name, created=now, seen=now)


def set_token(connection: Connection, device: str | None, mark: str, token: str) -> BotTold:
    """Give a bot another token; the one before opens nothing from the commit on."""
    bot = own_bot(connection, device, mark)
    connection.execute(
        update(DEVICES).where(DEVICES.c.id == bot.device).values(token=hashed(token))
    )
    return told(bot)


def void_token(connection: Connection, device: str | None, mark: str) -> str:
    """Take a bot's token away; returns its device, by which it can be deleted."""
    bot = own_bot(connection, device, mark)
    connection.execute(update(DEVICES).where(DEVICES.c.id == bot.device).values(token=None))
    return str(bot.device)


def own_bot(connection: Connection, device: str | None, mark: str) -> Any:
    """A bot of a device's player, by its mark; those of others are unknown here."""
    owner = person(connection, device)
    own = (PLAYERS.c.owner == owner.id) & (DEVICES.c.mark == mark)
    found = connection.execute(TOLD.where(own)).first()
    if found is None:
        raise UnknownBot()
    return found


def told(row: Any) -> BotTold:
    """A bot as its owner sees it."""
    return BotTold(id=row.id, mark=row.mark, name=row.name, created=row.created, seen=row.seen)


TOLD = select(
    PLAYERS.c.id,
    DEVICES.c.mark,
    PLAYERS.c.name,
    PLAYERS.c.created,
    DEVICES.c.seen,
    DEVICES.c.id.label("device"),
).join(DEVICES, DEVICES.c.player == PLAYERS.c.id)
