"""Why a source, a space or passing cannot be used now: a reason and the rule behind it.

What is legal is asked from legal.py, never decided here; the words stand in the locales.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.packed import octet
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.view import Reason, Refusal, refuse
from colonnade.games.summer_pavilion.legal import open_colors
from colonnade.games.summer_pavilion.material import CENTER, COLORS, POSITIONS, STARS
from colonnade.games.summer_pavilion.scoring import FULL_STAR
from colonnade.games.summer_pavilion.state import (
    KEEP_TILES,
    PICK_BONUS,
    TAKING,
    Position,
    price,
)
from colonnade.games.summer_pavilion.touch import touches

# The rule to read first about a thing, by its name or the first word of it.
RULE_OF = {
    "factory": "S3.2",
    "center": "S4.1",
    **dict.fromkeys(COLORS, "S5.4"),
    **{f"{STARS[CENTER]} {position}": "S5.5" for position in range(1, POSITIONS + 1)},
    "tile": "S5.3",
    "supply": "S8.4",
    "pick": "S8.4",
    "pass": "S10.1",
    "done": "S10.3",
}


def refusals(s: Position, seat: int, legal: list[int] | None) -> list[Refusal]:
    """A refusal for each visible thing that no legal move of this seat touches."""
    rows = [] if s.actor != seat else s.legal() if legal is None else legal
    touched = {thing for row in rows for thing in touches(s, row).things}
    return refuse("summer_pavilion", visible(s), touched, lambda thing: why(s, seat, thing))


def visible(s: Position) -> Iterator[str]:
    """The things a hand may reach for: sources, the spaces of one's board, supply, pass, done."""
    yield from (f"factory {factory}" for factory in range(1, int(s.factories) + 1))
    yield from ("center", "supply", "pass", "done")
    for star in STARS:
        yield from (f"{star} {position}" for position in range(1, POSITIONS + 1))


def why(s: Position, seat: int, thing: str) -> Reason:
    """The first reason that holds: whose turn, what is due, then the thing itself."""
    if s.actor == OVER:
        return "over", "S12.1"
    if s.actor == CHANCE:
        return "drawing", "S9.1"
    if s.actor != seat:
        passed = (s.passed >> seat) & 1
        return ("passed", "S10.2") if passed else ("not_your_turn", "S2.3")
    if s.phase == PICK_BONUS:
        return "pick_first", "S8.4", ("count", int(s.owed))
    if s.phase == KEEP_TILES:
        return "keep_first", "S10.3"
    if thing in ("supply", "done"):
        return ("pick_none", "S8.4") if thing == "supply" else ("done_none", "S10.3")
    if s.stage == TAKING:
        return why_not_while_taking(thing)
    if thing == "center" or thing.startswith("factory "):
        return "nothing_there", "S3.6"
    star, position = thing.split()
    return why_not_space(s, STARS.index(star), int(position) - 1)


def why_not_while_taking(thing: str) -> Reason:
    """Why something is refused while tiles are taken."""
    if thing == "pass":
        return "pass_later", "S10.1"
    if thing == "center" or thing.startswith("factory "):
        return "nothing_there", "S3.1"
    return "place_later", "S2.1"


def why_not_space(s: Position, star: int, position: int) -> Reason:
    """Why no tile can be placed on a space."""
    if (s.filled[s.seat] >> (star * POSITIONS + position)) & 1:
        return "space_filled", "S5.2"
    hand = s.hands[s.seat]
    allowed = open_colors(s, star)
    held = [c for c in range(len(COLORS)) if octet(hand, c)]
    if not any((allowed >> color) & 1 for color in held):
        return why_not_color(s, star, allowed)
    return "too_expensive", "S6.1", ("count", int(price(s, star, position)))


def why_not_color(s: Position, star: int, allowed: int) -> Reason:
    """Why none of the colors held may go on a star."""
    if s.hands[s.seat] == 0:
        return "no_tiles", "S5.2"
    if s.grey == 0 and star < CENTER:
        return "color_missing", "S5.4", ("color", COLORS[star])
    if s.grey == 0:
        return "star_repeats", "S5.5"
    used = (s.used[s.seat] >> (star * POSITIONS)) & FULL_STAR
    if allowed == used:
        return "star_uniform", "S13.4", ("color", COLORS[allowed.bit_length() - 1])
    return "star_varied", "S13.5"
