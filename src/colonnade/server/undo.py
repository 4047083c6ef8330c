"""Taking back: what a seat may take back alone, whom it must ask otherwise, and their answers.

What was taken back stays in the log; how a change is stored and told is decided in table.py.
"""

from __future__ import annotations

import time

from msgspec.structs import replace

from colonnade.contract.state import CHANCE, OVER
from colonnade.server.errors import CannotUndo, OtherWish, TableOver, UndoRefused
from colonnade.server.stored import Change, Entry, Proposal
from colonnade.server.table import LiveTable
from colonnade.server.wishes import UndoAnswer


def free_length(table: LiveTable, seat: int) -> int:
    """The fewest moves that a seat can go back to without asking: it takes back its own alone."""
    history = table.history
    length = len(history)
    while length and history.actor_at(length - 1) == seat:
        length -= 1
    return length


def alone(table: LiveTable, seat: int) -> bool:
    """Whether nobody else but computer players sits here."""
    return all(
        number == seat or other.kind == "computer" for number, other in enumerate(table.seats)
    )


def reach(table: LiveTable, held: list[int]) -> int | None:
    """How many moves are left if one of these seats takes back all that it can by itself, if any.

    Against computer players that is everything: draws and answers go back too, and stay known.
    """
    history = table.history
    if table.actor == OVER or not len(history):
        return None
    if len(held) == 1 and alone(table, held[0]):
        return history.first_of(held[0])
    last = history.actor_at(-1)
    return free_length(table, last) if last in held else None


def asked(table: LiveTable, seat: int) -> list[int]:
    """The seats that must agree: people elsewhere; computer players always do."""
    mine = table.seats[seat].devices
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and other.taken and not other.devices & mine
    ]


def target(table: LiveTable, seat: int, length: int | None) -> int:
    """How many moves shall be left: as asked, or those before the seat's last move."""
    actors = table.history.actors
    if length is None:
        own = [i for i, actor in enumerate(actors) if actor == seat]
        if not own:
            raise CannotUndo(length=0)
        return own[-1]
    # Only where a seat decides: in the middle of draws there is nothing to choose.
    if length >= len(actors) or actors[length] == CHANCE:
        raise CannotUndo(length=length)
    return length


async def undo(table: LiveTable, seat: int, ply: int, length: int | None) -> bool:
    """Take moves back, or ask the others; returns whether it is done."""
    async with table.lock:
        await table.refresh(ply)
        if table.actor == OVER:
            raise TableOver(table=table.id)
        back = target(table, seat, length)
        if back >= free_length(table, seat) or not asked(table, seat):
            await go_back(table, seat, back)
            return True
        if seat in table.barred:
            raise UndoRefused(seat=seat + 1)
        await table.commit(Change(proposal=Proposal(ply, seat, back, [], table.barred)))
        return False


async def go_back(table: LiveTable, seat: int, back: int) -> None:
    """Take back all moves but the first ones."""
    now = time.time()
    entry = Entry("undo", seat, "", back, now, table.spent(now))
    await table.commit(Change(entries=[entry]), table.history.at(back))


async def answer(table: LiveTable, seats: list[int], said: UndoAnswer) -> bool:
    """Answer a wish to take back for the seats of a device; returns whether it is done.

    An answer is for the wish that it names, as it was told: not for one that came in its place.
    """
    async with table.lock:
        table.stale |= said.revision != table.head.revision  # another process may know more
        await table.refresh(said.ply)
        wish = table.proposal
        if wish is None or not set(seats) & {*asked(table, wish.seat), wish.seat}:
            raise CannotUndo(length=len(table.history))
        if said.length != wish.back or said.revision != table.head.revision:
            raise OtherWish(length=wish.back)
        if not said.agree:
            withdrawn = wish.seat in seats
            barred = table.barred if withdrawn else sorted({*table.barred, wish.seat})
            await table.commit(Change(proposal=replace(wish, barred=barred), refused=True))
            return False
        needed = asked(table, wish.seat)
        agreed = sorted({*wish.agreed, *(set(seats) & set(needed))})
        if set(needed) <= set(agreed):
            await go_back(table, wish.seat, wish.back)
            return True
        await table.commit(Change(proposal=replace(wish, agreed=agreed)))
        return False
