"""Many games at once, stepped by one call: a vectorised environment in compiled code.

What a tensor holds is decided by each game's tensor.py, who chooses the actions by the caller.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.environments.batch_buffers import (
    WrongCount,
    illegal,
    layout_of,
    read_actions,
    shaped,
)

CHOOSING: Final = 0x80000000  # streams from here on choose random actions, those below draw


@final
class Batch:
    """`count` games of one kind, each at a seat's decision; one that ends begins anew at once.

    The buffers below are filled in place, so that arrays made of them once follow every step.
    They cannot be written to. Game i draws from stream i of the seed, whatever the other games do.

    observations: what each actor knows, count x layout.size, int16; empty if not observing
    masks: the rows that are legal, count x rows, uint8
    actors: the seats that must decide, count, int64
    ended: whether a game ended in the last step, count, uint8
    rewards: for games that ended, each seat's share of the win, count x seats, float64; else 0
    scores: each seat's points; of the game that ended, not of the new one, count x seats, int64
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        observing: bool = True,
    ) -> None:
        if count < 1:
            raise WrongCount(count=count)
        start = game.start(seats, options)
        self.game: Final = game
        self.start: Final = start
        self.count: Final[i64] = count
        self.seats: Final[i64] = len(start.scores())
        self.rows: Final[i64] = len(game.moves)
        self.size: Final[i64] = layout_of(start).size if observing else 0
        self._states = [start.copy() for _ in range(count)]
        self._rngs = [Rng(seed, i) for i in range(count)]
        self._choosers = [Rng(seed, CHOOSING + i) for i in range(count)]
        self._walk = Walk(start)
        self._legal = vec[i16]([0] * (count * self.rows))
        self._legal_counts = vec[i64]([0] * count)
        self._sampled = vec[i64]([0] * count)
        self._observations = vec[i16]([0] * (count * self.size))
        self._masks = vec[u8]([0] * (count * self.rows))
        self._actors = vec[i64]([0] * count)
        self._ended = vec[u8]([0] * count)
        self._rewards = vec[float]([0.0] * (count * self.seats))
        self._scores = vec[i64]([0] * (count * self.seats))
        self.observations = shaped(memoryview(self._observations), "h", count, self.size)
        self.masks = shaped(memoryview(self._masks), "B", count, self.rows)
        self.actors = memoryview(self._actors)
        self.ended = memoryview(self._ended)
        self.rewards = shaped(memoryview(self._rewards), "d", count, self.seats)
        self.scores = shaped(memoryview(self._scores), "q", count, self.seats)
        self._sample = memoryview(self._sampled)
        self._begin_all()

    def reset(self, seed: int) -> None:
        """Begin all games anew, with the draws of another seed or the same again."""
        for slot in range(self.count):
            self._rngs[slot] = Rng(seed, slot)
            self._choosers[slot] = Rng(seed, CHOOSING + slot)
        self._begin_all()

    def step(self, actions: Iterable[int]) -> None:
        """Play one row in each game, and whatever chance adds; nothing at all if one is illegal."""
        chosen = read_actions(actions, self.count)
        slot: i64 = 0
        while slot < self.count:
            action = chosen[slot]
            if action < 0 or action >= self.rows or self._masks[slot * self.rows + action] == 0:
                raise illegal(self.game.moves, self._states[slot], slot, action)
            slot += 1
        self._play(chosen)

    def sample(self) -> memoryview:
        """A legal action for each game, all as likely, from streams of their own: int64.

        The same buffer is filled by every call.
        """
        slot: i64 = 0
        while slot < self.count:
            pick = self._choosers[slot].below(self._legal_counts[slot])
            self._sampled[slot] = i64(self._legal[slot * self.rows + pick])
            slot += 1
        return self._sample

    def step_random(self, steps: int) -> int:
        """Step with random actions so many times; returns how many games ended."""
        over: i64 = 0
        for _ in range(steps):
            self.sample()
            over += self._play(self._sampled)
        return over

    def state(self, slot: int) -> State:
        """A copy of one game's position, whole as it is: to look at, not to decide by."""
        return self._states[slot].copy()

    def _begin_all(self) -> None:
        """Begin every game and show its first decision."""
        slot: i64 = 0
        while slot < self.count:
            state = self._states[slot]
            self._hide(slot)
            self._begin(slot, state)
            self._ended[slot] = 0
            self._count(slot, state)
            self._show(slot, state)
            slot += 1

    def _play(self, chosen: vec[i64]) -> i64:
        """Play a legal row in each game; returns how many ended."""
        over: i64 = 0
        slot: i64 = 0
        while slot < self.count:
            state = self._states[slot]
            self._hide(slot)
            state.apply(chosen[slot])
            self._settle(slot, state)
            if state.actor == OVER:
                self._ended[slot] = 1
                self._count(slot, state)
                self._begin(slot, state)
                over += 1
            else:
                self._ended[slot] = 0
                self._count(slot, state)
            self._show(slot, state)
            slot += 1
        return over

    def _begin(self, slot: i64, state: State) -> None:
        """Set up a game; it goes on drawing from the stream of its place."""
        state.copy_from(self.start)
        self._settle(slot, state)

    def _settle(self, slot: i64, state: State) -> None:
        """Draw until a seat must decide or the game is over."""
        rng = self._rngs[slot]
        while state.actor == CHANCE:
            state.apply(self._walk.pick(state, rng))

    def _count(self, slot: i64, state: State) -> None:
        """Keep the points, and the shares of the win of a game that ended."""
        scores = state.scores()
        at = slot * self.seats
        best: i64 = scores[0]
        sharing: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            score: i64 = scores[seat]
            self._scores[at + seat] = score
            self._rewards[at + seat] = 0.0
            if score > best:
                best = score
                sharing = 0
            if score == best:
                sharing += 1
            seat += 1
        if self._ended[slot]:
            seat = 0
            while seat < self.seats:
                if self._scores[at + seat] == best:
                    self._rewards[at + seat] = 1.0 / float(sharing)
                seat += 1

    def _hide(self, slot: i64) -> None:
        """Clear the mask of a game, by the rows that were legal: far fewer than all."""
        masks = self._masks
        legal = self._legal
        at = slot * self.rows
        end = at + self._legal_counts[slot]
        i = at
        while i < end:
            masks[at + i64(legal[i])] = 0
            i += 1

    def _show(self, slot: i64, state: State) -> None:
        """Write who must decide, what is legal, and what that seat knows."""
        rows = self._walk.rows
        masks = self._masks
        legal = self._legal
        count = state.fill_legal(rows)
        at = slot * self.rows
        i: i64 = 0
        while i < count:
            row = rows[i]
            legal[at + i] = i16(row)
            masks[at + row] = 1
            i += 1
        self._legal_counts[slot] = count
        self._actors[slot] = state.actor
        if self.size:
            state.fill_tensor(state.actor, self._observations, slot * self.size)
