"""An exercise: a position to play from with a goal, and what it makes of each move.

Where the position and the goal come from is somebody else's affair: a step of a lesson gives one,
and so may a position of a record. It runs on the real rules; what a move is worth is not decided
here, only whether it leads to the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final, Literal

import msgspec

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.play import draw, settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.teaching.condition import Condition

MOST_LOOKED_AT: Final = 20_000  # positions; a goal that is further away is taken to be reachable
Verdict = Literal["open", "right", "wrong", "done"]


class Decided(ColonnadeError):
    """The exercise was decided by an earlier move: none can follow."""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done: moves that match patterns, points and a position within the turn."""

    made: tuple[str, ...] = ()  # each to be matched by a move of its own
    ordered: bool = False
    points: int | None = None
    stands: tuple[Condition, ...] = ()  # what the position must be like, as the learner sees it
    also: tuple[str, ...] = ()  # moves that neither serve nor harm

    def matched(self, moves: Sequence[str]) -> int:
        """How many of the patterns these moves match, each move for one pattern at most."""
        if self.ordered:
            count = 0
            for words in moves:
                if count < len(self.made) and fnmatchcase(words, self.made[count]):
                    count += 1
            return count
        taken: dict[int, str] = {}  # which move a pattern is matched by
        return sum(self._match(words, taken, set()) for words in moves)

    def _match(self, words: str, taken: dict[int, str], asked: set[int]) -> bool:
        """Find a pattern for a move; moves that have one may make room."""
        for i, pattern in enumerate(self.made):
            if i not in asked and fnmatchcase(words, pattern):
                asked.add(i)
                if i not in taken or self._match(taken[i], taken, asked):
                    taken[i] = words
                    return True
        return False

    def allows(self, moves: tuple[str, ...], words: str) -> bool:
        """Whether a move after these matches a pattern that is still open, or harms nothing."""
        if not self.made or any(fnmatchcase(words, pattern) for pattern in self.also):
            return True
        return self.matched((*moves, words)) > self.matched(moves)

    def reached(self, moves: tuple[str, ...], points: int, state: State, seat: int) -> bool:
        """Whether nothing is left to do."""
        return self.matched(moves) == len(self.made) and self.holds(points, state, seat)

    def holds(self, points: int, state: State, seat: int) -> bool:
        """Whether the points are there, and the position is as it shall be."""
        if self.points is not None and points < self.points:
            return False
        if not self.stands:
            return True
        view = state.view(seat)
        return all(one.holds(view) for one in self.stands)


class Attempt(msgspec.Struct, kw_only=True):
    """How far somebody has come in an exercise."""

    history: History  # from the exercise's start, with all draws and answers
    verdict: Verdict
    tried: int  # the ply of the learner's last move; 0 if there is none
    moves: tuple[str, ...] = ()  # the learner's, but for one that was wrong
    points: int = 0  # that the last move itself brought the learner
    matched: int = 0
    wrong: str = ""  # the move that did not serve
    why: Literal["", "other", "points", "stuck"] = ""
    looked_at: int = 0  # positions, to see whether the last move serves
    strayed: bool = False  # whether a scripted row did not fit, or too few were there


class Script:
    """The rows that chance and rivals make, in order."""

    def __init__(self, draws: Sequence[str], rival: Sequence[str]) -> None:
        self.draws = list(draws)
        self.rival = list(rival)
        self.rng = Rng(1)
        self.strayed = False

    def answer(self, history: History, seat: int, waiting: bool) -> None:
        """Make rows until the learner must decide, or nobody knows how to go on.

        While the learner is waiting for a decision to make, somebody always goes on.
        """
        while history.actor not in (OVER, seat):
            if history.actor == CHANCE:
                row = self.next(history, self.draws) if self.draws else None
                history.append(draw(history.state, self.rng) if row is None else row)
            elif self.rival or waiting:
                row = self.next(history, self.rival)
                legal = history.legal()
                history.append(legal[self.rng.below(len(legal))] if row is None else row)
            else:
                return

    def next(self, history: History, rows: list[str]) -> int | None:
        """The next row of a list, if it is legal; after another move it may not be."""
        if rows:
            row = history.game.moves.number(rows.pop(0))
            if row in history.legal():
                return row
        self.strayed = True
        return None


