"""Counts the time of each seat from what is stored, so that a restart resets nothing.

Which time is counted is decided in watch.py. What happens at zero is decided by the table's
settings and done in tables.py.
"""

from __future__ import annotations

from colonnade.server.stored import Clock, Seat
from colonnade.server.wire import ClockTold
from colonnade.server.wire_lobby import ClockSet
from colonnade.server.wishes import ClockWish

DAY = 86_400.0


def read_wish(wish: ClockWish | None) -> Clock | None:
    """Turn what was asked for into seconds; no turn time means that only the bank counts."""
    if wish is None:
        return None
    turn = wish.days * DAY if wish.days else wish.turn or 0.0
    return Clock(turn, wish.bank, wish.at_zero) if turn + wish.bank > 0 else None


def clock_set(clock: Clock | None) -> ClockSet | None:
    """How a clock is set, as it is told."""
    if clock is None:
        return None
    return ClockSet(turn=clock.turn, bank=clock.bank, at_zero=clock.at_zero)


class Times:
    """What each seat has left: a fold over who was on turn and how long it took.

    Time that was used stays used, also in turns that are taken back: they are known by their number
    and seat, and go on where they were left.
    """

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.banks = [clock.bank] * seats
        self.used: dict[tuple[int, int], float] = {}  # by turn and seat

    def charge(self, seat: int, turn: int, spent: float) -> None:
        """Count time against a seat in one of its turns: the turn's own first, then its bank."""
        before = self.used.get((turn, seat), 0.0)
        self.used[turn, seat] = before + spent
        over = max(0.0, before + spent - self.clock.turn) - max(0.0, before - self.clock.turn)
        self.banks[seat] = max(0.0, self.banks[seat] - over)

    def take_back(self, seat: int, turn: int) -> None:
        """Go back to a turn for a seat: what the others did since then, they will decide anew."""
        self.used = {
            (then, who): spent
            for (then, who), spent in self.used.items()
            if who == seat or then <= turn
        }

    def copy(self) -> Times:
        """The same, to find out what would be left."""
        found = Times(self.clock, len(self.banks))
        found.banks, found.used = list(self.banks), dict(self.used)
        return found

    def left(self, seat: int, turn: int) -> float:
        """How long this seat may still think if a turn of it goes on, or begins, now."""
        spent = self.used.get((turn, seat), 0.0)
        return max(0.0, self.clock.turn - spent) + self.banks[seat]

    def told(self, deadline: float | None, left: float | None) -> ClockTold:
        """The clock as everybody sees it."""
        clock = self.clock
        return ClockTold(
            turn=clock.turn,
            bank=clock.bank,
            at_zero=clock.at_zero,
            banks=list(self.banks),
            deadline=deadline,
            left=left,
        )


def goes(actor: int, seats: list[Seat], paused: bool) -> bool:
    """Whether time passes for the seat on turn: for people, at a full table that is not paused."""
    if paused or actor < 0 or not seats[actor].taken:
        return False
    return all(seat.kind != "open" for seat in seats)
