"""Reasons of Pagoda: floors, tiles and roofs; ways to pay; what is kept for later.

Read from views alone. What the rules allow is decided in games/pagoda; here positions before and
after a plan are compared. What it means for the rival stands in pagoda_rival.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from colonnade.ai.judges.pagoda import SEAT_ABILITY, SEAT_PAIRS
from colonnade.ai.reasons.judged import contributions
from colonnade.ai.reasons.line import Line, Reason, Step
from colonnade.ai.reasons.pagoda_lots import (
    ABILITY_OF,
    floor,
    is_open,
    of_floor,
    own_cards,
    reachable,
    thing,
    top,
)
from colonnade.ai.reasons.pagoda_rival import against, denied, risked
from colonnade.contract.moves import Row
from colonnade.contract.state import OVER
from colonnade.games.pagoda.material import ABILITIES, COLUMN_LIMIT, PAGODAS_TO_END
from colonnade.games.pagoda.view_types import PagodaView

CLEAR: Final = 1.0  # points that a judge sees in a feature: less is noise
QUIET: Final = frozenset({"end", "discard", "no fan"})


def gist(row: Row) -> Hashable:
    """What a row comes to: not where its cards lie."""
    if row.kind in QUIET:
        return None if row.kind == "end" else (row.kind, row.fields.get("color"))
    return row.kind, row.fields.get("lot"), row.fields.get("color"), row.fields.get("ability")


def find(line: Line, other: Line | None) -> list[Reason]:
    """All that can be said of a line of Pagoda, beside another one."""
    found = [*gains(line), *ways(line), *prepared(line), *risked(line), *denied(line)]
    if other is not None:
        found += [*against(line, other), *judged(line, other)]
    return found


# What it brings


def gains(line: Line) -> Iterator[Reason]:
    """Columns, tiles, roofs, and pagodas that they complete."""
    built: dict[tuple[int, int], list[Step]] = {}  # columns of the plan, by lot and floor
    tile = 0  # points of the roof's tile, which comes just before its rooftop
    for row, step in line.moves:
        view: PagodaView = line.seen_at(step)
        if row.kind == "column":
            lot = int(row.fields["lot"])
            built.setdefault((lot, floor(view.lots[lot - 1])), []).append(step)
        elif row.kind == "tile":
            yield gained_tile(line, row, step, built)
        elif row.kind == "roof":
            tile = step.points
        elif row.kind == "rooftop":
            yield gained_roof(line, step, tile + step.points)
    yield from gained_columns(line, built)
    yield from completed(line)


def gained_tile(
    line: Line, row: Row, step: Step, built: dict[tuple[int, int], list[Step]]
) -> Reason:
    """A tile: its ability, if it gives one, and the columns that made it possible."""
    view: PagodaView = line.seen_at(step)
    lot = int(row.fields["lot"])
    old = view.lots[lot - 1]
    base, number = str(top(old)), floor(old)
    ability = ABILITY_OF[base]
    columns = built.get((lot, number), [])
    points = step.points + sum(column.points for column in columns)
    uses = view.players[line.seat].abilities[ability]
    gives = view.options["abilities"] == "all" and uses < 2
    fields: dict[str, str | int] = {"lot": lot, "points": points, "floor": of_floor(number)}
    things = (*thing(lot), *((ability,) if gives else ()))
    weight = 0.8 * points + (2.5 - uses if gives else 0.5)
    name = "floor" if columns else "tile"
    if columns:
        fields["count"] = len(columns)
    if gives:
        fields["ability"] = f"{ability}.the"
        return Reason(f"pagoda.reason.{name}_gives", fields, things, weight, "gain")
    return Reason(f"pagoda.reason.{name}_tile", fields, things, weight, "gain")


def gained_roof(line: Line, step: Step, points: int) -> Reason:
    """A roof: the points of tile and rooftop."""
    view: PagodaView = line.seen_at(step)
    lot = next(i for i, one in enumerate(view.lots, 1) if one.roof and not one.completed)
    done = sum(one.completed for one in view.lots) + 1
    fields: dict[str, str | int] = {"lot": lot, "points": points, "count": done}
    return Reason("pagoda.reason.roof", fields, thing(lot), 1.2 * points, "gain")


def gained_columns(line: Line, built: dict[tuple[int, int], list[Step]]) -> Iterator[Reason]:
    """The columns that bring most, floor by floor."""
    for (lot, number), steps in built.items():
        color = str(top(line.left.lots[lot - 1]))
        if floor(line.left.lots[lot - 1]) != number or line.left.lots[lot - 1].roof:
            color = line.left.lots[lot - 1].floors[number - 1]
        points = sum(step.points for step in steps)
        fields: dict[str, str | int] = {
            "count": len(steps),
            "color": f"{color}.{'f' if len(steps) == 1 else 'fp'}",
            "lot": lot,
            "floor": of_floor(number),
            "points": points,
        }
        yield Reason("pagoda.reason.columns", fields, thing(lot), 0.7 * points, "gain")
    lots = dict.fromkeys(lot for lot, _ in built)
    if len(lots) > 1:
        count = sum(len(steps) for steps in built.values())
        points = sum(step.points for steps in built.values() for step in steps)
        fields = {"count": count, "lots": len(lots), "points": points}
        things = tuple(f"lot {lot}" for lot in lots)
        yield Reason("pagoda.reason.spread", fields, things, 0.45 * points, "gain")


def completed(line: Line) -> Iterator[Reason]:
    """Pagodas completed by a shortage of tiles, and the third one of all."""
    before: PagodaView = line.seen
    after: PagodaView = line.left
    for i, (old, new) in enumerate(zip(before.lots, after.lots, strict=True), 1):
        if new.completed and not old.completed and new.roof is None:
            color = f"{top(new)}.f"
            fields: dict[str, str | int] = {"lot": i, "color": color}
            yield Reason("pagoda.reason.shortage", fields, thing(i), 2.0, "how")
    third = sum(lot.completed for lot in after.lots) >= PAGODAS_TO_END
    if not third or sum(lot.completed for lot in before.lots) >= PAGODAS_TO_END:
        return
    lead = after.scores[line.seat] - after.scores[1 - line.seat]
    if line.after.actor != OVER and line.seat == 0 and lead:
        name = "third_ahead" if lead > 0 else "third_behind"
        weight = 6.0 if lead > 0 else 3.0
        yield Reason(f"pagoda.reason.{name}", {"count": abs(lead)}, (), weight, "end")


# How it is done


def ways(line: Line) -> Iterator[Reason]:
    """Abilities, alternative turns, and what they pay with."""
    kinds = [row.kind for row, _ in line.moves]
    if "lantern" in kinds and line.left.built == COLUMN_LIMIT + 1:
        yield Reason("pagoda.reason.fourth", {}, ("lantern",), 1.5, "how")
    for row, step in line.moves:
        if "ability" in row.fields:
            yield from paid_by(line, row, step)
        elif row.kind == "column" and "source" not in row.fields:
            yield free_column(row, step)
        elif row.kind == "fan":
            player = line.seen_at(step).players[line.seat]
            drawn = 4 - player.hand_size
            yield Reason("pagoda.reason.fan", {"count": drawn}, ("fan",), 2.0, "how")
        elif row.kind == "no fan":
            left = line.seen_at(step).players[line.seat].abilities["fan"]
            yield Reason("pagoda.reason.no_fan", {"count": left}, ("fan",), 1.0, "how")
    if "dragon draw" in kinds and "dragon" in kinds:
        yield swapped(line)


def paid_by(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """A bowl of rice or a Buddha that pays where no card of the right color is at hand."""
    view: PagodaView = line.seen_at(step)
    cards = own_cards(view, line.seat)
    ability = str(row.fields["ability"])
    if row.kind not in ("column", "tile"):
        return
    lot = int(row.fields["lot"])
    needed = str(row.fields["color"]) if row.kind == "column" else str(top(view.lots[lot - 1]))
    if needed in cards:
        return
    fields: dict[str, str | int] = {
        "lot": lot,
        "color": f"{needed}.f",
        "pay": f"{row.fields['pay']}.fp",
    }
    things = (*thing(lot), ability)
    yield Reason(f"pagoda.reason.{ability}", fields, things, 1.0 + 0.4 * step.points, "how")


def free_column(row: Row, step: Step) -> Reason:
    """The column of an alternative turn."""
    lot, color = int(row.fields["lot"]), f"{row.fields['color']}.f"
    fields: dict[str, str | int] = {"lot": lot, "color": color, "count": step.points}
    return Reason("pagoda.reason.alternative", fields, thing(lot), 1.0 + step.points, "gain")


def swapped(line: Line) -> Reason:
    """The Dragon: cards that fit nowhere are the ones to go."""
    view: PagodaView = line.seen
    gone = [str(row.fields["color"]) for row, _ in line.moves if row.kind == "discard"]
    wanted = {top(lot) for lot in view.lots if is_open(lot)}
    idle = 0 if None in wanted else sum(color not in wanted for color in gone)
    fields: dict[str, str | int] = {"count": len(gone)}
    if idle == len(gone):
        return Reason("pagoda.reason.dragon_all", fields, ("dragon",), 1.5 + 0.5 * idle, "how")
    if idle:
        fields["idle"] = idle
        return Reason("pagoda.reason.dragon_idle", fields, ("dragon",), 1.5 + 0.5 * idle, "how")
    return Reason("pagoda.reason.dragon", fields, ("dragon",), 1.5, "how")


# What it prepares


def prepared(line: Line) -> Iterator[Reason]:
    """Cards kept for a floor, and floors opened in a color that one has."""
    after: PagodaView = line.left
    cards = own_cards(after, line.seat)
    best, most = 0, 0
    for i, lot in enumerate(after.lots, 1):
        _, points = reachable(lot, cards)
        if points > most:
            best, most = i, points
    if most > 1:
        lot = after.lots[best - 1]
        color = str(top(lot))
        count = cards.count(color)
        fields: dict[str, str | int] = {
            "count": count,
            "color": f"{color}.{'f' if count == 1 else 'fp'}",
            "lot": best,
            "floor": of_floor(floor(lot)),
        }
        weight = 0.35 * most
        yield Reason("pagoda.reason.keeps", fields, thing(best), weight, "prepare")
    yield from opened(line)
    yield from begun(line, cards)


def begun(line: Line, cards: list[str]) -> Iterator[Reason]:
    """An empty lot that is begun in a color of which one keeps more than the rival shows. [P3.2]"""
    shown = line.left.players[1 - line.seat].display
    for i, (old, new) in enumerate(zip(line.seen.lots, line.left.lots, strict=True), 1):
        color = top(new)
        if old.floors or color is None or len(new.floors) > 1 or not is_open(new):
            continue
        count, theirs = cards.count(color), shown.count(color)
        if count > theirs:
            fields: dict[str, str | int] = {
                "lot": i,
                "color": color,
                "count": count,
                "other": theirs,
            }
            weight = 0.5 + 0.3 * (count - theirs)
            yield Reason("pagoda.reason.begins", fields, thing(i), weight, "prepare")


def opened(line: Line) -> Iterator[Reason]:
    """A tile whose next floor suits the hand better than the rival's display. [P3.4]"""
    for row, step in line.moves:
        if row.kind != "tile":
            continue
        view: PagodaView = line.seen_at(step)
        lot, color = int(row.fields["lot"]), str(row.fields["color"])
        paid = [card.color for card in step.before.touches(step.row).pays]
        mine = own_cards(view, line.seat)
        for card in paid:
            mine.remove(card)
        count = mine.count(color)
        theirs = view.players[1 - line.seat].display.count(color)
        if count > theirs:
            number = floor(view.lots[lot - 1]) + 1
            fields: dict[str, str | int] = {
                "lot": lot,
                "floor": of_floor(number),
                "color": color,
                "count": count,
                "other": theirs,
            }
            weight = 0.4 * (count - theirs) * number
            name = "opens" if theirs else "opens_alone"
            yield Reason(f"pagoda.reason.{name}", fields, thing(lot), weight, "prepare")


# What it leaves in hand


def judged(line: Line, other: Line) -> Iterator[Reason]:
    """Abilities and equal cards that are left after this line, and not after the other."""
    uses = contributions(line, other, tuple(range(SEAT_ABILITY, SEAT_ABILITY + len(ABILITIES))))
    kept = {"fan" for row, _ in line.moves if row.kind == "no fan"}  # which is said already
    for ability, found in zip(ABILITIES, uses, strict=False):
        if ability in kept:
            continue
        held = line.seen.players[line.seat].abilities[ability]
        if found.points >= CLEAR and found.here <= held:  # kept, not gained by a tile of this line
            fields: dict[str, str | int] = {
                "ability": f"{ability}.the",
                "count": found.here,
                "other": found.there,
            }
            things, weight = (ability,), 0.6 * found.points
            yield Reason("pagoda.reason.saves_ability", fields, things, weight, "prepare")
    for found in contributions(line, other, (SEAT_PAIRS,)):
        if found.points >= CLEAR:
            fields = {"count": found.here, "other": found.there}
            weight = 0.6 * found.points
            yield Reason("pagoda.reason.pairs", fields, (), weight, "prepare")
