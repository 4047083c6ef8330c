"""Tests alternative and stuck turns; the Dragon and the Fan themselves are tested in 10."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from colonnade.games.pagoda.material import COLORS
from tests.rules.pagoda.table import after, allows, drawn, held, legal, piles, points, position, why

OPEN = """
  y|y...|
   ======
  g|gggg|  r|rrrr|
   lot 1    lot 2
"""

# Seat 1 holds nothing blue: nothing can be built.
WALLED = """
  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
"""

FOUR_REDS = ("alternative", *["discard red display"] * 4)
STUCK_REDS = ("stuck", *["discard red display"] * 4)


def test_alternative_is_a_choice() -> None:
    """An alternative turn is offered beside a regular one. [P9.1]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp")
    assert allows(state, "alternative")
    assert allows(state, "column 1 yellow hand")


def test_four_cards_are_discarded_at_once() -> None:
    """Four cards go to the discard pile before the column is built. [P9.1]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp")
    state = after(state, "alternative", *["discard red display"] * 3)
    assert piles(state)[1:] == ("rrr", "-")
    assert legal(state, "column") == set()
    state = after(state, "discard purple hand")
    assert piles(state)[1:] == ("rrrp", "-")
    assert legal(state, "discard") == set()
    assert held(state) == ("rb", "y")


def test_free_column_fits_its_lot() -> None:
    """The column has any color that fits: the floor's, or any on an empty lot. [P9.1]"""
    state = after(position(OPEN + "seat 1  display rrrrb  hand yp"), *FOUR_REDS)
    empty = {f"column {lot} {color} free" for lot in (3, 4, 5, 6) for color in COLORS}
    assert legal(state) == {"column 1 yellow free"} | empty


def test_free_column_scores_and_ends_the_turn() -> None:
    """The one column gives the usual points, and replenishing follows at once. [P9.1]"""
    state = after(position(OPEN + "seat 1  display rrrrb  hand yp"), *FOUR_REDS)
    state = after(state, "column 1 yellow free")
    assert points(state) == {"floor 2": 2}
    assert state.actor == CHANCE
    state = drawn(state, "gggg")
    assert (state.actor, held(state)) == (1, ("bgggg", "yp"))


def test_discards_have_one_order() -> None:
    """After a card kind only the same or a later one is offered: one way for four cards. [P9.1]"""
    state = position("   lot 1\nseat 1  display rbbgy  hand bp")
    state = after(state, "alternative", "discard blue display")
    assert legal(state) == {"discard blue display", "discard blue hand", "discard green display"}
    state = after(state, "discard blue hand")
    assert legal(state) == {"discard green display", "discard yellow display"}


def test_enough_cards_must_remain() -> None:
    """A discard after which four could not be completed is not offered. [P9.1]"""
    state = position("   lot 1\nseat 1  display rrbgy  hand gp")
    assert legal(after(state, "alternative")) == {
        "discard red display",
        "discard blue display",
        "discard green display",
    }


def test_each_alternative_turn_owes_four_cards() -> None:
    """An alternative turn after the other player's again takes any four cards. [P9.1]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp\nseat 2  display rbgyp  hand rr")
    state = after(state, "alternative", *["discard red display"] * 3, "discard purple hand")
    state = drawn(after(state, "column 1 yellow free"), "ggg", "g")
    state = after(state, "alternative")
    assert legal(state, "discard red") == {"discard red display", "discard red hand"}
    state = after(state, "discard red display", "discard red hand", "discard red hand")
    assert legal(state, "column") == set()
    assert allows(after(state, "discard purple display"), "column 1 yellow free")


def test_four_discards_come_first() -> None:
    """While cards are owed nothing else can be touched. [P9.1]"""
    state = after(position(OPEN + "seat 1  display rrrrb  hand yp"), "alternative")
    assert why(state, "lot 1") == "four_discards P9.1"
    assert why(after(state, *["discard red display"] * 4), "lot 2") == "free_column P9.1"


@pytest.mark.parametrize("first", ["column 1 yellow display", "tile 2 for blue display", "lantern"])
def test_regular_turn_stays_regular(first: str) -> None:
    """After a first regular action no alternative turn is offered. [P9.2]"""
    state = position(OPEN + "seat 1  display rrbby  hand yp  lantern 1")
    assert allows(state, "alternative")
    state = after(state, first)
    assert not allows(state, "alternative")
    assert why(state, "alternative") == "regular_begun P9.2"


def test_alternative_turn_stays_alternative() -> None:
    """Neither Lantern, Bowl nor Buddha can be used in an alternative turn. [P9.3]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp  lantern 2  buddha 2  rice 2")
    assert legal(after(state, "alternative")) == {"discard red display"}
    state = after(state, *FOUR_REDS)
    assert {words for words in legal(state) if not words.endswith("free")} == set()
    assert after(state, "column 1 yellow free").actor == CHANCE


