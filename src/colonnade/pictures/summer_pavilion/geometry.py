"""Where everything lies on a board, and the shape of a tile: the page's geometry, in Python.

web/src/games/summer_pavilion/geometry.ts says the same for the page; tests/test_page_shapes.py and
web/tests/shapes.test.ts hold both to one table. Which spaces there are is decided in material.py.
"""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from colonnade.games.summer_pavilion.material import (
    COLORS,
    PILLAR_TILES,
    POSITIONS,
    STARS,
    STATUE_TILES,
    STRUCTURES,
    WINDOW_TILES,
)
from colonnade.pictures.paper import number as plain
from colonnade.tokens import number

Point = tuple[float, float]

SIDE: Final = number("geometry", "summer_pavilion", "side", "desktop")
SPREAD: Final = 3 * 1.075 * SIDE  # from the board's middle to an outer star's
WINDOW: Final = 1.45 * SIDE  # from a star to its window
BOARD: Final = (612, 556)  # the room of a board around its middle
CORNERS: Final = ((-268, -232), (268, -232), (-268, 232), (268, 232))  # where kept tiles lie
BEARINGS: Final = dict(zip(COLORS, range(-120, 181, 60), strict=True))
KINDS: Final = {PILLAR_TILES: "pillar", STATUE_TILES: "statue", WINDOW_TILES: "window"}


def polar(direction: float, distance: float, start: Point = (0, 0)) -> Point:
    """A point at a distance and a direction in degrees, clockwise, 0 to the right."""
    angle = direction * pi / 180
    return start[0] + distance * cos(angle), start[1] + distance * sin(angle)


def star_center(star: str) -> Point:
    """The middle of a star."""
    return (0, 0) if star == "center" else polar(BEARINGS[star], SPREAD)


def direction(star: str, position: int) -> float:
    """Where a position of a star, counted from 1, points to."""
    return (-90 if star == "center" else BEARINGS[star] + 90) + 60 * (position - 1)


def space_center(star: str, position: int) -> Point:
    """The middle of a space."""
    return polar(direction(star, position), sqrt(3) / 2 * SIDE, star_center(star))


def rhombus(side: float, facing: float, scale: float = 1) -> list[Point]:
    """The corners of a rhombus around 0, 0: the near sharp one, then clockwise."""
    long, short = sqrt(3) / 2 * side * scale, side / 2 * scale
    return [
        polar(facing + turn, far)
        for turn, far in ((180, long), (-90, short), (0, long), (90, short))
    ]


def said(point: Point) -> str:
    """A point in a path."""
    return f"{plain(point[0])},{plain(point[1])}"


def polygon(points: list[Point]) -> str:
    """A closed path."""
    return f"M{'L'.join(said(point) for point in points)}Z"


def soft_polygon(points: list[Point], soft: float) -> str:
    """A closed path with soft corners: each begins and ends `soft` before its point."""
    parts = []
    for i, point in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        start, end = towards(point, before, soft), towards(point, after, soft)
        parts.append(f"{said(start)}Q{said(point)} {said(end)}")
    return f"M{'L'.join(parts)}Z"


def towards(start: Point, end: Point, distance: float) -> Point:
    """A point at a distance on the way to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return start[0] + dx * distance / length, start[1] + dy * distance / length


def outline(side: float, facing: float, scale: float) -> str:
    """The outline of an empty space, around its middle."""
    return soft_polygon(rhombus(side, facing, scale), 0.07 * side)


class Tile(NamedTuple):
    """The paths of a tile: body, bevels with their light (above 0) or shade, face, fine line."""

    body: str
    bevels: list[tuple[str, float]]
    face: str
    line: str
    dots: list[Point]


@cache
def tile_shape(side: float, facing: float) -> Tile:
    """A tile around 0, 0; its light comes from the upper left."""
    outer, inner = rhombus(side, facing, 0.95), rhombus(side, facing, 0.8)
    bevels = []
    for i, start in enumerate(outer):
        after = (i + 1) % 4
        end = outer[after]
        nx, ny = start[0] + end[0], start[1] + end[1]
        light = (-0.8 * ny - 0.45 * nx) / hypot(nx, ny)
        shown = 0.07 + 0.18 * light if light >= 0 else -0.05 + 0.14 * light
        bevels.append((polygon([start, end, inner[after], inner[i]]), shown))
    return Tile(
        body=soft_polygon(outer, 0.07 * side),
        bevels=bevels,
        face=soft_polygon(inner, 0.05 * side),
        line=soft_polygon(rhombus(side, facing, 0.64), 0.04 * side),
        dots=[polar(facing, 0.44 * side), polar(facing + 180, 0.44 * side)],
    )


class Structure(NamedTuple):
    """A pillar, statue or window: its spaces as stars and positions, and where it stands."""

    kind: str
    tiles: int
    spaces: list[tuple[str, int]]
    at: Point


def structures() -> list[Structure]:
    """All structures of a board."""
    found = []
    for tiles, numbers in STRUCTURES:
        spaces = [(STARS[one // POSITIONS], one % POSITIONS + 1) for one in numbers]
        stars = list(dict.fromkeys(star for star, _ in spaces))
        first = star_center(stars[0])
        if KINDS[tiles] == "window":
            at = polar(BEARINGS[stars[0]], WINDOW, first)
        else:
            second = star_center(stars[1])
            at = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        found.append(Structure(KINDS[tiles], tiles, spaces, at))
    return found
