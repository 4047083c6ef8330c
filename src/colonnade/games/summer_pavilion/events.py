"""What a move of Summer Pavilion brings about that is worth a line: the marker, rounds, bonuses.

All of it is open: only the order of the bag is hidden, and no event tells it. [S1.7]
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.event import Event
from colonnade.contract.packed import sum_octets
from colonnade.contract.state import OVER
from colonnade.games.summer_pavilion.material import (
    CENTER,
    COLORS,
    FACTORY_SIZE,
    NUMBER_POINTS,
    POSITIONS,
    ROUNDS,
    SUPPLY_SIZE,
)
from colonnade.games.summer_pavilion.moves import DRAW_SUPPLY
from colonnade.games.summer_pavilion.scoring import (
    FULL_STAR,
    NUMBER_MASKS,
    breakdown,
    star_points,
)
from colonnade.games.summer_pavilion.state import NOBODY, PLACING, TAKING, Position


def events(before: Position, row: int, after: Position) -> tuple[Event, ...]:
    """What making a row did besides itself, in the order in which it happened."""
    if row >= DRAW_SUPPLY:
        return (*piles(before, after, drawn=1), *placing(before, after))
    seat = int(before.seat)
    found = [*marker(before, after, seat), *lost(before, after, seat)]
    found += [*rounds(before, after), *piles(before, after, drawn=0), *placing(before, after)]
    if after.actor == OVER:
        found.append(event("over", "S12.1"))
        for one in range(int(after.seats)):
            found += bonuses(after, one)
    return tuple(found)


def event(name: str, rule: str, seat: int = -1, points: int = 0, **fields: str | int) -> Event:
    """An event by its short name."""
    return Event(f"summer_pavilion.event.{name}", rule, seat, points, dict(fields))


def marker(before: Position, after: Position, seat: int) -> Iterator[Event]:
    """Who takes the start marker, and what it costs. [S4.1]"""
    if before.marker == NOBODY and after.marker != NOBODY:
        count = tiles_of(after, seat) - tiles_of(before, seat)
        yield event("marker", "S4.1", seat, gained(before, after, seat, "marker"), count=count)


def lost(before: Position, after: Position, seat: int) -> Iterator[Event]:
    """The tiles that a pass leaves, and the points that they cost. [S10.4, S10.7]"""
    if before.stage != PLACING or not (after.passed >> seat & 1 or after.round > before.round):
        return
    count = tiles_of(before, seat) - tiles_of(after, seat)
    if count:
        rule = "S10.7" if before.round == ROUNDS else "S10.4"
        yield event("lost", rule, seat, gained(before, after, seat, "leftovers"), count=count)


def piles(before: Position, after: Position, drawn: int) -> Iterator[Event]:
    """The tower tipped into the bag, or both of them empty while tiles are wanted. [S9.3, S9.4]"""
    if after.bag_size > before.bag_size - drawn:
        yield event("bag", "S9.3", count=int(after.bag_size))
    ran_out = drawn and after.bag_size == 0 and after.tower == 0
    full = FACTORY_SIZE * int(after.factories)
    short = before.filling < after.factories and after.loose < full
    if ran_out and (after.supply_size < SUPPLY_SIZE or short):
        yield event("empty", "S9.4")


def placing(before: Position, after: Position) -> Iterator[Event]:
    """All is taken: who places first. [S3.6, S4.3, S4.4]"""
    if before.stage == TAKING and after.stage == PLACING:
        yield event("placing", "S4.4" if after.marker == NOBODY else "S4.3", int(after.first))


def rounds(before: Position, after: Position) -> Iterator[Event]:
    """A new round and its wild color; the last one is named. [S2.2, S10.7]"""
    if after.round > before.round:
        name, rule = ("last_round", "S10.7") if after.round == ROUNDS else ("round", "S2.2")
        yield event(name, rule, round=int(after.round), color=COLORS[after.wild])


def bonuses(s: Position, seat: int) -> Iterator[Event]:
    """A seat's complete stars and numbers, each for itself. [S12.2, S12.3, S13.6]"""
    for star in range(CENTER + 1):
        points = int(star_points(s, seat, star))
        if points:
            colors = int(s.used[seat]) >> (star * POSITIONS) & FULL_STAR
            one = colors.bit_count() == 1
            name = f"star_{COLORS[colors.bit_length() - 1]}" if one else "star_varied"
            yield event(name, "S13.6" if s.grey else "S12.2", seat, points)
    for number, points in enumerate(NUMBER_POINTS, 1):
        spaces = int(NUMBER_MASKS[s.grey * len(NUMBER_POINTS) + number - 1])
        if s.filled[seat] & spaces == spaces:
            yield event("number", "S12.3", seat, points, number=number)


def tiles_of(s: Position, seat: int) -> int:
    """How many tiles a seat has beside its board, with those that it is about to keep."""
    kept = int(s.kept_size) if seat == s.seat else 0
    return int(sum_octets(s.hands[seat])) + kept


def gained(before: Position, after: Position, seat: int, source: str) -> int:
    """What a row brought a seat from one source of points; losses are negative."""
    return breakdown(after, seat)[source] - breakdown(before, seat)[source]
