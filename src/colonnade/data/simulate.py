"""Games by the thousand: the same seed gives the same games on any number of processes.

How one game goes is decided in game_loop.py, how results are counted in tally.py, where they are
computed in places.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec

from colonnade.ai.levels import player
from colonnade.arena.game_loop import GameLoop, Seated
from colonnade.arena.match import checksum
from colonnade.arena.tally import Tally
from colonnade.compute.places import LOCAL, opened
from colonnade.contract.history import History
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games import game

WALKING = "random"  # the player whose moves need no views
LARGEST_RANGE = 250  # some milliseconds of compiled games: a bar that moves, an end that is soon


class GameRange(msgspec.Struct, frozen=True):
    """Games `first` to `last - 1` of a run."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    first: int
    last: int
    player: str


def play_range(span: GameRange) -> Tally:
    """Play a games_range; game number i draws from its own stream i of the seed."""
    start = game(span.game).start(span.seats, span.options)
    tally = Tally(span.seats)
    if span.player == WALKING:
        walk_range(span, start, tally)
    else:
        for i in range(span.first, span.last):
            played = play_one(span, start, i)
            tally.moves += len(played)
            state = played.state
            tally.add(state.scores(), state.winners(), checksum(played.rows))
    return tally


def walk_range(span: GameRange, start: State, tally: Tally) -> None:
    """Random moves straight on the state: nothing is faster, and nothing is peeked at."""
    walk = Walk(start)
    seed, first, last = span.seed, span.first, span.last
    tally.checksum = walk.play_games(start, seed, first, last, tally.scores, tally.shares)
    tally.games = last - first
    tally.moves = walk.moves


def play_one(span: GameRange, start: State, i: int) -> History:
    """One game of computer players, each with its views and a generator of its own."""
    found = game(span.game)
    table = [
        Seated(span.player, player(span.player, found, Rng(span.seed + 1 + seat, i)))
        for seat in range(span.seats)
    ]
    return GameLoop(History(found, start), table, Rng(span.seed, i), number=i).play()


def game_ranges(
    key: str,
    seats: int,
    options: dict[str, str],
    seed: int,
    games: int,
    processes: int,
    player: str,
) -> Iterator[GameRange]:
    """Cut a run into game_ranges: enough to keep all processes busy and a progress bar moving."""
    size = max(1, min(LARGEST_RANGE, games // (processes * 50)))
    for first in range(0, games, size):
        yield GameRange(key, seats, options, seed, first, min(first + size, games), player)


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
    """Play games and give the tally of each games_range as it is done."""
    with opened(compute, processes) as place:
        tasks = game_ranges(key, seats, options, seed, games, place.size, player)
        yield from place.run(play_range, tasks)
