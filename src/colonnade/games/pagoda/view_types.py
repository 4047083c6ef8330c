"""The shape of what leaves a Pagoda position, as JSON: a view, its seats and its lots.

What each watcher finds in it is decided in view.py. Not compiled: mypyc does not keep the types of
fields, which msgspec needs to read JSON.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.contract.view import Count, View, one_of
from colonnade.games.pagoda.material import ABILITIES, COLORS, COLUMNS_OF_A_FLOOR, LOTS, SEATS
from colonnade.games.pagoda.state import PHASES

Color = Annotated[str, one_of(COLORS)]
Ability = Annotated[str, one_of(ABILITIES)]
Phase = Annotated[str, one_of(PHASES)]
Seat = Annotated[int, Meta(ge=0, lt=SEATS)]


class SeatView(msgspec.Struct, frozen=True):
    """One seat's cards, abilities and points."""

    display: list[Color]
    hand: list[Color] | None  # None when hidden
    hand_size: Count
    known: list[Color] | None  # cards of this hand that both seats can name; None for spectators
    abilities: Annotated[
        dict[Ability, Count], Meta(min_length=len(ABILITIES))
    ]  # uses left, of each one
    breakdown: dict[str, int]


class LotView(msgspec.Struct, frozen=True):
    """One lot: its floors' colors from the ground, and the columns on the top one."""

    floors: Annotated[list[Color], Meta(max_length=4)] = []
    columns: Annotated[int, Meta(ge=0, le=COLUMNS_OF_A_FLOOR)] = 0
    roof: Color | None = None  # its rooftop's color, once the last tile stands
    completed: bool = False
    standing: list[Count] = []  # columns on each floor


class PagodaView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a Pagoda position."""

    phase: Phase
    on_turn: Seat
    players: Annotated[list[SeatView], Meta(min_length=SEATS, max_length=SEATS)]
    lots: Annotated[list[LotView], Meta(min_length=LOTS, max_length=LOTS)]
    tiles: list[tuple[Color, Color]]  # left in the supply: base and column-space color
    discard: list[Color]
    played: list[Color]
    deck_size: Count
    deck: list[Color] | None = None  # only where all cards lie open
    used: list[Ability] = []  # abilities used this turn
    built: Count = 0
    bar: Count = 3  # columns that this turn has room for
    floors: Count = 4  # of a whole pagoda in this game
    tossed: Count = 0
    due: Count = 0  # cards still to be discarded
    least: Count = 0
    goal: Count = 2
