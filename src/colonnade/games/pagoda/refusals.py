"""Why a lot, an ability or a kind of turn cannot be used now: a reason and the rule behind it.

What is legal is asked from legal.py, never decided here; the words stand in the locales.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.packed import nibble
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.view import Reason, Refusal, refuse
from colonnade.games.pagoda.building import column_limit, open_lots
from colonnade.games.pagoda.material import ABILITIES, BUDDHA, COLORS, DRAGON, FAN, LOTS, RICE
from colonnade.games.pagoda.payments import has_pair
from colonnade.games.pagoda.state import (
    ALTERNATIVE_DISCARDS,
    DRAGON_DISCARDS,
    FAN_CHOICE,
    FREE_COLUMN,
    REGULAR,
    ROOFTOP_DUE,
    START,
    STUCK_DISCARDS,
    Position,
    cards,
)
from colonnade.games.pagoda.touch import touches

# Phases that ask for one thing only: nothing else can be touched until it is done.
DUE_FIRST = {
    ROOFTOP_DUE: ("rooftop_due", "P7.1"),
    DRAGON_DISCARDS: ("dragon_discards", "P10.3"),
    ALTERNATIVE_DISCARDS: ("four_discards", "P9.1"),
    FREE_COLUMN: ("free_column", "P9.1"),
    STUCK_DISCARDS: ("four_discards", "P9.4"),
    FAN_CHOICE: ("fan_choice", "P10.2"),
}

# The rule to read first about a thing, by its name or the first word of it.
RULE_OF = {
    "lot": "P3.1",
    "card": "P5.1",
    "pay": "P10.8",
    "tile": "P6.2",
    "lantern": "P10.6",
    "buddha": "P10.5",
    "rice": "P10.4",
    "dragon": "P10.3",
    "fan": "P10.2",
    "no": "P10.2",
    "alternative": "P9.1",
    "stuck": "P9.4",
    "end": "P4.2",
}


def refusals(s: Position, seat: int, legal: list[int] | None) -> list[Refusal]:
    """A refusal for each visible thing that no legal move of this seat touches."""
    rows = [] if s.actor != seat else s.legal() if legal is None else legal
    touched = {thing for row in rows for thing in touches(s, row).things}
    return refuse("pagoda", visible(), touched, lambda thing: why(s, seat, thing))


def visible() -> Iterator[str]:
    """The things a hand may reach for: lots, abilities, and the two ways to leave a turn."""
    yield from (f"lot {lot}" for lot in range(1, LOTS + 1))
    yield from ABILITIES
    yield from ("alternative", "end")


def why(s: Position, seat: int, thing: str) -> Reason:
    """The first reason that holds: whose turn, what is due, then the thing itself."""
    if s.actor == OVER:
        return "over", "P11.1"
    if s.actor == CHANCE:
        return "drawing", "P8.2"
    if s.actor != seat:
        return "not_your_turn", "P4.1"
    if s.phase in DUE_FIRST:
        return DUE_FIRST[s.phase]
    if thing.startswith("lot "):
        return why_not_lot(s, int(thing[4:]) - 1)
    if thing == "end":
        return "end_needs_column", "P4.2"
    if thing == "alternative":
        return why_not_alternative(s)
    return why_not_ability(s, ABILITIES.index(thing))


def why_not_lot(s: Position, lot: int) -> Reason:
    """Why nothing can be built on a lot."""
    color = int(nibble(s.tops, lot))
    named: tuple[str, str | int] = ("color", COLORS[color] if color < len(COLORS) else "")
    if (s.completed >> lot) & 1:
        if nibble(s.floors, lot) == s.last_floor:
            return "lot_completed", "P7.5"
        return "lot_without_tile", "P12.2", named
    if cards(s) == 0:
        return "no_cards", "P2.1"
    limited = s.built >= column_limit(s)
    if (open_lots(s) >> lot) & 1:
        if limited:
            return "column_limit", "P4.3", ("count", int(column_limit(s)))
        return "column_needs_card", "P5.1", named
    if (s.tall >> lot) & 1:
        if limited:
            return "roof_limit", "P7.4", ("count", int(column_limit(s)))
        if nibble(cards(s), color):
            return "roof_needs_rooftop", "P7.1"
        return "roof_needs_card", "P7.2", named
    if nibble(cards(s), color):
        return "tile_needs_column", "P4.2"
    return "tile_needs_card", "P6.2", named


def why_not_alternative(s: Position) -> Reason:
    """Why an alternative turn cannot be chosen."""
    if s.phase == REGULAR:
        return "regular_begun", "P9.2"
    return "no_open_lot", "P9.4"


def why_not_ability(s: Position, ability: int) -> Reason:
    """Why an ability cannot be used at this moment."""
    if s.uses_given == 0:
        return "simple_game", "P13.2"
    if (s.used >> ability) & 1:
        return "used_this_turn", "P10.1"
    if nibble(s.markers, s.seat * 5 + ability) == 0:
        return "no_uses", "P10.1", ("color", COLORS[ability])
    if ability == FAN:
        return "fan_later", "P10.2"
    if ability == DRAGON and s.phase != START:
        return "dragon_at_start", "P10.3"
    if ability == RICE:
        return why_not_rice(s)
    if ability == BUDDHA:
        return why_not_buddha(s)
    return "lantern_needs_column", "P10.6"


def why_not_rice(s: Position) -> Reason:
    """Why the Bowl, which has a use left, pays for no column now. [P10.4]"""
    if s.built >= column_limit(s):
        return "column_limit", "P4.3", ("count", int(column_limit(s)))
    if not has_pair(cards(s)):
        return "rice_needs_pair", "P10.4"
    # A pair pays for a column on any lot with room: so there is none.
    return "rice_at_rooftop" if s.full & s.tall else "no_open_lot", "P10.4"


def why_not_buddha(s: Position) -> Reason:
    """Why the Buddha, which has a use left, pays for no tile now. [P10.5]"""
    if not s.full:
        return "buddha_needs_floor", "P10.5"
    roofs = s.full & s.tall == s.full
    if roofs and s.built >= column_limit(s):
        return "roof_limit", "P7.4", ("count", int(column_limit(s)))
    if not has_pair(cards(s)):
        return "buddha_needs_pair", "P10.5"
    return ("roof_needs_rooftop", "P7.1") if roofs else ("tile_needs_column", "P4.2")
