"""Tests the abilities that change payments, Bowl of rice and Buddha, and abilities gained mid-turn.

Fan, Dragon and Lantern themselves are tested in 10a.
"""

from __future__ import annotations

import pytest

from colonnade.games.pagoda.material import COLORS
from tests.rules.pagoda.table import (
    after,
    allows,
    drawn,
    held,
    legal,
    piles,
    points,
    position,
    uses,
    why,
)

# Fourth floors that wait for their roof.
RED = """
  r|rrrr|
   ======
  p|pppp|
   ======
  b|bbbb|
   ======
  g|gggg|
   lot 1
"""
BLUE = """
  b|bbbb|
   ======
  p|pppp|
   ======
  r|rrrr|
   ======
  g|gggg|
   lot 1
"""
GREEN = """
  g|gggg|
   ======
  p|pppp|
   ======
  b|bbbb|
   ======
  r|rrrr|
   lot 1
"""
# Every lot waits for a tile; in the second picture lot 1 for its roof.
NO_ROOM = """
turn 9  seat 1  phase regular  built 1
  y|yyyy|  b|bbbb|  g|gggg|  y|yyyy|  p|pppp|  y|yyyy|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
"""
NO_ROOM_BUT_A_ROOF = """
turn 9  seat 1  phase regular  built 1
  g|gggg|
   ======
  p|pppp|
   ======
  b|bbbb|
   ======
  r|rrrr|  b|bbbb|  g|gggg|  y|yyyy|  p|pppp|  y|yyyy|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
"""


def full_floor(letter: str) -> str:
    """A picture with a full first floor on lot 1."""
    return f"  {letter}|{letter * 4}|\n   lot 1\n"


# Bowl of rice


def test_printed_example_of_the_bowl() -> None:
    """The rulebook's example: two red cards build a yellow column. [P10.4]"""
    state = position("""
      y|yy..|
       lot 1
    seat 1  display rrbgp  hand bg  rice 1
    """)
    state = after(state, "column 1 yellow rice red display display")
    assert points(state) == {"floor 1": 1}
    assert (held(state), piles(state)[2]) == (("bgp", "bg"), "rr")


@pytest.mark.parametrize("pay", ["blue", "red"])
def test_printed_example_of_a_rooftop_by_bowl(pay: str) -> None:
    """The rulebook's example: a yellow rooftop for one yellow and two blue or two red. [P10.4]"""
    state = position(GREEN + "seat 1  display gyrrp  hand bb  rice 1")
    pair = "display display" if pay == "red" else "hand hand"
    state = after(state, "roof 1 for yellow display", f"rooftop yellow display rice {pay} {pair}")
    assert points(state) == {"tiles": 1, "rooftops": 5}
    assert piles(state)[2] == ("rrgy" if pay == "red" else "bbgy")


def test_bowl_replaces_only_one_rooftop_column() -> None:
    """Without any card of the rooftop's color two pairs do not pay it. [P10.4]"""
    state = position(RED + "seat 1  display rbbgg  hand -  rice 1")
    assert legal(state, "roof") == {"roof 1 for blue display", "roof 1 for green display"}


def test_rooftop_payments_with_the_bowl() -> None:
    """Each single card of the color joins each pair; two right cards need no Bowl. [P10.4]"""
    state = position(RED + "seat 1  display rybbg  hand yb  rice 1")
    assert legal(after(state, "roof 1 for yellow display")) == {
        "rooftop yellow display hand",
        "rooftop yellow display rice blue display display",
        "rooftop yellow display rice blue display hand",
        "rooftop yellow hand rice blue display display",
        "rooftop yellow hand rice blue display hand",
    }