def test_dragon_before_an_alternative_turn() -> None:
    """The Dragon may come before an alternative turn. [P9.3]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp  dragon 1")
    state = drawn(after(state, "dragon", "discard blue display", "dragon draw"), "g")
    assert points(after(state, *FOUR_REDS, "column 1 yellow free")) == {"floor 2": 2}


def test_no_dragon_within_an_alternative_turn() -> None:
    """Once the alternative turn has begun, the Dragon is too late. [P9.3]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp  dragon 1")
    assert not allows(after(state, "alternative"), "dragon")


def test_fan_after_an_alternative_turn() -> None:
    """The Fan may be used when an alternative turn's cards are replenished. [P9.3]"""
    state = position(OPEN + "seat 1  display rrrrb  hand yp  fan 1")
    state = drawn(after(state, *FOUR_REDS, "column 1 yellow free"), "gggg")
    assert legal(state) == {"fan", "no fan"}


def test_stuck_without_dragon() -> None:
    """Whoever cannot build in either kind of turn can only be stuck. [P9.4]"""
    state = position(WALLED + "seat 1  display rrrrg  hand yp  lantern 1")
    assert legal(state) == {"stuck"}
    assert why(state, "alternative") == "no_open_lot P9.4"


def test_stuck_with_dragon() -> None:
    """An unspent Dragon may be used before, but need not. [P9.4]"""
    state = position(WALLED + "seat 1  display rrrrg  hand yp  dragon 1")
    assert legal(state) == {"dragon", "stuck"}


def test_stuck_turn_discards_four_and_replenishes() -> None:
    """A stuck player discards four cards, builds nothing and draws as usual. [P9.4]"""
    state = position(WALLED + "seat 1  display rrrrg  hand yp")
    assert legal(after(state, "stuck")) == {"discard red display"}
    state = after(state, *STUCK_REDS)
    assert (state.actor, piles(state)[1]) == (CHANCE, "rrrr")
    state = drawn(state, "bbgg")
    assert (state.actor, held(state), state.scores()) == (1, ("bbggg", "yp"), [0, 0])


def test_stuck_cards_may_come_from_the_hand() -> None:
    """A stuck player chooses any four cards. [P9.4]"""
    state = position(WALLED + "seat 1  display rggyp  hand rr")
    state = after(state, "stuck", "discard red hand", "discard red hand", "discard yellow display")
    state = after(state, "discard purple display")
    assert held(state) == ("rgg", "-")


def test_fan_after_a_stuck_turn() -> None:
    """The Fan may be used when a stuck turn's cards are replenished. [P9.4]"""
    state = position(WALLED + "seat 1  display rrrrg  hand yp  fan 1")
    assert legal(drawn(after(state, *STUCK_REDS), "bbgg")) == {"fan", "no fan"}


@pytest.mark.parametrize(("card", "fitting"), [("b", COLORS), ("y", ())])
def test_dragon_may_help_the_stuck(card: str, fitting: tuple[str, ...]) -> None:
    """After the Dragon a player is stuck or not by the cards that came. [P9.4]"""
    state = position(WALLED + "seat 1  display rrrrg  hand yp  dragon 1")
    state = drawn(after(state, "dragon", "discard red display", "dragon draw"), card)
    assert legal(state, "tile 1") == {f"tile 1 for {color} display" for color in fitting}
    assert allows(state, "stuck") is not any(fitting)


def test_not_stuck_while_a_lot_is_open() -> None:
    """Where any lot takes a column, an alternative turn is possible and nobody is stuck. [P9.4]"""
    state = position("""
      b|b...|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rrrrg  hand yp
    """)
    assert legal(state) == {"alternative"}


def test_stuck_before_a_tile_without_a_column() -> None:
    """A tile that no column could follow saves nobody from being stuck. [P9.4]"""
    state = position("""
               b|bbbb|
                ======
               p|pppp|
                ======
      r|rrrr|  r|rrrr|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rpppp  hand pp
    """)
    assert legal(state) == {"stuck"}


def test_stuck_before_a_roof_without_a_rooftop() -> None:
    """A roof whose rooftop cannot be paid saves nobody from being stuck. [P9.4]"""
    state = position("""
      y|yyyy|
       ======
      r|rrrr|
       ======
      p|pppp|
       ======
      y|yyyy|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display ypppp  hand pp
    """)
    assert legal(state) == {"stuck"}
