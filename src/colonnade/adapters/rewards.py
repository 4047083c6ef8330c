"""What a game was worth to each seat, as OpenSpiel and PettingZoo count it: zero-sum, at most 1.

Who won is decided by the rules.
"""

from __future__ import annotations

from colonnade.contract.play import SHARE
from colonnade.contract.state import State


def lowest(seats: int) -> float:
    """The worth of a game lost to a single winner."""
    return -1 / (seats - 1)


def rewards(state: State) -> list[float]:
    """The worth of a position to each seat: 0 before the end, then 1 for winning alone.

    Each winner's part of the win, 1 in all, is stretched so that the sum over the seats is 0.
    Winners share evenly: among two seats a draw is 0, and so is a win shared by all.
    """
    seats, winners = len(state.scores()), state.winners()
    if not winners:
        return [0.0] * seats
    part = SHARE // len(winners)  # whole numbers, so that the sum is as near to 0 as can be
    parts = [part if seat in winners else 0 for seat in range(seats)]
    return [(seats * own - SHARE) / (SHARE * (seats - 1)) for own in parts]
