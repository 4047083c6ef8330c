"""Players of this house: what a device may ask about its own, and how another device comes to it.

No call names a player: whoever asks is known by the device's cookie, or shows a link or words. What
is stored is decided in player_queries.py and link_queries.py; what is deleted, in forgetting.py.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from colonnade.contract.errors import ColonnadeError
from colonnade.server import bot_queries, exercises, link_queries, player_queries, words
from colonnade.server.attempts import Attempts
from colonnade.server.errors import BadRequest, NoPlayer, NoWayIn
from colonnade.server.forgetting import forget, forget_bots
from colonnade.server.link_queries import Arrived, Key
from colonnade.server.player_queries import SEEN_SECONDS, Device, Played
from colonnade.server.seats import new_id, plain_name
from colonnade.server.sitting import Player, find_player
from colonnade.server.stored import Sitter
from colonnade.server.tables import Tables
from colonnade.server.wire_players import (
    BotMade,
    BotTold,
    DeviceTold,
    PlayerTold,
    Tally,
    WayIn,
)
from colonnade.server.wishes import KeyWish, PlayerWish

LINK_SECONDS = 600.0
DRAWS = 5  # of four words, until the first are no other link's


class Players:
    """All that the calls about players share."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.attempts = Attempts(tables.settings.limits.attempts)

    async def told(self, device: str | None) -> PlayerTold | None:
        """The player of a device."""
        found = await self.store.read(partial(player_queries.look, device=device))
        return None if found is None else player_told(*found)

    async def devices(self, sitter: Sitter) -> list[DeviceTold]:
        """The devices of a device's player; it is noted that this one is here."""
        found = await self.store.read(partial(own_devices, device=sitter.device))
        here = next((one for one in found if one.id == sitter.device), None)
        if here is not None and time.time() - here.seen > SEEN_SECONDS:
            await self.store.write(partial(player_queries.touch, sitter=sitter))
            here.seen, here.kind, here.browser = time.time(), sitter.kind, sitter.browser
        return [device_told(one, sitter.device) for one in found]

    async def change(self, sitter: Sitter, wish: PlayerWish) -> None:
        """Give a player another name, color or language; without a player, one is made."""
        name = None if wish.name is None else plain_name(wish.name)
        values: dict[str, str | None] = {"name": name, "color": wish.color, "lang": wish.lang}
        work = partial(
            player_queries.change_player,
            sitter=sitter,
            values={name: value for name, value in values.items() if value is not None},
            limits=self.tables.settings.limits,
        )
        await self.store.write(work)

    async def set_alone(self, sitter: Sitter, alone: bool) -> None:
        """Keep no player of a device from now on, or one again; its seats stay."""
        if alone:
            await forget_bots(self.tables, sitter.device)
            work = partial(player_queries.live_alone, device=sitter.device)
        else:
            limits = self.tables.settings.limits
            work = partial(player_queries.live_with, sitter=sitter, limits=limits)
        await self.tables.reread(await self.store.write(work))

    async def add_lessons(self, device: str | None, done: dict[str, list[str]]) -> None:
        """Add lessons that were done; those that this house does not teach are left out."""
        known = [(game, lesson) for game, keys in done.items() for lesson in keys]
        taught = await asyncio.to_thread(lambda: [one for one in known if is_taught(*one)])
        await self.store.write(partial(player_queries.add_lessons, device=device, done=taught))

    # Bots

    async def bots(self, device: str | None) -> list[BotTold]:
        """The bots of a device's player."""
        return await self.store.read(partial(bot_queries.list_bots, device=device))

    async def make_bot(self, sitter: Sitter, name: str) -> BotMade:
        """A bot of a player, and the token by which its program is known; told this once."""
        token = bot_queries.new_token()
        limits = self.tables.settings.limits
        work = partial(
            bot_queries.make_bot, sitter=sitter, name=plain_name(name), token=token, limits=limits
        )
        return BotMade(bot=await self.store.write(work), token=token)

    async def renew_bot(self, device: str | None, mark: str) -> BotMade:
        """Another token for a bot; the one before is void."""
        token = bot_queries.new_token()
        work = partial(bot_queries.set_token, device=device, mark=mark, token=token)
        return BotMade(bot=await self.store.write(work), token=token)

    async def remove_bot(self, device: str | None, mark: str) -> None:
        """Delete a bot as its owner could be deleted; its token is void at once."""
        work = partial(bot_queries.void_token, device=device, mark=mark)
        await forget(self.tables, await self.store.write(work))

    # Devices

    async def remove(self, device: str | None, mark: str) -> None:
        """Take a device away; it holds no seat from the moment that this is answered."""
        work = partial(player_queries.remove_device, device=device, mark=mark)
        await self.tables.reread(await self.store.write(work))

    async def make_link(self, device: str | None) -> tuple[str, list[int], float, Player]:
        """A token and four words that bring one more device, for some minutes."""
        if await self.store.read(partial(find_player, device=device)) is None:
            raise NoPlayer()  # before anything dear is done
        for draw in range(DRAWS):
            token, secret, now = new_id(), words.new_link(), time.time()
            sealed = await self.tables.sealer.seal(secret)
            work = partial(
                link_queries.add_link,
                device=device,
                key=Key(token, self.tables.sealer.code(secret), sealed),
                now=now,
                until=now + LINK_SECONDS,
            )
            try:
                player = await self.store.write(work)
            except IntegrityError:  # another link begins with the same words
                if draw == DRAWS - 1:
                    raise
            else:
                return token, secret, now + LINK_SECONDS, player
        raise AssertionError

    async def make_recovery(self, device: str | None) -> tuple[list[int], Player]:
        """Twelve words to be printed; those before are void."""
        secret = words.new_recovery()
        sealed = await self.tables.sealer.seal(secret)
        work = partial(player_queries.set_recovery, device=device, words=sealed)
        return secret, await self.store.write(work)

    async def drop_recovery(self, device: str | None) -> None:
        """Make the printed words void."""
        await self.store.write(partial(player_queries.set_recovery, device=device, words=None))

    async def look_in(self, origin: str, wish: KeyWish) -> WayIn:
        """Whom a link or words open."""
        with self.attempts.one(origin):
            work = partial(link_queries.who, key=await self.key(wish), now=time.time())
            found = await self.store.write(work)
            if found is None:
                raise NoWayIn()
        player, kind = found
        return WayIn(kind=kind, name=player.name, color=player.color)

    async def enter(self, sitter: Sitter, known: str | None, wish: KeyWish, bring: bool) -> Arrived:
        """Bring a device to the player that a link or words open; they are void then."""
        with self.attempts.one(sitter.origin):
            work = partial(
                link_queries.enter,
                key=await self.key(wish),
                sitter=sitter,
                known=known,
                bring=bring,
                now=time.time(),
            )
            found = await self.store.write(work)
            if found is None:
                raise NoWayIn()
        await self.tables.reread(found.tables)
        return found

    async def key(self, wish: KeyWish) -> Key:
        """What somebody shows, as it is compared."""
        if (wish.token is None) == (wish.words is None):
            raise BadRequest(why="token or words: one of them")
        if wish.words is None:
            return Key(token=wish.token)
        secret = words.read(wish.words)
        code = self.tables.sealer.code(secret) if len(secret) == words.LINK else None
        return Key(code=code, words=await self.tables.sealer.seal(secret))


