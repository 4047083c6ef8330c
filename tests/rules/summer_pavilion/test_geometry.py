"""Derives neighbors and structures from how the board is drawn, and compares the typed tables.

A star of the ring stands at its bearing, as far from the center as from its neighbors; a space
points away from the middle of its star. Bearings are degrees on the page, clockwise from right.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import cos, hypot, isclose, radians, sin

import pytest

from colonnade.games.summer_pavilion.material import (
    CENTER_NUMBERS,
    OUTER_NUMBERS,
    STARS,
    STRUCTURES,
    space,
)
from colonnade.games.summer_pavilion.scoring import arc
from tests.rules.summer_pavilion.table import after, points, position

Point = tuple[float, float]

BEARINGS = {"orange": -120, "red": -60, "blue": 0, "yellow": 60, "green": 120, "purple": 180}
MIDDLE = (0.0, 0.0)


def toward(origin: Point, bearing: float, distance: float) -> Point:
    """The point that lies so far away in this direction."""
    angle = radians(bearing)
    return origin[0] + distance * cos(angle), origin[1] + distance * sin(angle)


def apart(one: Point, other: Point) -> float:
    """The distance of two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


MIDDLES = {name: toward(MIDDLE, bearing, 1.0) for name, bearing in BEARINGS.items()}
MIDDLES["center"] = MIDDLE


def pointing(star: str, at: int) -> float:
    """The bearing in which a space points."""
    return (BEARINGS[star] + 90 if star != "center" else -90) + 60 * (at - 1)


def tip(star: str, at: int) -> Point:
    """Where a space ends; at 0.4 the tips of two stars do not touch."""
    return toward(MIDDLES[star], pointing(star, at), 0.4)


def spaces_around(place: Point) -> frozenset[int]:
    """The spaces whose tips are nearest to a place between the stars."""
    tips = {(star, at): apart(tip(star, at), place) for star in STARS for at in range(1, 7)}
    nearest = min(tips.values())
    return frozenset(
        STARS.index(star) * 6 + at - 1
        for (star, at), far in tips.items()
        if isclose(far, nearest, abs_tol=1e-9)
    )


def between(one: str, other: str) -> Point:
    """The place halfway between two stars."""
    (x, y), (u, v) = MIDDLES[one], MIDDLES[other]
    return (x + u) / 2, (y + v) / 2


def neighbors_in_the_ring() -> list[tuple[str, str]]:
    """Every pair of stars of the ring that stand as close as a star to the center."""
    pairs = [(a, b) for a in BEARINGS for b in BEARINGS if a < b]
    return [(a, b) for a, b in pairs if isclose(apart(MIDDLES[a], MIDDLES[b]), 1.0)]


def derived() -> set[tuple[int, frozenset[int]]]:
    """All structures as the drawing has them: bonus tiles and spaces."""
    pillars = {(1, spaces_around(between(name, "center"))) for name in BEARINGS}
    statues = {(2, spaces_around(between(a, b))) for a, b in neighbors_in_the_ring()}
    outside = [toward(MIDDLES[name], bearing, 0.5) for name, bearing in BEARINGS.items()]
    return pillars | statues | {(3, spaces_around(place)) for place in outside}


def test_structures_follow_from_the_drawing() -> None:
    """Six pillars, statues and windows stand where the drawing puts them. [S8.2]"""
    assert len(STRUCTURES) == 18
    assert {(tiles, frozenset(spaces)) for tiles, spaces in STRUCTURES} == derived()


def test_sizes_of_structures() -> None:
    """Pillars and statues have four spaces around them, windows two. [S8.2]"""
    assert Counter((tiles, len(spaces)) for tiles, spaces in derived()) == {
        (1, 4): 6,
        (2, 4): 6,
        (3, 2): 6,
    }


def test_ring_is_clockwise_from_the_upper_left() -> None:
    """Orange stands at the upper left, and the stars of the ring go clockwise. [S1.2]"""
    assert tuple(BEARINGS) == STARS[:6]
    x, y = MIDDLES["orange"]
    assert x < 0
    assert y < 0  # up on a page
    assert list(BEARINGS.values()) == sorted(BEARINGS.values())


def test_neighbors_follow_from_the_drawing() -> None:
    """Two spaces of a star are neighbors where they point 60 degrees apart. [S7.2]"""
    for star, (one, other) in product(STARS, product(range(1, 7), repeat=2)):
        turn = (pointing(star, one) - pointing(star, other)) % 360
        connected = arc(1 << (one - 1) | 1 << (other - 1), one - 1) == 2
        assert connected == (turn in (60, 300))


@pytest.mark.parametrize(("one", "other"), list(permutations(range(1, 7), 2)))
def test_neighbors_score(one: int, other: int) -> None:
    """A tile beside a neighbor is worth 2 points, beside any other space 1. [S7.2]"""
    cells = "123456".replace(str(one), "b")
    state = position(f"""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b6
      blue {cells}
    seat 2  points 5
    """)
    turn = (pointing("blue", one) - pointing("blue", other)) % 360
    worth = 2 if turn in (60, 300) else 1
    assert points(after(state, f"place blue {other} blue"))["placed"] == worth


def test_every_space_is_at_few_structures() -> None:
    """One placement earns at most 3 bonus tiles, since no space has more around it. [S8.3]"""
    around = [sum(tiles for tiles, spaces in derived() if at in spaces) for at in range(42)]
    assert max(around) == 3
    # By position: 2 and 3 at pillar and statue, 1 and 4 at a statue, 5 and 6 at a window.
    assert around == [2, 3, 3, 2, 3, 3] * 6 + [2] * 6


def test_names_of_spaces() -> None:
    """The short names of the tables count stars and positions in their order. [S1.3]"""
    names = [f"{star[0].upper()}{at}" for star in STARS for at in range(1, 7)]
    assert [space(name) for name in names] == list(range(42))


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("colored", {1: 7, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}),
        ("grey", {1: 6, 2: 6, 3: 12, 4: 6, 5: 6, 6: 6}),
    ],
)
def test_printed_numbers(board: str, counts: dict[int, int]) -> None:
    """Each number is printed 7 times; on the grey side 6, and the threes 12. [S12.3, S13.7]"""
    assert Counter([*OUTER_NUMBERS[board] * 6, *CENTER_NUMBERS[board]]) == counts


def test_numbers_by_position() -> None:
    """The number is the position on the colored side, 3 2 1 4 5 6 on the grey one. [S13.2]"""
    assert OUTER_NUMBERS == {"colored": (1, 2, 3, 4, 5, 6), "grey": (3, 2, 1, 4, 5, 6)}
    assert CENTER_NUMBERS == {"colored": (1, 2, 3, 4, 5, 6), "grey": (3, 3, 3, 3, 3, 3)}
