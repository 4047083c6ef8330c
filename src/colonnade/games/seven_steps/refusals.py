"""Why a space, a bonus tile or the end of placing cannot be used now: a reason and its rule.

What is legal is asked from legal.py, never decided here; the words stand in the locales.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.packed import octet
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.view import Reason, Refusal, refuse
from colonnade.games.seven_steps.material import COLORS, SPACE_NAMES, SPACES, TOWER
from colonnade.games.seven_steps.state import (
    BONUS,
    CHOOSING,
    MOVING,
    NEIGHBORS,
    NEXT_DISC,
    RETURNING,
    SHIFTING,
    START,
    Position,
    color_of,
    height,
    held_tile,
)
from colonnade.games.seven_steps.touch import touches

# Phases that ask for one thing only: nothing else can be touched until it is done.
DUE_FIRST = {
    SHIFTING: ("follow_up", "T8.1"),
    MOVING: ("follow_up", "T8.1"),
    BONUS: ("bonus_first", "T7.2"),
    CHOOSING: ("keep_first", "T7.4"),
    RETURNING: ("returning", "T10.1"),
}

# The rule to read first about a thing, by its name or the first word of it; "*" are the spaces.
RULE_OF = {
    "*": "T4.3",
    "disc": "T4.2",
    "construction": "T8.1",
    "tower": "T8.1",
    "onto": "T8.4",
    "swap": "T8.4",
    "points": "T9.1",
    "count": "T6.1",
    "pile": "T7.3",
    "keep": "T7.4",
    "refill": "T10.1",
}


def refusals(s: Position, seat: int, legal: list[int] | None) -> list[Refusal]:
    """A refusal for each visible thing that no legal move of this seat touches."""
    rows = [] if s.actor != seat else s.legal() if legal is None else legal
    # A tower that a construction tile can use is a use of its space.
    things = {thing for row in rows for thing in touches(s, row).things}
    touched = {thing.removeprefix("tower ") for thing in things}
    return refuse("seven_steps", visible(), touched, lambda thing: why(s, seat, thing))


def visible() -> Iterator[str]:
    """The things a hand may reach for: the spaces, the two bonus tiles, the end of placing."""
    yield from SPACE_NAMES
    yield from ("construction", "points", "count")


def why(s: Position, seat: int, thing: str) -> Reason:
    """The first reason that holds: whose turn, what is due, then the thing itself."""
    if s.actor == OVER:
        return "over", "T11.3"
    if s.actor == CHANCE:
        return "drawing", "T10.3"
    if s.actor != seat:
        return "not_your_turn", "T3.1"
    if s.phase in DUE_FIRST:
        return DUE_FIRST[s.phase]
    if thing == "count":
        return "place_first", "T4.1"
    if thing == "construction":
        return why_not_construction(s)
    if thing == "points":
        return why_not_points(s)
    return why_not_space(s, SPACE_NAMES.index(thing))


def why_not_construction(s: Position) -> Reason:
    """Why the construction tile cannot be used."""
    if held_tile(s.construction, s.seat) < 0:
        return "no_tile", "T7.4"
    return ("no_effect", "T8.2") if s.phase == START else ("too_late", "T8.1")


def why_not_points(s: Position) -> Reason:
    """Why the points tile cannot be used."""
    if held_tile(s.points, s.seat) < 0:
        return "no_tile", "T7.4"
    return ("worth_nothing", "T9.2") if s.phase == NEXT_DISC else ("place_first", "T9.1")


def why_not_space(s: Position, space: int) -> Reason:
    """Why no disc can be placed on a space."""
    color = int(color_of(s, space))
    if s.phase == NEXT_DISC:
        if (s.used >> space) & 1:
            return "used_space", "T4.6"
        if s.path_length == s.limit:
            return "disc_limit", limit_rule(s), ("count", int(s.limit))
        if not (NEIGHBORS[s.layout * SPACES + s.space] >> space) & 1:
            return "not_adjacent", "T4.4"
        level = height(s, space) + 1
        if level < s.level:
            return "too_low", "T4.5"
        if level > s.level + 1 or level > len(COLORS):
            return "too_high", "T4.5"
    if octet(s.hands[s.seat], color) == 0:
        return "color_missing", "T4.2", ("color", COLORS[color])
    return ("not_lowest_climbing", "T8.6") if s.climbing else ("not_lowest", "T4.3")


def limit_rule(s: Position) -> str:
    """The rule that says how many discs are placed this turn. [T4.1, T8.6, T8.7]"""
    if s.limit == TOWER:
        return "T4.1"
    return "T8.6" if s.climbing else "T8.7"
