"""The three secrecy tests, for every game, seat count, option and watcher."""

from __future__ import annotations

import msgspec
import pytest

from colonnade.contract.errors import BadView
from colonnade.contract.event import Event
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.view import View
from tests.contract.cases import CASES, Case, glimpses
from tests.effort import effort

GAMES = effort(2, 1)  # for each watcher
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def wire(view: View) -> bytes:
    """A view as it leaves the house."""
    return msgspec.json.encode(view)


@each_case
def test_imagined_states_fit(case: Case) -> None:
    """Imagine fits: the view comes back, with the same legal moves for the seat that decides."""
    rng = Rng(11)
    for state in glimpses(case, 1):
        for watcher in case.watchers():
            view = state.view(watcher)
            sent = msgspec.json.decode(wire(view), type=case.game.view_type)
            imagined = case.game.imagine(sent, rng)
            assert wire(imagined.view(watcher)) == wire(view)
            if state.actor == watcher:
                assert imagined.legal() == state.legal()


@each_case
def test_reimagined_states_fit(case: Case) -> None:
    """Dealing the hidden parts anew keeps what a seat knows, and does deal them anew."""
    rng = Rng(12)
    changed = 0
    for state in glimpses(case, 2):
        for seat in range(case.seats):
            again = state.copy()
            again.reimagine(seat, rng)
            assert wire(again.view(seat)) == wire(state.view(seat))
            changed += again.dump() != state.dump()
    assert bool(changed) == (not case.game.perfect_information)


@each_case
def test_twin_worlds_stay_alike(case: Case) -> None:
    """Moves that look alike in both worlds tell the same, and keep the views alike."""
    for watcher in case.watchers():
        followed = 0
        for seed in range(GAMES):
            followed += follow(case, watcher, seed)
        assert followed > GAMES * case.seats


def follow(case: Case, watcher: int | None, seed: int) -> int:
    """Play a game beside an imagined one; returns how many moves both could make."""
    rng = Rng(seed, 13)
    state = case.start()
    walk = Walk(state)
    twin = case.game.imagine(state.view(watcher), rng)
    followed = 0
    while state.actor != OVER:
        move = walk.pick(state, rng)
        alike = lookalike(state, twin, move, watcher, rng)
        events = make(state, move)
        if alike is None:  # what is hidden was imagined otherwise: imagine again
            twin = case.game.imagine(state.view(watcher), rng)
        else:
            assert make(twin, alike) == events
            followed += 1
        assert wire(twin.view(watcher)) == wire(state.view(watcher))
        if followed % 20 == 0:
            twin = case.game.imagine(state.view(watcher), rng)
    return followed


def make(state: State, move: int) -> tuple[Event, ...]:
    """Make a move; returns what it brought about for all to know."""
    before = state.copy()
    state.apply(move)
    return before.events(move, state)


def told(state: State, seen: int, watcher: int | None) -> bytes:
    """What a watcher is told of a row that it sees: what it touches, and what moves."""
    return msgspec.json.encode((state.touches(seen), state.moved(seen, watcher)))


def lookalike(state: State, twin: State, move: int, watcher: int | None, rng: Rng) -> int | None:
    """A move of the twin that looks to the watcher like this one of the true state."""
    seen = state.seen(move, watcher)
    assert told(state, seen, watcher) == told(twin, seen, watcher)
    found = [other for other in twin.legal() if twin.seen(other, watcher) == seen]
    if state.actor == watcher:
        assert found == [move]
        for row in state.legal():
            assert told(state, row, watcher) == told(twin, row, watcher)
    return found[rng.below(len(found))] if found else None


@each_case
def test_log_and_view_agree(case: Case) -> None:
    """Two moves are seen as one exactly when the views after them are equal."""
    for state in glimpses(case, 3, 60):
        for watcher in case.watchers():
            after: dict[bytes, int] = {}
            views: dict[int, bytes] = {}
            for move in state.legal():
                twin = state.copy()
                twin.apply(move)
                view, seen = wire(twin.view(watcher)), state.seen(move, watcher)
                assert views.setdefault(seen, view) == view
                assert after.setdefault(view, seen) == seen


@each_case
def test_only_chance_and_other_hands_are_veiled(case: Case) -> None:
    """A seat sees its own decisions as they are."""
    for state in glimpses(case, 4):
        if state.actor not in (CHANCE, OVER):
            assert all(state.seen(move, int(state.actor)) == move for move in state.legal())


@each_case
def test_foreign_views_are_refused(case: Case) -> None:
    """A view of another game is an error, not a guess."""
    other = next(c for c in CASES if c.game.key != case.game.key)
    with pytest.raises(BadView):
        case.game.imagine(other.start().view(0), Rng(0))
