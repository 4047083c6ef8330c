"""Small counters packed into one machine integer, and single bits: what hot states are made of.

What is counted is decided by each game's state.py. The shifted number is always a parameter,
because mypyc compiles `1 << n` with 32 bits.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from librt.vecs import vec
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


def fill_present(rows: vec[i64], n: i64, row: i64, packed: i64, bits: i64) -> i64:
    """Write a row for each counter that is not 0; returns how many there are now."""
    last = bit(bits) - 1
    while packed:
        rows[n] = row
        n += any_of(packed & last)
        packed >>= bits
        row += 1
    return n


def fill_counts(weights: vec[i64], packed: i64, bits: i64) -> i64:
    """Write the counters that are not 0, parallel to fill_present; returns their sum."""
    last = bit(bits) - 1
    n: i64 = 0
    total: i64 = 0
    while packed:
        count = packed & last
        weights[n] = count
        n += any_of(count)
        total += count
        packed >>= bits
    return total


# A power of two below 2**66 leaves a remainder of its own when divided by 67.
BIT_OF_REMAINDER: Final = vec[i64](
    [next((i for i in range(63) if 2**i % 67 == rest), 0) for rest in range(67)]
)


def lowest_bit(mask: i64) -> i64:
    """The number of the lowest bit of a mask that is not 0."""
    return BIT_OF_REMAINDER[(mask & -mask) % 67]


def copy_array(to: vec[i64], other: vec[i64]) -> None:
    """Copy one array into another of the same length."""
    i: i64 = 0
    while i < len(other):
        to[i] = other[i]
        i += 1


def sum_octets(packed: i64) -> i64:
    """Add up the counters of eight bits."""
    total: i64 = 0
    while packed:
        total += packed & 255
        packed >>= 8
    return total


def by_name(packed: i64, names: Sequence[str]) -> dict[str, int]:
    """Counters of eight bits by their names, those of 0 left out."""
    return {name: int(octet(packed, i)) for i, name in enumerate(names) if octet(packed, i)}


def from_names(counts: Mapping[str, int], names: Sequence[str], most: int) -> i64:
    """Pack named counters of eight bits; ValueError for one that cannot be."""
    packed: i64 = 0
    for name, count in counts.items():
        if not 0 <= count <= most:
            raise ValueError(f"{count} {name}")
        packed += octets(count, names.index(name))
    return packed
