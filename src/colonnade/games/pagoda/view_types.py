"""The shape of what leaves a Pagoda position, as JSON: a view, its seats and its lots.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

import msgspec

from colonnade.contract.view import View


class SeatView(msgspec.Struct, frozen=True):
    """One seat's cards, abilities and points."""

    display: list[str]
    hand: list[str] | None  # None when hidden
    hand_size: int
    known: list[str] | None  # cards of this hand that both seats can name; None for spectators
    abilities: dict[str, int]
    breakdown: dict[str, int]


class LotView(msgspec.Struct, frozen=True):
    """One lot: its floors' colors from the ground, and the columns on the top one."""

    floors: list[str] = []
    columns: int = 0
    roof: str | None = None  # its rooftop's color, once the last tile stands
    completed: bool = False


class PagodaView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a Pagoda position."""

    phase: str
    on_turn: int
    players: list[SeatView]
    lots: list[LotView]
    tiles: list[tuple[str, str]]  # left in the supply: base and column-space color
    discard: list[str]
    played: list[str]
    deck_size: int
    deck: list[str] | None = None  # only where all cards lie open
    used: list[str] = []  # abilities used this turn
    built: int = 0
    tossed: int = 0
    least: int = 0
    goal: int = 2
