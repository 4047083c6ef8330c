"""What a move of 7 Steps brings about that is worth a line: towers of seven, the bag, the end.

All of it is open: colors on the board, numbers of discs, tiles held. [T3.3]
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.event import Event
from colonnade.contract.packed import sum_octets
from colonnade.contract.state import OVER
from colonnade.games.seven_steps.material import COLORS, HAND_SIZE, LAST_ROUND
from colonnade.games.seven_steps.moved import on_board
from colonnade.games.seven_steps.moves import MOVES, REFILL
from colonnade.games.seven_steps.rules import has_further_turn
from colonnade.games.seven_steps.scoring import breakdown
from colonnade.games.seven_steps.state import SOURCES_OF_POINTS, Position, color_of, score
from colonnade.games.seven_steps.touch import SPACE_OF_ROW

UNUSED = SOURCES_OF_POINTS[-1]


def events(before: Position, row: int, after: Position) -> tuple[Event, ...]:
    """What making a row did besides itself, in the order in which it happened."""
    found = [*dissolving(before, row), *emptying(before, after), *calling(before, row, after)]
    if after.turn > before.turn > 0 or after.actor == OVER:
        found += [*skipping(before, after), *turning(before, after)]
    if after.actor == OVER:
        found += ending(before, after)
    return tuple(found)


def event(name: str, rule: str, seat: int = -1, points: int = 0, **fields: str | int) -> Event:
    """An event by its short name."""
    return Event(f"seven_steps.event.{name}", rule, seat, points, dict(fields))


def dissolving(before: Position, row: int) -> Iterator[Event]:
    """Towers of seven that come apart, one after the other. [T5.1, T5.2]"""
    kind, space = MOVES.rows[row].kind, SPACE_OF_ROW[row]
    if kind not in ("place", "onto"):
        return
    spread = len(on_board(before, kind, space, own=False)) - 1
    if spread:
        color = COLORS[color_of(before, space)]
        yield event("tower", "T5.1", int(before.seat), count=spread // len(COLORS), color=color)


def emptying(before: Position, after: Position) -> Iterator[Event]:
    """The last disc of the bag is drawn. [T10.3]"""
    if before.bag and not after.bag:
        yield event("bag", "T10.3")


def calling(before: Position, row: int, after: Position) -> Iterator[Event]:
    """Somebody cannot fill up: why, and what is still to come. [T11.1, T11.2, T11.3, T13.1]"""
    if before.called or not after.called:
        return
    seat = int(before.seat)
    missing = HAND_SIZE - int(sum_octets(after.hands[seat]))
    rule = "T11.2" if row >= REFILL and not before.bag else "T11.1"
    yield event("called", rule, seat, missing=missing, left=int(sum_octets(after.bag)))
    if after.extra:
        yield event("one_more", "T13.1")
    elif after.actor != OVER:
        yield event("last_round", "T11.3", count=int(after.seats) - seat - 1)


def skipping(before: Position, after: Position) -> Iterator[Event]:
    """Seats without a disc, between the last turn and the next. [T13.3]"""
    seat = int(before.seat) + 1
    last = int(after.seats) if after.actor == OVER or after.seat < seat else int(after.seat)
    passed = [*range(seat, last)]
    if last == after.seats and after.actor != OVER:
        passed += range(int(after.seat))
    for one in passed:
        if not after.hands[one]:
            yield event("skipped", "T13.3", one)


def turning(before: Position, after: Position) -> Iterator[Event]:
    """The extra round begins; a turn begins that is the last of all. [T11.3, T13.2]"""
    if after.actor == OVER:
        return
    if after.extra_begun and not before.extra_begun:
        yield event("extra_round", "T13.2")
    later = range(int(after.seat) + 1, int(after.seats))
    if not has_further_turn(after) and not any(after.hands[seat] for seat in later):
        yield event("last_turn", "T11.3", int(after.seat))


def ending(before: Position, after: Position) -> Iterator[Event]:
    """The end, tiles left unused, and everybody's points. [T11.3, T11.5, T11.7]"""
    limit = after.round == LAST_ROUND and not after.called
    yield event("limit", "T11.7", round=LAST_ROUND) if limit else event("over", "T11.3")
    for seat in range(int(after.seats)):
        points = breakdown(after, seat)[UNUSED] - breakdown(before, seat)[UNUSED]
        if points:
            yield event("unused", "T11.5", seat, points)
    for seat in range(int(after.seats)):
        yield event("final", "T11.6", seat, count=int(score(after, seat)))