@pytest.mark.parametrize(
    ("display", "hand", "payments"),
    [
        ("ryyyb", "y", {"display rice yellow display display", "display rice yellow display hand"}),
        ("ryybb", "y", {"display rice yellow display hand"}),
        ("rybgp", "yy", {"display rice yellow hand hand"}),
        ("rybgp", "yyy", {"display rice yellow hand hand", "hand rice yellow hand hand"}),
        ("rbbgp", "yyy", {"hand rice yellow hand hand"}),
    ],
)
def test_three_equal_cards_pay_a_rooftop_in_one_way(
    display: str, hand: str, payments: set[str]
) -> None:
    """The same three cards of the rooftop's own color are one move, never two. [P10.4]"""
    state = position(RED + f"seat 1  display {display}  hand {hand}  rice 1")
    state = after(state, "roof 1 for yellow display")
    offered = {words for words in legal(state) if "rice yellow" in words}
    assert offered == {f"rooftop yellow {payment}" for payment in payments}


def test_bowl_does_not_pay_tiles() -> None:
    """The Bowl pays columns, never a tile. [P10.4]"""
    state = position(full_floor("y") + "seat 1  display rrbgp  hand bg  rice 1")
    assert legal(state, "tile") == set()


def test_bowl_needs_two_equal_cards() -> None:
    """Two cards of different colors do not fill the Bowl. [P10.4]"""
    state = position("   lot 1\nseat 1  display rbgyp  hand -  rice 1")
    assert {words for words in legal(state) if "rice" in words} == set()
    assert why(state, "rice") == "rice_needs_pair P10.4"


def test_bowl_waits_for_a_rooftop() -> None:
    """Where no lot has room for a column, the Bowl may still pay for half of a rooftop. [P10.4]"""
    held = "seat 1  display rrbgp  hand -  rice 1"
    assert why(position(NO_ROOM + held), "rice") == "no_open_lot P10.4"
    state = position(NO_ROOM_BUT_A_ROOF + held)
    assert why(state, "rice") == "rice_at_rooftop P10.4"


# Buddha


def test_printed_example_of_buddha() -> None:
    """The rulebook's example: two green cards build a purple tile. [P10.5]"""
    state = position(full_floor("p") + "seat 1  display ggrby  hand rb  buddha 1")
    state = after(state, "tile 1 for red buddha green display display")
    assert (points(state), uses(state)) == ({"tiles": 1}, {"fan": 2})
    assert (held(state), piles(state)[2]) == (("rby", "rb"), "gg")


def test_buddha_pays_the_tile_of_a_roof() -> None:
    """The tile of a roof may be paid by Buddha, its rooftop as usual. [P10.5]"""
    state = position(RED + "seat 1  display ggyyb  hand -  buddha 1")
    assert legal(state, "roof") == {
        "roof 1 for green buddha yellow display display",
        "roof 1 for yellow buddha green display display",
    }
    state = after(state, "roof 1 for yellow buddha green display display")
    assert legal(state) == {"rooftop yellow display display"}


def test_buddha_must_leave_the_rooftop_payable() -> None:
    """A pair of the rooftop's color is no payment if too few are left for it. [P10.5]"""
    state = position(RED + "seat 1  display yyybb  hand -  buddha 1")
    assert legal(state, "roof") == {
        "roof 1 for blue buddha yellow display display",
        "roof 1 for yellow buddha blue display display",
    }


def test_buddha_chooses_among_tiles_left() -> None:
    """Buddha brings no tile that is not in the supply. [P10.5]"""
    state = position("""
               g|....|
                ======
      p|pppp|  p|pppp|
       lot 1    lot 2
    seat 1  display ggrby  hand -  buddha 1
    """)
    colors = ("red", "blue", "yellow", "purple")
    assert legal(state, "tile 1") == {
        f"tile 1 for {color} buddha green display display" for color in colors
    }


def test_refilled_buddha_gives_no_second_use() -> None:
    """A blue tile refills the Buddha that paid it to two, for later turns. [P10.7]"""
    state = position("""
      b|bbbb|  y|yyyy|
       lot 1    lot 2
    seat 1  display rrgpp  hand -  buddha 1
    """)
    state = after(state, "tile 1 for green buddha red display display")
    assert uses(state) == {"buddha": 2}
    assert legal(state, "tile 2") == set()


