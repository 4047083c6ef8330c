"""The player that searches: how long it thinks, when it stops, and what it chooses then.

How it thinks is decided in search.py, how well it judges in judges/.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final

import msgspec

from colonnade.ai.exact import Exact, Solved, end_from
from colonnade.ai.judge import Judge
from colonnade.ai.player import Player
from colonnade.ai.puct import PuctSearch
from colonnade.ai.search import Search
from colonnade.ai.tree import NODE_BYTES
from colonnade.ai.uct import MARGIN_WEIGHT, UctSearch
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.view import View

SLICE_SECONDS: Final = 0.01  # between two looks at the clock: so late it may be, at most
FIRST_SLICE: Final = 8  # iterations, before their speed is known
LARGEST_SLICE: Final = 256  # without a clock: so soon it can be stopped
CLEAR_LEAD: Final = 2  # the second would need more than half of what is left to catch up
NO_LIMIT: Final = 2**62
TICK: Final = 1e-6  # seconds: a clock may not have moved yet
MEGABYTE: Final = 2**20
MEMORY: Final = 256 * MEGABYTE  # bytes of nodes, at most
TICKETS: Final = 1_000_000  # parts in which a stray choice is drawn
# What can be tuned is read there when it is needed; all else a search reads once, when it begins.
OF_THE_JUDGE: Final = ("horizon", "reach")
OF_THE_PLAYER: Final = ("lead", "solves", "temperature")
# Towards the end of a game, before it searches, a player tries to solve the position.
SOLVING_TIME: Final = 0.5  # of its seconds, at most
SOLVING_NODES: Final = 200  # positions for each of its iterations: about as long as these take
MOST_SOLVED: Final = 2_000_000  # positions, whatever the time: what is known of them fills memory


class Budget(msgspec.Struct, frozen=True):
    """How long to think about a decision: the first limit reached ends it; 0 is no limit."""

    iterations: int = 0
    seconds: float = 0.0


class Idea(msgspec.Struct, frozen=True):
    """A move that was thought about: how often, and what came of it for the seat to move."""

    row: int
    visits: int
    share: float
    value: float
    win: float
    margin: float
    exact: bool = False  # whether it was solved: then value, win and margin are no estimates


USUAL: Final[Mapping[str, float]] = {}


def solver(root: State, judge: Judge | None, numbers: Mapping[str, float] = USUAL) -> Exact:
    """An exact search that values positions as a search with this judge and these numbers does."""
    weight = MARGIN_WEIGHT if judge is None else judge.margin_weight
    return Exact(root, numbers.get("margin_weight", weight))


def search_from(
    root: State, judge: Judge | None, rng: Rng, nodes: int, numbers: Mapping[str, float] = USUAL
) -> Search:
    """A search of a position all of which is known to the caller, with a judge or without one.

    Whoever knows a view alone gives what `Game.imagine` makes of it. `numbers` are attributes of
    the search that shall have other values than usual.
    """
    found: Search
    found = UctSearch(root, rng, nodes) if judge is None else PuctSearch(root, judge, rng, nodes)
    for name, value in numbers.items():
        setattr(found, name, value)
    return found


class Searcher(Player):
    """Thinks within its budget and takes the move it thought about most, or strays from it.

    A player that solves ends takes the best move there.
    """

    def __init__(
        self,
        game: Game,
        rng: Rng,
        budget: Budget,
        judge: Judge | None = None,
        temperature: float = 0.0,
        memory: int = MEMORY,
        solves: bool = False,
    ) -> None:
        super().__init__(game, rng)
        self.budget = budget
        self.judge = judge
        self.temperature = temperature
        self.solves: float = solves  # whether it tries to solve the end of the game
        self.exact: Exact | None = None  # what was found of this end, if nothing else was played
        self.nodes = memory // NODE_BYTES
        self.lead: float = CLEAR_LEAD
        self.numbers: dict[str, float] = {}  # of each search, where they are not the usual ones
        self.search: Search | None = None  # the tree kept, if what was played since leads into it
        self.watched = False  # whether somebody tells what is played
        self.stopped = False
        # Seconds by the wall; by the processor's own where others keep the machine busy.
        self.clock: Callable[[], float] = perf_counter

    def tune(self, numbers: Mapping[str, float]) -> None:
        """Think otherwise than usual, by the names of naming.TUNABLES; the rest stays as it is."""
        for name, value in numbers.items():
            if name in OF_THE_JUDGE:
                setattr(self.judge, name, int(value))
            elif name == "memory":
                self.nodes = int(value) * MEGABYTE // NODE_BYTES
            elif name in OF_THE_PLAYER:
                setattr(self, name, value)
            else:
                self.numbers[name] = value

    def choose(self, view: View) -> int:
        """The move most thought about; no thought at all where there is only one."""
        root = self.game.imagine(view, self.rng)
        legal = root.legal()
        if len(legal) == 1:
            return legal[0]
        ideas = self.consider(root)
        if self.temperature:
            weights = [int(TICKETS * idea.share ** (1 / self.temperature)) + 1 for idea in ideas]
            return self.weighted([idea.row for idea in ideas], weights)
        return ideas[0].row

    def watch(self, move: int) -> None:
        """Follow what was played down the tree, as long as it was foreseen."""
        self.watched = True
        if self.search is not None and not self.search.follow(move):
            self.search = None

    def forget(self) -> None:
        """Let go of the tree: it has followed moves that were taken back."""
        self.search = self.exact = None

    def stop(self) -> None:
        """End the thinking under way, from another thread; what was found so far decides."""
        self.stopped = True

    def consider(self, root: State) -> list[Idea]:
        """Think about a position, and say what was thought about, most first."""
        self.stopped = False
        began = self.clock()
        solved = self.solve(root)
        if solved is not None:
            self.search, self.watched = None, False
            worth = (solved.value, solved.win, solved.margin)
            return [Idea(solved.row, 1, 1.0, *worth, exact=True)]
        kept = self.search if self.watched else None
        if kept is None or not kept.take_up(root):
            kept = search_from(root, self.judge, self.rng, self.nodes, self.numbers)
        self.search, self.watched = kept, False
        self.think(kept, self.budget.seconds - (self.clock() - began))
        found = kept.children()
        total = sum(child[1] for child in found)
        ideas = [
            Idea(row, visits, visits / total, value, win, margin)
            for row, visits, value, win, margin in found
        ]
        return sorted(ideas, key=lambda idea: (-idea.visits, -idea.value, idea.row))

    def solve(self, root: State) -> Solved | None:
        """The best move if the rest of the game can be solved in a part of the budget."""
        start = end_from(root, root.actor) if self.solves else None
        if start is None:
            return None
        if self.exact is None or not self.watched:
            self.exact = solver(root, self.judge, self.numbers)
        nodes = MOST_SOLVED
        if self.budget.iterations:
            nodes = min(nodes, SOLVING_NODES * self.budget.iterations)
        until = self.clock() + SOLVING_TIME * self.budget.seconds
        timed = self.budget.seconds > 0

        def enough() -> bool:
            return self.stopped or (timed and self.clock() >= until)

        return self.exact.solve(start, nodes, enough)

    def think(self, search: Search, seconds: float) -> None:
        """Run the search in slices until the budget is spent or the choice will hardly change.

        The iterations of a tree kept count as if they were made now: each decision is thought
        about as much as any other, and one that was foreseen takes less time.
        """
        began = self.clock()
        kept = search.count()
        limit = self.budget.iterations or NO_LIMIT
        size = FIRST_SLICE
        while True:
            search.run(min(size, max(1, limit - search.count())))
            left, size = limit - search.count(), LARGEST_SLICE
            if self.budget.seconds:
                speed = (search.count() - kept) / max(self.clock() - began, TICK)
                spent = search.count() / speed
                left = min(left, int((seconds - spent) * speed))
                size = max(1, int(min(SLICE_SECONDS, seconds - spent) * speed))
            if self.stopped or left <= 0 or self.lead * search.lead() > left:
                return
