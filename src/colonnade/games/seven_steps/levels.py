"""How high the discs of a turn of 7 Steps were placed, and how many will be drawn, for views.

A position keeps the last level and the sum of all, which is what counts; each level is found again
from the towers.
"""

from __future__ import annotations

from itertools import product

from colonnade.contract.packed import sum_octets
from colonnade.games.seven_steps.material import HAND_SIZE
from colonnade.games.seven_steps.state import Position, height


def missing(s: Position) -> int:
    """How many discs the seat on turn would draw now. [T10.3]"""
    short = int(HAND_SIZE - sum_octets(s.hands[s.seat]))
    return max(0, min(short, int(sum_octets(s.bag))))


def levels_of_turn(s: Position) -> list[int]:
    """How high each disc of this turn was placed. [T6.1]"""
    heights = [int(height(s, ((s.path >> (6 * i)) & 63) - 1)) for i in range(s.path_length)]
    return levels(heights, int(s.level), int(s.level_sum))


def levels(heights: list[int], last: int, total: int) -> list[int]:
    """The level of each disc placed in this turn, by the towers that they stand on now.

    A tower tells it, unless it has dissolved since. Then it is told by the last level, the sum of
    all, and that each is as high as the one before or one higher. [T4.5]
    """
    if not heights or (heights[-1] == last and sum(heights) == total):
        return heights
    best, least = heights, None
    for steps in product(range(2), repeat=len(heights) - 1):
        told = [last]
        for step in steps:
            told.insert(0, told[0] - step)
        apart = sum(abs(a - b) for a, b in zip(told, heights, strict=True))
        if sum(told) == total and (least is None or apart < least):
            best, least = told, apart
    return best
