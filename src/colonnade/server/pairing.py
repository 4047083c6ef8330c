"""Quick pairing: wishes for company that fit together become a table, in one transaction.

A device has one wish at a time, by the key of its row, and a wish is granted once: the rows of a
group are held, and seen to be free, in the transaction that makes the table. Whoever is killed
before that has made nothing; afterwards each wish names its table, for as long as it is asked for.
When wishes are looked at is decided in lobby.py.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from colonnade.arena.strength import UNKNOWN
from colonnade.contract.history import History
from colonnade.contract.options import complete
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.clock import read_wish
from colonnade.server.errors import TooMany
from colonnade.server.keeping import check_ceiling
from colonnade.server.schema import RATINGS, SEEKERS, TABLES
from colonnade.server.seats import new_id, plain_name
from colonnade.server.sitting import find_player, sit
from colonnade.server.stored import Clock, Head, Seat, Sitter
from colonnade.server.table_setup import dealt, let_live
from colonnade.server.tables import Tables
from colonnade.server.wire_lobby import PairingWish

FRESH = 12.0  # seconds that a wish counts without a sign of life of its device
KEPT = 600.0  # seconds after which a wish is forgotten, granted or not
TRIES = 8  # to make a table of a group, before somebody else does
PACKED = ("options", "clock", "sitter")  # columns that hold JSON
MOST_OF_ONE = 100  # wishes of one address that are kept
NEAR = 5.0  # of mu, that is 100 points: odds of 70 to 30 ...
WIDENS = 0.5  # ... and so much more for each second of waiting ...
ANYBODY = 60.0  # ... until so many seconds have passed
LOOKED_AT = 12  # of the others who wait, the first ones: so that no group takes long to find


class Wish(msgspec.Struct, frozen=True):
    """A wish for company, as it is stored."""

    device: str
    wish: str
    game: str
    seats: int
    options: dict[str, str]
    clock: Clock | None
    name: str
    sitter: Sitter
    player: str | None  # whose it is: nobody is paired with themselves on two devices
    since: float
    seen: float
    table_id: str | None = None
    about: bool = False  # whether only with whom is about as strong
    mu: float | None = None  # how strong who asks is, if that is known
    bots: bool = False  # whether a bot will do

    def reach(self, now: float) -> float:
        """How far from oneself another may be: anybody, or who is near, and further by and by."""
        if not self.about or now - self.since >= ANYBODY:
            return math.inf
        return NEAR + WIDENS * max(0.0, now - self.since)

    def welcomes(self, other: Wish) -> bool:
        """Whether one would sit down with another: with a bot only who asked for it, or a bot."""
        return not other.sitter.bot or self.sitter.bot or self.bots

    def waits(self, now: float) -> bool:
        """Whether somebody is there and still without a table."""
        # After a crash the time of the house may be behind what was seen: they must come again.
        return self.table_id is None and abs(now - self.seen) < FRESH

    def fits(self, other: Wish) -> bool:
        """Whether two would sit down at the same table; each may like what the other left out."""
        return (
            (self.game, self.seats, self.clock) == (other.game, other.seats, other.clock)
            and self.device != other.device
            and self.welcomes(other)
            and other.welcomes(self)
            and (self.player is None or self.player != other.player)
            and all(other.options.get(key, value) == value for key, value in self.options.items())
        )


def group_for(own: Wish, wishes: Iterable[Wish], now: float) -> list[Wish] | None:
    """Those who can sit down together with one of them, who waits longest first; or nobody.

    Who wants company about as strong gets the nearest first.
    """
    others = sorted(
        (wish for wish in wishes if wish.waits(now) and own.fits(wish) and accept(own, wish, now)),
        key=lambda wish: (gap(own, wish) if own.about else 0.0, wish.since, wish.device),
    )
    for chosen in combinations(others[:LOOKED_AT], own.seats - 1):
        if all(one.fits(two) and accept(one, two, now) for one, two in combinations(chosen, 2)):
            return [own, *chosen]
    return None


def gap(one: Wish, two: Wish) -> float:
    """How far apart two are; of who is unknown, as if they were like anybody."""
    mine, theirs = (UNKNOWN.mu if wish.mu is None else wish.mu for wish in (one, two))
    return abs(mine - theirs)


def accept(one: Wish, two: Wish, now: float) -> bool:
    """Whether those two who want company about as strong would both take the other by now."""
    return all(gap(one, two) <= wish.reach(now) for wish in (one, two))


async def seek(tables: Tables, asked: PairingWish, sitter: Sitter) -> str | None:
    """Keep a wish, and pair it if somebody fits; returns the table, or nothing while it waits."""
    found = game(asked.game)
    found.start(asked.seats, complete(found.options, asked.options))  # refuses what cannot be
    now = tables.watch.now()
    wish = Wish(
        device=sitter.device,
        wish=asked.wish,
        game=found.key,
        seats=asked.seats,
        options=dict(asked.options),
        clock=read_wish(asked.clock),
        name=plain_name(asked.name),
        sitter=sitter,
        player=None,
        since=now,
        seen=now,
        about=asked.about,
        bots=asked.bots,
    )
    granted = await tables.store.write(partial(keep, wish=wish))
    return granted or await pair(tables, sitter.device)


async def pair(tables: Tables, device: str) -> str | None:
    """Make a table of a device's wish and others that fit, unless somebody is faster."""
    for _ in range(TRIES):
        wishes = await tables.store.read(read_wishes)
        own = next((wish for wish in wishes if wish.device == device), None)
        if own is None or own.table_id is not None:
            return None if own is None else own.table_id
        group = group_for(own, wishes, tables.watch.now())
        if group is None:
            return None
        made = await seat_together(tables, group)
        if made is not None:
            return made
    return None


