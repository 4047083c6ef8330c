"""Tests what a regular turn may hold and when it may end; prices and points follow from 05 on."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import IllegalMove
from colonnade.games.pagoda.material import COLORS
from tests.rules.pagoda.table import after, allows, drawn, legal, points, position, why

# Seat 1 holds nothing blue, so that only lot 1 can be built on, and only after a tile.
WALLED = """
  r|rrrr|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
"""


def test_turns_alternate() -> None:
    """After the start player's turn comes the other's, then the start player's again. [P4.1]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand rb
    seat 2  display rbgyp  hand rb
    """)
    state = drawn(after(state, "column 1 red display", "end"), "y")
    assert (state.actor, state.turn) == (1, 2)
    state = drawn(after(state, "column 1 red display", "end"), "y")
    assert (state.actor, state.turn) == (0, 3)


def test_only_the_player_on_turn_acts() -> None:
    """Nothing can be used while it is the other's turn. [P4.1]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand rb
    """)
    assert why(state, "lot 1", seat=0) == "usable"
    assert {refusal.rule for refusal in state.refusals(1)} == {"P4.1"}
    assert why(state, "lot 1", seat=1) == "not_your_turn P4.1"


def test_actions_in_any_order_on_any_lots() -> None:
    """Columns, tiles and roofs follow each other freely, on any lots. [P4.1]"""
    state = position("""
               g|gggg|
                ======
               y|yyyy|
                ======
               b|bbbb|
                ======
      r|rrr.|  p|pppp|
       lot 1    lot 2
    seat 1  display rrggp  hand pb
    """)
    state = after(
        state,
        "column 1 red display",
        "tile 1 for blue display",
        "roof 2 for purple display",
        "rooftop purple display hand",
        "column 1 blue hand",
    )
    assert points(state) == {"floor 1": 1, "floor 2": 2, "tiles": 2, "rooftops": 5}


def test_turn_needs_a_column_to_end() -> None:
    """A turn cannot end before a column is built, and can right after it. [P4.2]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbgyp  hand rb
    """)
    assert not allows(state, "end")
    state = after(state, "tile 1 for blue display")
    with pytest.raises(IllegalMove):
        after(state, "end")
    assert why(state, "end") == "end_needs_column P4.2"
    assert allows(after(state, "column 1 blue display"), "end")


def test_rooftop_suffices_to_end() -> None:
    """A rooftop is column enough for a turn. [P4.2]"""
    state = position("""
      g|gggg|
       ======
      y|yyyy|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display gpprr  hand bb
    """)
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    assert allows(state, "end")


def test_tile_refused_when_no_column_could_follow() -> None:
    """A tile is allowed only towards a color that can still be paid. [P4.2]"""
    state = position(WALLED + "seat 1  display rgggy  hand yy")
    assert legal(state) == {"tile 1 for green display", "tile 1 for yellow display"}


def test_tile_that_takes_the_last_useful_card() -> None:
    """With a single red card, a red tile cannot lead to red; with two it can. [P4.2]"""
    assert not allows(position(WALLED + "seat 1  display rgggy  hand yy"), "tile 1 for red display")
    assert allows(position(WALLED + "seat 1  display rrggy  hand yy"), "tile 1 for red display")


def test_lot_refused_for_want_of_a_column() -> None:
    """A full floor whose tile could be paid is refused because no column could follow. [P4.2]"""
    state = position("""
               b|bbbb|
                ======
               p|pppp|
                ======
      r|rrrr|  r|rrrr|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rpppp  hand pp
    """)
    assert legal(state, "tile") == set()
    assert why(state, "lot 1") == "tile_needs_column P4.2"


def test_tile_allowed_because_of_a_second_tile() -> None:
    """A tile towards a color not held is allowed when a second tile makes up for it. [P4.2]"""
    state = position("""
      r|rrrr|  p|pppp|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rpyyy  hand yy
    """)
    assert not allows(position(WALLED + "seat 1  display rpyyy  hand yy"), "tile 1 for red display")
    state = after(state, "tile 1 for red display")
    assert legal(state) == {"tile 2 for yellow display", "lantern"}
    assert allows(after(state, "tile 2 for yellow display"), "column 2 yellow hand")


def test_tile_allowed_because_of_the_bowl_it_gives() -> None:
    """A green tile towards a color not held is allowed: its Bowl pays the column. [P4.2]"""
    picture = """
    turn 1  seat 1  phase start  abilities all
      g|gggg|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display gyyyy  hand y
    """
    state = position(picture)
    assert legal(state) == {f"tile 1 for {color} display" for color in COLORS}
    assert legal(after(state, "tile 1 for red display")) == {
        "column 1 red rice yellow display display",
        "column 1 red rice yellow display hand",
    }
    simple = position(picture.replace("abilities all", "abilities none"))
    assert legal(simple) == {"tile 1 for yellow display"}


def test_tile_allowed_because_of_the_buddha_it_gives() -> None:
    """A blue tile towards a color not held is allowed: its Buddha pays a second tile. [P4.2]"""
    picture = """
    turn 1  seat 1  phase start  abilities all
      b|bbbb|  r|rrrr|  g|gggg|  g|gggg|  g|gggg|  g|gggg|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display byyyp  hand -
    """
    state = position(picture)
    assert legal(state) == {f"tile 1 for {color} display" for color in COLORS}
    state = after(state, "tile 1 for red display")
    state = after(state, "tile 2 for purple buddha yellow display display")
    assert legal(state, "column") == {"column 2 purple display"}
    simple = position(picture.replace("abilities all", "abilities none"))
    assert legal(simple) == {"tile 1 for yellow display", "tile 1 for purple display"}


@pytest.mark.parametrize(
    ("cards", "roof"),
    [
        ("display ryppg", "roof 2 for purple display"),
        ("display rggpp  buddha 1", "roof 2 for purple buddha green display display"),
    ],
)
def test_tile_allowed_because_of_a_roof(cards: str, roof: str) -> None:
    """A tile towards a color not held is allowed when a rooftop can make up for it. [P4.2]"""
    picture = """
           y|yyyy|
            ======
           g|gggg|
            ======
           b|bbbb|
            ======
  r|rrrr|  p|pppp|  b|b...|  b|b...|  b|b...|  b|b...|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
