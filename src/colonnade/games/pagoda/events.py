"""What a move of Pagoda brings about that is worth a line: finished pagodas, shortages, the end.

All of it is open: of cards only numbers are told, which everybody sees. [P2.2]
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.event import Event
from colonnade.contract.packed import count_bits, nibble
from colonnade.contract.state import OVER
from colonnade.games.pagoda.material import COLORS, LOTS, PAGODAS_TO_END
from colonnade.games.pagoda.state import Position

ALL_OF_A_COLOR = 31  # the five tiles of a base color, a bit each


def events(before: Position, after: Position) -> tuple[Event, ...]:
    """What a row did besides itself, in the order in which it happened."""
    found = [*last_tiles(before, after), *finished(before, after)]
    return (*found, *shuffled(before, after), *ending(before, after))


def event(name: str, rule: str, seat: int = -1, **fields: str | int) -> Event:
    """An event by its short name."""
    return Event(f"pagoda.event.{name}", rule, seat, 0, dict(fields))


def last_tiles(before: Position, after: Position) -> Iterator[Event]:
    """The last tile of a color leaves the supply. [P12.2]"""
    for base, color in enumerate(COLORS):
        left, now = ((s.tiles >> (base * 5)) & ALL_OF_A_COLOR for s in (before, after))
        if left and not now:
            yield event("last_tile", "P12.2", color=color)


def finished(before: Position, after: Position) -> Iterator[Event]:
    """Pagodas with a rooftop, or closed for want of a tile, each with its number. [P7.5, P12.2]"""
    count, seat = int(count_bits(before.completed)), int(before.seat)
    for lot in range(LOTS):
        if (after.completed & ~before.completed) >> lot & 1:
            count += 1
            if nibble(after.floors, lot) == after.last_floor:
                yield event("finished", "P7.5", seat, lot=lot + 1, number=count)
            else:
                color = COLORS[nibble(after.tops, lot)]
                yield event("shortage", "P12.2", color=color, lot=lot + 1, number=count)
            if count == PAGODAS_TO_END:
                name, rule = ("one_more", "P11.2") if seat == 0 else ("ends_now", "P11.1")
                yield event(name, rule)


def shuffled(before: Position, after: Position) -> Iterator[Event]:
    """The discards become the draw pile; both hands can be told from now on. [P8.4, P2.3]"""
    if before.discard and not after.discard and after.deck == before.discard:
        yield event("shuffled", "P8.4", count=cards_in(int(after.deck)))


def cards_in(pile: int) -> int:
    """The size of a pile: more than total() can add up."""
    return sum(int(nibble(pile, color)) for color in range(len(COLORS)))


def ending(before: Position, after: Position) -> Iterator[Event]:
    """The last turn begins, or the game is over. [P11.1, P11.2]"""
    if count_bits(after.completed) < PAGODAS_TO_END or before.actor == OVER:
        return
    if after.actor == OVER:
        yield event("over", "P11.1", count=int(count_bits(after.completed)))
    elif after.turn > before.turn:
        yield event("last_turn", "P11.2", int(after.seat))
