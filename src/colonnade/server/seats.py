"""Who may sit where: devices by signed cookies, seats by tokens that nobody can guess.

A device is a random id in a cookie; a token is stored as its hash alone. What a seat may see is
decided by `watcher`, what it may do, by table.py.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable
from typing import NamedTuple

from itsdangerous import BadSignature, Signer
from msgspec.structs import replace

from colonnade.server.absence import back_in
from colonnade.server.errors import LastPerson, NoInvitation, NotSeated, SeatTaken, TableOver
from colonnade.server.stored import Seat, Sitter
from colonnade.server.table import LiveTable

COOKIE = "colonnade_device"
DAY = 24 * 3600
YEAR = 365 * DAY
RENEW_DAYS = 30  # who comes once in a while keeps their seats
REMEMBERED = 10_000  # cookies, some hundred bytes each
ID_BYTES = 16  # 128 bits: nobody guesses them
ALONE = "alone"  # in a cookie: no player is to be kept of this device


def new_id() -> str:
    """A name that cannot be guessed, made of letters that a link and a command can carry."""
    while (name := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass  # it would look like an option
    return name


def hashed(token: str) -> str:
    """A token as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, stored: str | None) -> bool:
    """Compare a token with a stored hash, in a time that tells nothing."""
    return hmac.compare_digest(hashed(token), stored or "-" * 64)


class Opened(NamedTuple):
    """What a cookie of ours says."""

    device: str
    day: int  # when it was given; 0 in cookies that do not say
    alone: bool = False  # whether no player is to be kept


class Devices:
    """Signs and reads the cookie that names a device."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="colonnade.device", digest_method=hashlib.sha256)
        self._known: dict[str, Opened] = {}  # cookies that were good

    def sign(self, device: str, alone: bool = False) -> str:
        """A device's cookie, with the day it was given."""
        said = f"{device}:{int(time.time() // DAY)}{f':{ALONE}' if alone else ''}"
        return self.signer.sign(said).decode()

    def read(self, cookie: str | None) -> str | None:
        """The device of a cookie that we signed."""
        found = None if cookie is None else self.opened(cookie)
        return None if found is None else found.device

    def alone(self, cookie: str | None) -> bool:
        """Whether a cookie says that no player is to be kept."""
        found = None if cookie is None else self.opened(cookie)
        return found is not None and found.alone

    def renewed(self, cookie: str | None) -> str | None:
        """A fresh cookie for a device whose own was given long ago; none for all others."""
        found = None if cookie is None else self.opened(cookie)
        if found is None or time.time() // DAY - found.day < RENEW_DAYS:
            return None
        return self.sign(found.device, found.alone)

    def opened(self, cookie: str) -> Opened | None:
        """What a cookie of ours says; to check one is dear, and the same ones ask on."""
        known = self._known.get(cookie)
        if known is not None:
            return known
        try:
            said = self.signer.unsign(cookie.encode()).decode()
        except (BadSignature, UnicodeError):
            return None
        device, day, alone = (*said.split(":"), "", "")[:3]
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        found = Opened(device, int(day) if day.isdecimal() else 0, alone == ALONE)
        self._known[cookie] = found
        return found


def plain_name(name: str) -> str:
    """A name on one line, without signs that nobody can see."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def held(table: LiveTable, device: str | None) -> list[int]:
    """The seats that a device may play."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.taken and device is not None and device in seat.devices
    ]


def may_see(table: LiveTable, device: str | None) -> bool:
    """Whether a device may look at a table: anybody, or without spectators who sat down at it."""
    # Who has resigned from a seat that a computer player took over still sees how it ends.
    return table.head.spectators or any(device in seat.devices for seat in table.seats)


def watcher(table: LiveTable, device: str | None) -> int | None:
    """Whose eyes a device sees through: its one seat, or of several the one on turn."""
    return eyes(held(table, device), table.actor)


