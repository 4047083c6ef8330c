"""Turns to learn from: what was played and what was better can be played, and lessons exist."""

from __future__ import annotations

import pytest

from colonnade.ai.plans import PlanMove, make_line
from colonnade.ai.reasons import Reason
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.state import State
from colonnade.games import game, own_keys
from colonnade.locales import texts
from colonnade.study.analysis import LEAST_TOLD, analyse
from colonnade.study.moments import LEAST_MOMENT, MOMENTS, lesson_of, lesson_table, moments
from colonnade.teaching.lesson import lessons
from tests.ai.test_reasons import check
from tests.contract.cases import OWN
from tests.contract.toy import TOY
from tests.study.test_analysis import FEW, played

pytestmark = pytest.mark.once


def playable(state: State, moves: list[PlanMove]) -> None:
    """Each row is legal for the seat that decides, and brings what is told."""
    now, seat = state.copy(), state.actor
    for move in moves:
        assert now.actor == seat
        assert move.row in now.legal()
        before = now.scores()[seat]
        now.apply(move.row)
        assert now.scores()[seat] - before == move.points


@pytest.mark.parametrize("key", own_keys())
def test_what_was_lost_is_explained(key: str) -> None:
    """A line that begins with the best row, what was played instead, and true sentences."""
    found = game(key)
    record = played(found, ["builder", "apprentice"])
    analysis = analyse(record, FEW)
    told = 0
    for step in analysis.steps:
        if step.lost[step.seat] < LEAST_TOLD:
            assert (step.line, step.played, step.reasons) == ([], [], [])
            continue
        told += bool(step.reasons)
        state = record.at(step.at)
        assert step.line[0].row == step.best
        assert step.played[0].row == step.move
        rows = [move.row for move in step.played]
        assert rows == record.rows[step.at : step.at + len(rows)]
        playable(state, step.line)
        playable(state, step.played)
        true_of(found, state, step.line, step.played, step.reasons)
    assert told


def true_of(
    found: Game, state: State, line: list[PlanMove], other: list[PlanMove], reasons: list[Reason]
) -> None:
    """Every reason holds for the line beside the other one."""
    seat = int(state.actor)
    made = [make_line(found, state, seat, seat, [m.row for m in moves]) for moves in (line, other)]
    for reason in reasons:
        check(reason, *made)


@pytest.mark.parametrize("key", own_keys())
def test_moments_are_the_costliest_turns(key: str) -> None:
    """Three of a seat at most, one of a turn, none for small change, in order."""
    found = game(key)
    record: History = played(found, ["builder", "random"])
    analysis = analyse(record, FEW)
    chosen = moments(found, analysis)
    assert chosen
    assert [one.at for one in chosen] == sorted(one.at for one in chosen)
    for seat in range(2):
        own = [one for one in chosen if one.seat == seat]
        assert len(own) <= MOMENTS
        assert len({one.turn for one in own}) == len(own)
    by_at = {step.at: step for step in analysis.steps}
    for one in chosen:
        step = by_at[one.at]
        assert one.cost == step.lost[one.seat] >= LEAST_MOMENT
        assert (one.better, one.played, one.reasons) == (step.line, step.played, step.reasons)


@pytest.mark.parametrize("played_game", OWN, ids=lambda one: one.key)
def test_lessons_of_reasons_exist(played_game: Game) -> None:
    """Each kind of a game's own reasons has a lesson, and each lesson named can be taken."""
    table = lesson_table(played_game)
    prefix = f"{played_game.key}.reason."
    kinds = {
        key.removeprefix(prefix).removesuffix("#one")
        for key in texts("en")
        if key.startswith(prefix)
    }
    assert set(table) == kinds
    assert set(table.values()) <= {lesson.key for lesson in lessons(played_game)}


def test_a_game_without_a_table_has_no_lesson() -> None:
    """Such as one of another package."""
    assert lesson_of(TOY, []) is None
    assert lesson_table(TOY) == {}
