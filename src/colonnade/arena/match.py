"""One game between computer players: who sits where, and what is kept of it.

How it is played is decided in game_loop.py, which games are played in tournament.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from time import perf_counter, thread_time
from typing import Literal

import msgspec

from colonnade.ai.levels import player
from colonnade.ai.naming import check_marks
from colonnade.ai.player import Player
from colonnade.ai.search_player import Searcher
from colonnade.arena.game_loop import GameLoop, Seated
from colonnade.contract.history import History
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.view import View
from colonnade.games import game

DIGITS = 6  # of seconds: a microsecond is less than any decision takes
# A decision's seconds: as they pass, or as the processor gives them to this game alone, which on a
# machine that does other work as well is the fairer measure.
ClockName = Literal["wall", "cpu"]
CLOCKS: dict[ClockName, Callable[[], float]] = {"wall": perf_counter, "cpu": thread_time}


class Timed(Player):
    """A player whose decisions are counted and timed; all else is the player's own."""

    def __init__(self, player: Player, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__(player.game, player.rng)
        self.player = player
        self.clock = clock
        self.decisions = 0
        self.seconds = 0.0
        self.longest = 0.0
        if isinstance(player, Searcher):
            player.clock = clock

    def choose(self, view: View) -> int:
        """What the player chooses, and how long that took."""
        began = self.clock()
        row = self.player.choose(view)
        seconds = self.clock() - began
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        return row

    def listens(self) -> bool:
        """Whether the player listens."""
        return self.player.listens()

    def watch(self, move: int) -> None:
        """Pass on what was played."""
        self.player.watch(move)

    def forget(self) -> None:
        """Pass on that moves were taken back."""
        self.player.forget()


class Match(msgspec.Struct, frozen=True):
    """One game to be played: rotation r seats player i at seat (i + r) % seats."""

    game: str
    options: dict[str, str]
    players: list[str]
    seed: int
    time: float | None
    deal: int
    rotation: int
    clock: ClockName = "wall"
    files: dict[str, str] = {}  # that players are made of, with marks of their contents


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of a game; scores and winners go by seat, the last four lists by player."""

    deal: int
    rotation: int
    seats: list[int]  # which player sat at each seat
    scores: list[int]
    winners: list[int]
    moves: int
    decisions: list[int]
    seconds: list[float]
    longest: list[float]  # the slowest decision of each
    checksum: int


def play_match(match: Match) -> Played:
    """Play one game; the deal alone decides what chance draws, so rotations share it."""
    check_marks(match.files)
    found = game(match.game)
    seats = seating(len(match.players), match.rotation)
    clock = CLOCKS[match.clock]
    timed = [
        Timed(player(match.players[i], found, own_rng(match, i), match.time), clock) for i in seats
    ]
    table = [Seated(match.players[i], one) for i, one in zip(seats, timed, strict=True)]
    history = History(found, found.start(len(match.players), match.options))
    GameLoop(history, table, Rng(match.seed, match.deal), number=match.deal).play()
    return played(match, seats, history, timed)


def played(match: Match, seats: list[int], history: History, timed: Sequence[Timed]) -> Played:
    """What is kept of a game that was played out."""
    by_player = [timed[seats.index(i)] for i in range(len(seats))]
    return Played(
        deal=match.deal,
        rotation=match.rotation,
        seats=seats,
        scores=[int(score) for score in history.state.scores()],
        winners=[int(seat) for seat in history.state.winners()],
        moves=len(history),
        decisions=[one.decisions for one in by_player],
        seconds=[round(one.seconds, DIGITS) for one in by_player],
        longest=[round(one.longest, DIGITS) for one in by_player],
        checksum=checksum(history.rows),
    )


def fits_seats(played: Played, count: int) -> bool:
    """Whether a game can have been played by so many seats, in its rotation."""
    lists = (played.scores, played.decisions, played.seconds, played.longest)
    return (
        played.seats == seating(count, played.rotation)
        and all(len(values) == count for values in lists)
        and bool(played.winners)
        and set(played.winners) <= set(range(count))
    )


def checksum(rows: Iterable[int]) -> int:
    """One number over all rows of a game, chance's included."""
    found = 0
    for row in rows:
        found = (found * 31 + row) & MASK
    return found


def seating(count: int, rotation: int) -> list[int]:
    """Which player sits at each seat."""
    return [(seat - rotation) % count for seat in range(count)]


def own_rng(match: Match, index: int) -> Rng:
    """A player's own generator: no two players, games or rotations share their luck."""
    place = f"{match.seed} {match.deal} {match.rotation} {index}"
    mixed = blake2b(place.encode(), digest_size=12, person=b"player").digest()
    return Rng(int.from_bytes(mixed[:8]), int.from_bytes(mixed[8:]))
