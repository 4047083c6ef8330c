"""Tests refilling the supply, and what goes into tower and bag; new factories are tested in 11."""

from __future__ import annotations

from colonnade.contract.state import CHANCE
from tests.rules.summer_pavilion.table import (
    after,
    beside,
    drawn,
    legal,
    pile,
    position,
    settled,
    why,
)

WINDOW = """
phase place  round 1.2
center -  supply o4r3b3
seat 1  points 5  tiles b5y2
  blue 12345b
seat 2  points 5
"""


def test_supply_is_refilled_after_picking() -> None:
    """Three tiles picked are replaced at the end of the turn, one by one. [S9.1]"""
    state = after(position(WINDOW), "place blue 5 blue", "pick orange", "pick orange", "pick red")
    assert (state.actor, pile(state, "supply")) == (CHANCE, "o2r2b3")
    assert why(state, "pass") == "drawing S9.1"
    state = drawn(state, "yy")
    assert state.actor == CHANCE
    state = drawn(state, "p")
    assert (state.actor, pile(state, "supply")) == (1, "o2r2b3y2p1")


def test_supply_is_not_refilled_between_picks() -> None:
    """Between the picks of one turn nothing is drawn. [S9.1]"""
    state = after(position(WINDOW), "place blue 5 blue", "pick orange", "pick orange")
    assert (state.actor, pile(state, "supply")) == (0, "o2r3b3")


def test_full_supply_draws_nothing() -> None:
    """After a turn without picks a supply of ten stays as it is. [S9.1]"""
    state = after(position(WINDOW), "place yellow 2 yellow")
    assert (state.actor, pile(state, "supply")) == (1, "o4r3b3")


def test_supply_is_refilled_in_phase_1() -> None:
    """A supply that was short is refilled after a turn of phase 1 too. [S9.1]"""
    state = position("""
    phase take  round 2.1
    factory  1:o4  2:r4
    center -  supply o2r2b2y2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert legal(state, "draw purple") == {"draw purple supply"}
    state = drawn(state, "pp")
    assert (state.actor, pile(state, "supply")) == (1, "o2r2b2y2p2")


def test_supply_is_refilled_after_the_last_take() -> None:
    """The turn that ends phase 1 refills the supply before phase 2 begins. [S9.1]"""
    state = position("""
    phase take  round 2.1  first 2
    factory  1:o4
    center -  supply o2r2b2y2g1
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert (state.actor, state.view(None).stage) == (CHANCE, 1)
    state = drawn(state, "p")
    assert (state.actor, state.view(None).phase) == (1, "place")


def test_supply_is_refilled_after_a_pass() -> None:
    """A pass ends a turn like any other: a short supply is refilled. [S9.1]"""
    state = position("""
    phase place  round 2.2
    center -  supply o2r2b2y2
    seat 1  points 5  tiles g1
    seat 2  points 5
    """)
    state = after(state, "pass", "keep green")
    assert state.actor == CHANCE
    state = drawn(state, "po")
    assert (state.actor, pile(state, "supply")) == (1, "o3r2b2y2p1")


def test_supply_before_factories() -> None:
    """After the last pass the supply is refilled before any factory. [S9.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2
    seat 1  points 5
    seat 2  points 5  passed
    """)
    state = after(state, "pass")
    assert legal(state, "draw red") == {"draw red supply"}
    state = drawn(state, "rr")
    assert legal(state, "draw red") == {"draw red factory 1"}


def test_only_colors_of_the_bag_are_drawn() -> None:
    """A color that the bag lacks is not drawn; the others come by their number. [S9.1]"""
    state = position(WINDOW, bag="r2g5")
    state = after(state, "place blue 5 blue", "pick orange", "pick orange", "pick red")
    assert legal(state) == {"draw red supply", "draw green supply"}
    assert state.weights() == [2, 5]


def test_spent_tiles_go_to_the_tower() -> None:
    """All tiles spent but the one placed go to the tower. [S9.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2  bag o20r19b14y20g20p17  tower r1p2
    seat 1  points 5  tiles b6p3
    seat 2  points 5
    """)
    state = after(state, "place blue 5 blue +2")
    assert pile(state, "tower") == "r1b2p4"


