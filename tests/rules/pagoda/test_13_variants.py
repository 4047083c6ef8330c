"""Tests the fast game, the simple game and both together; the usual game is tested before."""

from __future__ import annotations

import pytest

from colonnade.contract.state import OVER
from colonnade.games.pagoda import GAME
from colonnade.games.pagoda.view_types import LotView
from tests.rules.pagoda.table import after, allows, drawn, legal, points, position, uses, why

THIRD_FLOOR = """
  y|yyyy|
   ======
  b|bbbb|
   ======
  r|rrrr|
   lot 1
seat 1  display yppbg  hand r
"""


def turn(length: str = "full", abilities: str = "all") -> str:
    """A picture's first line with its options."""
    return f"turn 1  seat 1  phase start  length {length}  abilities {abilities}"


@pytest.mark.parametrize(
    ("length", "tiles", "roofs"),
    [
        ("full", {"tile 1 for purple display"}, set()),
        ("fast", set(), {"roof 1 for purple display"}),
    ],
)
def test_third_tile_of_the_fast_game_is_the_roof(
    length: str, tiles: set[str], roofs: set[str]
) -> None:
    """On the third floor of the fast game only a roof is built. [P13.1]"""
    state = position(turn(length) + THIRD_FLOOR)
    assert legal(state, "tile 1 for purple") == tiles
    assert legal(state, "roof") == roofs


def test_rooftop_of_the_fast_game() -> None:
    """In the fast game a rooftop is worth 4 points and completes three floors. [P13.1]"""
    state = position(turn("fast") + THIRD_FLOOR)
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    assert points(state) == {"tiles": 1, "rooftops": 4}
    whole = LotView(["red", "blue", "yellow"], 0, "purple", True, [4] * 3)
    assert state.view(0).lots[0] == whole


def test_second_tile_of_the_fast_game_is_a_tile() -> None:
    """In the fast game the first and second tile are built as usual. [P13.1]"""
    state = position("""
    turn 1  seat 1  phase start  length fast
               b|bbbb|
                ======
      b|bbbb|  r|rrrr|
       lot 1    lot 2
    seat 1  display bbpyg  hand rr
    """)
    state = after(state, "tile 1 for green display", "tile 2 for purple display")
    assert points(after(state, "column 2 purple display")) == {"tiles": 2, "floor 3": 3}


def test_second_tile_of_the_fast_game_leads_to_the_last_floor() -> None:
    """Above the second tile of the fast game the next one is a roof's. [P13.1]"""
    state = position("""
    turn 1  seat 1  phase start  length fast
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display bpppp  hand p  lantern 1
    """)
    state = after(state, "tile 1 for purple display", "lantern", *["column 1 purple display"] * 4)
    assert legal(state, "tile 1") == set()
    assert why(state, "lot 1") == "roof_limit P7.4"


def test_third_pagoda_ends_the_fast_game() -> None:
    """The fast game still ends with the third completed pagoda. [P13.1]"""
    state = position(r"""
    turn 2  seat 2  phase start  length fast
      p /pp\   y /yy\
       ======   ======
      y|yyyy|  p|pppp|  g|gggg|
       ======   ======   ======
      b|bbbb|  b|bbbb|  p|pppp|
       ======   ======   ======
      r|rrrr|  g|gggg|  r|rrrr|
       lot 1    lot 2    lot 3
    seat 2  display gppby  hand r
    """)
    state = after(state, "roof 3 for purple display", "rooftop purple display display", "end")
    assert state.actor == OVER


@pytest.mark.parametrize("letter", ["r", "b", "g", "y", "p"])
def test_tiles_of_the_simple_game_give_no_ability(letter: str) -> None:
    """In the simple game a tile gives its point and no ability. [P13.2]"""
    picture = f"\n  {letter}|{letter * 4}|\n   lot 1\nseat 1  display rbgyp  hand yp"
    state = after(position(turn(abilities="none") + picture), "tile 1 for red display")
    assert (points(state), uses(state)) == ({"tiles": 1}, {})


def test_abilities_are_refused_in_the_simple_game() -> None:
    """In the simple game every ability is refused for that reason. [P13.2]"""
    state = position(turn(abilities="none") + "\n   lot 1\nseat 1  display rrbgy  hand yp")
    for ability in ("lantern", "buddha", "rice", "dragon", "fan"):
        assert why(state, ability) == "simple_game P13.2"


def test_no_bowl_on_a_green_roof_of_the_simple_game() -> None:
    """In the simple game a green roof tile cannot help to pay its rooftop. [P13.2]"""
    picture = """
  g|gggg|
   ======
  y|yyyy|
   ======
  b|bbbb|
   ======
  r|rrrr|
   lot 1
seat 1  display gprrb  hand -
"""
    assert allows(position(turn() + picture), "roof 1 for purple display")
    assert legal(position(turn(abilities="none") + picture), "roof") == {"roof 1 for red display"}


def test_no_fan_in_the_simple_game() -> None:
    """In the simple game the turn passes unasked after a purple tile. [P13.2]"""
    picture = "\n  p|pppp|\n   lot 1\nseat 1  display prrby  hand yy"
    state = after(position(turn(abilities="none") + picture), "tile 1 for red display")
    assert drawn(after(state, "column 1 red display", "end"), "gg").actor == 1


def test_both_variants_together() -> None:
    """Fast and simple: the third tile is a roof worth 1 and 4 points, without ability. [P13.3]"""
    state = position(turn("fast", "none") + THIRD_FLOOR)
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    assert (points(state), uses(state)) == ({"tiles": 1, "rooftops": 4}, {})


@pytest.mark.parametrize("length", ["full", "fast"])
@pytest.mark.parametrize("abilities", ["all", "none"])
def test_variants_are_chosen_at_the_start(length: str, abilities: str) -> None:
    """Every combination can be set up, and is kept. [P13.3]"""
    choices = {"length": length, "abilities": abilities}
    assert GAME.start(choices=choices).view(0).options == choices
