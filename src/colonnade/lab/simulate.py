"""Games by the thousand: the same seed gives the same games on any number of processes.

How one game goes is decided in match.py, how results are counted in tally.py, where they are
computed in compute.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec

from colonnade.ai.levels import player
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games import game
from colonnade.lab.compute import LOCAL, opened
from colonnade.lab.match import Course, Seated, play_out
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
    """One game of computer players, counted."""
    course = play_course(batch, state, i)
    tally.moves += course.moves
    tally.add(state.scores(), state.winners(), course.checksum)


def play_course(batch: Batch, state: State, i: int) -> Course:
    """One game of computer players, each with its views and a generator of its own."""
    found = game(batch.game)
    table = [
        Seated(batch.player, player(batch.player, found, Rng(batch.seed + 1 + seat, i)))
        for seat in range(batch.seats)
    ]
    return play_out(found, state, table, Rng(batch.seed, i), i)


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
    processes: int | None = 1,
    player: str = WALKING,
    compute: str = LOCAL,
) -> Generator[Tally, None, None]:
    """Play games and give the tally of each batch as it is done."""
    with opened(compute, processes) as place:
        tasks = batches(key, seats, options, seed, games, place.size, player)
        yield from place.run(play_batch, tasks)
