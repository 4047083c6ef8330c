"""The shape of what leaves a Summer Pavilion position, as JSON: a view and its seats.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.contract.view import Count, View, one_of
from colonnade.games.summer_pavilion.material import (
    COLORS,
    FACTORIES,
    MOST_FACTORIES,
    MOST_SEATS,
    POSITIONS,
    ROUNDS,
    STARS,
)
from colonnade.games.summer_pavilion.state import PHASES

Color = Annotated[str, one_of(COLORS)]
Star = Annotated[str, one_of(STARS)]
Phase = Annotated[str, one_of(PHASES)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Tiles = dict[Color, Count]  # how many of each color; colors without tiles are left out
# Of each star, the colors on its positions 1 to 6.
Spaces = Annotated[
    dict[Star, Annotated[list[Color | None], Meta(min_length=POSITIONS, max_length=POSITIONS)]],
    Meta(min_length=len(STARS)),
]


class StarView(msgspec.Struct, frozen=True):
    """How far a star is, and what it brings at the end."""

    filled: Count
    points: Count
    color: Color | None = None  # the one that it shall have; None: several, or still open
    open: bool = False  # whether its tiles may still decide what it brings


class NumberView(msgspec.Struct, frozen=True):
    """How many spaces with a number are filled."""

    filled: Count
    of: Count


class SeatView(msgspec.Struct, frozen=True):
    """One seat's board, tiles and points."""

    board: Spaces
    tiles: Tiles
    kept: Tiles
    passed: bool
    breakdown: dict[str, int]
    earned: list[str] = []  # structures whose spaces are all filled: "pillar 1"
    stars: list[StarView] = []  # in the order of the box
    numbers: list[NumberView] = []  # 1 to 4


class PavilionView(View, frozen=True, kw_only=True):
    """What anybody may know of a Summer Pavilion position: all but the order of the bag."""

    phase: Phase
    stage: Annotated[int, Meta(ge=1, le=2)]  # 1: tiles are taken, 2: they are placed
    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    wild: Color
    on_turn: Seat
    first: Seat
    marker: Seat | None
    factories: Annotated[list[Tiles], Meta(min_length=FACTORIES[2], max_length=MOST_FACTORIES)]
    center: Tiles
    supply: Tiles
    bag: Tiles
    tower: Tiles
    players: Annotated[list[SeatView], Meta(min_length=2, max_length=MOST_SEATS)]
    filling: Count
    owed: Count = 0
    most: Count = 0  # tiles that may still be picked or kept now
    least: Count = 0
