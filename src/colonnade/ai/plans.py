"""The best plans for a whole turn, read from the strongest search's own tree.

A plan is all that one seat does until its turn ends, chance draws, or another seat must decide. How
the search thinks is decided in search.py; why a plan is good, in reasons/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import perf_counter
from typing import Final, NamedTuple

import msgspec

from colonnade.ai.exact import end_from
from colonnade.ai.judges import judge_of
from colonnade.ai.reasons import Line, Reason, Step, alike, give_reasons
from colonnade.ai.search import Search
from colonnade.ai.search_player import (
    MOST_SOLVED,
    SOLVING_NODES,
    USUAL,
    Budget,
    Searcher,
    search_from,
    solver,
)
from colonnade.contract.game import Game
from colonnade.contract.play import settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.view import View

PLANS: Final = 3  # that are told
LOOKED_AT: Final = 4  # that get a second look
BRANCHES: Final = 9  # other lines that are followed to find them
NODES: Final = 200_000
THIN: Final = 12  # visits: below a node with fewer, the tree says little
LONGEST: Final = 40  # rows of a plan or an answer; whatever the game, it can be shown
SLICE: Final = 16  # iterations between two looks at the clock

# Parts of the time: for the tree, for lines beyond it, for the second look at what was found.
FOR_THE_TREE: Final = 0.5
FOR_LINES: Final = 0.2
FOR_LOOKS: Final = 0.3
# Where the end of the game may be solved, of the tree's time for that, and more for each plan.
FOR_THE_END: Final = 0.3
FOR_ONE_END: Final = 0.05


class PlanMove(msgspec.Struct, frozen=True):
    """A row of a plan, and the points that it brings its mover."""

    row: int
    points: int
    things: tuple[str, ...] = ()  # that it touches


class Plan(msgspec.Struct, frozen=True):
    """What a seat could do with its turn, what comes of it, and why."""

    moves: list[PlanMove]
    points: int
    visits: int
    share: float  # of the visits of all plans told
    win: float
    margin: float
    ends_turn: bool  # else chance draws, and the same seat goes on
    reasons: list[Reason]
    answer: list[PlanMove]  # what the next seat to decide could do then
    answer_seat: int | None
    exact: bool = False  # whether win and margin were solved, not estimated


class Effort(NamedTuple):
    """Iterations for the parts of the work that come after the tree."""

    line: int  # where the tree is thin, for each further row
    look: int  # for the second look at each plan, and for its answer
    solve: int = MOST_SOLVED  # positions for each question about the end
    seconds: float = 0.0  # for the same, if not 0


class Thought(NamedTuple):
    """A line with what the second look made of it."""

    line: Line
    visits: int
    win: float
    margin: float
    value: float
    answer: Line | None
    exact: bool = False


def plans(
    game: Game, view: View, budget: Budget, seed: int = 1, by: Searcher | None = None
) -> list[Plan]:
    """The three best plans of the seat that must decide, best first; from its view alone.

    They are the strongest player's, or those of the one that is asked.
    """
    planner = Planner(game, view, seed, by)
    effort = planner.think(budget)
    found = [planner.look(line, visits, effort) for line, visits in planner.lines(effort)]
    found.sort(key=lambda thought: -thought.value)
    return tell(game, found[:PLANS])


def tell(game: Game, found: list[Thought]) -> list[Plan]:
    """Plans with their reasons, each against the best of the others."""
    total = sum(thought.visits for thought in found) or 1
    lines = [thought.line for thought in found]
    reasons = give_reasons(game, lines, [thought.answer for thought in found])
    return [
        Plan(
            moves=told_moves(thought.line),
            points=thought.line.points,
            visits=thought.visits,
            share=thought.visits / total,
            win=thought.win,
            margin=thought.margin,
            ends_turn=thought.line.ends_turn,
            reasons=why,
            answer=[] if thought.answer is None else told_moves(thought.answer),
            answer_seat=None if thought.answer is None else thought.answer.seat,
            exact=thought.exact,
        )
        for thought, why in zip(found, reasons, strict=True)
    ]


def told_moves(line: Line) -> list[PlanMove]:
    """A line's moves, for whoever shows them."""
    return [PlanMove(step.row, step.points, step.things) for step in line.steps]


