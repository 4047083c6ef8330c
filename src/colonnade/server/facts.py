"""What a fact of the log means beside the game: for the clocks, for a pause, for the end.

What it means in the game itself is decided by the game's history.
"""

from __future__ import annotations

from collections.abc import Sequence

from colonnade.contract.record import Ending, winners
from colonnade.contract.state import State
from colonnade.server.clock import Times
from colonnade.server.stored import Entry, Seat
from colonnade.server.wire import Result


def resigned(seats: list[Seat]) -> list[int]:
    """The seats that have given up."""
    return [number for number, seat in enumerate(seats) if seat.resigned]


def ending(entries: Sequence[Entry]) -> Ending | None:
    """How the game is ended by agreement, if it is."""
    for entry in entries:
        if entry.kind in ("tie", "abandon"):
            return entry.kind
    return None


def count(times: Times, entry: Entry, before: tuple[int, int], after: State) -> None:
    """Count the time of a fact: against who was on turn, or against who takes back its own turn."""
    seat, turn = before
    if entry.kind == "undo":
        times.take_back(entry.seat, int(after.turn))
        if after.actor == entry.seat:
            turn = int(after.turn)  # it goes on
        elif seat != entry.seat:
            return  # neither of those on turn has asked for it
        seat = entry.seat
    if seat >= 0 and entry.spent > 0:
        times.charge(seat, turn, entry.spent)


def paused_by(entry: Entry, paused: bool) -> bool:
    """Whether the game is paused after a fact."""
    return entry.kind == "pause" or (paused and entry.kind != "resume")


def result_of(state: State, seats: list[Seat], ended: Ending | None = None) -> Result | None:
    """How a game ended, if it did: by the rules, of two seats by a resignation, or agreed on."""
    gave_up = resigned(seats)
    won = winners(state, gave_up)
    if not won and ended is None:
        return None
    sources = [state.breakdown(seat) for seat in range(len(seats))]
    return Result(
        scores=state.scores(), winners=won, resigned=gave_up, breakdown=sources, ended=ended
    )
