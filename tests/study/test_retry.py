"""A turn made once more: the better one is as good as itself, one that costs much is not."""

from __future__ import annotations

import pytest

from colonnade.games import game, own_keys
from colonnade.study.analysis import analyse
from colonnade.study.moments import LEAST_MOMENT, cost
from colonnade.study.retry import after, is_made, weigh
from tests.study.test_analysis import FEW, played

pytestmark = pytest.mark.once


@pytest.mark.parametrize("key", own_keys())
def test_turns_are_weighed(key: str) -> None:
    """By the search, beside the better turn; what is less good comes with a reason or none."""
    found = game(key)
    record = played(found, ["builder", "apprentice"])
    steps = [step for step in analyse(record, FEW).steps if step.line and step.reasons]
    step = max(steps, key=cost)
    state = record.at(step.at)
    better = [move.row for move in step.line]
    same = weigh(found, state, better, better, FEW)
    assert same.good
    assert same.win == same.best
    assert same.reasons == []
    other = weigh(found, state, [move.row for move in step.played], better, FEW)
    assert 0 <= other.win <= 1
    assert other.good == (other.win > other.best - LEAST_MOMENT)
    assert other.good or other.best > other.win
    assert is_made(state, after(state, better))
    assert not is_made(state, state)