async def seat_together(tables: Tables, group: Sequence[Wish]) -> str | None:
    """A table for a group, with seats drawn by lot; nothing if one of them has gone meanwhile."""
    first, now, origin = group[0], tables.watch.date(), group[0].sitter.origin
    found, seen = game(first.game), tables.watch.now()
    options = complete(found.options, {k: v for wish in group for k, v in wish.options.items()})
    order = list(group)
    secrets.SystemRandom().shuffle(order)
    seats = [
        Seat(kind="person", name=wish.name, since=now, seen=seen, devices={wish.device})
        for wish in order
    ]
    head = Head(
        id=new_id(),
        game=found.key,
        edition=found.edition,
        options=options,
        public=False,
        start="random",
        created=now,
        clock=first.clock,
        lang=first.sitter.lang,
        origin=origin,
    )
    table, stored = dealt(tables, head, seats, History(found, found.start(len(seats), options)))

    def write(connection: Connection) -> bool:
        if not grant(connection, group, head.id):
            return False
        check_ceiling(connection, TABLES, origin, tables.settings.limits)
        for wish, seat in sorted(zip(order, seats, strict=True), key=lambda one: one[0].device):
            sit(connection, [seat], wish.sitter)
        table_queries.write_table(connection, stored)
        return True

    if not await tables.store.write(write):
        return None
    let_live(tables, table)
    return head.id


async def withdraw(tables: Tables, device: str, wish: str) -> str | None:
    """Take a wish back; if it has been granted already, returns the table."""
    return await tables.store.write(partial(forget, device=device, wish=wish))


# What is stored