def test_buddha_does_not_pay_columns() -> None:
    """Buddha pays tiles, never a column or a rooftop. [P10.5]"""
    state = position("   lot 1\nseat 1  display rrbgp  hand bg  buddha 1")
    assert {words for words in legal(state) if "buddha" in words} == set()
    assert why(state, "buddha") == "buddha_needs_floor P10.5"


def test_buddha_needs_two_equal_cards() -> None:
    """Two cards of different colors do not move Buddha. [P10.5]"""
    state = position(full_floor("r") + "seat 1  display rbgyp  hand -  buddha 1")
    assert why(state, "buddha") == "buddha_needs_pair P10.5"


def test_buddha_at_the_column_limit() -> None:
    """Where only roofs wait, the limit stops Buddha, not the want of a pair. [P7.4]"""
    limited = "turn 9  seat 1  phase regular  built 3" + GREEN
    state = position(limited + "seat 1  display rrbgp  hand -  buddha 1")
    assert why(state, "buddha") == "roof_limit P7.4"


def test_buddha_leaves_nothing_for_the_rooftop() -> None:
    """A pair that pays for the roof's tile, but then nothing is left for its rooftop. [P7.1]"""
    state = position(GREEN + "seat 1  display rrbyp  hand -  buddha 1")
    assert why(state, "buddha") == "roof_needs_rooftop P7.1"


def test_no_card_left() -> None:
    """Without a card no lot can be built on, whatever its color. [P2.1]"""
    state = position("turn 9  seat 1  phase regular  built 2\n   lot 1\nseat 1  display -  hand -")
    assert why(state, "lot 1") == "no_cards P2.1"


# Abilities gained in this turn


def test_bowl_of_a_green_roof_pays_its_own_rooftop() -> None:
    """The Bowl gained by the roof's tile pays the rooftop above; one use is left. [P10.7]"""
    state = position(GREEN + "seat 1  display gyrrb  hand -")
    state = after(state, "roof 1 for yellow display")
    assert uses(state) == {"rice": 2}
    state = after(state, "rooftop yellow display rice red display display")
    assert (points(state), uses(state)) == ({"tiles": 1, "rooftops": 5}, {"rice": 1})


def test_bowl_used_before_a_green_roof_pays_no_rooftop() -> None:
    """A Bowl used this turn is refilled by the roof's tile, but not used again. [P10.7]"""
    state = position(GREEN + "seat 1  display gyrrb  hand bb  rice 1")
    assert allows(state, "roof 1 for yellow display")
    state = after(state, "column 2 purple rice blue display hand")
    assert not allows(state, "roof 1 for yellow display")


def test_refilled_bowl_gives_no_second_use() -> None:
    """A green tile refills the Bowl used this turn to two, for later turns. [P10.7]"""
    state = position(full_floor("g") + "seat 1  display grrbb  hand yy  rice 1")
    state = after(state, "column 2 purple rice red display display", "tile 1 for red display")
    assert uses(state) == {"rice": 2}
    assert why(state, "rice") == "used_this_turn P10.1"


def test_bowl_gained_works_at_once() -> None:
    """The Bowl of a green tile pays the next column. [P10.7]"""
    state = position(full_floor("g") + "seat 1  display grrbp  hand -")
    state = after(state, "tile 1 for yellow display", "column 1 yellow rice red display display")
    assert (points(state), uses(state)) == ({"floor 2": 2, "tiles": 1}, {"rice": 1})


def test_buddha_cannot_pay_for_its_own_tile() -> None:
    """The Buddha of a blue tile comes after that tile is paid. [P10.7]"""
    state = position(full_floor("b") + "seat 1  display rrggy  hand yp")
    assert legal(state, "tile") == set()


def test_buddha_gained_pays_the_next_tile() -> None:
    """The Buddha of a blue tile pays another tile of this turn. [P10.7]"""
    state = position("""
      b|bbbb|  y|yyyy|
       lot 1    lot 2
    seat 1  display brrgp  hand -
    """)
    state = after(state, "tile 1 for green display", "tile 2 for red buddha red display display")
    assert (points(state), uses(state)) == ({"tiles": 2}, {"buddha": 1, "dragon": 2})


