"""Counts the time of each seat from what is stored, so that a restart resets nothing.

What happens at zero is decided by the table's settings and done in tables.py.
"""

from __future__ import annotations

from colonnade.server.stored import Clock, Seat
from colonnade.server.wire import ClockTold
from colonnade.server.wishes import ClockWish

DAY = 86_400.0


def read_wish(wish: ClockWish | None) -> Clock | None:
    """Turn what was asked for into seconds; no turn time means that only the bank counts."""
    if wish is None:
        return None
    turn = wish.days * DAY if wish.days else wish.turn or 0.0
    return Clock(turn, wish.bank, wish.at_zero) if turn + wish.bank > 0 else None


class Times:
    """What each seat has left: a fold over who was on turn and how long it took."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.banks = [clock.bank] * seats
        self.seat = -1  # whose turn is being counted
        self.spent = 0.0  # in this turn

    def charge(self, seat: int, spent: float) -> None:
        """Count time against a seat: its turn's first, then its bank."""
        if seat != self.seat:
            self.seat, self.spent = seat, 0.0
        before = max(0.0, self.spent - self.clock.turn)
        self.spent += spent
        over = max(0.0, self.spent - self.clock.turn) - before
        self.banks[seat] = max(0.0, self.banks[seat] - over)

    def charged(self, seat: int, spent: float) -> Times:
        """What would be left if time were counted against a seat; nothing changes here."""
        found = Times(self.clock, len(self.banks))
        found.banks, found.seat, found.spent = list(self.banks), self.seat, self.spent
        found.charge(seat, spent)
        return found

    def left(self, seat: int) -> float:
        """How long this seat may still think if its turn goes on, or begins, now."""
        spent = self.spent if seat == self.seat else 0.0
        return max(0.0, self.clock.turn - spent) + self.banks[seat]

    def told(self, deadline: float | None) -> ClockTold:
        """The clock as everybody sees it."""
        clock = self.clock
        return ClockTold(
            turn=clock.turn,
            bank=clock.bank,
            at_zero=clock.at_zero,
            banks=list(self.banks),
            deadline=deadline,
        )


def running_since(seats: list[Seat], last: float) -> float:
    """When the clock on turn began: after the last fact, with everybody seated."""
    return max(last, *(seat.since for seat in seats))


def deadline_of(times: Times | None, actor: int, seats: list[Seat], last: float) -> float | None:
    """When the clock of the seat on turn reaches zero, if it runs, after its last fact."""
    if times is None or actor < 0 or not seats[actor].taken:
        return None
    if any(seat.kind == "open" for seat in seats):
        return None  # nobody's time runs while a chair is empty
    return running_since(seats, last) + times.left(actor)
