"""The end of a game solved exactly: its best move, and what that is worth.

A position is solved only if one can stand for all that its seat cannot tell apart (State.stand_in),
and only within a number of positions; else nothing is claimed. How it is solved is decided in
expectimax.py; who asks, and when, in search_player.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.ai.expectimax import GAVE_UP, NOTHING, SOLVED, Expectimax
from colonnade.contract.state import OVER, State

EQUAL: Final = 1e-9  # moves whose values are closer than this are as good as each other
NEAR: Final = 60  # moves to the end, if they are the first ones legal: beyond, nobody need try


class Solved:
    """A move, and what it is worth to its seat if all play their best from then on."""

    def __init__(self, row: int, value: float, win: float, margin: float) -> None:
        self.row = row
        self.value = value
        self.win = win
        self.margin = margin


def end_from(root: State, eyes: i64) -> State | None:
    """A position to be solved in place of another, of which one seat can see what it may see.

    None if what is hidden may still matter, or if the end is far: if it is not reached in some
    moves, each being the first one legal.
    """
    state = root.copy()
    if state.actor == OVER:
        return state
    if not state.stand_in(eyes):
        return None
    trial = state.copy()
    rows = vec[i64]([0] * len(state.table()))
    moves: i64 = 0
    while trial.actor != OVER:
        if moves >= NEAR:
            return None
        trial.fill_legal(rows)
        trial.apply(rows[0])
        moves += 1
    return state


@final
@mypyc_attr(acyclic=True)
class Exact(Expectimax):
    """Answers questions about the end of one game."""

    # Questions: each about a position that end_from gave

    def solve(
        self, state: State, nodes: int, enough: Callable[[], bool] | None = None
    ) -> Solved | None:
        """The best move of a seat and its worth; None if it cannot be said within the limits.

        `enough` is asked now and then whether to give up.
        """
        self.begin(nodes, enough)
        if self.choose(state, 0, NOTHING) != SOLVED:
            return None
        return self.told(self.chosen, state.actor)

    def as_good(self, state: State, value: float, nodes: int) -> list[int]:
        """The moves of a seat that are worth no less than the best; none: as above."""
        self.begin(nodes, None)
        found: list[int] = []
        after = state.copy()
        legal = state.legal()
        self.count[0] = len(legal)
        for row in legal:
            after.copy_from(state)
            after.apply(row)
            hope = value - EQUAL if after.actor == state.actor else NOTHING
            code = self.visit(after, 1, hope)
            if code == GAVE_UP:
                return []
            if code == SOLVED and self.found[self.values + state.actor] >= value - EQUAL:
                found.append(row)
            self.tried[0] += 1
        return found

    def outlook(
        self, state: State, nodes: int, enough: Callable[[], bool] | None = None
    ) -> list[Solved]:
        """What a position, whoever is on turn, is worth to each seat; none: as above."""
        self.begin(nodes, enough)
        if self.visit(state, 0, NOTHING) != SOLVED:
            return []
        return [self.told(-1, seat) for seat in range(self.seats)]

    def told(self, row: i64, seat: i64) -> Solved:
        """What was found, for one seat."""
        found = self.found
        return Solved(int(row), found[self.values + seat], found[seat], found[self.margins + seat])
