"""Where the 49 spaces of 7 Steps lie in each layout, and which of them are beside each other.

What happens on them is decided in seven_steps.py.
"""

from __future__ import annotations

PLACES = list("abcdefg")
Point = tuple[int, int]
DIRECTIONS: list[Point] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
CENTERS: dict[str, list[Point]] = {
    "standard": [(0, 0), (2, 1), (3, -2), (1, -3), (-2, -1), (-3, 2), (-1, 3)],
    "mask": [(0, 0), (3, -2), (4, 0), (1, 2), (-1, -2), (-4, 0), (-3, 2)],
    "river": [(0, 0), (3, -1), (5, 0), (8, -1), (10, 0), (13, -1), (15, 0)],
    "butterfly": [(0, 0), (2, 1), (3, -2), (5, -1), (-2, -1), (-3, 2), (-5, 1)],
    "ring": [(0, 0), (-3, 1), (-6, 3), (-7, 6), (-5, 7), (-2, 6), (-1, 3)],
    "cross": [(0, 0), (-1, 3), (-3, 6), (1, -3), (3, -6), (3, -1), (-3, 1)],
}
PAIRS = {"standard": 120, "mask": 108, "river": 102, "butterfly": 114, "ring": 105, "cross": 102}
EDGES = {"standard": 24, "mask": 42, "river": 42, "butterfly": 30, "ring": 42, "cross": 42}
SPACES = [f"{place}{digit}" for place in PLACES for digit in range(7)]


def step_from(point: Point, direction: Point) -> Point:
    """Give the next point in a direction."""
    return point[0] + direction[0], point[1] + direction[1]


def points_of(layout: str) -> dict[str, Point]:
    """Give the coordinates of all spaces of a layout."""
    return {
        f"{place}{digit}": step_from(center, offset)
        for place, center in zip(PLACES, CENTERS[layout], strict=True)
        for digit, offset in enumerate([(0, 0), *DIRECTIONS])
    }


def neighbors_of(layout: str) -> dict[str, list[str]]:
    """Give the adjacent spaces of every space of a layout."""
    points = points_of(layout)
    return {
        space: [s for s in SPACES if points[s] in [step_from(points[space], d) for d in DIRECTIONS]]
        for space in SPACES
    }


# The rules' own numbers are not used for play, only to check the geometry.
for name in CENTERS:
    around = [len(beside) for beside in neighbors_of(name).values()]
    assert len(set(points_of(name).values())) == len(SPACES)
    assert sum(around) == 2 * PAIRS[name]
    assert sum(1 for n in around if n < len(DIRECTIONS)) == EDGES[name]