def own_devices(connection: Connection, device: str | None) -> list[Device]:
    """The devices of a device's player; none without one."""
    player = find_player(connection, device)
    return [] if player is None else player_queries.list_devices(connection, player.id)


def is_taught(game: str, lesson: str) -> bool:
    """Whether there is such a lesson."""
    try:
        exercises.find(game, lesson)
    except ColonnadeError:
        return False
    return True


def player_told(
    player: Player, devices: int, lessons: dict[str, list[str]], games: list[Played]
) -> PlayerTold:
    """A player as its own devices see it."""
    return PlayerTold(
        id=player.id,
        name=player.name,
        color=player.color,
        lang=player.lang,
        created=player.created,
        printed=player.printed,
        devices=devices,
        lessons=lessons,
        results=tallies(games),
        bot=player.bot,
    )


def tallies(games: list[Played]) -> list[Tally]:
    """Games by kind and number of seats, with how many were won."""
    found: dict[tuple[str, int], Tally] = {}
    for one in games:
        key = (one.game, one.seats)
        tally = found.setdefault(key, Tally(game=one.game, seats=one.seats, played=0, won=0))
        tally.played += 1
        tally.won += one.seat in one.result.winners
    return [found[key] for key in sorted(found)]


def device_told(device: Device, here: str) -> DeviceTold:
    """A device as its player's devices see it."""
    return DeviceTold(
        mark=device.mark,
        name=device.name,
        kind=device.kind,
        browser=device.browser,
        created=device.created,
        seen=device.seen,
        here=device.id == here,
    )
