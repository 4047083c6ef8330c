"""The player that searches: how long it thinks, when it stops, and what it chooses then.

How it thinks is decided in search.py, how well it judges in judges/.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final

import msgspec

from colonnade.ai.judge import Judge
from colonnade.ai.player import Player
from colonnade.ai.puct import PuctSearch
from colonnade.ai.search import Search
from colonnade.ai.tree import NODE_BYTES
from colonnade.ai.uct import UctSearch
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
OF_THE_PLAYER: Final = ("lead", "temperature")


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


USUAL: Final[Mapping[str, float]] = {}


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
    """Thinks within its budget and takes the move it thought about most, or strays from it."""

    def __init__(
        self,
        game: Game,
        rng: Rng,
        budget: Budget,
        judge: Judge | None = None,
        temperature: float = 0.0,
        memory: int = MEMORY,
    ) -> None:
        super().__init__(game, rng)
        self.budget = budget
        self.judge = judge
        self.temperature = temperature
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
        self.search = None

    def stop(self) -> None:
        """End the thinking under way, from another thread; what was found so far decides."""
        self.stopped = True

    def consider(self, root: State) -> list[Idea]:
        """Think about a position, and say what was thought about, most first."""
        kept = self.search if self.watched else None
        if kept is None or not kept.take_up(root):
            kept = search_from(root, self.judge, self.rng, self.nodes, self.numbers)
        self.search, self.watched = kept, False
        self.think(kept)
        found = kept.children()
        total = sum(child[1] for child in found)
        ideas = [
            Idea(row, visits, visits / total, value, win, margin)
            for row, visits, value, win, margin in found
        ]
        return sorted(ideas, key=lambda idea: (-idea.visits, -idea.value, idea.row))

    def think(self, search: Search) -> None:
        """Run the search in slices until the budget is spent or the choice will hardly change.

        The iterations of a tree kept count as if they were made now: each decision is thought
        about as much as any other, and one that was foreseen takes less time.
        """
        self.stopped = False
        began = self.clock()
        kept = search.count()
        limit = self.budget.iterations or NO_LIMIT
        size = FIRST_SLICE
        while not self.stopped:
            search.run(min(size, max(1, limit - search.count())))
            left, size = limit - search.count(), LARGEST_SLICE
            if self.budget.seconds:
                speed = (search.count() - kept) / max(self.clock() - began, TICK)
                spent = search.count() / speed
                left = min(left, int((self.budget.seconds - spent) * speed))
                size = max(1, int(min(SLICE_SECONDS, self.budget.seconds - spent) * speed))
            if left <= 0 or self.lead * search.lead() > left:
                return
