"""Tests the price, the points and the gift of a tile; roofs are tested in 07, abilities in 10."""

from __future__ import annotations

import pytest

from tests.rules.pagoda.table import after, allows, held, legal, piles, points, position, uses, why

# A red floor waits for its tile on the first, second and third floor.
THREE_FLOORS = """
                    r|rrrr|
                     ======
           r|rrrr|  y|yyyy|
            ======   ======
  r|rrrr|  b|bbbb|  g|gggg|
   lot 1    lot 2    lot 3
"""

EXAMPLE = """
  r|rr..|
   lot 1
seat 1  display rrrbg  hand pp
"""


def test_printed_example_of_a_tile() -> None:
    """The rulebook's example, as the French one reads: two columns and a tile, 3 points. [P6.3]"""
    state = after(position(EXAMPLE), *["column 1 red display"] * 2, "tile 1 for blue display")
    assert points(state) == {"floor 1": 2, "tiles": 1}
    assert state.scores() == [3, 0]


def test_printed_example_gives_the_lantern() -> None:
    """The rulebook's example: the red tile gives the Lantern. [P6.4]"""
    state = after(position(EXAMPLE), *["column 1 red display"] * 2, "tile 1 for blue display")
    assert uses(state) == {"lantern": 2}


@pytest.mark.parametrize(
    ("third", "gained"),
    [("column 1 blue display", {"floor 2": 2}), ("column 2 green display", {"floor 1": 3})],
)
def test_printed_example_goes_on(third: str, gained: dict[str, int]) -> None:
    """The rulebook's example: a third column may follow, above the tile or elsewhere. [P6.3]"""
    state = after(position(EXAMPLE), *["column 1 red display"] * 2, "tile 1 for blue display")
    state = after(state, third)
    assert points(state) == {"floor 1": 2, "tiles": 1} | gained


@pytest.mark.parametrize("standing", ["....", "r...", "rr..", "rrr."])
def test_tile_needs_four_columns(standing: str) -> None:
    """A tile is not offered on a floor that is not full. [P6.1]"""
    state = position(f"""
      r|{standing}|
       ======
      b|bbbb|
       lot 1
    seat 1  display rrrrb  hand pp
    """)
    assert legal(state, "tile") == set()


def test_tile_costs_one_card_of_its_base_color() -> None:
    """One card of the base color is played, whatever color the tile leads to. [P6.2]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbgyp  hand rb
    """)
    state = after(state, "tile 1 for yellow hand")
    assert held(state) == ("rbgyp", "b")
    assert piles(state)[1:] == ("-", "r")


def test_tile_is_chosen_among_those_left() -> None:
    """Tiles built anywhere before are no longer in the supply. [P6.2]"""
    state = position("""
               b|....|  g|....|
                ======   ======
      r|rrrr|  r|rrrr|  r|rrrr|
       lot 1    lot 2    lot 3
    seat 1  display rbgyp  hand pp
    """)
    assert legal(state, "tile") == {
        "tile 1 for red display",
        "tile 1 for yellow display",
        "tile 1 for purple display",
    }


def test_no_tile_without_its_card() -> None:
    """Without a card of the base color the lot is refused, and the reason is told. [P6.2]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display bbgyp  hand pp
    """)
    assert legal(state, "tile") == set()
    assert why(state, "lot 1") == "tile_needs_card P6.2"


@pytest.mark.parametrize("floor", [1, 2, 3])
def test_tile_is_worth_one_point_on_any_floor(floor: int) -> None:
    """A tile gives one point, however high it lies. [P6.3]"""
    state = position(THREE_FLOORS + "seat 1  display rbgyp  hand pp")
    assert points(after(state, f"tile {floor} for purple display")) == {"tiles": 1}


@pytest.mark.parametrize(
    ("letter", "ability"),
    [("r", "lantern"), ("b", "buddha"), ("g", "rice"), ("y", "dragon"), ("p", "fan")],
)
def test_tile_gives_the_ability_of_its_base(letter: str, ability: str) -> None:
    """Each base color gives two uses of its own ability, to the builder alone. [P6.4]"""
    state = position(f"""
      {letter}|{letter * 4}|
       lot 1
    seat 1  display rbgyp  hand pp
    """)
    state = after(state, "tile 1 for green display")
    assert (uses(state, 0), uses(state, 1)) == ({ability: 2}, {})


@pytest.mark.parametrize("before", [0, 1, 2])
def test_tile_gives_two_uses_whatever_was_left(before: int) -> None:
    """The marker goes to two uses, wherever it was. [P6.4]"""
    state = position(THREE_FLOORS + f"seat 1  display rbgyp  hand pp  lantern {before}")
    assert uses(after(state, "tile 1 for purple display")) == {"lantern": 2}


def test_last_tile_is_never_built_alone() -> None:
    """On the fourth floor only a roof is offered, not a tile. [P6.5]"""
    state = position("""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display ypprr  hand bg  buddha 1
    """)
    assert legal(state, "tile") == set()
    assert allows(state, "roof 1 for purple display")


def test_third_tile_leads_to_the_last_floor() -> None:
    """Above the third tile built in this turn the next one is a roof's. [P6.5]"""
    state = position(THREE_FLOORS + "seat 1  display rpppp  hand p  lantern 1")
    state = after(state, "tile 3 for purple display", "lantern", *["column 3 purple display"] * 4)
    assert legal(state, "tile 3") == set()
    assert why(state, "lot 3") == "roof_limit P7.4"
