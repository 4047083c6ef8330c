"""Wishes that others must agree to: taking back, a pause, an end, another player in a seat.

One wish waits at a time, good for one ply; an answer names the wish that it answers. Who was
refused may not ask again before the next move. What may be taken back is decided in undo.py, who is
away in absence.py; how a change is stored and told, in table.py.
"""

from __future__ import annotations

from msgspec.structs import replace

from colonnade.contract.state import OVER
from colonnade.server import absence, undo
from colonnade.server.errors import (
    CannotUndo,
    CannotWish,
    NoWish,
    OtherWish,
    TableOver,
    UndoRefused,
    WishRefused,
)
from colonnade.server.stored import Change, Proposal
from colonnade.server.table import LiveTable
from colonnade.server.wishes import AgreementAnswer, AgreementWish

# What nobody may be passed over in, however long they are away: it would cost them something.
ALL_ASKED = ("undo", "tie")
# What would be no use to anybody if it could be asked for only once.
NEVER_BARRED = ("resume", "replace", "open")


def asked(table: LiveTable, wish: Proposal) -> list[int]:
    """The seats that must agree: people elsewhere, if they are not absent; computers always do."""
    if wish.kind == "resume" and table.times is None:
        return []  # nobody loses anything
    found = undo.asked(table, wish.seat)
    if wish.kind in ALL_ASKED:
        return found
    return [one for one in found if one != wish.other and not absence.is_absent(table, one)]


async def wish(table: LiveTable, seat: int, said: AgreementWish) -> bool:
    """Do what a seat wishes if nobody else has a say in it, or ask them; returns whether it is."""
    async with table.lock:
        # Another process may know that somebody is here.
        table.stale |= said.kind in ("replace", "abandon") and not table.owner.store.embedded
        await table.refresh(said.ply)
        if table.actor == OVER:
            raise TableOver(table=table.id)
        wished = Proposal(
            said.ply, seat, 0, [], table.barred, said.kind, said.other, undo.elapsed(table)
        )
        free = False
        if said.kind == "undo":
            wished.back = undo.target(table, seat, said.length)
            free = undo.is_free(table, seat, wished.back)
        else:
            check(table, wished)
        if free or not asked(table, wished):
            await carry_out(table, wished)
            return True
        if seat in table.barred and said.kind not in NEVER_BARRED:
            raise UndoRefused(seat=seat + 1) if said.kind == "undo" else WishRefused(seat=seat + 1)
        await table.commit(Change(proposal=wished))
        return False


def check(table: LiveTable, wished: Proposal) -> None:
    """Refuse a wish that makes no sense now."""
    if wished.kind == "replace":
        absence.check_absent(table, wished.other)
    elif wished.kind == "open":
        absence.check_kept(table, wished.other)
    elif wished.other is not None or not sensible(table, wished):
        raise CannotWish(kind=wished.kind)


def sensible(table: LiveTable, wished: Proposal) -> bool:
    """Whether there is something to agree on, and somebody to agree with."""
    if wished.kind in ("pause", "resume"):
        return table.paused == (wished.kind == "resume")
    # Alone a game can be abandoned only: a tie is between people.
    return wished.kind != "tie" or bool(asked(table, wished))


async def carry_out(table: LiveTable, wished: Proposal) -> None:
    """Do what all have agreed to."""
    if wished.kind == "undo":
        await undo.go_back(table, wished)
    elif wished.kind == "replace" or wished.kind == "open":
        assert wished.other is not None  # or it would have been refused
        work = absence.stand_in if wished.kind == "replace" else absence.give_away
        await work(table, wished.other)
    else:
        now = table.watch.now()
        entry = table.fact(wished.kind, wished.seat, now)
        await table.commit(Change(entries=[entry], now=now))


async def answer(table: LiveTable, seats: list[int], said: AgreementAnswer) -> bool:
    """Answer a wish for the seats of a device; returns whether it is done.

    An answer is for the wish that it names, as it was told: not for one that came in its place.
    """
    async with table.lock:
        table.stale |= said.revision != table.head.revision  # another process may know more
        await table.refresh(said.ply)
        wished = table.proposal
        if wished is None or not set(seats) & {*asked(table, wished), wished.seat}:
            raise CannotUndo(length=len(table.history)) if said.kind == "undo" else NoWish()
        if not meant(said, wished) or said.revision != table.head.revision:
            raise OtherWish()
        if not said.agree:
            withdrawn = wished.seat in seats or wished.kind in NEVER_BARRED
            barred = table.barred if withdrawn else sorted({*table.barred, wished.seat})
            await table.commit(Change(proposal=replace(wished, barred=barred), refused=True))
            return False
        needed = asked(table, wished)
        agreed = sorted({*wished.agreed, *(set(seats) & set(needed))})
        if set(needed) <= set(agreed):
            await carry_out(table, wished)
            return True
        await table.commit(Change(proposal=replace(wished, agreed=agreed)))
        return False


def meant(said: AgreementAnswer, wished: Proposal) -> bool:
    """Whether an answer names this wish."""
    back = wished.back if wished.kind == "undo" else None
    return (said.kind, said.length, said.other) == (wished.kind, back, wished.other)
