"""Random games by the thousand: the same seed gives the same games on any number of processes.

How results are counted is decided in tally.py, where they are computed in compute.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.games import game
from colonnade.lab.compute import run
from colonnade.lab.tally import Tally

LARGEST_BATCH = 250  # some milliseconds of compiled games: a bar that moves, an end that is soon


class Batch(msgspec.Struct, frozen=True):
    """Games `first` to `last - 1` of a run."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    first: int
    last: int


def play_batch(batch: Batch) -> Tally:
    """Play a batch; game number i draws from its own stream i of the seed."""
    start = game(batch.game).start(batch.seats, batch.options)
    state = start.copy()
    walk = Walk(start)
    tally = Tally(batch.seats)
    for i in range(batch.first, batch.last):
        state.copy_from(start)
        checksum = walk.finish(state, Rng(batch.seed, i))
        tally.add(state.scores(), state.winners(), checksum)
    tally.moves = walk.moves
    return tally


def batches(
    key: str, seats: int, options: dict[str, str], seed: int, games: int, processes: int
) -> Iterator[Batch]:
    """Cut a run into batches: enough to keep all processes busy and a progress bar moving."""
    size = max(1, min(LARGEST_BATCH, games // (processes * 50)))
    for first in range(0, games, size):
        yield Batch(key, seats, options, seed, first, min(first + size, games))


def simulate(
    key: str, seats: int, options: dict[str, str], games: int, seed: int, processes: int = 1
) -> Iterator[Tally]:
    """Play random games and give the tally of each batch as it is done."""
    yield from run(play_batch, batches(key, seats, options, seed, games, processes), processes)
