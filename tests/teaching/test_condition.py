"""Conditions on a position: what they may name, when they hold, and what they ask of a learner."""

from __future__ import annotations

import pytest

from colonnade.games import game
from colonnade.locales import LANGUAGES
from colonnade.teaching.condition import BadCondition, condition
from colonnade.teaching.exercise import Exercise, Goal
from tests.teaching.test_exercise import COLUMN, PAGODA, RED, START

pytestmark = pytest.mark.once
VIEW = PAGODA.parse(START).view(0)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("turn = 3", True),
        ("turn != 3", False),
        ("lots.3.columns >= 3", True),
        ("lots.3.columns > 3", False),
        ("lots.2.floors = 1", True),  # how many there are
        ("lots.2.floors.1 = red", True),
        ("lots.1.floors.1 = nothing", True),
        ("lots.1.floors.1 != red", True),
        ("lots.2.completed = no", True),
        ("players.me.display <= 5", True),
        ("players.rival.display.2 = blue", True),
        ("players.rival.hand = nothing", True),  # hidden
        ("players.rival.hand > 0", False),
        ("players.me.abilities.lantern = 0", True),
        ("phase = start", True),
        ("scores.1 = 3", True),
        ("scores.2 < 3", True),
    ],
)
def test_a_condition_looks_at_a_field(text: str, held: bool) -> None:
    """Of the learner's view: numbers, words, how many there are, what is hidden or not there."""
    assert condition(PAGODA.view_type, text).holds(VIEW) is held


def test_seats_are_named_from_the_learners() -> None:
    """The rival is the one who comes next; what is counted and not there is none."""
    steps = game("seven_steps")
    view = steps.parse(
        """
turn 2  seat 2  phase start  round 1
             r0  r0                           D3  D2
           r0  r0  r0  b0  b0               D4  D0  D1  C3  C2
     w0  w0  r0  r0  b0  b0  b0       E3  E2  D5  D6  C4  C0  C1
   w0  w0  w0  t0  t0  b0  b0       E4  E0  E1  A3  A2  C5  C6
     w0  w0  t0  t0  t0  y0  y0       E5  E6  A4  A0  A1  B3  B2
       o0  o0  t0  t1  y0  y0  y0       F3  F2  A5  A6  B4  B0  B1
     o0  o0  o0  p0  p0  y0  y0       F4  F0  F1  G3  G2  B5  B6
       o0  o0  p0  p0  p0               F5  F6  G4  G0  G1
                 p0  p0                           G5  G6

seat 1  points 1 = 1+0+0  hand t1y1r1w2p2
seat 2  points 0 = 0+0+0  hand t2y2r1w1p1
"""
    ).view(1)
    for text in ("scores.me = 0", "scores.rival = 1", "players.me.hand.orange = 0"):
        assert condition(steps.view_type, text).holds(view)
    assert condition(steps.view_type, "board.a6.height = 1").holds(view)


@pytest.mark.parametrize(
    "text",
    [
        "turn",
        "turn is 3",
        "turns = 3",
        "lots.0.columns = 3",
        "lots.first.columns = 3",
        "players.me.abilities.hammer = 1",
        "turn.3 = 3",
        "phase > start",
    ],
)
def test_a_condition_that_means_nothing_is_refused(text: str) -> None:
    """With its words, in both languages."""
    with pytest.raises(BadCondition) as caught:
        condition(PAGODA.view_type, text)
    for lang in LANGUAGES:
        assert text in caught.value.text(lang)


# As a goal


def asked(*conditions: str, **more: object) -> Exercise:
    """An exercise that wants a position to be so."""
    stands = tuple(condition(PAGODA.view_type, text) for text in conditions)
    return Exercise(PAGODA, PAGODA.parse(START), 0, Goal(stands=stands, **more))  # type: ignore[arg-type]


def test_whatever_leads_there_serves() -> None:
    """In any order and paid with any card; what leads past it does not."""
    found = asked("lots.3.columns = 4", "lots.2.columns = 3")
    assert found.attempt([COLUMN]).verdict == "right"
    assert found.attempt([COLUMN, RED]).verdict == "done"
    assert found.attempt([RED, "column 3 blue hand"]).verdict == "done"
    for words in ("column 1 green display", "column 4 yellow display"):
        found = asked("lots.3.columns = 4", "lots.1.floors = 0", "lots.4.floors = 0")
        assert found.attempt([words]).why == "stuck"
    assert asked("lots.1.floors = 0", points=2).attempt(["column 1 green display"]).why == "stuck"


def test_it_is_asked_for_with_points_and_moves() -> None:
    """All of them at once: the points alone do not finish it."""
    found = asked("lots.1.floors = 0", points=2)
    assert found.attempt([COLUMN]).verdict == "right"
    assert found.attempt([COLUMN, RED]).verdict == "done"
    ended = asked("lots.2.columns = 2", made=("column 3 *", "end"))
    assert ended.attempt([COLUMN, "end"]).verdict == "done"
    assert ended.attempt([RED]).why == "other"


def test_the_position_does_not_wait_for_others() -> None:
    """It must be so before somebody else decides: ending the turn too early is wrong."""
    found = asked("lots.2.columns = 3")
    assert found.attempt([COLUMN, "end"]).why == "stuck"
