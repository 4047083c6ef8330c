"""What moves touch, cost and move, for every game, seat count and option.

That nothing of it tells a secret is tested in test_secrecy.py.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.contract.cases import CASES, REAL, Case, glimpses
from tests.contract.kits import PLACES
from tests.contract.places import carry

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
# A game need not say what moves; one that does says here where its pieces lie.
MOVING = [case for case in REAL if case.game.key in PLACES]
each_moving = pytest.mark.parametrize("case", MOVING, ids=lambda case: case.name)


@each_case
def test_moves_touch_what_is_not_refused(case: Case) -> None:
    """Every legal row touches something, no two of its things alike, and nothing refused."""
    for state in glimpses(case, 20):
        touched: set[str] = set()
        for row in state.legal():
            things = state.touches(row).things
            assert things
            assert len(set(things)) == len(things)
            touched.update(things)
        if state.actor >= 0:
            refused = {refusal.thing for refusal in state.refusals(int(state.actor))}
            assert not touched & refused


@each_case
def test_touching_tells_moves_apart_from_other_kinds(case: Case) -> None:
    """Rows that touch the same things are of one kind: a hand can always say which it means."""
    for state in glimpses(case, 21, 40):
        if state.actor >= 0:
            kinds: dict[frozenset[str], str] = {}
            for row in state.legal():
                kind = state.table().rows[row].kind
                assert kinds.setdefault(frozenset(state.touches(row).things), kind) == kind


@each_moving
def test_what_moved_explains_the_next_position(case: Case) -> None:
    """Pieces leave places that have them, and lie afterwards where they were told to go."""
    heaps, place = PLACES[case.game.key]
    for state in glimpses(case, 22, 60):
        for row in state.legal():
            found = heaps(state.reveal())
            for one in state.moved(row, None, reveal=True):
                carry(found, one, place)
            after = state.copy()
            after.apply(row)
            assert +found == heaps(after.reveal()), state.table().words(row)


@each_moving
def test_what_is_paid_leaves_and_what_is_taken_comes(case: Case) -> None:
    """The pieces that a row costs or brings are among those that move."""
    seen: set[str] = set()
    for state in glimpses(case, 23, 60):
        if state.actor in range(case.seats):
            for row in state.legal():
                touch = state.touches(row)
                moving: Counter[str] = Counter()
                for one in state.moved(row, int(state.actor)):
                    moving[str(one.piece["color"])] += one.count
                for piece in (*touch.pays, *touch.takes):
                    moving[piece.color] -= piece.count
                    assert moving[piece.color] >= 0, state.table().words(row)
                seen.update(["pays"] if touch.pays else [], ["takes"] if touch.takes else [])
    assert "pays" in seen
