"""Taking back: what a seat may take back alone, and whom it must ask otherwise.

What was taken back stays in the log. How others are asked, and answer, is decided in agreement.py;
how a change is stored and told, in table.py.
"""

from __future__ import annotations

from colonnade.contract.state import CHANCE, OVER
from colonnade.server.errors import CannotUndo, NoUndo, Paused
from colonnade.server.stored import Change, Entry, Proposal
from colonnade.server.table import LiveTable


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
    history, rule = table.history, table.head.undo
    if table.actor == OVER or table.paused or rule == "none" or not len(history):
        return None
    if len(held) == 1 and alone(table, held[0]):
        return history.first_of(held[0])
    last = history.actor_at(-1)
    if last not in held or (rule == "ask" and asked(table, last)):
        return None
    return free_length(table, last)


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
    if table.head.undo == "none":
        raise NoUndo()
    if table.paused:
        raise Paused()
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


def is_free(table: LiveTable, seat: int, back: int) -> bool:
    """Whether a seat need ask nobody: for its own moves since the last draw, where that is free."""
    return table.head.undo == "free" and back >= free_length(table, seat)


def elapsed(table: LiveTable) -> float:
    """Time since the last fact that a clock would count, whoever is on turn."""
    if table.times is None or table.paused or any(seat.kind == "open" for seat in table.seats):
        return 0.0
    return max(0.0, table.watch.now() - table.began)


async def go_back(table: LiveTable, wish: Proposal) -> None:
    """Take back all moves but the first ones; whoever asked for it pays for the time until then.

    While others think about a wish their own clocks run, and what they took is nobody's.
    """
    spent = elapsed(table) if table.actor == wish.seat else wish.spent
    entry = Entry("undo", wish.seat, "", wish.back, table.watch.date(), spent)
    await table.commit(Change(entries=[entry]), table.history.at(wish.back))
