"""Writing numbers into a tensor, one after the other: each call goes on where the last one ended.

What is written, and in which order, is decided by each game's tensor.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.contract.packed import bit, lowest_bit
from colonnade.contract.state import CHANCE, OVER, State


def put(out: vec[i16], at: i64, value: i64) -> i64:
    """Write one number; returns where the next one goes."""
    out[at] = i16(value)
    return at + 1


def put_up_to(out: vec[i16], at: i64, value: i64, highest: i64) -> i64:
    """Write a number, or the highest that may stand there."""
    if value > highest:
        value = highest
    out[at] = i16(value)
    return at + 1


def zeros(out: vec[i16], at: i64, count: i64) -> i64:
    """Write zeros."""
    end = at + count
    while at < end:
        out[at] = 0
        at += 1
    return end


def one_hot(out: vec[i16], at: i64, count: i64, index: i64) -> i64:
    """Write a 1 at an index among zeros; none for an index that is not there."""
    end = zeros(out, at, count)
    if 0 <= index < count:
        out[at + index] = 1
    return end


def counters(out: vec[i16], at: i64, count: i64, packed: i64, bits: i64) -> i64:
    """Write counters of so many bits each."""
    mask = bit(bits) - 1
    end = at + count
    while at < end:
        out[at] = i16(packed & mask)
        packed >>= bits
        at += 1
    return end


def fill_bits(out: vec[i16], at: i64, mask: i64, step: i64, value: i64) -> None:
    """Write a value for each bit of a mask, `step` entries apart, into entries that are zero."""
    while mask:
        out[at + lowest_bit(mask) * step] = i16(value)
        mask &= mask - 1


def place_of(seat: i64, viewer: i64, seats: i64) -> i64:
    """How far around the table a seat sits from the viewer; nobody stays below 0."""
    if seat < 0:
        return seat
    place = seat - viewer
    if place < 0:
        place += seats
    return place


def seat_at(place: i64, viewer: i64, seats: i64) -> i64:
    """The seat so far around the table from the viewer."""
    seat = place + viewer
    if seat >= seats:
        seat -= seats
    return seat


def who(
    out: vec[i16], at: i64, state: State, viewer: i64, on_turn: i64, seats: i64, turns: i64
) -> i64:
    """Write the parts that every game begins with."""
    at = one_hot(out, at, seats, viewer)
    actor = place_of(state.actor, viewer, seats)
    if actor == CHANCE:
        actor = seats
    elif actor == OVER:
        actor = seats + 1
    at = one_hot(out, at, seats + 2, actor)
    at = one_hot(out, at, seats, place_of(on_turn, viewer, seats))
    return put_up_to(out, at, state.turn, turns)
