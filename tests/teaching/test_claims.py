"""What strategy lessons take for granted is so: points by the rules, advice by the search.

A lesson declares it (`claim` in its file); here it is held against the position that is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

import pytest

from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, State
from colonnade.study.analysis import outlook
from colonnade.teaching.lesson import Claim
from tests.teaching.paths import TASKS, Place

pytestmark = pytest.mark.once
THOUGHTS = 250
SEEDS = range(1, 17)  # draws differ, and so do hidden cards
STRATEGY = [place for place in TASKS if place.lesson.strategy]


class Claimed(NamedTuple):
    """A claim of a step."""

    place: Place
    number: int

    @property
    def claim(self) -> Claim:
        """What the file says."""
        return self.place.step.claim[self.number]

    def __str__(self) -> str:
        """The test's name."""
        return f"{self.place}-{self.number}"


CLAIMS = [Claimed(place, i) for place in TASKS for i in range(len(place.step.claim))]


def after(place: Place, words: Sequence[str], seed: int = 1) -> State:
    """The position after some moves, with draws as they may come."""
    history, rng = place.exercise.attempt(()).history, Rng(seed)
    for one in words:
        history.append(history.check(one))
        while history.actor == CHANCE:
            history.append(draw(history.state, rng))
    return history.state


def ends(state: State, seat: int, by: Sequence[str], seen: set[str]) -> Iterator[int]:
    """The seat's points wherever its decisions lead, as long as nobody else decides or draws."""
    yield state.scores()[seat]
    key = state.dump()
    if state.actor != seat or key in seen:
        return
    seen.add(key)
    table = state.table()
    for row in state.legal():
        if not by or any(fnmatchcase(table.words(row), pattern) for pattern in by):
            now = state.copy()
            now.apply(row)
            yield from ends(now, seat, by, seen)


def chance(place: Place, words: Sequence[str]) -> float:
    """The learner's chance to win after some moves, by a search that sees what the learner sees."""
    game, seat = place.exercise.game, place.exercise.seat
    found = [
        outlook(game, after(place, words, seed), seat, THOUGHTS, Rng(seed))[seat] for seed in SEEDS
    ]
    return sum(found) / len(found)


@pytest.mark.parametrize("claimed", [one for one in CLAIMS if one.claim.most is not None], ids=str)
def test_points_are_what_can_be_made(claimed: Claimed) -> None:
    """So many, and no more."""
    claim, place = claimed.claim, claimed.place
    seat = claim.seat - 1 if claim.seat else place.exercise.seat
    state = after(place, claim.after)
    assert state.actor == seat
    assert max(ends(state, seat, claim.by, set())) - state.scores()[seat] == claim.most


@pytest.mark.parametrize("claimed", [one for one in CLAIMS if one.claim.than], ids=str)
def test_the_solution_is_better(claimed: Claimed) -> None:
    """It leaves the learner a better chance to win than what the lesson warns of."""
    exercise, claim = claimed.place.exercise, claimed.claim
    solution = (*claim.after, *exercise.solution)
    best = chance(claimed.place, solution)
    other = chance(claimed.place, (*claim.after, *claim.than))
    assert best > other, f"{best:.3f} is not more than {other:.3f}"


@pytest.mark.parametrize("place", STRATEGY, ids=str)
def test_every_advice_is_held_against_the_game(place: Place) -> None:
    """A task of a strategy lesson says what it claims."""
    assert place.step.claim
