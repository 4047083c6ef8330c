"""Tests how abilities are spent, and those of time and cards: Fan, Dragon and Lantern.

Bowl and Buddha, which change payments, are tested in 10b.
"""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
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

EMPTY = "   lot 1\n"


def with_fan(hand: str, cards: str = "fan 1") -> str:
    """A picture in which seat 1 may build red columns and open the Fan."""
    return f"""
  r|r...|
   lot 1
seat 1  display rrbgy  hand {hand}  {cards}
"""


# Any ability


def test_use_moves_the_marker() -> None:
    """Each use takes one space off its own marker only. [P10.1]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand pp  lantern 2  rice 1")
    assert uses(after(state, "lantern")) == {"lantern": 1, "rice": 1}
    assert uses(after(state, "column 1 yellow rice red display display")) == {"lantern": 2}


def test_ability_without_uses() -> None:
    """An ability without a use left is not offered. [P10.1]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand pp")
    assert legal(state, "lantern") == set()
    assert why(state, "lantern") == "no_uses P10.1"


def test_ability_once_in_a_turn() -> None:
    """An ability used this turn is not offered again, though a use is left. [P10.1]"""
    state = position(EMPTY + "seat 1  display rrbbg  hand yy  rice 2")
    state = after(state, "column 1 yellow rice red display display")
    assert uses(state) == {"rice": 1}
    assert {words for words in legal(state) if "rice" in words} == set()
    assert why(state, "rice") == "used_this_turn P10.1"


def test_ability_again_in_the_next_turn() -> None:
    """What is left of an ability can be used in the player's next turn. [P10.1]"""
    state = position(EMPTY + "seat 1  display rrbbg  hand yy  lantern 2")
    state = drawn(after(state, "lantern", "column 1 red display", "end"), "r")
    assert not allows(state, "lantern")
    state = drawn(after(state, "column 1 red display", "end"), "r", "gg")
    assert uses(after(state, "lantern")) == {}


def test_different_abilities_in_one_turn() -> None:
    """Different abilities may be combined in a turn. [P10.1]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rrbbg  hand yy  lantern 1  buddha 1  rice 1  dragon 1
    """)
    state = drawn(after(state, "dragon", "discard green display", "dragon draw"), "p")
    state = after(state, "lantern", "tile 1 for green buddha red display display")
    state = after(state, "column 1 green rice blue display display", "column 2 purple display")
    assert points(state) == {"floor 1": 1, "floor 2": 2, "tiles": 1}
    assert uses(state) == {"lantern": 2}


# Fan


def test_fan_is_asked_after_replenishing() -> None:
    """The Fan is decided when display and hand are filled and seen. [P10.2]"""
    state = after(position(with_fan("rp")), "column 1 red display", "column 1 red hand", "end")
    state = drawn(state, "b")
    assert (state.actor, legal(state)) == (CHANCE, {f"draw {color} hand" for color in COLORS})
    state = drawn(state, hand="g")
    assert (state.actor, legal(state)) == (0, {"fan", "no fan"})
    assert held(state) == ("rbbgy", "gp")


def test_fan_fills_the_hand_to_four() -> None:
    """The Fan draws to a hand of four, then the turn passes. [P10.2]"""
    state = after(position(with_fan("pp")), "column 1 red display", "end")
    state = after(drawn(state, "b"), "fan")
    assert uses(state) == {}
    state = drawn(state, hand="rg")
    assert (state.actor, held(state)) == (1, ("rbbgy", "rgpp"))


def test_fan_is_for_its_owner_only() -> None:
    """After the Fan the other player's hand is filled to two as ever. [P10.2]"""
    picture = with_fan("pp") + "seat 2  display rbgyp  hand rb"
    state = after(position(picture), "column 1 red display", "end")
    state = drawn(after(drawn(state, "b"), "fan"), hand="rg")
    state = drawn(after(state, "column 1 red hand", "end"), hand="y")
    assert (state.actor, held(state, 1)) == (0, ("rbgyp", "by"))