class Exercise:
    """A position to play from with a goal; without one it is only looked at."""

    def __init__(
        self,
        game: Game,
        start: State,
        seat: int,
        goal: Goal | None,
        *,
        solution: Sequence[str] = (),
        draws: Sequence[str] = (),
        rival: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.start = start
        self.seat = seat
        self.goal = goal
        self.solution = tuple(solution)
        self.draws = tuple(draws)
        self.rival = tuple(rival)

    # Playing it

    def attempt(self, moves: Sequence[str]) -> Attempt:
        """Make the learner's moves, each answered; only the last one may be wrong."""
        history, script = History(self.game, self.start), Script(self.draws, self.rival)
        script.answer(history, self.seat, waiting=self.goal is not None)
        found = Attempt(history=history, verdict="open", tried=0)
        before = history.state.scores()[self.seat]
        for words in moves:
            if self.goal is None or found.verdict in ("wrong", "done"):
                raise Decided(words=words)
            row = history.check(words)
            lookout = Lookout(self.goal, self.seat, before, bool(script.rival))
            self._judge(lookout, found, row)
            if found.verdict != "wrong":
                script.answer(history, self.seat, waiting=found.verdict == "right")
        found.strayed = script.strayed
        return found

    def _judge(self, lookout: Lookout, found: Attempt, row: int) -> None:
        """Make one of the learner's moves and say what it is worth to the goal."""
        goal, before = lookout.goal, lookout.before
        history, words = found.history, self.game.moves.words(row)
        found.tried, had = len(history), history.state.scores()[self.seat]
        history.append(row)
        now = history.state.scores()[self.seat]
        found.points, moves = now - had, (*found.moves, words)
        if not goal.allows(found.moves, words):
            found.why = "other"
        elif goal.reached(moves, now - before, history.state, self.seat):
            found.verdict = "done"
        elif lookout.reachable(history.state, moves):
            found.verdict = "right"
        elif goal.points is not None and not goal.stands:
            found.why = "points"
        else:
            found.why = "stuck"
        found.looked_at = len(lookout.seen)
        if found.why:
            found.verdict, found.wrong = "wrong", words
        else:
            found.moves, found.matched = moves, goal.matched(moves)

    def next_move(self, moves: Sequence[str]) -> str | None:
        """What to do after these moves, which served: of the solution, else whatever serves."""
        if self.goal is None:
            return None
        found = self.attempt(moves)
        if found.verdict not in ("open", "right"):
            return None
        legal = [self.game.moves.words(row) for row in found.history.legal()]
        left = list(self.solution)
        for words in found.moves:
            if words in left:
                left.remove(words)
        for words in [*(words for words in left if words in legal), *legal]:
            if self.attempt([*moves, words]).verdict in ("right", "done"):
                return words
        return None

    def end(self) -> State:
        """The position after the solution, with the answers to it."""
        return self.attempt(self.solution).history.state


class Lookout:
    """Looks whether a goal can still be reached by a seat's own decisions, one after the other."""

    def __init__(self, goal: Goal, seat: int, before: int, rivals: bool) -> None:
        self.goal = goal
        self.seat = seat
        self.before = before  # the seat's points at the beginning
        self.rivals = rivals  # whether they know how to go on after the turn
        self.seen: set[tuple[str, tuple[str, ...]]] = set()

    def reachable(self, state: State, moves: tuple[str, ...]) -> bool:
        """Whether some way leads there, as far as nobody else decides or draws.

        What must be matched may also be made later, if there is a later; points must not, and
        neither must the position wait for others.
        """
        points = state.scores()[self.seat] - self.before
        if self.goal.reached(moves, points, state, self.seat):
            return True
        if state.actor != self.seat:
            return self.goal.holds(points, state, self.seat) and self.goes_on(state)
        key = (state.dump(), tuple(sorted(moves)) if not self.goal.ordered else moves)
        if key in self.seen:
            return False
        self.seen.add(key)
        if len(self.seen) > MOST_LOOKED_AT:
            return True
        after, table = state.copy(), state.table()
        for row in state.legal():
            words = table.words(row)
            if self.goal.allows(moves, words):
                after.copy_from(state)
                after.apply(row)
                made = (*moves, words) if self.goal.made else ()
                if self.reachable(after, made):
                    return True
        return False

    def goes_on(self, state: State) -> bool:
        """Whether the seat decides again, now that somebody else does; any draws will tell."""
        decided = int(settle(state, Rng(1))[0].actor)
        return decided == self.seat or (decided != OVER and self.rivals)
