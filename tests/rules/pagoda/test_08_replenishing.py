"""Tests how a turn's cards are discarded and replaced; the Fan's own draws are tested in 10."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from colonnade.games.pagoda.material import COLORS
from tests.rules.pagoda.table import after, drawn, held, legal, piles, position

# Three cards are gone from the display and one from the hand when this turn ends.
FOUR_CARDS = """
  r|r...|  r|rrrr|
   lot 1    lot 2
seat 1  display rrryp  hand rb
seat 2  display rbgyp  hand rb
"""

FOUR_CARDS_MOVES = (
    "column 1 red display",
    "column 1 red display",
    "column 1 red display",
    "tile 2 for blue hand",
)


def test_cards_played_lie_on_the_table() -> None:
    """Until the turn ends, cards played are not yet discarded. [P8.1]"""
    state = after(position(FOUR_CARDS), "column 1 red display", "column 1 red hand")
    assert piles(state) == (41, "-", "rr")


def test_cards_played_are_discarded_at_the_end() -> None:
    """At the end of the turn all cards played go to the discard pile, before any draw. [P8.1]"""
    state = after(position(FOUR_CARDS), *FOUR_CARDS_MOVES, "end")
    assert piles(state) == (41, "rrrr", "-")


def test_display_first_then_hand() -> None:
    """The display is filled to five before the hand is filled to two. [P8.2]"""
    state = after(position(FOUR_CARDS), *FOUR_CARDS_MOVES, "end")
    assert state.actor == CHANCE
    for _ in range(3):
        assert legal(state) == {f"draw {color} display" for color in COLORS}
        state = drawn(state, display="g")
    assert legal(state) == {f"draw {color} hand" for color in COLORS}
    state = drawn(state, hand="p")
    assert held(state) == ("gggyp", "bp")


def test_other_player_is_on_turn_when_both_are_full() -> None:
    """After the last card drawn the turn passes. [P8.2]"""
    state = drawn(after(position(FOUR_CARDS), *FOUR_CARDS_MOVES, "end"), "ggg", "p")
    assert (state.actor, state.turn, state.view(1).phase) == (1, 2, "start")


def test_display_takes_whatever_comes() -> None:
    """After the set-up a display need not hold one card of each color. [P8.2]"""
    state = drawn(after(position(FOUR_CARDS), *FOUR_CARDS_MOVES, "end"), "yyy", "y")
    assert held(state) == ("yyyyp", "by")


def test_draws_are_weighted_by_the_pile() -> None:
    """A color comes as often as the draw pile holds it, and not at all without a card. [P8.2]"""
    state = after(position(FOUR_CARDS, deck="bbbgp"), *FOUR_CARDS_MOVES, "end")
    assert legal(state) == {"draw blue display", "draw green display", "draw purple display"}
    assert state.weights() == [3, 1, 1]


@pytest.mark.parametrize("hand", ["rbg", "rbgy"])
def test_larger_hand_stays(hand: str) -> None:
    """A hand of three or four cards neither grows nor shrinks. [P8.3]"""
    state = position(f"""
      r|r...|
       lot 1
    seat 1  display rbgyp  hand {hand}
    """)
    state = drawn(after(state, "column 1 red display", "end"), "y")
    assert state.actor == 1
    assert held(state) == ("bgyyp", hand)


@pytest.mark.parametrize(("reds", "comes"), [("rrb", ""), ("rrr", "p")])
def test_larger_hand_is_filled_only_below_two(reds: str, comes: str) -> None:
    """A hand of four from which some cards were played is filled to two, not to four. [P8.3]"""
    state = position(f"""
      r|r...|
       lot 1
    seat 1  display rbgyp  hand y{reds}
    """)
    state = after(state, *["column 1 red hand"] * reds.count("r"), "end")
    state = drawn(state, hand=comes)
    assert state.actor == 1
    assert len(held(state)[1]) == 2


def test_empty_pile_is_renewed_at_once() -> None:
    """The draw of the last card renews the pile, though no other card is needed now. [P8.4]"""
    state = after(position(FOUR_CARDS, deck="gggp"), *FOUR_CARDS_MOVES, "end")
    size, discarded, _ = piles(drawn(state, "ggg"))
    assert (size, len(discarded)) == (1, 41)
    assert piles(drawn(state, "ggg", "p")) == (41, "-", "-")


def test_pile_is_renewed_while_drawing() -> None:
    """A pile that runs out before all cards are drawn is renewed in between. [P8.4]"""
    state = after(position(FOUR_CARDS, deck="gg"), *FOUR_CARDS_MOVES, "end")
    state = drawn(state, "gg")
    assert piles(state) == (43, "-", "-")
    assert legal(state) == {f"draw {color} display" for color in COLORS}
    assert piles(drawn(state, "y", "p")) == (41, "-", "-")


def test_cards_just_played_are_in_the_new_pile() -> None:
    """The cards of this very turn are discarded before, so they may come again. [P8.4]"""
    picture = """
      r|r...|
       lot 1
    seat 1  display rrrrr  hand rr
    seat 2  display rrrrg  hand bb
    """
    state = after(position(picture, deck="y"), *["column 1 red display"] * 2, "end")
    assert "draw red display" not in legal(state)
    state = drawn(state, "y")
    assert dict(zip(COLORS, state.weights(), strict=True))["red"] == 2


def test_pile_with_a_card_left_is_not_renewed() -> None:
    """While one card is left, discards stay where they are. [P8.4]"""
    state = after(position(FOUR_CARDS, deck="gggpb"), *FOUR_CARDS_MOVES, "end")
    size, discarded, _ = piles(drawn(state, "ggg", "p"))
    assert (size, len(discarded)) == (1, 40)