def keep(connection: Connection, wish: Wish) -> str | None:
    """Store a wish in place of the device's last; of the same one, its table if it has one."""
    connection.execute(delete(SEEKERS).where(SEEKERS.c.seen < wish.seen - KEPT))
    mine = SEEKERS.c.device == wish.device
    known = connection.execute(
        select(SEEKERS.c.wish, SEEKERS.c.table_id).where(mine).with_for_update()
    ).first()
    table_queries.notify(connection, table_queries.LOBBY)
    if known is not None and known.wish == wish.wish:
        connection.execute(update(SEEKERS).where(mine).values(seen=wish.seen))
        return None if known.table_id is None else str(known.table_id)
    origin = wish.sitter.origin
    same = select(func.count()).where(SEEKERS.c.origin == origin, SEEKERS.c.device != wish.device)
    if connection.execute(same).scalar_one() >= MOST_OF_ONE:
        raise TooMany(seconds=int(FRESH))
    values = msgspec.structs.asdict(wish)
    values |= {name: table_queries.packed(values[name]) for name in PACKED}
    player = find_player(connection, wish.device)
    values |= {"player": player.id if player else None, "origin": origin}
    values["mu"] = None if player is None else strength(connection, player.id, wish)
    connection.execute(delete(SEEKERS).where(mine))
    connection.execute(insert(SEEKERS).values(values))
    return None


def strength(connection: Connection, player: str, wish: Wish) -> float | None:
    """How strong a player is in the game that is wished for, if that is known."""
    mine = (RATINGS.c.player == player) & (RATINGS.c.game == wish.game)
    found = select(RATINGS.c.mu).where(mine, RATINGS.c.seats == wish.seats)
    return connection.execute(found).scalar()


def read_wishes(connection: Connection) -> list[Wish]:
    """All wishes that are kept."""
    columns = [SEEKERS.c[name] for name in Wish.__struct_fields__]
    rows = connection.execute(select(*columns).order_by(SEEKERS.c.since)).mappings()
    return [
        Wish(
            **{
                **row,
                "options": msgspec.json.decode(row["options"], type=dict[str, str]),
                "clock": msgspec.json.decode(row["clock"], type=Clock) if row["clock"] else None,
                "sitter": msgspec.json.decode(row["sitter"], type=Sitter),
            }
        )
        for row in rows
    ]


def grant(connection: Connection, group: Sequence[Wish], table_id: str) -> bool:
    """Give a group its table, if all of them still wait; held in one order, so that none blocks."""
    for wish in sorted(group, key=lambda one: one.device):
        waiting = (
            (SEEKERS.c.device == wish.device)
            & (SEEKERS.c.wish == wish.wish)
            & SEEKERS.c.table_id.is_(None)
        )
        held = connection.execute(select(SEEKERS.c.device).where(waiting).with_for_update())
        if held.first() is None:
            return False
    devices = [wish.device for wish in group]
    connection.execute(
        update(SEEKERS).where(SEEKERS.c.device.in_(devices)).values(table_id=table_id)
    )
    table_queries.notify(connection, table_queries.LOBBY)
    return True


def forget(connection: Connection, device: str, wish: str) -> str | None:
    """Delete a wish that waits; returns the table of one that does not."""
    mine = (SEEKERS.c.device == device) & (SEEKERS.c.wish == wish)
    known = connection.execute(select(SEEKERS.c.table_id).where(mine).with_for_update()).first()
    if known is not None and known.table_id is not None:
        return str(known.table_id)
    connection.execute(delete(SEEKERS).where(mine))
    table_queries.notify(connection, table_queries.LOBBY)
    return None


def give_sign(connection: Connection, devices: Sequence[str], now: float) -> None:
    """Say that these devices are there: their wishes count."""
    waiting = SEEKERS.c.device.in_(devices) & SEEKERS.c.table_id.is_(None)
    connection.execute(update(SEEKERS).where(waiting).values(seen=now))


def let_go(connection: Connection, device: str, left: float) -> None:
    """Delete the wish of a device that has left, unless it was seen elsewhere since."""
    gone = (SEEKERS.c.device == device) & SEEKERS.c.table_id.is_(None) & (SEEKERS.c.seen <= left)
    connection.execute(delete(SEEKERS).where(gone))
    table_queries.notify(connection, table_queries.LOBBY)
