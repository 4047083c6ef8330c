"""A turn of a played game made once more: whether it is as good as the better one, and why not.

How good a turn is, the strongest search says, from what that seat could know; in words, ai/reasons.
"""

from __future__ import annotations

import msgspec

from colonnade.ai.plans import Planner
from colonnade.ai.reasons import Reason, compare
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.study.analysis import outlook
from colonnade.study.moments import LEAST_MOMENT


class Weighed(msgspec.Struct, frozen=True):
    """What a turn is worth beside a better one."""

    good: bool  # as good: it costs no more than what no moment is made of
    win: float  # the chance to win after it
    best: float  # after the better one
    reasons: list[Reason]  # for the better one, where it is better


def is_made(start: State, now: State) -> bool:
    """Whether a turn is over, as far as it can be judged: others decide, or something is drawn."""
    return bool(now.actor != start.actor or now.turn != start.turn)


def weigh(
    game: Game, state: State, made: list[int], better: list[int], thoughts: int, seed: int = 1
) -> Weighed:
    """Compare two turns from a position, with the same draws and as many thoughts for both."""
    seat = int(state.actor)
    own, other = after(state, made), after(state, better)
    best = outlook(game, other, seat, thoughts, Rng(seed))[seat]
    if own.dump() == other.dump():
        return Weighed(True, best, best, [])
    win = outlook(game, own, seat, thoughts, Rng(seed))[seat]
    good = win > best - LEAST_MOMENT
    reasons = [] if good else why(game, state, made, better, seed)
    return Weighed(good, win, max(win, best) if good else best, reasons)


def why(game: Game, state: State, made: list[int], better: list[int], seed: int) -> list[Reason]:
    """What speaks for the better turn."""
    planner = Planner(game, state.view(state.actor), seed)
    lines = [planner.line_of(planner.root, planner.seat, rows) for rows in (better, made)]
    return compare(game, lines[0], lines[1])


def after(state: State, rows: list[int]) -> State:
    """The position after some rows."""
    now = state.copy()
    for row in rows:
        now.apply(row)
    return now