def test_fan_refused() -> None:
    """Without the Fan the turn passes and its use is kept. [P10.2]"""
    state = after(position(with_fan("pp")), "column 1 red display", "end")
    state = after(drawn(state, "b"), "no fan")
    assert (state.actor, held(state), uses(state)) == (1, ("rbbgy", "pp"), {"fan": 1})


def test_fan_at_three_cards() -> None:
    """A hand of three is filled by one card. [P10.2]"""
    state = after(position(with_fan("gpp")), "column 1 red display", "end")
    state = drawn(after(drawn(state, "b"), "fan"), hand="r")
    assert (state.actor, held(state)) == (1, ("rbbgy", "rgpp"))


def test_fan_is_not_offered_at_four_cards() -> None:
    """A hand of four has nothing to gain: the turn passes unasked. [P10.2]"""
    state = after(position(with_fan("ggpp")), "column 1 red display", "end")
    state = drawn(state, "b")
    assert (state.actor, uses(state)) == (1, {"fan": 1})


def test_fan_is_not_asked_without_a_use() -> None:
    """Without a use of the Fan the turn passes unasked. [P10.2]"""
    state = after(position(with_fan("pp", "fan 0")), "column 1 red display", "end")
    assert drawn(state, "b").actor == 1


def test_fan_waits_for_the_end() -> None:
    """During a turn the Fan cannot be opened. [P10.2]"""
    state = position(with_fan("pp"))
    assert why(state, "fan") == "fan_later P10.2"
    assert why(after(state, "column 1 red display"), "fan") == "fan_later P10.2"


# Dragon


def test_dragon_discards_and_draws_as_many() -> None:
    """As many cards are drawn as were discarded, the display's first. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand pp  dragon 2")
    state = after(state, "dragon", "discard red display", "discard red display")
    state = after(state, "discard purple hand")
    assert (piles(state)[1:], uses(state)) == (("rrp", "-"), {"dragon": 1})
    state = after(state, "dragon draw")
    assert legal(state) == {f"draw {color} display" for color in COLORS}
    state = drawn(state, "gg", "y")
    assert (state.actor, held(state)) == (0, ("bgggy", "yp"))


def test_dragon_restores_a_hand_of_four() -> None:
    """A hand of four returns to four, though replenishing would stop at two. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand gypp  dragon 1")
    state = after(state, "dragon", "discard purple hand", "discard purple hand", "dragon draw")
    assert held(drawn(state, hand="rb")) == ("rrbgy", "rbgy")


def test_dragon_leaves_replenishing_as_it_is() -> None:
    """After a Dragon with a hand of four, the turn still ends with a hand of two. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand rrrp  dragon 1")
    state = drawn(after(state, "dragon", "discard purple hand", "dragon draw"), hand="g")
    state = drawn(after(state, *["column 1 red hand"] * 3, "end"), hand="b")
    assert (state.actor, held(state)) == (1, ("rrbgy", "bg"))


def test_dragon_may_take_every_card() -> None:
    """All nine cards may be discarded. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrrrr  hand bbbb  dragon 1")
    state = after(state, "dragon", *["discard red display"] * 5, *["discard blue hand"] * 4)
    assert legal(state) == {"dragon draw"}
    state = drawn(after(state, "dragon draw"), "ggggg", "yyyy")
    assert held(state) == ("ggggg", "yyyy")


def test_dragon_takes_at_least_one_card() -> None:
    """The draw is offered only after a discard. [P10.3]"""
    state = after(position(EMPTY + "seat 1  display rbgyp  hand rr  dragon 1"), "dragon")
    assert legal(state) == {"discard red hand"} | {f"discard {color} display" for color in COLORS}
    assert allows(after(state, "discard purple display"), "dragon draw")
    assert why(state, "lot 1") == "dragon_discards P10.3"