seat 1  """
    state = after(position(picture + cards), "tile 1 for red display")
    assert legal(state, "column") == set()
    assert allows(after(state, roof, "rooftop purple display display"), "end")


def test_buddha_may_not_take_the_last_useful_cards() -> None:
    """The pair a Buddha takes must leave a card for a column. [P4.2]"""
    state = position(WALLED + "seat 1  display rrrgg  hand rr  buddha 1")
    assert not allows(state, "tile 1 for green buddha green display display")
    assert allows(state, "tile 1 for green buddha red display hand")
    assert allows(state, "tile 1 for red buddha green display display")


def test_tile_after_a_column_needs_none_to_follow() -> None:
    """Once a column stands, a tile may lead to a color not held. [P4.2]"""
    state = position("""
      r|rrr.|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rrggy  hand yy
    """)
    state = after(state, "column 1 red display", "tile 1 for purple display")
    assert legal(state) == {"lantern", "end"}


def test_three_columns_and_no_more() -> None:
    """After three columns only the end is left. [P4.3]"""
    state = position("""
       lot 1
    seat 1  display rrrbb  hand gg
    """)
    state = after(state, *["column 1 red display"] * 3)
    assert legal(state) == {"end"}
    assert why(state, "lot 1") == "column_limit P4.3"


def test_rooftop_counts_as_one_column() -> None:
    """A rooftop leaves room for two more columns, no more. [P4.3]"""
    state = position("""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display ypprr  hand rb
    """)
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    state = after(state, "column 2 red display", "column 2 red display")
    assert legal(state) == {"end"}


def test_rooftop_may_be_the_third_column() -> None:
    """After two columns a roof may still be built. [P4.3]"""
    state = position("""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display ypprr  hand rb
    """)
    state = after(state, "column 2 red display", "column 2 red display")
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    assert legal(state) == {"end"}


def test_tiles_are_not_limited() -> None:
    """Any number of tiles may be built in one turn. [P4.4]"""
    state = position("""
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|
       lot 1    lot 2    lot 3    lot 4
    seat 1  display rrrrb  hand gg
    """)
    state = after(
        state,
        "tile 1 for red display",
        "tile 2 for blue display",
        "tile 3 for green display",
        "tile 4 for yellow display",
        "column 2 blue display",
    )
    assert points(state) == {"tiles": 4, "floor 2": 2}


def test_tiles_after_three_columns() -> None:
    """The column limit does not hold back a tile. [P4.4]"""
    state = position("""
      r|r...|
       lot 1
    seat 1  display rrrrb  hand gg
    """)
    state = after(state, *["column 1 red display"] * 3, "tile 1 for blue display")
    assert points(state) == {"floor 1": 3, "tiles": 1}
