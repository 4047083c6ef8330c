"""Reasons of 7 Steps: paths and their levels, towers of seven, tiles, and where colors begin.

Read from views alone: what stands behind a rival's screen never enters. What the rules allow is
decided in games/seven_steps; here positions before and after a plan are compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from colonnade.ai.judges.seven_steps import SEAT_HOLDS, SEAT_START_LEVELS
from colonnade.ai.reasons.judged import contributions
from colonnade.ai.reasons.line import Line, Reason, Step
from colonnade.contract.moves import Row
from colonnade.contract.play import play
from colonnade.games.seven_steps.material import COLORS, CONSTRUCTION, POINTS, TOWER
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.view_types import StepsView

QUIET: Final = frozenset({"return", "refill"})
CLEAR: Final = 1.0  # points that a judge sees in a feature: less is noise
COUNT_TILE: Final = MOVES.number("count tile")
HIGH: Final = 4  # levels from here on are worth a word of their own


def gist(row: Row) -> Hashable:
    """What a row comes to: not which discs are returned."""
    return None if row.kind in QUIET else row.words


def find(line: Line, other: Line | None) -> list[Reason]:
    """All that can be said of a line of 7 Steps, beside another one."""
    found = [*counted(line), *discs(line), *tiles(line), *starts(line), *returned(line)]
    found += called(line)
    if other is not None:
        found += [*against(line, other), *judged(line, other)]
    return found


# Reading the board


def start_level(view: StepsView, color: str) -> int:
    """The level at which a first disc of a color would stand. [T4.3]"""
    return 1 + min(space.height for space in view.board.values() if space.color == color)


def placed(line: Line) -> list[tuple[str, str, int, Step]]:
    """Space, color and level of each disc that the line places. [T2.5]"""
    found = []
    for row, step in line.moves:
        if row.kind == "place":
            space = str(row.fields["space"])
            at = line.seen_at(step).board[space]
            found.append((space, at.color, at.height + 1, step))
    return found


def tile_word(kind: str | None) -> str:
    """A bonus tile as the locales name it."""
    return f"tile.{str(kind).replace(' ', '_')}"


# What it brings


def counted(line: Line) -> Iterator[Reason]:
    """The path that is counted, and the points tile with it. [T6.1, T9.1]"""
    for row, step in line.moves:
        if row.kind not in ("count", "count tile"):
            continue
        view: StepsView = line.seen_at(step)
        fields: dict[str, str | int] = {
            "count": len(view.path),
            "first": view.path[0],
            "space": view.path[-1],
            "level": view.level,
            "points": view.level_sum,
        }
        things = tuple(view.path)
        weight = 0.5 * view.level_sum
        yield Reason("seven_steps.reason.path", fields, things, weight, "gain")
        if COUNT_TILE in step.before.legal():
            yield points_tile(line, row, step)


def points_tile(line: Line, row: Row, step: Step) -> Reason:
    """What the points tile adds, or would add, when the turn is counted. [T9.1]"""
    view: StepsView = line.seen_at(step)
    player = view.players[line.seat]
    # By its source: where the game ends with this turn, other points come as well.
    source = "points tiles"
    extra = play(step.before, COUNT_TILE).breakdown(line.seat)[source] - player.breakdown[source]
    fields: dict[str, str | int] = {"tile": tile_word(player.points), "count": extra}
    if row.kind == "count tile":
        weight = 1.0 + 0.6 * extra
        return Reason("seven_steps.reason.points_tile", fields, ("points",), weight, "tile")
    return Reason("seven_steps.reason.saves_tile", fields, ("points",), 1.1, "tile")


def discs(line: Line) -> Iterator[Reason]:
    """Single discs that matter, and how the path climbs."""
    made = placed(line)
    for space, color, level, _ in made:
        if level == TOWER:
            fields: dict[str, str | int] = {"space": space, "color": f"{color}.fp"}
            yield Reason("seven_steps.reason.seven", fields, (space,), 6.0, "disc")
    if made and HIGH <= made[-1][2] < TOWER:
        space, color, level, _ = made[-1]
        fields = {"space": space, "color": color, "level": level}
        yield Reason("seven_steps.reason.high", fields, (space,), 0.5 * level, "disc")
    if len(made) > 1 and made[-1][2] >= made[0][2] + 2:
        fields = {"first": made[0][2], "level": made[-1][2]}
        weight = 0.9 * (made[-1][2] - made[0][2])
        spaces = tuple(space for space, _, _, _ in made)
        yield Reason("seven_steps.reason.climbs", fields, spaces, weight, "how")
    held = line.seen.players[line.seat].hand_size
    if len(made) > 2 and len(made) == held:
        yield Reason("seven_steps.reason.all_discs", {"count": held}, (), 1.2, "how")


def tiles(line: Line) -> Iterator[Reason]:
    """Bonus tiles that are taken, kept or used. [T7, T8]"""
    for row, step in line.moves:
        view: StepsView = line.seen_at(step)
        if row.kind == "bonus":
            fields: dict[str, str | int] = {"type": f"type.{row.fields['type']}"}
            name = "bonus" if getattr(view.players[line.seat], str(row.fields["type"])) else "draws"
            things = (f"pile {row.fields['type']}",)
            yield Reason(f"seven_steps.reason.{name}", fields, things, 2.0, "tile")
        elif row.kind == "keep":
            tile, rejected = str(row.fields["tile"]), str(row.fields["rejected"])
            fields = {"tile": tile_word(tile), "other": tile_word(rejected)}
            yield Reason("seven_steps.reason.keep_tile", fields, (f"keep {tile}",), 2.0, "tile")
        elif row.kind == "recover":
            space = str(row.fields["space"])
            fields = {"space": space, "color": view.board[space].color}
            touched = ("construction", space)
            yield Reason("seven_steps.reason.recover", fields, touched, 1.5, "tile")
    yield from lifted(line)


def lifted(line: Line) -> Iterator[Reason]:
    """A construction tile by which the first disc stands higher than it could without."""
    kinds = [row.kind for row, _ in line.moves]
    made = placed(line)
    used = next((kind for kind in kinds if kind in CONSTRUCTION), None)
    if used is None or not made or line.seen.path:
        return
    space, color, level, _ = made[0]
    plain = start_level(line.seen, color)
    if level > plain:
        fields: dict[str, str | int] = {
            "tile": tile_word(used),
            "level": level,
            "other": plain,
            "color": color,
        }
        things = ("construction", space)
        weight = 1.0 + 1.5 * (level - plain)
        yield Reason("seven_steps.reason.lifts", fields, things, weight, "tile")


# What it prepares, and what it leaves


def starts(line: Line) -> Iterator[Reason]:
    """Colors that begin higher after it, for oneself or for whoever has such a disc. [T4.3]"""
    before: StepsView = line.seen
    after: StepsView = line.left
    if not placed(line) or before.called:
        return
    hand = after.players[line.seat].hand or {}
    for color in COLORS:
        level = start_level(after, color)
        if level <= start_level(before, color):
            continue
        mine = hand.get(color, 0)
        fields: dict[str, str | int] = {"color": color, "level": level}
        if mine:
            fields["count"] = mine
            weight = 0.5 + 0.4 * level * min(mine, 2)
            yield Reason("seven_steps.reason.raises_own", fields, (), weight, "prepare")
        else:
            weight = 0.3 + 0.3 * level
            yield Reason("seven_steps.reason.raises", fields, (), weight, "risk")
    best = max(hand, key=lambda color: start_level(after, color), default=None)
    if best is not None and start_level(after, best) > 1:
        fields = {"color": best, "level": start_level(after, best)}
        weight = 0.35 * start_level(after, best)
        things = (f"disc {best}",)
        yield Reason("seven_steps.reason.keeps_start", fields, things, weight, "prepare")


def returned(line: Line) -> Iterator[Reason]:
    """Discs that go back into the bag, and why these. [T10.1, T10.3]"""
    gone = [str(row.fields["color"]) for row, _ in line.moves if row.kind == "return"]
    if not gone or line.moves[-1][0].kind != "refill":
        return
    after: StepsView = line.left
    level = max(start_level(after, color) for color in gone)
    things = tuple(f"disc {color}" for color in dict.fromkeys(gone))
    fields: dict[str, str | int] = {"count": len(gone), "level": level}
    weight = 0.4 + 0.2 * len(gone)
    hand = after.players[line.seat].hand or {}
    if hand and all(start_level(after, color) > level for color in hand):
        weight += 0.8
        yield Reason("seven_steps.reason.returns_lowest", fields, things, weight, "returns")
    else:
        yield Reason("seven_steps.reason.returns", fields, things, weight, "returns")


def called(line: Line) -> Iterator[Reason]:
    """The end of the game that is called. [T11.1]"""
    if line.left.called and not line.seen.called:
        scores = line.left.scores
        best = max(points for seat, points in enumerate(scores) if seat != line.seat)
        lead = scores[line.seat] - best
        name = "calls_ahead" if lead > 0 else "calls"
        fields: dict[str, str | int] = {"count": lead} if lead > 0 else {}
        yield Reason(f"seven_steps.reason.{name}", fields, (), 3.0, "end")


def judged(line: Line, other: Line) -> Iterator[Reason]:
    """A better first disc, or a tile, that is left after this line and not after the other."""
    if line.left.called or other.left.called:
        return
    for found in contributions(line, other, (SEAT_START_LEVELS,)):
        if found.points >= CLEAR and found.there:
            fields: dict[str, str | int] = {"level": found.here, "other": found.there}
            weight = 0.5 * found.points
            yield Reason("seven_steps.reason.better_start", fields, (), weight, "prepare")
    kinds = (*CONSTRUCTION, *POINTS)
    holds = contributions(line, other, tuple(range(SEAT_HOLDS, SEAT_HOLDS + len(kinds))))
    mine = line.seen.players[line.seat]
    for kind, found in zip(kinds, holds, strict=False):
        if found.points >= CLEAR and kind in (mine.construction, mine.points):
            thing = "construction" if kind in CONSTRUCTION else "points"
            fields = {"tile": tile_word(kind)}
            weight = 0.4 * found.points
            yield Reason("seven_steps.reason.holds_tile", fields, (thing,), weight, "tile")


def against(line: Line, other: Line) -> Iterator[Reason]:
    """Colors that a rival could begin higher with after the other line."""
    mine: StepsView = line.left
    theirs: StepsView = other.left
    if not placed(line) or mine.called or theirs.called:
        return
    for color in COLORS:
        here, there = start_level(mine, color), start_level(theirs, color)
        if there > here and start_level(line.seen, color) == here:
            fields: dict[str, str | int] = {"color": color, "level": here, "other": there}
            weight = 0.4 + 0.4 * there
            yield Reason("seven_steps.reason.keeps_low", fields, (), weight, "prevent")
