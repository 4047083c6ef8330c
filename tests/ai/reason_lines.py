"""Lines to find reasons for: turns of quick games, and other turns that could have been played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from colonnade.ai.judges import judge_of
from colonnade.ai.plans import make_line
from colonnade.ai.reasons import Line, Reason
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.moves import Row
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from tests.contract.cases import Case

MOST = 4000  # moves of a game


class Said(NamedTuple):
    """A reason, and what it was said of: the checkers' case."""

    reason: Reason
    line: Line
    other: Line | None

    @property
    def fields(self) -> dict[str, Any]:
        """The reason's fields."""
        return dict(self.reason.fields)

    def color(self, name: str = "color") -> str:
        """A color among the fields, without the form that French gives it."""
        return str(self.reason.fields[name]).partition(".")[0]

    def walk(self) -> list[tuple[Row, Any, Any]]:
        """Each row of the line with the position before it and after it, played anew."""
        return walked(self.line)

    @property
    def start(self) -> Any:
        """Where the line begins."""
        return self.line.start

    @property
    def end(self) -> Any:
        """Where it leads, played anew."""
        return self.walk()[-1][2] if self.line.steps else self.line.start

    @property
    def other_end(self) -> Any:
        """Where the other line leads, played anew."""
        assert self.other is not None
        return walked(self.other)[-1][2]

    @property
    def seat(self) -> int:
        """Whose line it is."""
        return self.line.seat


def walked(line: Line) -> list[tuple[Row, Any, Any]]:
    """A line played anew from its start, each row checked."""
    state, found = line.start.copy(), []
    for row in line.rows:
        assert row in state.legal()
        before = state.copy()
        state.apply(row)
        found.append((line.game.moves.rows[row], before, state.copy()))
    return found


def gained(before: State, after: State, seat: int) -> int:
    """What a seat's points changed by."""
    return after.scores()[seat] - before.scores()[seat]


def finish_turn(case: Case, state: State, choose: Any) -> Line:
    """A whole turn of the seat to move, each row chosen by a function."""
    rows: list[int] = []
    seat, now = int(state.actor), state.copy()
    while now.actor == seat and now.turn == state.turn and len(rows) < 40:
        rows.append(choose(now))
        now.apply(rows[-1])
    return make_line(case.game, state.copy(), seat, seat, rows)


def games(case: Case, count: int, seed: int) -> Iterator[tuple[Line, Line]]:
    """Turns of games between quick searchers, each beside another turn that was possible."""
    for number in range(count):
        rng = Rng(seed, number)
        judge = judge_of(case.game)
        quick = Searcher(case.game, rng, Budget(iterations=6), judge, temperature=0.5)
        wild = Rng(seed + 1, number)

        def chosen(state: State, quick: Searcher = quick) -> int:
            return quick.choose(state.view(state.actor))

        def guessed(state: State, wild: Rng = wild) -> int:
            legal = state.legal()
            return legal[wild.below(len(legal))]

        state = case.start()
        for _ in range(MOST):
            if state.actor == OVER:
                break
            if state.actor == CHANCE:
                state.apply(draw(state, rng))
                continue
            played = finish_turn(case, state, chosen)
            other = finish_turn(case, state, guessed)
            yield played, other
            yield other, played
            for row in played.rows:
                state.apply(row)
