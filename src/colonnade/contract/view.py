"""What leaves a state for people, pages and players: views and refusals, ready for JSON.

What a view of a game holds is decided by that game's view.py.
"""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator, may know of a position; games add their own fields."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, str]
    actor: int
    turn: int
    scores: list[int]


class Refusal(msgspec.Struct, frozen=True):
    """Why a visible thing cannot be used now: a locale key, its fields, and the rule's number."""

    thing: str
    reason: str
    rule: str
    fields: dict[str, str | int] = {}
