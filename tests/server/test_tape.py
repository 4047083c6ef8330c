"""What chance draws at tables: the same again after an undo, even, and another at each table."""

from __future__ import annotations

from collections import Counter

import pytest

from colonnade.server.tape import Tape

pytestmark = pytest.mark.once


def test_a_tape_can_be_rewound() -> None:
    """From any draw on, the same numbers come for the same bounds."""
    tape, bounds = Tape(b"secret"), [41, 40, 5, 1, 1000]
    source = tape.source("table", 3)
    drawn = [source.below(bound) for bound in bounds]
    again = tape.source("table", 4)
    assert [again.below(bound) for bound in bounds[1:]] == drawn[1:]


def test_every_table_and_secret_has_its_own() -> None:
    """Nobody learns of one table what another will draw."""
    tapes = [("a", b"1"), ("b", b"1"), ("a", b"2")]
    drawn = {tuple(Tape(key).source(name, n).below(1000) for n in range(20)) for name, key in tapes}
    assert len(drawn) == len(tapes)


def test_draws_are_even() -> None:
    """Each number comes about as often as the others; the draws are fixed, so is the answer."""
    source = Tape(b"secret").source("table", 0)
    counts = Counter(source.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(900 < count < 1100 for count in counts.values())