def test_buddha_spent_on_a_blue_roof_is_refilled() -> None:
    """A Buddha spent on a blue roof tile is spent first, then refilled to two. [P10.7]"""
    state = position(BLUE + "seat 1  display ggyyr  hand -  buddha 1")
    state = after(state, "roof 1 for yellow buddha green display display")
    assert uses(state) == {"buddha": 2}


def test_dragon_gained_waits_for_the_next_turn() -> None:
    """The Dragon of a yellow tile cannot be used any more in this turn, but in the next. [P10.7]"""
    state = position(full_floor("y") + "seat 1  display yrrbg  hand pp")
    state = after(state, "tile 1 for red display")
    assert why(state, "dragon") == "dragon_at_start P10.3"
    state = drawn(after(state, "column 1 red display", "end"), "bb")
    state = drawn(after(state, "column 2 blue display", "end"), "b", "bb")
    assert allows(state, "dragon")


def test_fan_gained_works_in_this_turn() -> None:
    """The Fan of a purple tile may be opened when this very turn is replenished. [P10.7]"""
    state = position(full_floor("p") + "seat 1  display prrbg  hand yy")
    state = after(state, "tile 1 for red display", "column 1 red display", "end")
    state = after(drawn(state, "bb"), "fan")
    assert uses(state) == {"fan": 1}
    assert held(drawn(state, hand="gg")) == ("rbbbg", "ggyy")


# Payment and color


def test_bowl_keeps_to_the_colors() -> None:
    """With the Bowl only the floor's own color is offered. [P10.8]"""
    state = position("""
      y|yy..|
       lot 1
    seat 1  display rrbgp  hand -  rice 1
    """)
    assert legal(state, "column 1") == {"column 1 yellow rice red display display"}


def test_buddha_keeps_to_the_colors() -> None:
    """With Buddha the tile still has the base color of the columns beneath. [P10.8]"""
    state = position(full_floor("p") + "seat 1  display ggrby  hand -  buddha 1")
    before = set(state.view(0).tiles)
    built = after(state, "tile 1 for red buddha green display display")
    assert before - set(built.view(0).tiles) == {("purple", "red")}


def test_two_cards_of_the_needed_color_fill_the_bowl() -> None:
    """The Bowl's two equal cards may have the column's own color. [P10.8]"""
    state = position("   lot 1\nseat 1  display rrbgy  hand -  rice 1")
    state = after(state, "column 1 red rice red display display")
    assert (held(state), points(state)) == (("bgy", "-"), {"floor 1": 1})


def test_two_cards_of_the_needed_color_move_buddha() -> None:
    """Buddha's two equal cards may have the tile's own base color. [P10.8]"""
    state = position(full_floor("r") + "seat 1  display rrbgy  hand -  buddha 1")
    assert legal(state, "tile 1 for blue") == {
        "tile 1 for blue display",
        "tile 1 for blue buddha red display display",
    }


def test_buddha_and_bowl_in_one_roof() -> None:
    """Two equal cards for the tile, one right card and two equal ones for the rooftop. [P10.8]"""
    state = position(RED + "seat 1  display ggybb  hand -  buddha 1  rice 1")
    state = after(state, "roof 1 for yellow buddha green display display")
    assert legal(state) == {"rooftop yellow display rice blue display display"}
    state = after(state, "rooftop yellow display rice blue display display")
    assert (points(state), uses(state)) == ({"tiles": 1, "rooftops": 5}, {"lantern": 2})


def test_every_color_of_a_column_by_bowl() -> None:
    """On an empty lot the Bowl builds any color, held or not. [P10.8]"""
    state = position("   lot 1\nseat 1  display rrrrr  hand -  rice 1")
    offered = {words for words in legal(state, "column 1") if "rice" in words}
    assert offered == {f"column 1 {color} rice red display display" for color in COLORS}
