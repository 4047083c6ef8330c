"""Exercises: which moves serve a goal, what answers them, and what is out of reach."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import IllegalMove, UnknownMove
from colonnade.contract.state import CHANCE
from colonnade.games import game
from colonnade.teaching.exercise import Decided, Exercise, Goal

pytestmark = pytest.mark.once
PAGODA = game("pagoda")
START = """
turn 3  seat 1  phase start  length full  abilities all
   |....|  r|rr..|  b|bbb.|   |....|   |....|   |....|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6

seat 1  points 3 = 3+0+0+0+0+0  display rbggy  hand bp
seat 2  points 2 = 2+0+0+0+0+0  display rbgyp  hand yp
tiles  r:rbgyp  b:rbgyp  g:rbgyp  y:rbgyp  p:rbgyp
cards  deck rrrrrrrbbbbbggggggggyyyyyyyypppppppp  discard rrbbb  played -
"""
COLUMN, RED = "column 3 blue display", "column 2 red display"


def exercise(goal: Goal | None, **script: tuple[str, ...]) -> Exercise:
    """One from the position above, for seat 1."""
    return Exercise(PAGODA, PAGODA.parse(START), 0, goal, **script)


def verdicts(found: Exercise, *moves: str) -> list[str]:
    """What is made of the moves, one after the other."""
    return [found.attempt(moves[: i + 1]).verdict for i in range(len(moves))]


# Goals


def test_each_pattern_is_matched_by_a_move_of_its_own() -> None:
    """In any order; a wide pattern makes room for a narrow one."""
    goal = Goal(made=("column *", "column 3 *"))
    assert goal.matched([COLUMN]) == 1
    assert goal.matched([COLUMN, RED]) == 2
    assert goal.matched([RED, COLUMN]) == 2
    assert goal.matched([RED, RED]) == 1
    assert Goal(made=("column *", "column *")).matched([RED, RED, RED]) == 2


def test_an_order_is_kept_where_it_is_asked_for() -> None:
    """The next one only."""
    ordered = exercise(Goal(made=("column 3 *", "column 2 *"), ordered=True))
    assert verdicts(ordered, COLUMN, RED) == ["right", "done"]
    assert verdicts(ordered, RED) == ["wrong"]
    free = exercise(Goal(made=("column 3 *", "column 2 *")))
    assert verdicts(free, RED, COLUMN) == ["right", "done"]


def test_a_wrong_move_is_shown_but_not_answered() -> None:
    """The position is that after it, the moves that count are those before."""
    found = exercise(Goal(made=("column 3 *",)), draws=()).attempt(["column 1 green display"])
    assert (found.verdict, found.why, found.wrong) == ("wrong", "other", "column 1 green display")
    assert (found.points, found.moves, found.matched) == (1, (), 0)
    assert found.history.words() == ["column 1 green display"]


def test_nothing_follows_a_decision() -> None:
    """Neither the end nor a wrong move; illegal and unknown ones are refused as anywhere."""
    found = exercise(Goal(made=("column 3 *",)))
    for first in (COLUMN, RED):
        with pytest.raises(Decided, match="end"):
            found.attempt([first, "end"])
    with pytest.raises(IllegalMove):
        found.attempt(["end"])
    with pytest.raises(UnknownMove):
        found.attempt(["jump"])
    with pytest.raises(Decided):
        exercise(None).attempt([COLUMN])


def test_moves_that_harm_nothing_are_let_pass() -> None:
    """As long as the goal stays within reach: three elsewhere leave none for lot 3."""
    found = exercise(Goal(made=("column 3 *", "end"), also=("column *",)))
    first, second = "column 1 green display", "column 1 green display"
    assert verdicts(found, first, second, COLUMN, "end") == ["right", "right", "right", "done"]
    stuck = found.attempt([first, second, "column 2 red display"])
    assert (stuck.verdict, stuck.why) == ("wrong", "stuck")


def test_points_are_looked_for_within_the_turn() -> None:
    """Whatever reaches them serves; whatever puts them out of reach does not."""
    found = exercise(Goal(points=4))
    # The fourth column, a tile, two columns above it: 1 + 1 + 2, and 2 more.
    tile = "tile 3 for green hand"
    assert verdicts(found, COLUMN, tile, "column 3 green display") == ["right", "right", "done"]
    away = found.attempt([COLUMN, "end"])
    assert (away.verdict, away.why) == ("wrong", "points")
    assert found.attempt(["alternative"]).why == "points"


def test_points_and_moves_can_be_asked_together() -> None:
    """The right tile for the points, and nothing but what was named."""
    found = exercise(Goal(made=("tile 3 *",), points=5, also=("column 3 *",)))
    assert found.attempt([COLUMN, "tile 3 for purple hand"]).why == "points"
    more = (COLUMN, "tile 3 for green hand", "column 3 green display", "column 3 green display")
    assert verdicts(found, *more) == ["right", "right", "right", "done"]
    assert found.attempt([RED]).why == "other"


# Draws and rivals


def test_scripts_are_played_in_order() -> None:
    """Draws and the rival's moves, until the learner must decide again."""
    goal = Goal(made=("column 3 *", "end"))
    rival = ("column 4 yellow display", "end")
    found = exercise(goal, draws=("draw purple display",), rival=rival).attempt([COLUMN, "end"])
    assert found.verdict == "done"
    made = found.history.words()
    assert made[:5] == [COLUMN, "end", "draw purple display", *rival]
    assert made[5].startswith("draw ")  # the rival's, by the fixed generator
    assert found.history.actor == 0
    assert not found.strayed
    assert found.tried == 1


def test_after_the_end_nobody_goes_on_unasked() -> None:
    """A rival without a script waits, for the next step may say what it does."""
    found = exercise(Goal(made=("column 3 *", "end"))).attempt([COLUMN, "end"])
    assert (found.verdict, found.history.actor) == ("done", 1)


def test_a_learner_never_waits_for_ever() -> None:
    """Where the script does not fit, something legal is done, and it is noted."""
    goal = Goal(made=("column 3 *", "end", "column 2 *"))
    found = exercise(goal, draws=("draw purple hand",), rival=("fan",)).attempt([COLUMN, "end"])
    assert found.verdict == "right"
    assert found.history.actor == 0
    assert found.strayed


def test_what_is_only_read_is_answered_too() -> None:
    """A step without a goal may show draws and a rival's moves."""
    start = PAGODA.parse(
        START.replace("seat 1  phase", "seat 2  phase").replace("turn 3", "turn 4")
    )
    rival = ("column 4 yellow hand",)
    found = Exercise(PAGODA, start, 0, None, rival=rival).attempt(())
    assert (found.verdict, found.history.words()) == ("open", list(rival))
    assert found.history.actor not in (0, CHANCE)


# What comes next


def test_the_solution_leads_on() -> None:
    """Its next move, or if somebody went another way, whatever serves."""
    found = exercise(Goal(made=("column 3 *", "column 2 *")), solution=(COLUMN, RED))
    assert found.next_move(()) == COLUMN
    assert found.next_move((COLUMN,)) == RED
    assert found.next_move((RED,)) == COLUMN
    assert found.next_move(("column 3 blue hand",)) == RED
    assert found.next_move((COLUMN, RED)) is None
    assert exercise(None).next_move(()) is None
    other = exercise(Goal(made=("column 3 *",)), solution=("column 3 blue hand",))
    assert other.next_move(()) == "column 3 blue hand"
