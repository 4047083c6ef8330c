"""Tests roofs: tile and rooftop as one action, their price, points and limit.

Bowl and Buddha as payments are tested in 10.
"""

from __future__ import annotations

import pytest

from colonnade.games.pagoda.view_types import LotView
from tests.rules.pagoda.table import (
    after,
    allows,
    held,
    legal,
    piles,
    points,
    position,
    uses,
    why,
)

# A full fourth floor of yellow: the roof's tile is paid with yellow and gives the Dragon.
YELLOW = """
  y|yyyy|
   ======
  g|gggg|
   ======
  b|bbbb|
   ======
  r|rrrr|
   lot 1
"""

RED = """
  r|rrrr|
   ======
  g|gggg|
   ======
  y|yyyy|
   ======
  b|bbbb|
   lot 1
"""

EXAMPLE = """
  g|ggg.|
   ======
  y|yyyy|
   ======
  b|bbbb|
   ======
  r|rrrr|
   lot 1
seat 1  display ggppr  hand by
"""

EXAMPLE_MOVES = (
    "column 1 green display",
    "roof 1 for purple display",
    "rooftop purple display display",
)


def test_printed_example_of_a_roof() -> None:
    """The rulebook's example: last column 4, tile 1, rooftop 5: 10 points. [P7.3]"""
    state = after(position(EXAMPLE), *EXAMPLE_MOVES)
    assert points(state) == {"floor 4": 4, "tiles": 1, "rooftops": 5}
    assert state.scores() == [10, 0]


def test_printed_example_gives_the_bowl() -> None:
    """The rulebook's example: the green roof tile gives the green ability. [P7.3]"""
    assert uses(after(position(EXAMPLE), *EXAMPLE_MOVES)) == {"rice": 2}


def test_printed_example_leaves_one_column() -> None:
    """The rulebook's example: two columns are built, so that a third may follow. [P7.3]"""
    state = after(position(EXAMPLE), *EXAMPLE_MOVES)
    assert state.view(0).built == 2
    assert legal(after(state, "column 2 red display")) == {"end"}


def test_no_roof_without_its_rooftop() -> None:
    """Only roofs whose rooftop can be paid afterwards are offered. [P7.1]"""
    state = position(YELLOW + "seat 1  display yppbg  hand r")
    assert legal(state, "roof") == {"roof 1 for purple display"}


def test_lot_refused_for_want_of_a_rooftop() -> None:
    """A roof's tile that could be paid is refused when no rooftop can. [P7.1]"""
    state = position(YELLOW + "seat 1  display yprbg  hand -")
    assert legal(state, "roof") == set()
    assert why(state, "lot 1") == "roof_needs_rooftop P7.1"


def test_rooftop_follows_at_once() -> None:
    """Between a roof's tile and its rooftop nothing else can be done. [P7.1]"""
    state = position(YELLOW + "seat 1  display ypprb  hand r  lantern 1")
    state = after(state, "roof 1 for purple display")
    assert legal(state) == {"rooftop purple display display"}
    assert why(state, "lot 2") == "rooftop_due P7.1"
    assert why(state, "lantern") == "rooftop_due P7.1"


def test_roof_tile_stands_before_its_rooftop() -> None:
    """While the rooftop is due, the tile lies on the pagoda, which is not completed. [P7.1]"""
    state = after(position(YELLOW + "seat 1  display ypprb"), "roof 1 for purple display")
    standing = ["red", "blue", "green", "yellow"]
    assert state.view(0).lots[0] == LotView(standing, 0, "purple", False, [4] * 4)
    assert ("yellow", "purple") not in state.view(0).tiles


def test_price_of_a_roof() -> None:
    """A roof costs one card of the base color and two of the rooftop's. [P7.2]"""
    state = position(YELLOW + "seat 1  display yyppr  hand pb")
    state = after(state, "roof 1 for purple display", "rooftop purple display hand")
    assert held(state) == ("ryp", "b")
    assert piles(state)[1:] == ("-", "ypp")


def test_rooftop_cards_come_from_display_and_hand() -> None:
    """The two cards of a rooftop come from anywhere, each way being a move. [P7.2]"""
    state = position(YELLOW + "seat 1  display yrbpp  hand pp")
    assert legal(after(state, "roof 1 for purple display")) == {
        "rooftop purple display display",
        "rooftop purple display hand",
        "rooftop purple hand hand",
    }


def test_roof_and_rooftop_of_one_color_take_three_cards() -> None:
    """Where the rooftop has the base color, three cards of it are needed. [P7.2]"""
    assert not allows(position(YELLOW + "seat 1  display yyrbg"), "roof 1 for yellow display")
    state = position(YELLOW + "seat 1  display yyyrb")
    state = after(state, "roof 1 for yellow display", "rooftop yellow display display")
    assert held(state) == ("rb", "-")


def test_no_roof_without_a_card_of_the_base_color() -> None:
    """A roof's tile is paid like any other: without its color the lot is refused. [P7.2]"""
    state = position(YELLOW + "seat 1  display rrbbp  hand pp")
    assert legal(state, "roof") == set()
    assert why(state, "lot 1") == "roof_needs_card P7.2"


def test_tile_and_rooftop_score_one_after_the_other() -> None:
    """The tile gives 1 point and its ability at once, the rooftop then 5 points. [P7.3]"""
    state = after(position(YELLOW + "seat 1  display ypprb"), "roof 1 for purple display")
    assert (points(state), uses(state)) == ({"tiles": 1}, {"dragon": 2})
    state = after(state, "rooftop purple display display")
    assert (points(state), uses(state)) == ({"tiles": 1, "rooftops": 5}, {"dragon": 2})


def test_no_roof_after_three_columns() -> None:
    """With the column limit reached, a roof is not started. [P7.4]"""
    state = position(
        "turn 1  seat 1  phase regular  built 3" + YELLOW + "seat 1  display ypprb  hand r"
    )
    assert legal(state) == {"end"}
    assert why(state, "lot 1") == "roof_limit P7.4"


def test_lantern_before_the_roof() -> None:
    """A Lantern lit after the third column makes room for a roof. [P7.4]"""
    state = position(
        "turn 1  seat 1  phase regular  built 3" + YELLOW + "seat 1  display ypprb  lantern 1"
    )
    assert legal(state) == {"lantern", "end"}
    state = after(state, "lantern", "roof 1 for purple display", "rooftop purple display display")
    assert legal(state) == {"end"}


@pytest.mark.parametrize(("built", "offered"), [(2, {"roof 1 for purple display"}), (3, set())])
def test_lantern_of_the_roof_itself_comes_too_late(built: int, offered: set[str]) -> None:
    """The Lantern that the roof's own red tile gives cannot make room for it. [P7.4]"""
    state = position(
        f"turn 1  seat 1  phase regular  built {built}" + RED + "seat 1  display rppyb"
    )
    assert legal(state, "roof") == offered


def test_nothing_is_built_on_a_completed_lot() -> None:
    """After the rooftop neither column, tile nor roof is offered there. [P7.5]"""
    state = position(YELLOW + "seat 1  display yyppp  hand pp  rice 1  buddha 1")
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    assert state.view(0).lots[0].completed
    assert {move for move in legal(state) if move.split()[1:2] == ["1"]} == set()
    assert why(state, "lot 1") == "lot_completed P7.5"


def test_no_free_column_on_a_completed_lot() -> None:
    """An alternative turn cannot build on a completed lot either. [P7.5]"""
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
    seat 1  display rrrry
    """)
    state = after(state, "alternative", *["discard red display"] * 4)
    assert legal(state, "column 1") == set()
    assert allows(state, "column 2 purple free")
