"""Tests the blueprint of a pagoda and which color may stand where; prices are tested from 05 on."""

from __future__ import annotations

import pytest

from colonnade.games.pagoda.material import COLORS
from colonnade.games.pagoda.view_types import LotView
from tests.rules.pagoda.table import after, legal, position


def test_floor_is_four_columns() -> None:
    """A floor is full with its fourth column: no fifth is offered. [P3.1]"""
    state = position("""
      r|rr..|
       lot 1
    seat 1  display rrrby  hand gg
    """)
    state = after(state, "column 1 red display", "column 1 red display")
    assert legal(state, "column 1") == set()
    assert state.view(0).lots[0] == LotView(["red"], 4, standing=[4])


def test_tile_separates_floors() -> None:
    """A tile on a full floor opens the next floor, still without columns. [P3.1]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbgyp  hand gg
    """)
    state = after(state, "tile 1 for green display")
    assert state.view(0).lots[0] == LotView(["red", "green"], 0, standing=[4, 0])


def test_whole_pagoda_has_four_floors_and_a_roof() -> None:
    """With the rooftop above its fourth floor a pagoda is whole. [P3.1]"""
    state = position("""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display yppbg  hand gg
    """)
    state = after(state, "roof 1 for purple display", "rooftop purple display display")
    whole = LotView(["red", "blue", "green", "yellow"], 0, "purple", True, [4] * 4)
    assert state.view(0).lots[0] == whole


def test_every_lot_has_a_pagoda_of_its_own() -> None:
    """A column starts a pagoda on its own lot and changes no other. [P3.1]"""
    state = position("""
      r|rr..|            b|b...|
       lot 1    lot 2    lot 3
    seat 1  display rbgyp  hand gg
    """)
    before = state.view(0).lots
    built = after(state, "column 6 yellow display").view(0).lots
    assert built[:5] == before[:5]
    assert built[5] == LotView(["yellow"], 1, standing=[1])


def test_first_column_may_have_any_color() -> None:
    """On an empty lot each color held may come first. [P3.2]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand -
    """)
    assert legal(state, "column 4") == {f"column 4 {color} display" for color in COLORS}


@pytest.mark.parametrize("standing", ["r...", "rr..", "rrr."])
def test_floor_follows_its_first_column(standing: str) -> None:
    """The other three columns of a floor have the first one's color. [P3.2]"""
    state = position(f"""
      r|{standing}|
       lot 1
    seat 1  display rbgyp  hand -
    """)
    assert legal(state, "column 1") == {"column 1 red display"}


@pytest.mark.parametrize("color", COLORS)
def test_base_color_equals_the_columns_beneath(color: str) -> None:
    """The tile taken from the supply has the base color of the floor beneath. [P3.3]"""
    letter = color[0]
    state = position(f"""
      {letter}|{letter * 4}|
       lot 1
    seat 1  display rbgyp  hand rb
    """)
    built = after(state, f"tile 1 for red {'hand' if color in ('red', 'blue') else 'display'}")
    gone = set(state.view(0).tiles) - set(built.view(0).tiles)
    assert gone == {(color, "red")}


def test_only_the_base_color_pays_a_tile() -> None:
    """Without a card of the columns' color no tile fits. [P3.3]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display bbgyp  hand bb
    """)
    assert legal(state, "tile") == set()


def test_column_spaces_set_the_next_color() -> None:
    """A tile's column spaces allow columns of their color only. [P3.4]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rbgyp  hand -
    """)
    state = after(state, "tile 1 for blue display")
    assert legal(state, "column 1") == {"column 1 blue display"}


def test_tile_may_lead_to_its_own_color() -> None:
    """A floor may have the color of the floor beneath it, if that tile is chosen. [P3.4]"""
    state = position("""
      r|rrrr|
       lot 1
    seat 1  display rrgyp  hand -
    """)
    state = after(state, "tile 1 for red display")
    assert legal(state, "column 1") == {"column 1 red display"}


def test_rooftop_space_sets_the_rooftop() -> None:
    """The flipped tile allows a rooftop of its rooftop space's color only. [P3.5]"""
    state = position("""
      y|yyyy|
       ======
      g|gggg|
       ======
      b|bbbb|
       ======
      r|rrrr|
       lot 1
    seat 1  display yppbb  hand rr
    """)
    assert legal(state, "roof") == {
        "roof 1 for red display",
        "roof 1 for blue display",
        "roof 1 for purple display",
    }
    assert legal(after(state, "roof 1 for blue display")) == {"rooftop blue display display"}