class Planner:
    """One question for plans: a search, and the lines that are read from it."""

    def __init__(self, game: Game, view: View, seed: int, by: Searcher | None = None) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.root = game.imagine(view, self.rng)
        self.seat = int(self.root.actor)
        self.judge = judge_of(game) if by is None else by.judge
        self.numbers = USUAL if by is None else by.numbers
        self.search = self.search_of(self.root, self.seat)
        self.exact = solver(self.root, self.judge, self.numbers)
        self.clock: Callable[[], float] = perf_counter

    def search_of(self, state: State, eyes: int) -> Search:
        """A search of a position, over what one seat knows of it."""
        search = search_from(state, self.judge, self.rng, NODES, self.numbers)
        search.seat = eyes
        return search

    def think(self, budget: Budget) -> Effort:
        """Grow the tree; what it took says how much the rest of the budget is worth."""
        if budget.iterations:
            line, look = max(8, budget.iterations // 20), max(8, budget.iterations // 6)
            effort = Effort(line, look, SOLVING_NODES * budget.iterations)
            self.solved_row(self.root, effort)
            self.search.run(budget.iterations)
            return effort
        first = self.clock()
        self.solved_row(self.root, Effort(0, 0, seconds=FOR_THE_END * budget.seconds))
        began, spent = self.clock(), 0.0
        while spent < FOR_THE_TREE * budget.seconds - (began - first):
            self.search.run(SLICE)
            spent = self.clock() - began
        speed = self.search.count() * budget.seconds / max(spent, 1e-6)
        line, look = int(FOR_LINES * speed / (2 * BRANCHES)), int(FOR_LOOKS * speed / 2 / LOOKED_AT)
        return Effort(max(8, line), max(8, look), seconds=FOR_ONE_END * budget.seconds)

    # The end of the game

    def solved_row(self, state: State, effort: Effort) -> int:
        """The best row of a position, if the rest of the game can be solved; -1: it cannot."""
        start = end_from(state, self.seat)
        if start is None:
            return -1
        found = self.exact.solve(start, effort.solve, self.late_after(effort.seconds))
        return -1 if found is None else found.row

    def late_after(self, seconds: float) -> Callable[[], bool]:
        """Says when so much time has gone by; never, if it is none."""
        until = self.clock() + seconds
        return lambda: seconds > 0.0 and self.clock() >= until

    def solved_thought(self, line: Line, visits: int, effort: Effort) -> Thought | None:
        """What a line leads to, if the rest of the game can be solved."""
        start = end_from(line.after, self.seat)
        if start is None:
            return None
        late = self.late_after(effort.seconds)
        found = self.exact.outlook(start, effort.solve, late)
        if not found:
            return None
        own = found[self.seat]
        return Thought(line, visits, own.win, own.margin, own.value, None, exact=True)

    # Lines

    def lines(self, effort: Effort) -> list[tuple[Line, int]]:
        """The best lines, no two of them alike, each with the visits of where it leaves the best.

        A line that only changes the order, and leads to the same position, is the same line.
        """
        first, steps = self.follow([], effort)
        found: list[tuple[Line, int]] = [(first, self.search.count())]
        spare: list[tuple[Line, int]] = []
        known, gists = {ends_at(first)}, {alike(self.game, first)}
        branches = self.branches(steps)[:BRANCHES]
        tried = {prefix[0] for prefix, _ in steps[1:] + branches}
        branches += [([row], 0) for row in self.root.legal() if row not in tried][:BRANCHES]
        for prefix, visits in branches:
            if len(found) >= LOOKED_AT or (visits == 0 and len(found) >= PLANS):
                break
            line, _ = self.follow(prefix, effort)
            if ends_at(line) in known:
                continue
            known.add(ends_at(line))
            gist = alike(self.game, line)
            (spare if gist in gists else found).append((line, visits))
            gists.add(gist)
        found += spare[: max(0, PLANS - len(found))]
        of_first = {row: visits for _, row, visits in self.search.visited_below(0)}
        best = of_first.get(first.steps[0].row, 1) if first.steps else 1
        return [(first, best), *found[1:]]

    def branches(self, steps: list[tuple[list[int], int]]) -> list[tuple[list[int], int]]:
        """Where another row than the best line's could be made, most thought about first."""
        found = []
        for (prefix, node), (longer, _) in pairwise(steps):
            for _, row, visits in self.search.visited_below(node)[:BRANCHES]:
                if row != longer[-1]:
                    found.append(([*prefix, row], visits))
        found.sort(key=lambda branch: -branch[1])
        return found

    def follow(self, prefix: list[int], effort: Effort) -> tuple[Line, list[tuple[list[int], int]]]:
        """The line that begins with some rows, and the nodes of the tree that it goes through."""
        state, rows, node = self.root.copy(), list(prefix), 0
        for row in prefix:
            node = below(self.search, node, row)
            state.apply(row)
        nodes = [(list(prefix), node)]
        trunk = node >= 0
        search = self.search
        while state.actor == self.seat and state.turn == self.root.turn and len(rows) < LONGEST:
            row, child = self.best(search, node, state)
            solved = self.solved_row(state, effort)
            if solved >= 0:
                row, child = solved, below(search, node, solved)
                trunk = trunk and child >= 0
            elif row < 0 or (child >= 0 and search.visits[child] < THIN and len(state.legal()) > 1):
                search, node, trunk = self.search_of(state, self.seat), 0, False
                search.run(effort.line)
                row, child = self.best(search, 0, state)
            state.apply(row)
            rows.append(row)
            node = child
            if trunk:
                nodes.append((list(rows), node))
        return self.line_of(self.root, self.seat, rows), nodes

    def best(self, search: Search, node: int, state: State) -> tuple[int, int]:
        """The row most thought about below a node, among those legal, and its node; -1: none."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0], below(search, node, legal[0])
        if node >= 0:
            for child, row, _ in search.visited_below(node):
                if row in legal:
                    return row, child
        return -1, -1

    def line_of(self, start: State, seat: int, rows: Sequence[int]) -> Line:
        """Rows with what each brings, made on copies of an imagined position."""
        return make_line(self.game, start, seat, self.seat, rows)

    # The second look

    def look(self, line: Line, visits: int, effort: Effort) -> Thought:
        """What a line leads to, with as many thoughts as any other, and the answer to it."""
        after = line.after.copy()
        solved = self.solved_thought(line, visits, effort)
        if after.actor == OVER and solved is not None:
            return solved
        rng, self.rng = self.rng, Rng(1)  # the same draws for each line: they differ by choice
        search = self.search_of(after, self.seat)
        win = margin = value = 0.0
        for _ in range(effort.look):
            search.run(1)
            win += search.wins[self.seat]
            margin += search.margins[self.seat]
            value += search.values[self.seat]
        answer = self.answer(after, effort)
        self.rng = rng
        if solved is not None:
            return solved._replace(answer=answer)
        count = effort.look
        return Thought(line, visits, win / count, margin / count, value / count, answer)

    def answer(self, after: State, effort: Effort) -> Line | None:
        """What the next seat could do, in one world that fits the view; None if none decides."""
        state, _ = settle(after, Rng(1))
        while state.actor == self.seat:  # such as Pagoda's Fan, which is opened after the draws
            search = self.search_of(state, self.seat)
            search.run(effort.line)
            state.apply(self.best(search, 0, state)[0])
            state, _ = settle(state, Rng(1))
            if state.turn > self.root.turn and state.actor == self.seat:
                return None  # it plays again, as where all others have passed
        if state.actor < 0:
            return None
        rival = int(state.actor)
        rows: list[int] = []
        start, node = state.copy(), 0
        search = self.search_of(state, rival)
        search.run(effort.look)
        while state.actor == rival and state.turn == start.turn and len(rows) < LONGEST:
            row, node = self.best(search, node, state)
            if row < 0:
                search, node = self.search_of(state, rival), 0
                search.run(effort.line)
                row, node = self.best(search, 0, state)
            state.apply(row)
            rows.append(row)
        return self.line_of(start, rival, rows)


def make_line(game: Game, start: State, seat: int, eyes: int, rows: Sequence[int]) -> Line:
    """Rows that a seat makes from a position, with what each brings it; seen by one seat."""
    state, steps = start.copy(), []
    for row in rows:
        before, things = state.copy(), state.touches(row).things
        state.apply(row)
        points = state.scores()[seat] - before.scores()[seat]
        steps.append(Step(row, points, things, before))
    turn = start.turn
    ends = state.actor == OVER or state.turn != turn or state.actor not in (seat, CHANCE)
    if state.actor == CHANCE:
        then, _ = settle(state, Rng(1))
        ends = then.turn != turn or then.actor != seat
    return Line(game, seat, eyes, start, steps, state, ends)


def ends_at(line: Line) -> str:
    """The position that a line leads to: what was done in another order is the same."""
    return line.after.dump()


def below(search: Search, node: int, row: int) -> int:
    """The node of a row below another; -1 if it was never thought about."""
    if node < 0:
        return -1
    return next((child for child, made, _ in search.visited_below(node) if made == row), -1)
