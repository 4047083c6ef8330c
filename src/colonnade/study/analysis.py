"""What a played game says of luck and skill: each seat's chance to win, decision by decision.

At every decision the strongest search names the best move, from what that seat could know. What the
move played gives less than the best is lost by choice; what draws change after it is luck. An end
that can be solved is. How that is done, and how a search thinks, is decided in ai.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from colonnade.ai.exact import end_from
from colonnade.ai.judges import judge_of
from colonnade.ai.plans import Effort, PlanMove, Planner, told_moves
from colonnade.ai.reasons import Reason, compare
from colonnade.ai.search import Search
from colonnade.ai.search_player import SOLVING_NODES, search_from, solver
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State

THOUGHTS = 400  # iterations about a decision, and as many about what each of two moves leads to
NODES = 100_000
TURNING_POINTS = 3  # at most
LEAST_TURN = 0.05  # of the chance to win: what costs less turns nothing
LEAST_TOLD = 0.01  # what costs less needs no reason: it may be noise


class Step(msgspec.Struct, frozen=True):
    """A decision: what was played, what would have been best, and what came of it."""

    at: int  # moves before it, draws included
    turn: int
    seat: int
    move: int  # the row that was played
    best: int  # the row that would have been best
    chances: list[float]  # each seat's chance to win if the best is played now
    lost: list[float]  # what the choice took from each seat; who gained has less than nothing here
    luck: list[float]  # what was drawn until the next decision gave each seat
    # Where something was lost: the line that the best row begins, the one played, and why.
    line: list[PlanMove] = []
    played: list[PlanMove] = []
    reasons: list[Reason] = []
    exact: bool = False  # whether what the best and the move played lead to was solved


class Analysis(msgspec.Struct, frozen=True):
    """A game's decisions in order, and its end."""

    steps: list[Step]
    end: list[float]  # each seat's part of the win, or its chance where the record stops

    def luck(self, seat: int) -> float:
        """What all draws together gave a seat."""
        return sum(step.luck[seat] for step in self.steps)

    def lost(self, seat: int) -> float:
        """What a seat lost by its own choices."""
        return sum(step.lost[seat] for step in self.steps if step.seat == seat)

    def turning_points(self) -> list[Step]:
        """The choices that cost most, one of a turn, in the order of the game."""
        by_cost = sorted(self.steps, key=lambda step: step.lost[step.seat])
        of_turn = {step.turn: step for step in by_cost if step.lost[step.seat] >= LEAST_TURN}
        costly = sorted(of_turn.values(), key=lambda step: -step.lost[step.seat])
        return sorted(costly[:TURNING_POINTS], key=lambda step: step.at)


def analyse(
    history: History,
    thoughts: int = THOUGHTS,
    seed: int = 1,
    told: Callable[[int], None] | None = None,
) -> Analysis:
    """Look at every decision of a game; `told` hears how many moves are looked at."""
    moves = history.rows
    found: list[Step] = []
    drawn, seat = False, 0
    for at, (state, move) in enumerate(zip(history.walk(), moves, strict=False)):
        if told is not None:
            told(at)
        drawn = drawn or state.actor == CHANCE
        if state.actor == CHANCE or len(state.legal()) == 1:
            continue
        step = look(history.game, state, move, at, thoughts, seed)
        if step.lost[step.seat] >= LEAST_TOLD:
            step = explain(history.game, state, step, rest_of_turn(history, at), thoughts, seed)
        if found and drawn:
            found[-1] = lucky(found[-1], step.chances)
        found.append(step)
        drawn, seat = False, step.seat
    last = history.state
    eyes = last.actor if last.actor >= 0 else seat
    end = outlook(history.game, last, eyes, thoughts, Rng(seed, len(moves)))
    if found and (drawn or last.actor == OVER):
        found[-1] = lucky(found[-1], end)
    return Analysis(found, end)


def searching(game: Game, state: State, eyes: int, rng: Rng) -> Search:
    """A search that is given what one seat can know of a position, as players are."""
    known = game.imagine(state.view(eyes), Rng(0))
    search = search_from(known, judge_of(game), rng, NODES)
    search.seat = eyes
    return search


