"""Games by the thousand: the same seed gives the same games on any number of processes.

How results are counted is decided in tally.py, where they are computed in compute.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from colonnade.ai import PLAYERS
from colonnade.contract.play import Walk, draw
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.lab.compute import run
from colonnade.lab.tally import Tally

WALKING = "random"  # the player whose moves need no views
LARGEST_BATCH = 250  # some milliseconds of compiled games: a bar that moves, an end that is soon


class Batch(msgspec.Struct, frozen=True):
    """Games `first` to `last - 1` of a run."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    first: int
    last: int
    player: str


def play_batch(batch: Batch) -> Tally:
    """Play a batch; game number i draws from its own stream i of the seed."""
    start = game(batch.game).start(batch.seats, batch.options)
    tally = Tally(batch.seats)
    if batch.player == WALKING:
        walk_batch(batch, start, tally)
    else:
        for i in range(batch.first, batch.last):
            play_game(batch, start.copy(), i, tally)
    return tally


def walk_batch(batch: Batch, start: State, tally: Tally) -> None:
    """Random moves straight on the state: nothing is faster, and nothing is peeked at."""
    walk = Walk(start)
    seed, first, last = batch.seed, batch.first, batch.last
    tally.checksum = walk.play_games(start, seed, first, last, tally.scores, tally.shares)
    tally.games = last - first
    tally.moves = walk.moves


def play_game(batch: Batch, state: State, i: int, tally: Tally) -> None:
    """One game of computer players, each with its views and a generator of its own."""
    chance = Rng(batch.seed, i)
    found = game(batch.game)
    players = [
        PLAYERS[batch.player](found, Rng(batch.seed + 1 + seat, i)) for seat in range(batch.seats)
    ]
    checksum = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            move = draw(state, chance)
        else:
            move = players[state.actor].choose(state.view(state.actor))
        state.apply(move)
        checksum = (checksum * 31 + move) & MASK
        tally.moves += 1
    tally.add(state.scores(), state.winners(), checksum)


def batches(
    key: str,
    seats: int,
    options: dict[str, str],
    seed: int,
    games: int,
    processes: int,
    player: str,
) -> Iterator[Batch]:
    """Cut a run into batches: enough to keep all processes busy and a progress bar moving."""
    size = max(1, min(LARGEST_BATCH, games // (processes * 50)))
    for first in range(0, games, size):
        yield Batch(key, seats, options, seed, first, min(first + size, games), player)


def simulate(
    key: str,
    seats: int,
    options: dict[str, str],
    games: int,
    seed: int,
    processes: int = 1,
    player: str = WALKING,
) -> Iterator[Tally]:
    """Play games and give the tally of each batch as it is done."""
    tasks = batches(key, seats, options, seed, games, processes, player)
    yield from run(play_batch, tasks, processes)
