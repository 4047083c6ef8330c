"""What the five construction tiles of 7 Steps do.

Whether they may be used is decided in legal.py; what follows in a turn, in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.packed import nibbles, octets
from colonnade.games.seven_steps.material import FEWER_DISCS, TOWER
from colonnade.games.seven_steps.state import (
    FIRST_DISC,
    REMOVING,
    SHIFTING,
    START,
    Position,
    color_of,
    dissolve,
    height,
    held_tile,
    set_height,
)


def use_construction(s: Position) -> None:
    """Put the construction tile of the seat on turn on its discards. [T8.1]"""
    kind = held_tile(s.construction, s.seat)
    s.construction -= nibbles(kind + 1, s.seat)
    s.construction_discards += nibbles(1, kind)


def remove(s: Position, space: i64) -> None:
    """Take a tower's top disc back to the bag, or out of the game. [T8.3]"""
    if s.phase == START:
        use_construction(s)
        s.phase = REMOVING
    else:
        s.phase = FIRST_DISC
    s.space = space
    disc = take_top(s, space)
    if s.bag == 0:
        s.gone += disc
    else:
        s.bag += disc


def take_top(s: Position, space: i64) -> i64:
    """Take the top disc of a tower."""
    old = height(s, space)
    set_height(s, space, old, old - 1)
    return octets(1, color_of(s, space))


def recover(s: Position, space: i64) -> None:
    """Take a tower's top disc behind one's screen; all have seen its color. [T8.7]"""
    use_construction(s)
    disc = take_top(s, space)
    s.hands[s.seat] += disc
    s.known[s.seat] += disc
    s.recovered = color_of(s, space)
    s.limit = FEWER_DISCS
    s.phase = FIRST_DISC


def put_onto(s: Position, space: i64) -> None:
    """Put a tower, or its top disc, on another space; seven dissolve. [T8.4, T8.5, T8.8]"""
    old = height(s, s.space)
    moved: i64 = 1
    if s.phase == SHIFTING:
        moved = old
    set_height(s, s.space, old, old - moved)
    there = height(s, space)
    set_height(s, space, there, there + moved)
    if there + moved == TOWER:
        dissolve(s, color_of(s, space))
    s.phase = FIRST_DISC


def swap(s: Position, space: i64) -> None:
    """Let two towers of one color change places. [T8.4]"""
    here = height(s, s.space)
    there = height(s, space)
    set_height(s, s.space, here, there)
    set_height(s, space, there, here)
    s.phase = FIRST_DISC
