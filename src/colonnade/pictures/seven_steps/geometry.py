"""Where hexes, slabs and towers stand on the screen: the page's geometry, in Python.

web/src/games/seven_steps/geometry.ts says the same for the page; tests/test_page_shapes.py and
web/tests/shapes.test.ts hold both to one table. Which spaces there are is decided in material.py.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from colonnade.games.seven_steps.material import DIRECTIONS, LAYOUTS, PLACES
from colonnade.pictures.paper import number as plain
from colonnade.tokens import number

Point = tuple[float, float]

SIDE: Final = number("geometry", "seven_steps", "side", "desktop")
SQUASH: Final = number("geometry", "seven_steps", "squash", "desktop")
DISC: Final = number("geometry", "seven_steps", "discHeight", "desktop")
RADIUS: Final = number("geometry", "seven_steps", "discRadius") * SIDE
INSET: Final = number("geometry", "seven_steps", "spaceInset")
SPREAD: Final = number("geometry", "seven_steps", "segmentGap")  # of segment centers
DEPTH: Final = number("geometry", "seven_steps", "slab") * SIDE  # of a slab
TALLEST: Final = 6  # a tower of seven dissolves
LOWER: Final = 3  # a tower stands a little before the middle of its hex
NEARER: Final = 1.12  # a turned board must be that much larger than one that is not


class Spot(NamedTuple):
    """A space on the screen."""

    name: str
    x: float
    y: float


class Scene(NamedTuple):
    """A board as it is drawn: spaces and slabs from back to front, and the room it needs."""

    spots: list[Spot]
    slabs: list[tuple[str, str]]  # the place and the outline of each segment
    left: float
    top: float
    width: float
    height: float


def turned(q: float, r: float, turns: int) -> Point:
    """A place after some turns of 60 degrees, clockwise on the screen."""
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def ground(at: Point) -> Point:
    """A place of the board on the screen."""
    q, r = at
    return sqrt(3) * SIDE * (q + r / 2), 1.5 * SIDE * r * SQUASH


def corners(x: float, y: float, size: float = 1) -> list[Point]:
    """The corners of a hex around a point, clockwise from the top."""
    angles = [pi / 3 * i - pi / 2 for i in range(6)]
    return [(x + SIDE * size * cos(a), y + SIDE * size * sin(a) * SQUASH) for a in angles]


def polygon(points: list[Point]) -> str:
    """A closed path."""
    return f"M{'L'.join(f'{plain(x)},{plain(y)}' for x, y in points)}Z"


def outline(hexes: list[list[Point]]) -> list[Point]:
    """The outline of hexes that touch: the edges that only one of them has, chained."""
    edges: dict[tuple[Point, Point], tuple[Point, Point]] = {}
    for around in hexes:
        for i, start in enumerate(around):
            end = around[(i + 1) % 6]
            if edges.pop((knot(end), knot(start)), None) is None:
                edges[(knot(start), knot(end))] = (start, end)
    after = {knot(start): end for start, end in edges.values()}
    at = next(iter(edges.values()))[0]
    found: list[Point] = []
    while len(found) < len(after):
        found.append(at)
        at = after[knot(at)]
    return found


def knot(point: Point) -> Point:
    """A corner that several hexes share, whatever their rounding."""
    return round(point[0]), round(point[1])


@cache
def scene(layout: str, turns: int) -> Scene:
    """All of a board as it is drawn."""
    spots: list[Spot] = []
    slabs: list[tuple[float, str, str]] = []
    for place, center in zip(PLACES, LAYOUTS[layout], strict=True):
        cx, cy = ground(turned(*center, turns))
        hexes = []
        for digit, step in enumerate(((0, 0), *DIRECTIONS)):
            dx, dy = ground(turned(*step, turns))
            spots.append(Spot(f"{place}{digit}", cx * SPREAD + dx, cy * SPREAD + dy))
            hexes.append(corners(*spots[-1][1:]))
        slabs.append((cy, place, polygon(outline(hexes))))
    spots.sort(key=lambda spot: (round(spot.y, 6), spot.x))
    slabs.sort(key=lambda slab: round(slab[0], 6))
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    half = sqrt(3) / 2 * SIDE
    head = TALLEST * DISC + RADIUS * SQUASH - SIDE * SQUASH  # a full tower at the back
    left = min(xs) - half - 4
    top = min(ys) - SIDE * SQUASH - max(8, head * 0.6)
    width = max(xs) + half + 4 - left
    height = max(ys) + SIDE * SQUASH + DEPTH + 6 - top
    return Scene(spots, [(place, path) for _, place, path in slabs], left, top, width, height)


def fitted(layout: str, width: float, height: float) -> tuple[Scene, float]:
    """The turn of the board that makes it largest in a room, and its scale there."""

    def scale(one: Scene) -> float:
        return min(width / one.width, height / one.height)

    upright = scene(layout, 0)
    best = max((scene(layout, turns) for turns in (1, 2)), key=scale)
    chosen = best if scale(best) > NEARER * scale(upright) else upright
    return chosen, scale(chosen)


def top_of(spot: Spot, height: int) -> Point:
    """The middle of a tower's top face."""
    return spot.x, spot.y + LOWER * SQUASH - height * DISC


def arrow(start: Point, end: Point) -> str:
    """An arrow from rim to rim of two top faces: its curve and its head."""
    dx, dy = end[0] - start[0], (end[1] - start[1]) / SQUASH
    far = hypot(dx, dy) or 1
    reach = min(0.92 * RADIUS, 0.36 * far)
    ux, uy = dx / far * reach, dy / far * reach * SQUASH
    sx, sy, ex, ey = start[0] + ux, start[1] + uy, end[0] - ux, end[1] - uy
    mx, my = (sx + ex) / 2, (sy + ey) / 2 - 6
    angle = atan2(ey - my, ex - mx)
    tip = f"{plain(ex)},{plain(ey)}"
    wings = "".join(
        f"M{plain(ex - 8 * cos(angle + turn))},{plain(ey - 8 * sin(angle + turn))}L{tip}"
        for turn in (0.55, -0.55)
    )
    return f"M{plain(sx)},{plain(sy)}Q{plain(mx)},{plain(my)} {tip}{wings}"
