"""The shape of what leaves a Summer Pavilion position, as JSON: a view and its seats.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

import msgspec

from colonnade.contract.view import View

Tiles = dict[str, int]  # how many of each color; colors without tiles are left out


class SeatView(msgspec.Struct, frozen=True):
    """One seat's board, tiles and points."""

    board: dict[str, list[str | None]]  # of each star, the colors on its positions 1 to 6
    tiles: Tiles
    kept: Tiles
    passed: bool
    breakdown: dict[str, int]


class PavilionView(View, frozen=True, kw_only=True):
    """What anybody may know of a Summer Pavilion position: all but the order of the bag."""

    phase: str
    stage: int
    round: int
    wild: str
    on_turn: int
    first: int
    marker: int | None
    factories: list[Tiles]
    center: Tiles
    supply: Tiles
    bag: Tiles
    tower: Tiles
    players: list[SeatView]
    filling: int
    owed: int = 0
    least: int = 0