def test_lost_tiles_go_to_the_tower() -> None:
    """Tiles lost in passing go to the tower. [S9.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b2y1p1
    seat 2  points 5
    """)
    state = after(state, "pass", "keep blue", "done")
    assert pile(state, "tower") == "b1y1p1"


def test_tower_is_tipped_when_a_tile_is_wanted() -> None:
    """With one tile in the bag and two wanted, the tower is tipped for the second. [S9.3]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2y2  tower g3p5
    seat 1  points 5  tiles y2
    seat 2  points 5
    """,
        bag="r1",
    )
    state = after(state, "place yellow 2 yellow")
    assert (legal(state), pile(state, "tower")) == ({"draw red supply"}, "y1g3p5")
    state = drawn(state, "r")
    assert (pile(state, "bag"), pile(state, "tower")) == ("y1g3p5", "-")
    assert state.weights() == [1, 3, 5]


def test_tower_is_not_tipped_without_need() -> None:
    """A bag emptied by the last tile wanted stays empty, and the tower full. [S9.3]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2y2g1  tower g3p5
    seat 1  points 5  tiles y2
    seat 2  points 5
    """,
        bag="r1",
    )
    state = drawn(after(state, "place yellow 2 yellow"), "r")
    assert state.actor == 1
    assert (pile(state, "bag"), pile(state, "tower")) == ("-", "y1g3p5")


def test_empty_bag_with_a_full_supply() -> None:
    """Turns with nothing to draw leave an empty bag and the tower alone. [S9.3]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2y2g2  tower g3p5
    seat 1  points 5  tiles y2
    seat 2  points 5
    """,
        bag="",
    )
    state = after(state, "place yellow 2 yellow")
    assert state.actor == 1
    assert (pile(state, "bag"), pile(state, "tower")) == ("-", "y1g3p5")


def test_tiles_of_this_turn_may_be_drawn() -> None:
    """Tiles spent in a turn are in the tower when it is tipped at the turn's end. [S9.3]"""
    state = position(WINDOW, bag="")
    state = after(state, "place blue 5 blue", "pick orange", "pick orange", "pick red")
    assert (pile(state, "bag"), pile(state, "tower")) == ("b4", "-")
    state = drawn(state, "bbb")
    assert (state.actor, pile(state, "supply"), pile(state, "bag")) == (1, "o2r2b6", "b1")


def test_nothing_to_draw() -> None:
    """With bag and tower empty the supply stays short, and the next player follows. [S9.4]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2
    seat 1  points 5  tiles y1
    seat 2  points 5
    """,
        bag="",
    )
    state = after(state, "place yellow 1 yellow")
    assert (state.actor, pile(state, "supply")) == (1, "o2r2b2")


def test_partly_refilled() -> None:
    """Two tiles for four free places: both are drawn, and the supply stays short. [S9.4]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2
    seat 1  points 5  tiles y3
    seat 2  points 5
    """,
        bag="",
    )
    state = drawn(after(state, "place yellow 3 yellow"), "yy")
    assert (state.actor, pile(state, "supply")) == (1, "o2r2b2y2")


def test_next_turn_tries_again() -> None:
    """A supply left short is refilled at the next turn's end that finds tiles. [S9.4]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o2r2b2
    seat 1  points 5  tiles y1
    seat 2  points 5  tiles g6
    seat 3  points 5
    """,
        bag="",
    )
    state = after(state, "place yellow 1 yellow", "place green 6 green")
    state = drawn(state, "gggg")
    assert (state.actor, pile(state, "supply"), pile(state, "bag")) == (2, "o2r2b2g4", "g1")


def test_refilling_leaves_hands_alone() -> None:
    """Draws at a turn's end change the supply and the bag, nothing else. [S9.1]"""
    state = after(position(WINDOW), "place blue 5 blue", "pick orange", "pick orange", "pick red")
    later = settled(state)
    assert (beside(later), later.scores()) == (beside(state), state.scores())
    assert pile(later, "tower") == pile(state, "tower") == "b4"
