"""A game in progress: every way to look at it agrees with the rules applied move by move."""

from __future__ import annotations

import pytest

from colonnade import CHANCE, OVER, History, Rng, State, SystemRng, play
from colonnade.contract.errors import GameOver, IllegalMove, UnknownMove
from colonnade.contract.play import Walk, row
from colonnade.contract.record import Players, history, keep
from tests.contract.cases import CASES, REAL, Case

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
LENGTH = 120


def played(case: Case, seed: int = 2, length: int = LENGTH) -> tuple[History, list[State]]:
    """A random game, and each of its positions, found by the two plain verbs of the contract."""
    found = History(case.game, case.start())
    state, states = case.start(), [case.start()]
    walk, rng = Walk(state), Rng(seed)
    while state.actor != OVER and len(found) < length:
        move = int(walk.pick(state, rng))
        assert found.push(move) == move
        state.apply(move)
        states.append(state.copy())
    return found, states


@each_case
def test_positions_are_those_of_the_rules(case: Case) -> None:
    """Any ply, a copy of it, the walk, a branch and the way back: all are the same positions."""
    found, states = played(case)
    assert [state.copy() for state in found.walk()] == states
    assert found.state == states[-1]
    for ply in (0, 1, len(found) // 2, len(found) - 1, len(found), -1, -2):
        assert found.at(ply) == states[ply]
        branch = found.branch(ply)
        assert (branch.state, branch.start) == (states[ply], states[0])
        assert len(branch) == (ply if ply >= 0 else len(found) + 1 + ply)
        assert [state.copy() for state in found.walk(ply)] == states[ply:]
    assert found.actors == [state.actor for state in states[:-1]]
    assert [found.actor_at(ply) for ply in range(len(found))] == found.actors
    assert found.actor_at(-1) == found.actors[-1]
    assert found.turns() == [state.turn for state in states[:-1]]
    assert found.scores() == [state.scores() for state in states]


@each_case
def test_taking_back_gives_what_was_taken(case: Case) -> None:
    """And the same rows again lead to the same place; branches know nothing of it."""
    found, states = played(case)
    whole, twin = list(found.rows), found.branch()
    assert twin == found
    taken = found.back_to(-4)
    assert (taken, found.rows) == (whole[-3:], whole[:-3])
    assert found.state == states[-4]
    assert found.legal() == states[-4].legal()
    assert twin != found
    assert len(found.actors) == len(found)
    for move in taken:
        found.push(case.game.moves.words(move))
    assert found == twin
    assert found.back_to(0) == whole
    assert found.state == states[0]
    with pytest.raises(IndexError):
        found.at(1)
    with pytest.raises(IndexError):
        found.back_to(-2)


@each_case
def test_copies_are_copies_and_legal_is_found_once(case: Case) -> None:
    """What was handed out as a copy cannot change the game; legal rows are looked for once."""
    found, states = played(case, length=3)
    state = found.at(-1)
    move = found.legal()[0]
    state.apply(move)
    assert found.state == states[-1]
    assert found.legal() is found.legal()
    before = found.legal()
    found.append(move)
    assert found.legal() is not before


@each_case
def test_what_seats_saw_and_gained(case: Case) -> None:
    """Veiled as the rules veil it; gains add up to the points."""
    found, states = played(case)
    for seat in (*range(case.seats), None):
        rows = [s.seen(r, seat) for s, r in zip(states, found.rows, strict=False)]
        assert found.seen(seat) == rows
    totals = [sum(gains) for gains in zip(*found.gains(), strict=True)]
    assert totals == [b - a for a, b in zip(states[0].scores(), states[-1].scores(), strict=True)]


@each_case
def test_a_record_and_back(case: Case) -> None:
    """A game comes back from its record as the same value, whole or in part."""
    found, states = played(case)
    kept = keep(found, Players([f"{i}" for i in range(case.seats)]), "2026-11-17")
    again = history(case.game, kept)
    assert again == found
    assert history(case.game, kept, 3).state == states[3]


@each_case
def test_chance_settles(case: Case) -> None:
    """Draws end at a decision; the same source draws the same."""
    one, two = (History(case.game, case.start()) for _ in range(2))
    assert one.settle(Rng(5)) == two.settle(Rng(5)) == one.rows
    assert one.actor != CHANCE
    assert one.settle(SystemRng()) == []
    assert set(one.actors) <= {CHANCE}


@each_case
def test_what_cannot_be_is_refused(case: Case) -> None:
    """No such row, not now, not any more; and nothing is changed by asking."""
    found, _ = played(case, length=3)
    before, illegal = found.branch(), set(range(len(case.game.moves))) - set(found.legal())
    for move in (99_999, -1, "nonsense"):
        with pytest.raises(UnknownMove):
            found.push(move)
        with pytest.raises(UnknownMove):
            play(found.state, move)
    with pytest.raises(IllegalMove, match="not legal"):
        found.push(min(illegal))
    assert found == before
    whole, _ = played(case, length=100_000)
    assert whole.actor == OVER
    with pytest.raises(GameOver):
        whole.push(0)
    with pytest.raises(GameOver):
        row(whole.state, 0)


@each_case
def test_it_prints_itself(case: Case) -> None:
    """`repr` says where a game stands, `str` draws it; states do the same."""
    found, _ = played(case, length=3)
    assert f"History of {case.game.key}: 3 rows" in repr(found)
    assert str(found) == case.game.picture(found.state.reveal())
    if case in REAL:  # only what the house knows can draw itself
        assert str(found.state) == str(found)
        assert str(found.state.view(0)) == case.game.picture(found.state.view(0))
    assert f"turn {found.state.turn}" in repr(found.state)
    assert "after 2 draws" in repr(drawn(Rng(1), 2))


def drawn(rng: Rng, count: int) -> Rng:
    """A generator that was asked some times."""
    for _ in range(count):
        rng.below(6)
    return rng


@each_case
def test_values_compare_and_are_no_keys(case: Case) -> None:
    """Equal in all parts, or not equal; what changes can be no key of a dictionary."""
    found, states = played(case, length=25)
    assert states[3] == states[3].copy()
    assert states[3] != states[4]
    assert states[3] != "a text"
    assert found != "a text"
    for value in (found, states[0]):
        with pytest.raises(TypeError):
            hash(value)
