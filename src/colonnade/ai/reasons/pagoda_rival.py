"""Reasons of Pagoda that speak of the rival: what a plan leaves to them, and takes from them.

A rival's open display is known, a hidden hand never enters. All other reasons stand in pagoda.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from colonnade.ai.reasons.line import Line, Reason
from colonnade.ai.reasons.pagoda_lots import (
    ABILITY_OF,
    floor,
    is_full,
    of_floor,
    payable_tiles,
    reachable,
    thing,
    top,
)
from colonnade.contract.state import OVER
from colonnade.games.pagoda.view_types import PagodaView


def risked(line: Line) -> Iterator[Reason]:
    """Floors and tiles that the rival's open display can pay for."""
    after: PagodaView = line.left
    if line.after.actor == OVER or not turn_passes(line):
        return
    shown = after.players[1 - line.seat].display
    best, most, columns = 0, 0, 0
    for i, lot in enumerate(after.lots, 1):
        count, points = reachable(lot, shown)
        if points > most:
            best, most, columns = i, points, count
    if most >= 4:
        lot = after.lots[best - 1]
        fields: dict[str, str | int] = {
            "count": columns,
            "color": f"{top(lot)}.{'f' if columns == 1 else 'fp'}",
            "lot": best,
            "floor": of_floor(floor(lot)),
            "points": most,
        }
        yield Reason("pagoda.reason.rival_columns", fields, thing(best), 0.3 * most, "risk")
    for i in payable_tiles(after, 1 - line.seat):
        color = str(top(after.lots[i - 1]))
        fields = {"lot": i, "color": f"{color}.f"}
        if after.options["abilities"] == "all":
            fields["ability"] = f"{ABILITY_OF[color]}.the"
            yield Reason("pagoda.reason.rival_tile", fields, thing(i), 1.4, "risk")
        else:
            yield Reason("pagoda.reason.rival_tile_plain", fields, thing(i), 1.0, "risk")


def turn_passes(line: Line) -> bool:
    """Whether the rival is next to build: no Dragon's draws, which the same turn follows."""
    return line.moves[-1][0].kind in ("end", "column", "no fan", "fan", "discard")


# What it takes from the rival


def denied(line: Line) -> Iterator[Reason]:
    """Floors and tiles that the rival's display could have paid for before this plan."""
    before: PagodaView = line.seen
    after: PagodaView = line.left
    rival = 1 - line.seat
    shown = before.players[rival].display
    for i, (old, new) in enumerate(zip(before.lots, after.lots, strict=True), 1):
        count, points = reachable(old, shown)
        _, left = reachable(new, shown)
        if points - left >= 2:
            fields: dict[str, str | int] = {
                "count": count,
                "color": f"{top(old)}.{'f' if count == 1 else 'fp'}",
                "lot": i,
                "points": points,
                "left": left,
            }
            weight = 0.45 * (points - left)
            yield Reason("pagoda.reason.takes_floor", fields, thing(i), weight, "prevent")
    still = payable_tiles(after, rival)
    for i in payable_tiles(before, rival):
        if i not in still and not is_full(after.lots[i - 1]):
            color = f"{top(before.lots[i - 1])}.f"
            fields = {"lot": i, "color": color}
            yield Reason("pagoda.reason.takes_tile", fields, thing(i), 2.2, "prevent")


def against(line: Line, other: Line) -> Iterator[Reason]:
    """What the rival's open display could do after the other line, and not after this one."""
    if not (turn_passes(line) and turn_passes(other)) or OVER in (
        line.after.actor,
        other.after.actor,
    ):
        return
    mine: PagodaView = line.left
    theirs: PagodaView = other.left
    shown = mine.players[1 - line.seat].display
    if not any(map(is_full, mine.lots)) and any(map(is_full, theirs.lots)):
        lots = [f"lot {i}" for i, lot in enumerate(theirs.lots, 1) if is_full(lot)]
        yield Reason("pagoda.reason.no_floor", {}, tuple(lots), 2.0, "prevent")
    spared, most = 0, 0
    for i, (here, there) in enumerate(zip(mine.lots, theirs.lots, strict=True), 1):
        saved = reachable(there, shown)[1] - reachable(here, shown)[1]
        if saved > most:
            spared, most = i, saved
    if most >= 2:
        left = reachable(mine.lots[spared - 1], shown)[1]
        points = reachable(theirs.lots[spared - 1], shown)[1]
        fields: dict[str, str | int] = {"lot": spared, "points": points, "left": left}
        yield Reason("pagoda.reason.spares", fields, thing(spared), 0.5 * most, "prevent")
