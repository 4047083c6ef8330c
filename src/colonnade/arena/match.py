"""One game between computer players: who is told what, who draws, and what is written down of it.

Players get views and veiled rows only; the state stays here. Which games are played is decided in
tournament.py and simulate.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from time import perf_counter, thread_time
from typing import Literal, NamedTuple

import msgspec

from colonnade.ai.levels import player
from colonnade.ai.player import Player
from colonnade.ai.search_player import Searcher
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.play import SHOWN, draw
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game

DIGITS = 6  # of seconds: a microsecond is less than any decision takes
# A decision's seconds: as they pass, or as the processor gives them to this game alone, which on a
# machine that does other work as well is the fairer measure.
ClockName = Literal["wall", "cpu"]
CLOCKS: dict[ClockName, Callable[[], float]] = {"wall": perf_counter, "cpu": thread_time}


class IllegalChoice(ColonnadeError):
    """A computer player chose a row that is not legal: its code is wrong, and so is the run."""


class Seated(NamedTuple):
    """A player at its seat, and the name it was asked for by."""

    name: str
    player: Player


class Playout(msgspec.Struct):
    """How a game went, seat by seat."""

    moves: int
    checksum: int  # over all rows made, chance's included
    decisions: list[int]
    seconds: list[float]
    longest: list[float]
    rows: list[int] = []  # all that were made, chance's included


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
    found = game(match.game)
    state = found.start(len(match.players), match.options)
    seats = seating(len(match.players), match.rotation)
    table = [
        Seated(match.players[i], player(match.players[i], found, own_rng(match, i), match.time))
        for i in seats
    ]
    chance = Rng(match.seed, match.deal)
    course = play_out(found, state, table, chance, match.deal, CLOCKS[match.clock])
    at = [seats.index(i) for i in range(len(seats))]
    return Played(
        deal=match.deal,
        rotation=match.rotation,
        seats=seats,
        scores=[int(score) for score in state.scores()],
        winners=[int(seat) for seat in state.winners()],
        moves=course.moves,
        decisions=[course.decisions[seat] for seat in at],
        seconds=[round(course.seconds[seat], DIGITS) for seat in at],
        longest=[round(course.longest[seat], DIGITS) for seat in at],
        checksum=course.checksum,
    )


def seating(count: int, rotation: int) -> list[int]:
    """Which player sits at each seat."""
    return [(seat - rotation) % count for seat in range(count)]


def own_rng(match: Match, index: int) -> Rng:
    """A player's own generator: no two players, games or rotations share their luck."""
    place = f"{match.seed} {match.deal} {match.rotation} {index}"
    mixed = blake2b(place.encode(), digest_size=12, person=b"player").digest()
    return Rng(int.from_bytes(mixed[:8]), int.from_bytes(mixed[8:]))


def play_out(
    game: Game,
    state: State,
    table: Sequence[Seated],
    chance: Rng,
    deal: int,
    clock: Callable[[], float] = perf_counter,
) -> Playout:
    """Play a state to its end, in place."""
    for seated in table:
        if isinstance(seated.player, Searcher):
            seated.player.clock = clock
    count = len(table)
    course = Playout(0, 0, [0] * count, [0.0] * count, [0.0] * count)
    # Veiling a row takes time: it is done for players that listen, which the simple ones do not.
    listening = [
        (seat, seated.player)
        for seat, seated in enumerate(table)
        if type(seated.player).watch is not Player.watch
    ]
    while state.actor != OVER:
        if state.actor == CHANCE:
            move = draw(state, chance)
        else:
            move = decide(state, table[state.actor].player, course, clock)
            if move not in state.legal():
                raise illegal(game, state, table[state.actor].name, move, deal)
        for seat, listener in listening:
            listener.watch(state.seen(move, seat))
        state.apply(move)
        course.checksum = (course.checksum * 31 + move) & MASK
        course.moves += 1
        course.rows.append(int(move))
    return course


def decide(state: State, chooser: Player, course: Playout, clock: Callable[[], float]) -> int:
    """Ask the seat that must decide, by its view alone, and keep the time it takes."""
    seat = state.actor
    view = state.view(seat)
    began = clock()
    move = chooser.choose(view)
    seconds = clock() - began
    course.decisions[seat] += 1
    course.seconds[seat] += seconds
    course.longest[seat] = max(course.longest[seat], seconds)
    return move


def illegal(game: Game, state: State, name: str, move: int, deal: int) -> IllegalChoice:
    """The error that names who chose what, and where to find the position again."""
    words = game.moves.words(move) if 0 <= move < len(game.moves) else str(move)
    legal = [game.moves.words(other) for other in state.legal()[:SHOWN]]
    turn = str(state.turn)
    return IllegalChoice(
        player=name, game=game.key, deal=str(deal), turn=turn, words=words, legal=legal
    )
