"""What views say so that a page need not count: limits, levels and how far everything is.

Each is found here a second time, from the other parts of the same view.
"""

from __future__ import annotations

import pytest

from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games.pagoda.material import FLOORS
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.levels import levels
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.bonuses import STRUCTURE_NAMES
from colonnade.games.summer_pavilion.material import (
    CENTER_NUMBERS,
    COLORS,
    OUTER_NUMBERS,
    STAR_POINTS,
    STARS,
    STRUCTURES,
    VARIED_STAR_POINTS,
)
from colonnade.games.summer_pavilion.view_types import PavilionView, SeatView
from tests.contract.cases import REAL, Case, glimpses


def each(key: str) -> pytest.MarkDecorator:
    """Every case of a game."""
    cases = [case for case in REAL if case.game.key == key]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case.name)


@each("pagoda")
def test_pagoda(case: Case) -> None:
    """The turn's room, the height of a pagoda, the discards due, columns by floor. [P4.3, P9.1]"""
    for state in glimpses(case, 31):
        view = state.view(0)
        assert isinstance(view, PagodaView)
        assert view.floors == FLOORS[view.options["length"]]
        assert view.bar == (4 if "lantern" in view.used else 3)
        assert view.due == (4 - view.tossed if view.phase in ("alternative", "stuck") else 0)
        for lot in view.lots:
            below = [4] * (len(lot.floors) - (lot.roof is None))
            assert lot.standing == (below if lot.roof or not lot.floors else [*below, lot.columns])


@each("seven_steps")
def test_seven_steps(case: Case) -> None:
    """The level of each disc of the turn as it was placed, and the discs to draw. [T6.1, T10.3]"""
    state = case.start()
    walk, rng, placed = Walk(state), Rng(32), list[int]()
    while state.actor != OVER:
        view = state.view(None)
        assert isinstance(view, StepsView)
        placed = placed[: len(view.path)]
        assert (len(view.levels), sum(view.levels)) == (len(view.path), view.level_sum)
        assert view.levels == placed
        short = 7 - view.players[view.on_turn].hand_size
        assert view.missing == max(0, min(short, view.bag_size))
        row = walk.pick(state, rng)
        if state.table().rows[row].kind == "place":
            space = str(state.table().rows[row].fields["space"])
            placed.append(view.board[space].height + 1)
        state.apply(row)


def test_levels_after_a_tower_has_dissolved() -> None:
    """Towers tell the levels; where one is gone, the last level and the sum do. [T5.1, T4.5]"""
    assert levels([], 0, 0) == []
    assert levels([2, 3, 3], 3, 8) == [2, 3, 3]
    assert levels([1, 7, 1], 7, 20) == [6, 7, 7]  # the third stood on the tower that dissolved
    assert levels([6, 7, 1], 7, 19) == [6, 6, 7]


@each("summer_pavilion")
def test_summer_pavilion(case: Case) -> None:
    """Structures, stars, numbers, and the tiles that may be kept. [S8.1, S10.3, S12.2, S12.3]"""
    for state in glimpses(case, 33):
        view = state.view(None)
        assert isinstance(view, PavilionView)
        for player in view.players:
            check_board(player, view.options["board"])
        own = view.players[view.on_turn]
        kept = min(4 - sum(own.kept.values()), sum(own.tiles.values()))
        assert view.most == (kept if view.phase == "keep" else view.owed)


def check_board(player: SeatView, side: str) -> None:
    """Count one board again."""
    colors = [color for star in STARS for color in player.board[star]]
    around = [all(colors[space] for space in spaces) for _, spaces in STRUCTURES]
    assert player.earned == [n for n, done in zip(STRUCTURE_NAMES, around, strict=True) if done]
    for star, found in zip(STARS, player.stars, strict=True):
        tiles = [color for color in player.board[star] if color]
        color = star if star in COLORS else None
        if side == "grey":
            color = tiles[0] if len(tiles) > 1 and len(set(tiles)) == 1 else None
        assert (found.filled, found.color) == (len(tiles), color)
        assert found.open == (side == "grey" and len(tiles) < 2)
        assert found.points == (STAR_POINTS[COLORS.index(color)] if color else VARIED_STAR_POINTS)
    printed = [*OUTER_NUMBERS[side] * len(COLORS), *CENTER_NUMBERS[side]]
    for number, found_number in enumerate(player.numbers, 1):
        spaces = [space for space in range(len(printed)) if printed[space] == number]
        assert found_number.of == len(spaces)
        assert found_number.filled == sum(colors[space] is not None for space in spaces)
