"""The shape of what leaves a 7 Steps position, as JSON: a view, its seats and its spaces.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

import msgspec

from colonnade.contract.view import View

Discs = dict[str, int]  # how many of each color; colors without discs are left out
Tiles = dict[str, int]  # how many of each kind


class SeatView(msgspec.Struct, frozen=True):
    """One seat's discs, bonus tiles and points."""

    hand: Discs | None  # None when hidden
    hand_size: int
    known: Discs  # what the table can name of this hand
    lost: Discs | None  # returned into an empty bag; None when hidden
    lost_size: int
    construction: str | None
    points: str | None
    breakdown: dict[str, int]


class SpaceView(msgspec.Struct, frozen=True):
    """One space: its color and the height of its tower."""

    color: str
    height: int = 0


class StepsView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a 7 Steps position."""

    phase: str
    round: int
    on_turn: int
    called: bool
    extra_begun: bool
    segments: list[int]  # laid so far, from 1, on the places a to g
    rotations: list[int]
    board: dict[str, SpaceView]
    players: list[SeatView]
    bag_size: int
    gone: Discs
    piles: dict[str, Tiles]  # a tile that somebody else is choosing is counted with its pile
    discards: dict[str, Tiles]
    bag: Discs | None = None  # only where all discs lie open
    new_tile: str | None = None
    bonus: str | None = None  # the type being drawn or chosen
    path: list[str] = []  # spaces placed on this turn
    space: str | None = None
    level: int = 0
    limit: int = 7
    climbing: bool = False
    recovered: str | None = None
    level_sum: int = 0
    third: list[str] = []  # colors placed at level 3 this turn
    least: int = 0
