"""Luck and skill: what is told of a game adds up, uses nothing hidden, knows who plays badly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from colonnade.ai.levels import player
from colonnade.arena.game_loop import GameLoop, Seated
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game, own_keys
from colonnade.study.analysis import LEAST_TURN, Analysis, Step, analyse, look, outlook
from tests.contract.cases import REAL, Case, decision
from tests.contract.toy import TOY

pytestmark = pytest.mark.once
FEW = 40  # iterations
each_game = pytest.mark.parametrize("key", own_keys())


def played(found: Game, players: Sequence[str], deal: int = 1) -> History:
    """A game between players of the package."""
    seated = [Seated(name, player(name, found, Rng(deal, 5 + i))) for i, name in enumerate(players)]
    return GameLoop(History(found, found.start(len(players))), seated, Rng(deal, 1)).play()


def positions(history: History) -> list[State]:
    """Every position of a game, as copies."""
    return [state.copy() for state in history.walk()]


@each_game
def test_every_choice_is_a_step(key: str) -> None:
    """Decisions with a choice, in order; chances are those of all seats together."""
    found = game(key)
    record = played(found, ["builder"] * found.seats[-1])
    told: list[int] = []
    analysis = analyse(record, FEW, told=told.append)
    states = positions(record)
    choices = [i for i, s in enumerate(states[:-1]) if s.actor != CHANCE and len(s.legal()) > 1]
    assert [step.at for step in analysis.steps] == choices
    assert told == list(range(len(record)))
    for step in analysis.steps:
        state = states[step.at]
        assert (step.turn, step.seat) == (state.turn, state.actor)
        assert step.move == record.rows[step.at]
        assert step.best in state.legal()
        assert sum(step.chances) == pytest.approx(1)
        assert step.lost[step.seat] >= 0
        assert sum(step.lost) == pytest.approx(0)
        assert sum(step.luck) == pytest.approx(0)
        if step.best == step.move:
            assert set(step.lost) == {0.0}
    assert analysis.end == [
        1 / len(record.state.winners()) * (s in record.state.winners()) for s in range(record.seats)
    ]


@each_game
def test_luck_is_what_was_drawn(key: str) -> None:
    """What choices and draws did to a chance leads to the next one; no draw, no luck."""
    found = game(key)
    record = played(found, ["builder"] * 2)
    states = positions(record)
    steps = analyse(record, FEW).steps
    drawn = 0
    for step, after in pairwise(steps):
        if any(state.actor == CHANCE for state in states[step.at : after.at]):
            drawn += 1
            for seat in range(2):
                expected = step.chances[seat] - step.lost[seat] + step.luck[seat]
                assert expected == pytest.approx(after.chances[seat])
        else:
            assert step.luck == [0.0, 0.0]
    assert 0 < drawn < len(steps)


@each_game
def test_the_same_seed_says_the_same(key: str) -> None:
    """And another one nearly so."""
    found = game(key)
    record = played(found, ["builder"] * 2)
    assert analyse(record, 10) == analyse(record, 10)
    assert analyse(record, 10) != analyse(record, 10, seed=2)


@each_game
def test_who_plays_at_random_loses_by_choice(key: str) -> None:
    """Much more than who thinks: that is what skill means here."""
    analysis = analyse(played(game(key), ["architect", "random"]), FEW)
    assert analysis.lost(1) > 2 * analysis.lost(0)
    assert all(step.seat == 1 for step in analysis.turning_points())


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_nothing_hidden_is_used(case: Case) -> None:
    """In a world that looks alike to the seat, the same is said of its decision."""
    state = decision(case, 1, 60)
    twin = state.copy()
    twin.reimagine(state.actor, Rng(4))
    found, move = case.game, state.legal()[0]
    assert look(found, state, move, 60, FEW, 1) == look(found, twin, move, 60, FEW, 1)


def test_turning_points_are_the_costliest_choices() -> None:
    """Three at most, one of a turn, in the order of the game; small change turns nothing."""

    def step(at: int, turn: int, cost: float) -> Step:
        lost = [cost, -cost] if at % 2 == 0 else [-cost, cost]
        return Step(at, turn, at % 2, 0, 1, [0.5, 0.5], lost, [0.0, 0.0])

    small = LEAST_TURN / 2
    costs = [(1, 0.1), (1, 0.3), (2, small), (3, 0.2), (3, 0.25), (4, 0.06), (5, 0.07)]
    steps = [step(at, turn, cost) for at, (turn, cost) in enumerate(costs)]
    found = Analysis(steps, [1.0, 0.0])
    assert [one.at for one in found.turning_points()] == [1, 4, 6]
    assert found.lost(0) == pytest.approx(0.1 + small + 0.25 + 0.07)
    assert Analysis(steps[2:3], [1.0, 0.0]).turning_points() == []


def test_a_record_that_stops() -> None:
    """Unfinished, its end is an outlook; empty, there is nothing to say of anybody."""
    found = game("pagoda")
    record = played(found, ["builder"] * 2)
    record.back_to(100)
    analysis = analyse(record, FEW)
    assert sum(analysis.end) == pytest.approx(1)
    assert max(analysis.end) < 1
    record.back_to(0)
    assert analyse(record, FEW).steps == []


def test_a_game_without_a_judge() -> None:
    """Random games to the end say what a judge would."""
    record = played(TOY, ["random"] * 2)
    analysis = analyse(record, FEW)
    assert analysis.steps
    assert max(analysis.end) in (0.5, 1.0)


def test_the_end_needs_no_thought() -> None:
    """Who has won, has won; a shared win is shared."""
    state = game("pagoda").start()
    rng = Rng(3)
    while state.actor != OVER:
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
    shares = outlook(game("pagoda"), state, 0, 1, rng)
    assert [share > 0 for share in shares] == [seat in state.winners() for seat in (0, 1)]
    assert sum(shares) == 1
