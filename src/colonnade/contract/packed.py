"""Small counters packed into one machine integer, and single bits: what hot states are made of.

What is counted is decided by each game's state.py. The shifted number is always a parameter,
because mypyc compiles `1 << n` with 32 bits.
"""

from __future__ import annotations

from mypy_extensions import i64


def nibble(packed: i64, index: i64) -> i64:
    """Read one of sixteen counters of four bits."""
    return (packed >> (index << 2)) & 15


def nibbles(value: i64, index: i64) -> i64:
    """`value` at the place of a counter of four bits, to be added or subtracted."""
    return value << (index << 2)


def octet(packed: i64, index: i64) -> i64:
    """Read one of eight counters of eight bits."""
    return (packed >> (index << 3)) & 255


def octets(value: i64, index: i64) -> i64:
    """`value` at the place of a counter of eight bits, to be added or subtracted."""
    return value << (index << 3)


def bit(index: i64) -> i64:
    """A single bit."""
    return nibbles(1, 0) << index


def count_bits(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def any_of(count: i64) -> i64:
    """Turn a counter into 1 or 0: a row is written, then kept by adding this to their number.

    A row written and not kept costs less than a branch that the processor guesses wrong.
    """
    return (count + 255) >> 8
