"""Tests what happens when tiles, columns or cards grow scarce; how a game ends is tested in 11."""

from __future__ import annotations

from colonnade.contract.state import OVER
from colonnade.games.pagoda import PagodaState
from colonnade.games.pagoda.text import draw_lots
from colonnade.games.pagoda.view_types import LotView
from tests.rules.pagoda.table import after, allows, drawn, held, legal, piles, points, position, why

# No red tile is left.
NO_RED = """
  b|....|
   ======
  r|rrrr|  g|....|  y|....|  p|....|
   ======   ======   ======   ======
  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rr..|
   lot 1    lot 2    lot 3    lot 4    lot 5
seat 1  display rrrby  hand bb
"""

# One red tile is left, towards blue; three lots stand on red floors, two of them full.
ONE_RED = """
  r|rrrr|  g|....|  y|....|  p|....|
   ======   ======   ======   ======
  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rr..|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
"""


def completed(state: PagodaState) -> list[int]:
    """The numbers of the completed lots."""
    return [number for number, lot in enumerate(state.view(0).lots, 1) if lot.completed]


def test_columns_never_run_out() -> None:
    """A 26th column of a color is built like any other. [P12.1]"""
    state = position("""
      r|r...|
       ======
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rrrby  hand bb
    """)
    state = after(state, *["column 1 red display"] * 3)
    assert points(state) == {"floor 2": 6}


def test_fourth_column_completes_a_lot_without_tiles() -> None:
    """Where no tile is left, the fourth column completes the pagoda. [P12.2]"""
    state = after(position(NO_RED), "column 5 red display")
    assert completed(state) == []
    state = after(state, "column 5 red display")
    assert state.view(0).lots[4] == LotView(["red"], 4, None, True, [4])


def test_completed_without_points_for_a_roof() -> None:
    """A lot completed by shortage gives the points of its columns and nothing else. [P12.2]"""
    state = after(position(NO_RED), *["column 5 red display"] * 2)
    assert points(state) == {"floor 1": 2}


def test_lot_completed_by_shortage_takes_nothing_more() -> None:
    """A lot completed by shortage is done; the picture crosses it out. [P12.2]"""
    state = after(position(NO_RED), *["column 5 red display"] * 2)
    assert {move for move in legal(state) if move.split()[1:2] == ["5"]} == set()
    assert why(state, "lot 5") == "lot_without_tile P12.2"
    assert draw_lots(state.view(0))[-3].split()[-1] == "xxxxxx"


def test_free_column_completes_a_lot_without_tiles() -> None:
    """The column of an alternative turn completes a lot as well. [P12.2]"""
    state = after(position(NO_RED), "column 5 red display", "end")
    state = drawn(state, "r")
    state = after(state, "alternative", *[f"discard {c} display" for c in ("red", "blue")])
    state = after(state, "discard green display", "discard yellow display", "column 5 red free")
    assert completed(state) == [5]


def test_last_tile_completes_other_lots() -> None:
    """A tile that exhausts its color completes every other full lot of that color. [P12.2]"""
    state = position(ONE_RED + "seat 1  display rrrby  hand bb")
    assert completed(state) == []
    state = after(state, "tile 1 for blue display")
    assert completed(state) == [5]
    assert points(state) == {"tiles": 1}


def test_shortage_concerns_one_color() -> None:
    """Full lots of other colors still wait for their tiles. [P12.2]"""
    state = position("""
      r|rrrr|  g|....|  y|....|  p|....|
       ======   ======   ======   ======
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5
    seat 1  display rrrby  hand bb
    """)
    assert completed(after(state, "tile 1 for blue display")) == []


def test_somebody_elses_tile_completes_lots() -> None:
    """Who built the floor does not matter: the other's tile completes it. [P12.2]"""
    state = position("""
      r|rrrr|  g|....|  y|....|  p|....|
       ======   ======   ======   ======
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrr.|
       lot 1    lot 2    lot 3    lot 4    lot 5
    seat 1  display rbgyp  hand bb
    seat 2  display rbgyp  hand bb
    """)
    state = drawn(after(state, "column 5 red display", "end"), "b")
    assert completed(state) == []
    state = after(state, "tile 1 for blue display")
    assert completed(state) == [5]
    assert (points(state, 0), points(state, 1)) == ({"floor 1": 1}, {"tiles": 1})


def test_unfinished_floor_goes_on_without_tiles() -> None:
    """A floor of fewer than four columns still takes columns, until the fourth. [P12.2]"""
    state = position(ONE_RED + "seat 1  display rrrby  hand bb")
    state = after(state, "tile 1 for blue display", "column 6 red display")
    assert completed(state) == [5]
    assert completed(after(state, "column 6 red display")) == [5, 6]


def test_tile_of_a_roof_completes_other_lots() -> None:
    """The flipped tile may exhaust its color too: at once, before its rooftop. [P12.2]"""
    state = position("""
      r|rrrr|
       ======
      b|bbbb|
       ======
      r|rrrr|  g|....|  y|....|
       ======   ======   ======
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|
       lot 1    lot 2    lot 3    lot 4
    seat 1  display rppby  hand bb
    """)
    state = after(state, "roof 1 for purple display")
    assert completed(state) == [4]
    assert completed(after(state, "rooftop purple display display")) == [1, 4]


def test_full_lot_waits_while_a_tile_is_left() -> None:
    """With a tile of its color left, a full floor is not completed. [P12.2]"""
    state = position(ONE_RED + "seat 1  display rrrby  hand bb")
    state = after(state, *["column 6 red display"] * 2)
    assert completed(state) == []
    assert allows(state, "tile 6 for blue display")


def test_shortage_counts_for_the_end() -> None:
    """Three lots completed by shortage bring the end. [P12.2]"""
    state = position("""
    turn 2  seat 2  phase start
               r|rrrr|
                ======
      r|rrrr|  p|pppp|  g|....|  y|....|
       ======   ======   ======   ======
      r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrr.|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 2  display rrgyp  hand rb
    """)
    state = after(state, "column 6 red display", "tile 1 for blue display")
    assert completed(state) == [2, 5, 6]
    assert after(state, "end").actor == OVER


def test_cards_never_run_out() -> None:
    """With both players holding nine, a Dragon of nine still finds its cards. [P12.3]"""
    picture = """
       lot 1
    seat 1  display rrrrr  hand bbbb  dragon 1
    seat 2  display ggggg  hand yyyy
    """
    state = after(position(picture, deck="p"), "dragon", *["discard red display"] * 5)
    state = after(state, *["discard blue hand"] * 4, "dragon draw")
    state = drawn(state, "prrrr", "bbbb")
    assert (held(state, 0), held(state, 1)) == (("rrrrp", "bbbb"), ("ggggg", "yyyy"))
    assert piles(state) == (37, "-", "-")