def test_dragon_discards_have_one_order() -> None:
    """Of the cards already passed over none can be discarded any more. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand yp  dragon 1")
    state = after(state, "dragon", "discard yellow display")
    assert legal(state) == {"discard yellow hand", "discard purple hand", "dragon draw"}


def test_dragon_only_before_any_action() -> None:
    """After a first action the Dragon is too late. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrbgy  hand pp  dragon 1")
    assert allows(state, "dragon")
    assert why(after(state, "column 1 red display"), "dragon") == "dragon_at_start P10.3"


def test_any_turn_after_the_dragon() -> None:
    """Regular and alternative turns are open after the Dragon, a second Dragon is not. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrrrr  hand rr  dragon 2  lantern 1")
    state = after(state, "dragon", "discard red hand", "dragon draw")
    state = drawn(state, hand="r")
    columns = {f"column {lot} red {card}" for lot in range(1, 7) for card in ("display", "hand")}
    assert legal(state) == columns | {"lantern", "alternative"}


def test_cards_discarded_by_the_dragon_may_return() -> None:
    """Discards come before the draws: a pile renewed in between holds them. [P10.3]"""
    state = position(EMPTY + "seat 1  display rrrrr  hand rr  dragon 1\nseat 2  display rrrrb", "y")
    state = after(state, "dragon", "discard red display", "discard red display", "dragon draw")
    state = drawn(state, "y")
    assert state.weights()[0] == 2
    assert held(drawn(state, "r")) == ("rrrry", "rr")


# Lantern


def test_lantern_raises_the_limit_to_four() -> None:
    """By the light of the Lantern four columns may be built, no fifth. [P10.6]"""
    state = position(EMPTY + "seat 1  display rrrrb  hand bg  lantern 1")
    state = after(state, "lantern", *["column 1 red display"] * 4)
    assert points(state) == {"floor 1": 4}
    assert legal(state, "column") == set()


@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_lantern_at_any_moment(built: int) -> None:
    """The Lantern may be lit before, between and after the columns. [P10.6]"""
    state = position(EMPTY + "seat 1  display rrrrb  hand bg  lantern 1")
    state = after(state, *["column 1 red display"] * built, "lantern")
    state = after(state, *["column 1 red display"] * (4 - built))
    assert points(state) == {"floor 1": 4}


def test_lantern_without_need() -> None:
    """A lit Lantern obliges to nothing: one column still suffices. [P10.6]"""
    state = position(EMPTY + "seat 1  display rrrrb  hand bg  lantern 1")
    assert allows(after(state, "column 1 red display", "lantern"), "end")


def test_lantern_begins_the_regular_turn() -> None:
    """After the Lantern neither Dragon, alternative turn nor end is possible. [P10.6]"""
    state = position(EMPTY + "seat 1  display rrrrb  hand bg  lantern 1  dragon 1")
    state = after(state, "lantern")
    assert {words for words in legal(state) if not words.startswith("column")} == set()


def test_lantern_needs_a_column_to_be_possible() -> None:
    """Where no column could follow, the Lantern cannot be lit. [P10.6]"""
    state = position("""
      b|b...|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|  b|bbbb|
       lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
    seat 1  display rrrrg  hand yp  lantern 1
    """)
    assert legal(state) == {"alternative"}
    assert why(state, "lantern") == "lantern_needs_column P10.6"


def test_lantern_lit_before_a_red_tile() -> None:
    """A red tile refills the Lantern lit before it to two, for later turns. [P10.7]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbbbb  hand bg  lantern 1
    """)
    state = after(state, "lantern", "tile 1 for blue display")
    assert uses(state) == {"lantern": 2}
    state = after(state, *["column 1 blue display"] * 4)
    assert (legal(state, "column"), legal(state, "lantern")) == (set(), set())


def test_lantern_gained_is_lit_at_once() -> None:
    """The Lantern of a red tile lights a fourth column in the same turn. [P10.7]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbbbb  hand bg
    """)
    state = after(state, *["column 2 blue display"] * 3, "tile 1 for blue display", "lantern")
    assert points(after(state, "column 2 blue display")) == {"floor 1": 4, "tiles": 1}
