"""Games that a teacher plays against itself, and what a network can learn from each of them.

Which positions are kept, and what is noted of them, is decided here; how a network is fitted to
them, in train.py. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
import numpy as np
from librt.vecs import vec
from mypy_extensions import i16, i64
from numpy.typing import NDArray

from colonnade.ai.judge import Judge
from colonnade.ai.judges import judge_of
from colonnade.ai.judges.network import PLAIN_SPREAD
from colonnade.ai.levels import player
from colonnade.ai.player import Player
from colonnade.ai.search_player import Searcher
from colonnade.arena.game_loop import GameLoop, Observer, Seated
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.view import View
from colonnade.games import game

LOOSE = 12  # one move of so many is drawn by visits instead of being the best, to see more
KEPT_DECISIONS = 12  # of a game, at most: neighbors say nearly the same
KEPT_MOMENTS = 12  # of those at which a search would judge
Item = TypeVar("Item")


class BadTeacher(ColonnadeError):
    """A player that does not search has no thoughts to learn from."""


class SelfPlayTask(msgspec.Struct, frozen=True):
    """One game of self-play."""

    game: str
    seats: int
    options: dict[str, str]
    teacher: str
    seed: int
    number: int


class VisitCounts(msgspec.Struct, frozen=True):
    """What a search thought of a decision: rows, and how often it visited each."""

    rows: list[int]
    visits: list[int]


class Log(msgspec.Struct, frozen=True):
    """A game played, and the thoughts before some of its rows by their place."""

    history: History
    thoughts: dict[int, VisitCounts]


class Seen(msgspec.Struct, frozen=True):
    """A position to learn from; `judged` where a search would ask for its value."""

    place: int  # in the game
    state: State
    judged: bool
    thought: VisitCounts | None = None


class Samples(msgspec.Struct, frozen=True):
    """Positions as arrays, in any number; rows are filled up with -1 to the same length."""

    number: NDArray[np.int32]  # position: of its game
    tensors: NDArray[np.int16]  # position, seat, entry
    points: NDArray[np.float32]  # position, seat: what the other judge expects
    spread: NDArray[np.float32]  # position
    scores: NDArray[np.float32]  # position, seat: how the game ended
    judged: NDArray[np.bool_]  # position
    after: NDArray[np.int32]  # position: the next one that is judged, or -1 before the end
    actor: NDArray[np.int32]  # position: who decided, or -1
    rows: NDArray[np.int32]  # position, row
    logits: NDArray[np.float32]  # position, row: what the other judge makes of it
    shares: NDArray[np.float32]  # position, row: how often search visited it


def learn_from(task: SelfPlayTask) -> Samples:
    """Play one game, and look back at it."""
    return look_back(task, play(task))


# Playing


class Teacher(Player):
    """A searcher that plays to be learned from: it notes its thoughts, and strays at times."""

    def __init__(self, searcher: Searcher, loose: Rng) -> None:
        super().__init__(searcher.game, searcher.rng)
        self.searcher = searcher
        self.loose = loose
        self.thought: VisitCounts | None = None  # of its last decision, where there was a choice

    def choose(self, view: View) -> int:
        """Think, write the thought down, and choose: mostly the best, sometimes another."""
        self.thought = None
        # Whatever is hidden, the legal rows are the same; so no draw of the searcher's is spent.
        legal = self.game.imagine(view, Rng(0)).legal()
        if len(legal) == 1:
            return legal[0]
        ideas = self.searcher.consider(self.game.imagine(view, self.rng))
        self.thought = VisitCounts([idea.row for idea in ideas], [idea.visits for idea in ideas])
        if self.loose.below(LOOSE) == 0:
            return self.weighted(self.thought.rows, self.thought.visits)
        return ideas[0].row

    def watch(self, move: int) -> None:
        """Let the searcher follow what is played."""
        self.searcher.watch(move)


class ThoughtLog(Observer):
    """Keeps what teachers thought, by the place in the game."""

    def __init__(self, table: list[Teacher]) -> None:
        self.table = table
        self.thoughts: dict[int, VisitCounts] = {}

    def before(self, history: History, row: int) -> None:
        """Keep what led to a choice."""
        if history.actor >= 0 and (thought := self.table[history.actor].thought) is not None:
            self.thoughts[len(history)] = thought


def teachers(task: SelfPlayTask) -> list[Teacher]:
    """One for each seat; only players that search can teach."""
    found = game(task.game)
    loose = Rng(task.seed + 1, task.number)
    seated = []
    for seat in range(task.seats):
        one = player(task.teacher, found, Rng(task.seed + 2 + seat, task.number))
        if not isinstance(one, Searcher):
            raise BadTeacher(spec=task.teacher)
        seated.append(Teacher(one, loose))
    return seated


def play(task: SelfPlayTask) -> Log:
    """Play one game of the teacher against itself; the same task gives the same game."""
    found = game(task.game)
    table = teachers(task)
    log = ThoughtLog(table)
    history = History(found, found.start(task.seats, task.options))
    seated = [Seated(task.teacher, one) for one in table]
    GameLoop(history, seated, Rng(task.seed, task.number), [log], task.number).play()
    return Log(history, log.thoughts)


# Looking back


def look_back(task: SelfPlayTask, log: Log) -> Samples:
    """Go through a game again and note what can be learned from it."""
    found = game(task.game)
    kept = positions(task, log)
    samples = note(found, kept, judge_of(found), log.history.state.scores())
    samples.number[:] = task.number
    moments = [seen for seen in kept if seen.judged]
    for i, seen in enumerate(kept):
        later = (at for at, moment in enumerate(moments) if moment.place > seen.place)
        samples.after[i] = next(later, -1)
    return samples


def positions(task: SelfPlayTask, log: Log) -> list[Seen]:
    """Some positions of a game: first moments at which a search would judge, then decisions."""
    history = log.history
    base = judge_of(history.game)
    moments: list[Seen] = []
    decisions: list[Seen] = []
    clock = moved = now(base, history.start)
    for place, state in enumerate(history.walk()):
        if place == len(history):
            break
        # A search judges when the clock has just moved, or once chance has drawn after that.
        if now(base, state) != clock:
            clock = now(base, state)
            moments.append(Seen(place, state.copy(), True))
        elif clock != moved and state.actor >= 0:
            moments.append(Seen(place, state.copy(), True))
        if state.actor >= 0:
            moved = clock
        thought = log.thoughts.get(place)
        if thought is not None:
            decisions.append(Seen(place, state.copy(), False, thought))
    rng = Rng(task.seed + 2 + task.seats, task.number)
    moments = some(moments, KEPT_MOMENTS, rng)
    return [*moments, *some(decisions, KEPT_DECISIONS, rng)]


def now(base: Judge | None, state: State) -> int:
    """The clock by which a search would judge."""
    return int(state.turn if base is None else base.clock(state))


def some(items: list[Item], count: int, rng: Rng) -> list[Item]:
    """Any so many of the items, or all if there are fewer."""
    pool = list(items)
    while len(pool) > count:
        pool.pop(rng.below(len(pool)))
    return pool


def note(game: Game, kept: list[Seen], base: Judge | None, scores: list[int]) -> Samples:
    """Write positions into arrays."""
    seats, size = len(scores), game.layout(len(scores)).size
    longest = max((len(seen.state.legal()) for seen in kept if seen.thought), default=0)
    samples = blank(len(kept), seats, size, longest)
    samples.scores[:] = scores
    buffer = vec[i16]([i16(0)] * (seats * size))
    points = vec[float]([0.0] * seats)
    for i, seen in enumerate(kept):
        for seat in range(seats):
            seen.state.fill_tensor(seat, buffer, seat * size)
        samples.tensors[i] = np.frombuffer(memoryview(buffer), np.int16).reshape(seats, size)
        samples.points[i], samples.spread[i] = seen.state.scores(), PLAIN_SPREAD
        if base is not None:
            samples.spread[i] = base.value(seen.state, points)
            samples.points[i] = list(points)
        samples.judged[i] = seen.judged
        if seen.thought is not None:
            note_rows(samples, i, seen.state, seen.thought, base)
    return samples


def note_rows(
    samples: Samples, i: int, state: State, thought: VisitCounts, base: Judge | None
) -> None:
    """Write the legal rows of a decision, and what was thought of them."""
    legal = state.legal()
    visits = dict(zip(thought.rows, thought.visits, strict=True))
    total = sum(thought.visits)
    logits = vec[float]([0.0] * len(legal))
    if base is not None:
        base.policy(state, vec[i64](legal), len(legal), logits)
    samples.actor[i] = state.actor
    samples.rows[i, : len(legal)] = legal
    samples.logits[i, : len(legal)] = list(logits)
    samples.shares[i, : len(legal)] = [visits.get(row, 0) / total for row in legal]


def blank(count: int, seats: int, size: int, longest: int) -> Samples:
    """Arrays for so many positions."""
    return Samples(
        number=np.zeros(count, np.int32),
        tensors=np.zeros((count, seats, size), np.int16),
        points=np.zeros((count, seats), np.float32),
        spread=np.zeros(count, np.float32),
        scores=np.zeros((count, seats), np.float32),
        judged=np.zeros(count, np.bool_),
        after=np.full(count, -1, np.int32),
        actor=np.full(count, -1, np.int32),
        rows=np.full((count, longest), -1, np.int32),
        logits=np.zeros((count, longest), np.float32),
        shares=np.zeros((count, longest), np.float32),
    )


def together(several: Iterable[Samples]) -> Samples:
    """The samples of several games as one, in their order."""
    parts = list(several)
    longest = max(part.rows.shape[1] for part in parts)

    def filled(array: NDArray[np.generic], value: int) -> NDArray[np.generic]:
        missing = longest - array.shape[1]
        return np.pad(array, ((0, 0), (0, missing)), constant_values=value)

    joined = {}
    starts = np.cumsum([0, *(len(part.after) for part in parts)])
    for name in Samples.__struct_fields__:
        arrays = [getattr(part, name) for part in parts]
        if name in ("rows", "logits", "shares"):
            arrays = [filled(array, -1 if name == "rows" else 0) for array in arrays]
        if name == "after":
            arrays = [
                np.where(array < 0, array, array + start).astype(np.int32)
                for array, start in zip(arrays, starts, strict=False)
            ]
        joined[name] = np.concatenate(arrays)
    return Samples(**joined)
