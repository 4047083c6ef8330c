"""The shape of what leaves a 7 Steps position, as JSON: a view, its seats and its spaces.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.contract.view import Count, View, one_of
from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    MOST_SEATS,
    PLACES,
    POINTS,
    SPACE_NAMES,
    TILE_TYPES,
)
from colonnade.games.seven_steps.state import PHASES

Color = Annotated[str, one_of(COLORS)]
ConstructionTile = Annotated[str, one_of(CONSTRUCTION)]
PointsTile = Annotated[str, one_of(POINTS)]
Tile = Annotated[str, one_of((*CONSTRUCTION, *POINTS))]
TileType = Annotated[str, one_of(TILE_TYPES)]
Phase = Annotated[str, one_of(PHASES)]
Space = Annotated[str, one_of(SPACE_NAMES)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Discs = dict[Color, Count]  # how many of each color; colors without discs are left out
Tiles = dict[Tile, Count]  # how many of each kind
Piles = Annotated[dict[TileType, Tiles], Meta(min_length=len(TILE_TYPES))]


class SeatView(msgspec.Struct, frozen=True):
    """One seat's discs, bonus tiles and points."""

    hand: Discs | None  # None when hidden
    hand_size: Count
    known: Discs  # what the table can name of this hand
    lost: Discs | None  # returned into an empty bag; None when hidden
    lost_size: Count
    construction: ConstructionTile | None
    points: PointsTile | None
    breakdown: dict[str, int]


class SpaceView(msgspec.Struct, frozen=True):
    """One space: its color, the height of its tower, and the level of a disc placed there next."""

    color: Color
    height: Count = 0
    next: Count = 1


class StepsView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a 7 Steps position."""

    phase: Phase
    round: Count
    on_turn: Seat
    called: bool
    extra_begun: bool
    segments: Annotated[
        list[Annotated[int, Meta(ge=1, le=len(PLACES))]], Meta(max_length=len(PLACES))
    ]  # laid so far, from 1, on the places a to g
    rotations: Annotated[list[Annotated[int, Meta(ge=0, le=5)]], Meta(max_length=len(PLACES))]
    board: dict[Space, SpaceView]
    players: Annotated[list[SeatView], Meta(min_length=2, max_length=MOST_SEATS)]
    bag_size: Count
    gone: Discs
    piles: Piles  # a tile that somebody else is choosing is counted with its pile
    discards: Piles
    bag: Discs | None = None  # only where all discs lie open
    new_tile: Tile | None = None
    bonus: TileType | None = None  # the type being drawn or chosen
    path: list[Space] = []  # spaces placed on this turn
    levels: list[Count] = []  # of the discs placed on them
    missing: Count = 0  # discs that the seat on turn would draw now
    space: Space | None = None
    level: Count = 0
    limit: Count = 7
    climbing: bool = False
    recovered: Color | None = None
    level_sum: Count = 0
    third: list[Color] = []  # colors placed at level 3 this turn
    least: Count = 0
