"""What is done with moves, written once for all games: checked play, chance, replay, random walks.

What a move does is decided by each game's rules.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.contract.errors import GameOver, IllegalMove
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.state import CHANCE, OVER, State

SHOWN: Final = 12  # how many legal moves an error lists
SHARE: Final = 12  # parts of a win: divisible by 2, 3 and 4 winners


class Source(Protocol):
    """Anything that draws numbers: a seeded Rng, the system's generator, a test's own choice."""

    def below(self, bound: i64) -> i64:
        """Draw from 0 to bound - 1."""


def check_row(state: State, move: int | str, legal: Callable[[], list[int]]) -> int:
    """The row of a move, given as number or words, if it is among the legal; else say what is."""
    table = state.table()
    number = table.number(move) if isinstance(move, str) else table.check(move)
    if state.actor == OVER:
        raise GameOver(words=table.words(number))
    rows = legal()
    if number not in rows:
        offered = [table.words(other) for other in rows[:SHOWN]]
        if len(rows) > SHOWN:
            offered.append("…")
        raise IllegalMove(words=table.words(number), count=len(rows), legal=offered)
    return number


def row(state: State, move: int | str) -> int:
    """Find a move, given as number or words, among the legal ones; else say what is legal."""
    return check_row(state, move, state.legal)


def play(state: State, move: int | str) -> State:
    """Check a move and make it on a copy; the state given stays as it is."""
    number = row(state, move)
    after = state.copy()
    after.apply(number)
    return after


def draw(state: State, source: Source) -> int:
    """Choose a row for CHANCE by its weights."""
    rows = vec[i64]([0] * len(state.table()))
    weights = vec[i64]([0] * len(state.table()))
    count = state.fill_legal(rows)
    ticket = source.below(state.fill_weights(weights))
    for i in range(count):
        if ticket < weights[i]:
            return int(rows[i])
        ticket -= weights[i]
    raise AssertionError("a source drew beyond its bound")


def settle(state: State, source: Source) -> tuple[State, list[int]]:
    """Draw until a seat must decide or the game is over; returns the state and what was drawn."""
    after = state.copy()
    drawn: list[int] = []
    while after.actor == CHANCE:
        drawn.append(draw(after, source))
        after.apply(drawn[-1])
    return after, drawn


def advance(state: State, move: int | str, source: Source) -> tuple[State, list[int]]:
    """Play a seat's move and settle what chance adds; returns the state and all moves made."""
    number = row(state, move)
    made = state.copy()
    made.apply(number)
    after, drawn = settle(made, source)
    return after, [number, *drawn]


def replay(state: State, made: Iterable[int | str]) -> State:
    """Make moves one after the other, each checked, chance draws included."""
    after = state.copy()
    for move in made:
        after.apply(row(after, move))
    return after


def perft(state: State, depth: i64) -> i64:
    """Count the move sequences of this length, chance's included; shorter ones end the game."""
    if depth == 0 or state.actor == OVER:
        return 1
    if depth == 1:
        return state.fill_legal(vec[i64]([0] * len(state.table())))
    after = state.copy()
    found: i64 = 0
    for move in state.legal():
        after.copy_from(state)
        after.apply(move)
        found += perft(after, depth - 1)
    return found


@final
@mypyc_attr(acyclic=True)
class Walk:
    """Plays uniformly random moves in place; its buffers serve any number of games."""

    def __init__(self, state: State) -> None:
        self.rows: vec[i64] = vec[i64]([0] * len(state.table()))
        self.weights: vec[i64] = vec[i64]([0] * len(state.table()))
        self.moves: i64 = 0  # made since this walk was begun

    def pick(self, state: State, rng: Rng) -> i64:
        """Choose a row: evenly for a seat, by weight for CHANCE."""
        rows = self.rows
        count = state.fill_legal(rows)
        if state.actor != CHANCE:
            return rows[rng.below(count)]
        weights = self.weights
        ticket = rng.below(state.fill_weights(weights))
        i: i64 = 0
        while ticket >= weights[i]:
            ticket -= weights[i]
            i += 1
        return rows[i]

    def step(self, state: State, rng: Rng) -> None:
        """Make one random move."""
        state.apply(self.pick(state, rng))
        self.moves += 1

    def finish(self, state: State, rng: Rng) -> i64:
        """Play to the end; returns the game's checksum, over moves and scores."""
        checksum: i64 = 0
        moves: i64 = 0
        while state.actor != OVER:
            row = self.pick(state, rng)
            state.apply(row)
            checksum = (checksum * 31 + row) & MASK
            moves += 1
        for score in state.scores():
            checksum = (checksum * 31 + score) & MASK
        self.moves += moves
        return checksum

    def play_games(
        self, start: State, seed: int, first: int, last: int, scores: list[int], wins: list[int]
    ) -> i64:
        """Play games number `first` to `last - 1`, each with its stream of the seed.

        Adds each game's scores, and its win in parts of SHARE; returns the sum of the checksums.
        """
        state = start.copy()
        checksum: i64 = 0
        for number in range(first, last):
            state.copy_from(start)
            checksum = (checksum + self.finish(state, Rng(seed, number))) & MASK
            reached = state.scores()
            for seat in range(len(reached)):
                scores[seat] += reached[seat]
            winners = state.winners()
            for seat in winners:
                wins[seat] += SHARE // len(winners)
        return checksum
