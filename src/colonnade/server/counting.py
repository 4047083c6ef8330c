"""Which finished games count for ratings, and why others do not: the one place that says it.

A game counts if strengths can be read from it: whoever played is known, played from the beginning
to the end, and saw nothing twice. What its result means is decided in rating_log.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from colonnade.arena.measured import levels_of
from colonnade.server.stored import Seat
from colonnade.server.wire import Result
from colonnade.server.wire_types import EntryKind

Uncounted = Literal[
    "no_result",  # the host has closed it, or its log is torn
    "abandoned",
    "tied",  # by agreement, which is no game
    "empty",  # a seat stayed free
    "guest",  # a second person at the same device
    "unknown",  # somebody who keeps no player, or whom a host's rule made forgotten
    "twice",  # one player at two seats, of two devices that were two players then
    "left",  # a seat changed hands
    "later",  # begun in a position of a record
    "level",  # a computer player whose strength nobody has measured
    "taken_back",  # what was drawn, or what another had answered
    "early",  # given up before all have moved
]
UNCOUNTED: tuple[Uncounted, ...] = get_args(Uncounted)
COUNTS = "counts"  # what stands in place of a reason


class Fact(msgspec.Struct, frozen=True):
    """What a log says of an entry, as far as it matters here."""

    kind: EntryKind
    seat: int
    back: int
    time: float


class Finished(msgspec.Struct, frozen=True):
    """A finished game as it is stored."""

    table: str
    game: str
    created: float
    finished: float
    result: Result | None
    seats: list[Seat]
    log: list[Fact]


def is_person(seat: Seat) -> bool:
    """Whether a seat's result is a person's: it sits there, or gave up and let a computer go on."""
    return seat.kind == "person" or (seat.kind == "computer" and seat.resigned)


def why_not(game: Finished) -> Uncounted | None:
    """The first reason why a game does not count; none if it does."""
    return by_end(game) or by_seats(game.game, game.seats) or by_log(game)


def by_end(game: Finished) -> Uncounted | None:
    """What its end has against it."""
    if game.result is None:
        return "no_result"
    if game.result.ended is not None:
        return "abandoned" if game.result.ended == "abandon" else "tied"
    return None


def by_seats(key: str, seats: Sequence[Seat]) -> Uncounted | None:
    """What those who played have against it."""
    kinds = [seat.kind for seat in seats]
    if "open" in kinds:
        return "empty"
    if "device" in kinds:
        return "guest"
    if any(seat.stand_in for seat in seats):
        return "left"
    known = [seat.player for seat in seats if is_person(seat)]
    if None in known or not known:
        return "unknown"
    if len(set(known)) < len(known):
        return "twice"
    measured = levels_of(key, len(seats))
    if any(seat.level not in measured for seat in seats if not is_person(seat)):
        return "level"
    return None


def by_log(game: Finished) -> Uncounted | None:
    """What was done in it that no strength can be read from."""
    actors: list[int] = []  # of the moves that still count
    moved: set[int] = set()
    for fact in game.log:
        if fact.kind in ("leave", "replace"):
            return "left"
        if fact.kind == "move":
            if fact.seat >= 0 and fact.time <= game.created:
                return "later"
            actors.append(fact.seat)
            moved.add(fact.seat)
        elif fact.kind == "undo":
            if any(actor != fact.seat for actor in actors[fact.back :]):
                return "taken_back"
            del actors[fact.back :]
    return None if moved >= set(range(len(game.seats))) else "early"
