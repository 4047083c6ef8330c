"""Reasons of Summer Pavilion: arcs, structures, stars and numbers; what tiles will pay for.

Everything but the order of the bag is open. What the rules allow is decided in games/
summer_pavilion; how far a board is, pavilion_board.py reads from a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from colonnade.ai.judges.summer_pavilion import SEAT_FIRST
from colonnade.ai.reasons.judged import weight_of
from colonnade.ai.reasons.line import Line, Reason, Step
from colonnade.ai.reasons.pavilion_board import (
    BONUS_TILES,
    Aim,
    adjective,
    affordable,
    aims,
    arc_of,
    kinds_of,
    missing_structures,
    payable,
    star_word,
)
from colonnade.contract.moves import Row
from colonnade.games.summer_pavilion.material import COLORS, NUMBER_POINTS, ROUNDS, STARS, WILDS
from colonnade.games.summer_pavilion.view_types import PavilionView

MANY: Final = 3  # tiles of one color in the center: worth a word
NEAR_STAR: Final = 2  # spaces that a star lacks


def gist(row: Row) -> Hashable:
    """What a row comes to: not how a placement is paid."""
    if row.kind == "place":
        return row.kind, row.fields["star"], row.fields["position"], row.fields["color"]
    return None if row.kind == "done" else row.words


def find(line: Line, other: Line | None) -> list[Reason]:
    """All that can be said of a line of Summer Pavilion, beside another one."""
    found: list[Reason] = []
    for row, step in line.moves:
        if row.kind == "take":
            found += [*taken(line, row, step), *denied(line, row, step)]
        elif row.kind == "place":
            found += [*arcs(line, row, step), *structures(line, row, step), *bonuses(line, row)]
            found += paid(line, row, step)
    kinds = {row.kind for row, _ in line.moves}
    if "place" in kinds:
        found += [*nearly(line), *paying_next(line)]
    if "pick" in kinds:
        found += picked(line)
    if kinds & {"pass", "keep", "done"}:
        found += passed(line)
    return found


# Taking tiles


def taken(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """What a take brings, and what it makes payable. [S3.2, S3.3, S4.1]"""
    view: PavilionView = line.seen_at(step)
    after: PavilionView = line.left
    color = str(row.fields["color"])
    got = {piece.color: piece.count for piece in step.before.touches(step.row).takes}
    mine = after.players[line.seat].tiles
    source = f"factory {row.fields['factory']}" if "factory" in row.fields else "center"
    fields: dict[str, str | int] = {
        "count": got.get(color, 0),
        "color": adjective(color, got.get(color, 0)),
        "total": mine.get(color, 0),
    }
    weight = 0.3 + 0.35 * got.get(color, 0)
    yield Reason("summer_pavilion.reason.takes", fields, (source,), weight, "gain")
    if color != view.wild and view.wild in got:
        fields = {"color": adjective(view.wild, 1), "count": mine.get(view.wild, 0)}
        yield Reason("summer_pavilion.reason.wild", fields, (source,), 1.2, "how")
    if view.marker is None and source == "center":
        lost = -step.points
        fields = {"count": lost}
        # The judge knows what it is worth to be the first of the next round.
        first = weight_of(view.game, SEAT_FIRST + min(4, max(0, ROUNDS - view.round - 1)))
        weight = 0.5 * first - 0.4 * lost if view.round < ROUNDS else 0.5
        yield Reason("summer_pavilion.reason.marker", fields, ("center",), weight, "marker")
    yield from new_aim(line, view, after, "takes_for")
    yield from several(line, view, color)
    yield from promised(line, view, color, got.get(color, 0))
    left = after.center
    if source != "center":
        grown = {c: n for c, n in left.items() if n >= MANY and n > view.center.get(c, 0)}
        if grown:
            most = max(grown, key=lambda c: grown[c])
            fields = {"count": grown[most], "color": adjective(most, grown[most])}
            weight = 0.3 * grown[most]
            yield Reason("summer_pavilion.reason.center", fields, ("center",), weight, "risk")


def several(line: Line, view: PavilionView, color: str) -> Iterator[Reason]:
    """How many spaces of its star a color pays for, if that becomes more than one. [S5.3, S5.4]"""
    if view.options["board"] != "colored":
        return
    had, has = view.players[line.seat].tiles, line.left.players[line.seat].tiles
    ring = view.players[line.seat].board[color]
    before = affordable(view, color, ring, had.get(color, 0))
    count = affordable(view, color, ring, has.get(color, 0))
    if count > max(1, before):
        fields: dict[str, str | int] = {
            "total": has.get(color, 0),
            "color": adjective(color, has.get(color, 0)),
            "count": count,
            "star": star_word(view, color),
        }
        weight = 0.5 + 0.6 * count
        yield Reason("summer_pavilion.reason.several", fields, (), weight, "prepare")


def promised(line: Line, view: PavilionView, color: str, count: int) -> Iterator[Reason]:
    """The star that tiles of a color go to, and whether they are wild next. [S12.2, S2.2]"""
    for star, far in zip(STARS, view.players[line.seat].stars, strict=True):
        if count and far.color == color and 1 <= far.filled <= 5:
            fields: dict[str, str | int] = {
                "color": adjective(color, 2),
                "star": star_word(view, star),
                "count": far.filled,
                "points": far.points,
            }
            weight = 0.4 + 0.05 * far.filled * far.points
            yield Reason("summer_pavilion.reason.fits_star", fields, (), weight, "star")
    if view.round < ROUNDS and COLORS[WILDS[view.round]] == color:
        fields = {"color": adjective(color, 2), "round": view.round + 1}
        yield Reason("summer_pavilion.reason.next_wild", fields, (), 1.0, "star")


def new_aim(line: Line, before: PavilionView, after: PavilionView, name: str) -> Iterator[Reason]:
    """The best space that can be paid for after some tiles have come, and could not before."""
    had = {(aim.star, aim.position) for aim in aims(before, line.seat)}
    fresh = [aim for aim in aims(after, line.seat) if (aim.star, aim.position) not in had]
    if not fresh:
        return
    best = max(fresh, key=Aim.worth)
    yield aimed(after, best, name, "prepare")


def aimed(view: PavilionView, aim: Aim, name: str, topic: str) -> Reason:
    """What a space that can be paid for would bring."""
    fields: dict[str, str | int] = {
        "star": star_word(view, aim.star),
        "position": aim.position,
        "count": aim.points,
    }
    things = (f"{aim.star} {aim.position}",)
    weight = 0.25 * aim.worth()
    if aim.finishes:
        fields["points"] = aim.finishes
        return Reason(f"summer_pavilion.reason.{name}_star", fields, things, weight, topic)
    if aim.tiles:
        fields["tiles"] = aim.tiles
        return Reason(f"summer_pavilion.reason.{name}_structure", fields, things, weight, topic)
    return Reason(f"summer_pavilion.reason.{name}", fields, things, weight, topic)


def denied(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """What the next seat could have paid for with these very tiles."""
    view: PavilionView = line.seen_at(step)
    rival = (line.seat + 1) % view.seats
    color = str(row.fields["color"])
    got = {piece.color: piece.count for piece in step.before.touches(step.row).takes}
    had = view.players[rival].tiles
    would = {c: had.get(c, 0) + got.get(c, 0) for c in COLORS}
    known = {(aim.star, aim.position) for aim in aims(view, rival)}
    fresh = [
        aim
        for aim in aims(view, rival, would)
        if (aim.star, aim.position) not in known and aim.color == color and aim.worth() >= 4
    ]
    if fresh:
        best = max(fresh, key=Aim.worth)
        fields: dict[str, str | int] = {
            "count": got.get(color, 0),
            "color": adjective(color, got.get(color, 0)),
            "star": star_word(view, best.star),
            "position": best.position,
        }
        weight = 0.3 * best.worth()
        yield Reason("summer_pavilion.reason.denies", fields, (), weight, "prevent")


# Placing tiles


def arcs(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """The row of tiles that a new one joins. [S7.1]"""
    star, position = str(row.fields["star"]), int(row.fields["position"])
    view: PavilionView = line.seen_at(step)
    count = arc_of(view.players[line.seat].board[star], position)
    fields: dict[str, str | int] = {
        "star": star_word(view, star),
        "position": position,
        "count": count,
    }
    things = (f"{star} {position}",)
    yield Reason("summer_pavilion.reason.arc", fields, things, 0.7 * count, "gain")


def structures(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """Pillars, statues and windows that are surrounded by this tile. [S8.1]"""
    done = step.before.touches(step.row).earns
    if not done:
        return
    view: PavilionView = line.seen_at(step)
    tiles = min(sum(BONUS_TILES[name.split()[0]] for name in done), sum(view.supply.values()))
    star, position = str(row.fields["star"]), int(row.fields["position"])
    fields: dict[str, str | int] = {
        "what": kinds_of(done),
        "star": star_word(view, star),
        "position": position,
        "count": tiles,
    }
    things = (f"{star} {position}",)
    weight = 1.0 + 1.6 * tiles
    yield Reason("summer_pavilion.reason.structure", fields, things, weight, "structure")


def bonuses(line: Line, row: Row) -> Iterator[Reason]:
    """Stars and numbers that are complete: points at the end. [S12.2, S12.3]"""
    star = str(row.fields["star"])
    before = line.seen.players[line.seat]
    after = line.left.players[line.seat]
    at = STARS.index(star)
    if after.stars[at].filled == 6 and before.stars[at].filled < 6:
        points = after.stars[at].points
        fields: dict[str, str | int] = {"star": star_word(line.seen, star), "count": points}
        yield Reason("summer_pavilion.reason.star", fields, (), 0.8 * points, "bonus")
    for number, (old, new) in enumerate(zip(before.numbers, after.numbers, strict=True), 1):
        if new.filled == new.of and old.filled < old.of:
            points = NUMBER_POINTS[number - 1]
            fields = {"number": number, "count": points}
            yield Reason("summer_pavilion.reason.number", fields, (), 0.8 * points, "bonus")


def nearly(line: Line) -> Iterator[Reason]:
    """Stars, numbers and structures that lack little after this turn."""
    before, after = line.seen.players[line.seat], line.left.players[line.seat]
    if line.left.round == ROUNDS and line.left.players[line.seat].passed:
        return
    for star, old, new in zip(STARS, before.stars, after.stars, strict=True):
        lacks = 6 - new.filled
        if new.filled > old.filled and 1 <= lacks <= NEAR_STAR and not new.open:
            fields: dict[str, str | int] = {
                "star": star_word(line.left, star),
                "count": lacks,
                "points": new.points,
            }
            weight = 0.12 * new.points * (NEAR_STAR + 1 - lacks)
            yield Reason("summer_pavilion.reason.near_star", fields, (), weight, "bonus")
    for number, (early, late) in enumerate(zip(before.numbers, after.numbers, strict=True), 1):
        if late.filled == late.of - 1 and early.filled < late.filled:
            fields = {"number": number, "points": NUMBER_POINTS[number - 1]}
            weight = 0.1 * NUMBER_POINTS[number - 1]
            yield Reason("summer_pavilion.reason.near_number", fields, (), weight, "bonus")
    was = {name for name, _, _ in missing_structures(before.board)}
    for name, star, position in missing_structures(after.board):
        if name not in was:
            kind = name.split()[0]
            fields = {
                "what": f"the.{kind}",
                "star": star_word(line.left, star),
                "position": position,
                "count": BONUS_TILES[kind],
            }
            things = (f"{star} {position}",)
            weight = 0.5 + 0.4 * BONUS_TILES[kind]
            yield Reason("summer_pavilion.reason.near_structure", fields, things, weight, "prepare")


def paid(line: Line, row: Row, step: Step) -> Iterator[Reason]:
    """Wild tiles that a placement needs, or spares. [S6.1]"""
    view: PavilionView = line.seen_at(step)
    wilds = int(row.fields["wilds"])
    held = view.players[line.seat].tiles.get(view.wild, 0)
    color = str(row.fields["color"])
    if wilds == 0 and held and color != view.wild:
        fields: dict[str, str | int] = {"count": held, "color": adjective(view.wild, held)}
        yield Reason("summer_pavilion.reason.saves_wilds", fields, (), 0.7, "how")
    elif wilds:
        fields = {"count": wilds, "color": adjective(view.wild, wilds)}
        yield Reason("summer_pavilion.reason.uses_wilds", fields, (), 0.4, "how")


def paying_next(line: Line) -> Iterator[Reason]:
    """The best space that the tiles left can still pay for in this round."""
    after: PavilionView = line.left
    if after.players[line.seat].passed or after.owed or after.stage != 2:
        return
    left = aims(after, line.seat)
    if left:
        best = max(left, key=Aim.worth)
        yield aimed(after, best, "then", "prepare")


def picked(line: Line) -> Iterator[Reason]:
    """Bonus tiles from the supply, and what they make payable. [S8.4]"""
    picks = [str(row.fields["color"]) for row, _ in line.moves if row.kind == "pick"]
    first = next(step for row, step in line.moves if row.kind == "pick")
    before: PavilionView = line.seen_at(first)
    for color in dict.fromkeys(picks):
        fields: dict[str, str | int] = {
            "count": picks.count(color),
            "color": adjective(color, picks.count(color)),
            "total": line.left.players[line.seat].tiles.get(color, 0),
        }
        weight = 0.6 + 0.3 * picks.count(color) + (0.6 if color == before.wild else 0.0)
        things = (f"pick {color}",)
        name = "picks_wild" if color == before.wild else "picks"
        yield Reason(f"summer_pavilion.reason.{name}", fields, things, weight, "picks")
    yield from new_aim(line, before, line.left, "picks_for")


# Passing


def passed(line: Line) -> Iterator[Reason]:
    """What a pass keeps, and what it loses. [S10.3, S10.4]"""
    before: PavilionView = line.seen
    mine = before.players[line.seat]
    held = sum(mine.tiles.values())
    kept = [str(row.fields["color"]) for row, _ in line.moves if row.kind == "keep"]
    passes = any(row.kind == "pass" for row, _ in line.moves)
    if passes and not payable(before, line.seat):
        yield Reason("summer_pavilion.reason.nothing_fits", {}, (), 2.5, "how")
    if kept and before.round < ROUNDS:
        wild = COLORS[WILDS[before.round]]
        total = len(kept)
        fields: dict[str, str | int] = {"count": total, "round": before.round + 1}
        if wild in kept:
            count = kept.count(wild)
            fields = {"count": count, "color": adjective(wild, count), "round": before.round + 1}
            weight = 1.0 + 0.8 * count
            yield Reason("summer_pavilion.reason.keeps_wild", fields, (), weight, "prepare")
        else:
            yield Reason("summer_pavilion.reason.keeps", fields, (), 0.6 + 0.3 * total, "prepare")
    if line.points < 0:
        fields = {"count": -line.points, "tiles": held}
        yield Reason("summer_pavilion.reason.loses", fields, (), -0.5 * line.points, "risk")
    elif passes and held and len(kept) == held:
        yield Reason("summer_pavilion.reason.keeps_all", {"count": held}, (), 1.4, "how")