def eyes(seats: list[int], actor: int) -> int | None:
    """Through whose eyes the holder of these seats sees, while somebody must decide."""
    if actor in seats:
        return actor
    # People who share a device must not see each other's hands while somebody else thinks.
    return seats[0] if len(seats) == 1 else None


def mine(table: LiveTable, device: str | None, seat: int | None) -> int:
    """The seat that a device acts for: the one named, else the one on turn, else its first."""
    seats = held(table, device)
    if not seats or (seat is not None and seat not in seats):
        raise NotSeated(table=table.id)
    note_seen(table, seats)
    if seat is not None:
        return seat
    return table.actor if table.actor in seats else seats[0]


def note_seen(table: LiveTable, seats: Iterable[int]) -> None:
    """Note that the people of some seats are here; it is stored now and then, in tables.py."""
    for number in seats:
        table.seats[number].seen = table.watch.now()


async def join(table: LiveTable, sitter: Sitter, token: str, name: str) -> int:
    """Take a free seat by its invitation, or bring a device to a seat by its personal link."""
    device = sitter.device
    async with table.lock:
        await table.refresh()
        for number, seat in enumerate(table.seats):
            if seat.kind == "open" and same(token, seat.invitation):
                taken = replace(
                    seat,
                    kind="person",
                    name=plain_name(name),
                    since=table.watch.date(),
                    invitation=None,
                    devices={device},
                    seen=table.watch.now(),
                )
                await table.change_seat(number, taken, sitter=sitter)
                return number
            if sitter.bot:  # a personal link is for devices of the same person
                continue
            if seat.stand_in and same(token, seat.link):
                await table.change_seat(number, back_in(table, number, device), "return")
                return number
            if seat.taken and same(token, seat.link):
                named = plain_name(name) or seat.name
                brought = replace(seat, name=named, link=None, devices={*seat.devices, device})
                await table.change_seat(number, brought)
                return number
    raise NoInvitation(table=table.id)


async def rename(table: LiveTable, number: int, name: str) -> None:
    """Give a seat another name."""
    async with table.lock:
        await table.refresh()
        await table.change_seat(number, replace(table.seats[number], name=plain_name(name)))


async def make_link(table: LiveTable, number: int) -> str:
    """A personal link's token, for another device of the same person; good once."""
    async with table.lock:
        await table.refresh()
        token = new_id()
        await table.change_seat(number, replace(table.seats[number], link=hashed(token)))
        return token


async def invite(table: LiveTable, number: int) -> str:
    """A fresh invitation to a free seat; the one before is void."""
    async with table.lock:
        await table.refresh()
        if number >= len(table.seats) or table.seats[number].kind != "open":
            raise SeatTaken(seat=number + 1)
        token = new_id()
        await table.change_seat(number, replace(table.seats[number], invitation=hashed(token)))
        return token


async def fill(table: LiveTable, number: int, level: str) -> None:
    """Give a free seat to a computer player; its invitation is void, and nobody is moved."""
    async with table.lock:
        await table.refresh()
        if table.head.finished is not None:
            raise TableOver(table=table.id)
        if number >= len(table.seats) or table.seats[number].kind != "open":
            raise SeatTaken(seat=number + 1)
        await table.change_seat(
            number, Seat(kind="computer", level=level, since=table.watch.date())
        )


async def leave(table: LiveTable, number: int, level: str | None) -> str | None:
    """Leave a seat to a computer player of a level, or without one to somebody new by a token."""
    async with table.lock:
        await table.refresh()
        if table.head.finished is not None:
            raise TableOver(table=table.id)
        others = [seat for other, seat in enumerate(table.seats) if other != number]
        if level and all(seat.kind == "computer" for seat in others):
            raise LastPerson(table=table.id)
        token = None if level else new_id()
        empty = Seat(
            kind="computer" if level else "open",
            level=level,
            since=table.watch.date(),
            invitation=hashed(token) if token else None,
        )
        await table.change_seat(number, empty, "leave")
        return token
