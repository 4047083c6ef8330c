"""Tests what is in the box and how a game is set up; how cards are played is tested from 02 on."""

from __future__ import annotations

from itertools import product

import pytest

from colonnade.contract.options import complete
from colonnade.contract.state import CHANCE
from colonnade.games.pagoda import GAME, PagodaState
from colonnade.games.pagoda.material import COLORS, TILES
from tests.rules.pagoda.table import after, allows, drawn, held, legal, piles, position, uses


def begin() -> PagodaState:
    """A new game, its hands not yet dealt."""
    return GAME.set_up(2, complete(GAME.options, {}))


def test_eleven_cards_of_each_color() -> None:
    """Displays and draw pile together hold eleven cards of each of the five colors. [P1.1]"""
    state = begin()
    displays = [*state.view(0).players[0].display, *state.view(0).players[1].display]
    in_pile = dict(zip(COLORS, state.weights(), strict=True))
    assert [in_pile[color] + displays.count(color) for color in COLORS] == [11, 11, 11, 11, 11]


def test_five_tiles_of_each_base_color() -> None:
    """The supply holds five tiles of each base color. [P1.1]"""
    bases = [base for base, _ in begin().view(0).tiles]
    assert [bases.count(color) for color in COLORS] == [5, 5, 5, 5, 5]


def test_six_empty_lots() -> None:
    """The board has six building lots, all of them empty. [P1.1]"""
    assert [(lot.floors, lot.columns) for lot in begin().view(0).lots] == [([], 0)] * 6


def test_every_pair_of_colors_is_one_tile() -> None:
    """Every pair of base and column color appears exactly once among the tiles. [P1.2]"""
    tiles = begin().view(0).tiles
    assert len(tiles) == 25
    assert set(tiles) == set(product(COLORS, COLORS))


def test_both_sides_of_a_tile_have_one_color() -> None:
    """The rooftop space on each tile's back has the color of its column spaces. [P1.2]"""
    assert all(rooftop == column for _, column, rooftop in TILES)


@pytest.mark.parametrize(("color", "letter"), [("red", "r"), ("blue", "b"), ("purple", "p")])
def test_flipped_tile_asks_for_its_own_color(color: str, letter: str) -> None:
    """A tile that leads to a color asks for a rooftop of that color when flipped. [P1.2]"""
    state = position(f"""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display y{letter * 4}  hand {letter * 2}
    """)
    due = after(state, f"roof 1 for {color} display")
    assert legal(due) == {
        f"rooftop {color} display display",
        f"rooftop {color} display hand",
        f"rooftop {color} hand hand",
    }


def test_display_of_one_card_of_each_color() -> None:
    """Both players start with one open card of each color. [P1.3]"""
    state = begin()
    assert held(state, 0) == ("rbgyp", "-")
    assert held(state, 1) == ("rbgyp", "-")


def test_other_cards_are_the_draw_pile() -> None:
    """The other 45 cards are the draw pile, nine of each color; nothing is discarded. [P1.3]"""
    state = begin()
    assert piles(state) == (45, "-", "-")
    assert state.weights() == [9, 9, 9, 9, 9]


def test_start_player_draws_first() -> None:
    """Chance deals two cards to the start player, then two to the other. [P1.4]"""
    state = begin()
    assert state.actor == CHANCE
    state = drawn(state, hand="rb")
    assert (held(state, 0), held(state, 1)) == (("rbgyp", "rb"), ("rbgyp", "-"))
    assert state.actor == CHANCE
    state = drawn(state, hand="gg")
    assert (held(state, 0), held(state, 1)) == (("rbgyp", "rb"), ("rbgyp", "gg"))


def test_set_up_draws_come_from_one_pile() -> None:
    """Each card dealt leaves one less of its color for the next. [P1.4]"""
    state = drawn(begin(), hand="rrb")
    assert state.weights() == [7, 8, 9, 9, 9]


def test_start_player_begins_after_the_deal() -> None:
    """When both hands are dealt, seat 1's first turn begins. [P1.4]"""
    state = drawn(begin(), hand="rbgy")
    assert (state.actor, state.turn, state.view(0).phase) == (0, 1, "start")


def test_nobody_draws_a_hidden_card_at_the_table() -> None:
    """Chance deals cards of the five colors only; the veiled row is never made. [P1.4]"""
    assert legal(begin()) == {f"draw {color} hand" for color in COLORS}
    assert not allows(begin(), "draw hidden hand")


def test_no_points_at_the_start() -> None:
    """Both players start without points. [P1.5]"""
    assert begin().scores() == [0, 0]


def test_no_abilities_at_the_start() -> None:
    """Both players start without uses of any ability. [P1.5]"""
    assert uses(begin(), 0) == {}
    assert uses(begin(), 1) == {}