def look(game: Game, state: State, move: int, at: int, thoughts: int, seed: int) -> Step:
    """Think about one decision, and about what the best move and the one played lead to."""
    best = best_move(game, state, thoughts, Rng(seed, at))
    ahead, exact = {}, True
    for row in {best, move}:
        after = state.copy()
        after.apply(row)
        # The same draws for both, so that they differ by the choice and not by luck.
        ahead[row], solved = foresee(game, after, state.actor, thoughts, Rng(seed, at))
        exact = exact and solved
    if ahead[move][state.actor] > ahead[best][state.actor]:
        best = move  # a second look is fairer than the first: it gives both as many thoughts
    return Step(
        at=at,
        turn=state.turn,
        seat=state.actor,
        move=move,
        best=best,
        chances=ahead[best],
        lost=less(ahead[best], ahead[move]),
        luck=[0.0] * len(ahead[move]),
        exact=exact,
    )


def best_move(game: Game, state: State, thoughts: int, rng: Rng) -> int:
    """The row that the end of the game asks for, if it can be solved; else the one searched for."""
    start = end_from(game.imagine(state.view(state.actor), Rng(0)), state.actor)
    if start is not None:
        solved = solver(start, judge_of(game)).solve(start, SOLVING_NODES * thoughts)
        if solved is not None:
            return solved.row
    search = searching(game, state, state.actor, rng)
    search.run(thoughts)
    return max(search.children(), key=lambda child: (child[1], child[2]))[0]


def rest_of_turn(history: History, at: int) -> list[int]:
    """What its seat made from a ply on, until something was drawn or somebody else decided."""
    rows, actors = history.rows, history.actors
    last = at
    while last < len(rows) and actors[last] == actors[at]:
        last += 1
    return rows[at:last]


def explain(
    game: Game, state: State, step: Step, played: list[int], thoughts: int, seed: int
) -> Step:
    """A step with the line that the best row begins, and why it is better than what was played."""
    planner = Planner(game, state.view(state.actor), seed)
    planner.search.run(thoughts)
    line, _ = planner.follow([step.best], Effort(max(8, thoughts // 8), 0))
    made = planner.line_of(planner.root, step.seat, within_turn(planner.root, played))
    return msgspec.structs.replace(
        step,
        line=told_moves(line),
        played=told_moves(made),
        reasons=compare(game, line, made),
    )


def within_turn(state: State, rows: list[int]) -> list[int]:
    """The rows of this turn among those that one seat made without a draw between them."""
    now, found = state.copy(), []
    for row in rows:
        if now.turn != state.turn:
            break
        found.append(row)
        now.apply(row)
    return found


def outlook(game: Game, state: State, eyes: int, thoughts: int, rng: Rng) -> list[float]:
    """Each seat's chance to win from here, as one seat can know it."""
    return foresee(game, state, eyes, thoughts, rng)[0]


def foresee(
    game: Game, state: State, eyes: int, thoughts: int, rng: Rng
) -> tuple[list[float], bool]:
    """Each seat's chance to win from here, as one seat can know it; and whether it was solved."""
    start = end_from(game.imagine(state.view(eyes), Rng(0)), eyes)
    if start is not None:
        solved = solver(start, judge_of(game)).outlook(start, SOLVING_NODES * thoughts)
        if solved:
            return [seat.win for seat in solved], True
    search = searching(game, state, eyes, rng)
    seats = range(len(state.scores()))
    total = [0.0 for _ in seats]
    for _ in range(thoughts):
        search.run(1)
        for seat in seats:
            total[seat] += search.wins[seat]
    return [chance / thoughts for chance in total], False


def lucky(step: Step, after: list[float]) -> Step:
    """A step with what the draws after it gave, now that the next decision has been looked at."""
    expected = less(step.chances, step.lost)
    return msgspec.structs.replace(step, luck=less(after, expected))


def less(more: list[float], minus: list[float]) -> list[float]:
    """The difference, seat by seat."""
    return [one - other for one, other in zip(more, minus, strict=True)]
