"""Tests the price, the points and the place of a column; the limit of a turn is tested in 04."""

from __future__ import annotations

import pytest

from tests.rules.pagoda.table import after, held, legal, piles, points, position, why


def test_printed_example_of_columns() -> None:
    """The rulebook's example: two columns on a first floor, one on a second: 4 points. [P5.2]"""
    state = position("""
               b|....|
                ======
               r|rrrr|
       lot 1    lot 2
    seat 1  display rrbgy  hand pp
    """)
    state = after(state, *["column 1 red display"] * 2, "column 2 blue display")
    assert points(state) == {"floor 1": 2, "floor 2": 2}
    assert state.scores() == [4, 0]


def test_column_costs_one_card_of_its_color() -> None:
    """One card of the column's color is played, nothing else. [P5.1]"""
    state = position("""
      r|r...|
       lot 1
    seat 1  display rrbgy  hand pp
    """)
    state = after(state, "column 1 red display")
    assert held(state) == ("rbgy", "pp")
    assert piles(state)[1:] == ("-", "r")


def test_no_column_without_its_card() -> None:
    """Without a card of the color no column is offered, and the reason is told. [P5.1]"""
    state = position("""
      r|r...|
       lot 1
    seat 1  display bbgyp  hand pp
    """)
    assert legal(state, "column 1") == set()
    assert why(state, "lot 1") == "column_needs_card P5.1"


@pytest.mark.parametrize("floor", [1, 2, 3, 4])
def test_column_is_worth_its_floor(floor: int) -> None:
    """A column gives as many points as the number of its floor. [P5.2]"""
    state = position("""
                                 r|r...|
                                  ======
                        r|r...|  p|pppp|
                         ======   ======
               r|r...|  y|yyyy|  g|gggg|
                ======   ======   ======
      r|r...|  b|bbbb|  g|gggg|  p|pppp|
       lot 1    lot 2    lot 3    lot 4
    seat 1  display rbgyp  hand pp
    """)
    state = after(state, f"column {floor} red display")
    assert points(state) == {f"floor {floor}": floor}


def test_points_go_to_the_player_on_turn() -> None:
    """The other player gains nothing from a column. [P5.2]"""
    state = position("""
    turn 2  seat 2  phase start
      r|rrr.|
       lot 1
    seat 2  display rbgyp  hand pp
    """)
    state = after(state, "column 1 red display")
    assert (points(state, 0), points(state, 1)) == ({}, {"floor 1": 1})


def test_no_fifth_column_on_a_floor() -> None:
    """A floor of four columns takes no more. [P5.3]"""
    state = position("""
      r|rrrr|  r|rrr.|
       lot 1    lot 2
    seat 1  display rrgyp  hand pp
    """)
    assert legal(state, "column 1") == set()
    assert legal(state, "column 2") == {"column 2 red display"}


def test_no_column_on_a_completed_lot() -> None:
    """A completed lot takes no column. [P5.3]"""
    state = position(r"""
      p /pp\
       ======
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display rbgyp  hand pp
    """)
    assert legal(state, "column 1") == set()
