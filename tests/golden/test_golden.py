"""Golden playthroughs: the same seed gives the same game as when the file was written."""

from __future__ import annotations

import json

import pytest

from colonnade.contract.record import load, verify, write_text
from tests.contract.cases import ALL, REAL, Case
from tests.golden.write import HERE, facts, playthrough, thoughts

# All options in the compiled build; in the pure one, those that the other tests use too.
MORE = [case for case in ALL if case.name not in {real.name for real in REAL}]
MARKED = [*REAL, *(pytest.param(case, marks=pytest.mark.once) for case in MORE)]
each_case = pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)


@each_case
def test_playthrough_is_the_golden_one(case: Case) -> None:
    """A random game is written as the very same text, and the text verifies."""
    path = HERE / f"{case.name}.colonnade"
    assert write_text(case.game, playthrough(case)) == path.read_text(encoding="utf-8")
    assert verify(case.game, load(path)).state.scores() == load(path).record.scores


@pytest.mark.parametrize("case", MARKED, ids=lambda case: case.name)
def test_facts_are_the_golden_ones(case: Case) -> None:
    """Checksums over many games and perft counts have not moved."""
    golden = json.loads((HERE / "facts.json").read_text(encoding="utf-8"))
    assert facts(case) == golden[case.name]


@each_case
def test_thoughts_are_the_golden_ones(case: Case) -> None:
    """The same seed thinks the same in both builds, down to the last bit of every value."""
    golden = json.loads((HERE / "thoughts.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(thoughts(case))) == golden[case.name]


def test_no_golden_is_left_over() -> None:
    """Every file belongs to a case, and every case has its facts."""
    assert {path.stem for path in HERE.glob("*.colonnade")} == {case.name for case in REAL}
    golden = json.loads((HERE / "facts.json").read_text(encoding="utf-8"))
    assert set(golden) == {case.name for case in ALL}
