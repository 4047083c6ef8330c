"""Who is away, since when, and what becomes of a seat that does not come back.

A computer player may keep it for those who left, who take it again when they come; or it is given
to somebody new. That the others must agree is decided in agreement.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from colonnade.contract.state import OVER
from colonnade.server.errors import CannotWish, NotAbsent, NotSeated, TableOver
from colonnade.server.stored import Seat
from colonnade.server.table import DEFAULT_LEVEL, LiveTable

SEEN_SECONDS = 600.0  # after which who is still here is written down again


def absent_after(table: LiveTable) -> float:
    """Seconds after which who is not here is absent: never before a turn's time is over."""
    clock = table.head.clock
    return max(table.owner.absent, clock.turn if clock else 0.0)


def absent_in(table: LiveTable, number: int) -> float | None:
    """Seconds until a seat counts as absent, zero if it does; nothing if its people are here."""
    seat = table.seats[number]
    if not seat.taken or table.owner.present(table)[number]:
        return None
    return max(0.0, absent_after(table) - (table.watch.now() - seat.seen))


def is_absent(table: LiveTable, number: int) -> bool:
    """Whether the people of a seat have been away for so long that nobody need wait for them."""
    return absent_in(table, number) == 0.0


def returns(table: LiveTable, device: str | None) -> list[int]:
    """The seats that a computer player keeps for a device."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.stand_in and not seat.resigned and device in seat.devices
    ]


def check_absent(table: LiveTable, number: int | None) -> None:
    """Refuse to let a computer play for somebody who is here, or was here not long ago."""
    if number is None or number >= len(table.seats) or not table.seats[number].taken:
        raise CannotWish(kind="replace")
    wait = absent_in(table, number)
    if wait != 0.0:
        minutes = int((absent_after(table) if wait is None else wait) // 60) + 1
        raise NotAbsent(seat=number + 1, minutes=minutes)


def check_kept(table: LiveTable, number: int | None) -> None:
    """Refuse to give away a seat that no computer player keeps for somebody."""
    if number is None or number >= len(table.seats) or not table.seats[number].stand_in:
        raise CannotWish(kind="open")


async def stand_in(table: LiveTable, number: int) -> None:
    """Let a computer player keep a seat; its people may come back to it."""
    kept = replace(
        table.seats[number],
        kind="computer",
        level=DEFAULT_LEVEL,
        stand_in=True,
        since=table.watch.date(),
    )
    await table.change_seat(number, kept, "replace")


async def give_away(table: LiveTable, number: int) -> None:
    """Open a seat to somebody new, who is invited by whoever sits at the table."""
    await table.change_seat(number, Seat(kind="open", since=table.watch.date()), "leave")


def back_in(table: LiveTable, number: int, device: str) -> Seat:
    """A seat once its person has taken it back, on one more device perhaps."""
    seat = table.seats[number]
    return replace(
        seat,
        kind="person",
        level=None,
        stand_in=False,
        link=None,
        since=table.watch.date(),
        seen=table.watch.now(),
        devices={*seat.devices, device},
    )


async def come_back(table: LiveTable, device: str | None, number: int) -> None:
    """Take back the seat that a computer player kept for this device."""
    async with table.lock:
        await table.refresh()
        if table.actor == OVER:
            raise TableOver(table=table.id)
        if device is None or number not in returns(table, device):
            raise NotSeated(table=table.id)
        await table.change_seat(number, back_in(table, number, device), "return")


class Presences:
    """What the store shall know of who was here: told again after a while, not at each sign."""

    def __init__(self, after: float) -> None:
        self.period = min(SEEN_SECONDS, after / 10)
        self.next = 0.0
        self._stored: dict[tuple[str, int], float] = {}  # by table and seat

    def news(self, tables: Iterable[LiveTable], now: float) -> list[dict[str, Any]]:
        """What is new of these tables, for `write_seen`, if it is time to look; it will be told."""
        if now < self.next:
            return []
        self.next = now + self.period / 10
        stored: dict[tuple[str, int], float] = {}
        found: list[dict[str, Any]] = []
        for table in tables:
            here = table.owner.present(table)
            for number, seat in enumerate(table.seats):
                if not seat.taken:
                    continue
                if here[number]:
                    seat.seen = now
                key = table.id, number
                stored[key] = self._stored.get(key, now - 2 * self.period)
                if seat.seen > stored[key] + self.period:
                    stored[key] = seat.seen
                    found.append({"table": table.id, "number": number, "time": seat.seen})
        self._stored = stored
        return found
