"""Counts neighbors, edge spaces and colors of every layout and face against the rules' numbers."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from colonnade.games import seven_steps
from colonnade.games.seven_steps.material import (
    COLORS,
    LAYOUTS,
    MIXED,
    SPACE_NAMES,
    coordinates,
    edge_spaces,
    neighbors,
    space_colors,
)

# Pairs of neighbors, and edge spaces.
COUNTS = {
    "standard": (120, 24),
    "mask": (108, 42),
    "river": (102, 42),
    "butterfly": (114, 30),
    "ring": (105, 42),
    "cross": (102, 42),
}
each_layout = pytest.mark.parametrize("layout", list(COUNTS))


def beside(layout: str) -> set[tuple[int, int]]:
    """All pairs of spaces that are one hex step apart, by their distance in three axes."""
    places = coordinates(layout)
    found = set()
    for (one, (q, r)), (other, (x, y)) in combinations(enumerate(places), 2):
        if max(abs(q - x), abs(r - y), abs(q + r - x - y)) == 1:
            found.add((one, other))
    return found


def test_all_layouts_are_counted() -> None:
    """No layout is left out here. [T12.1]"""
    assert list(LAYOUTS) == list(COUNTS)


@each_layout
def test_spaces_do_not_overlap(layout: str) -> None:
    """A layout has 49 different spaces. [T2.1]"""
    assert len(set(coordinates(layout))) == 49 == len(SPACE_NAMES)


@each_layout
def test_pairs_of_neighbors(layout: str) -> None:
    """The neighbors are the spaces at distance one, as many pairs as the rules say. [T2.2]"""
    listed = {
        (min(space, other), max(space, other))
        for space, around in enumerate(neighbors(layout))
        for other in around
        if other >= 0
    }
    assert listed == beside(layout)
    assert len(listed) == COUNTS[layout][0]


@each_layout
def test_edge_spaces(layout: str) -> None:
    """The edge spaces have fewer than six neighbors; their number is the table's. [T2.3, T12.2]"""
    counts = Counter(space for pair in beside(layout) for space in pair)
    edge = [space for space in range(49) if counts[space] < 6]
    assert edge_spaces(layout) == edge
    assert len(edge) == COUNTS[layout][1]


@each_layout
def test_opposite_directions(layout: str) -> None:
    """Going a step and back in the opposite direction leads to the same space. [T2.2]"""
    around = neighbors(layout)
    for space in range(49):
        for direction, other in enumerate(around[space]):
            assert other < 0 or around[other][(direction + 3) % 6] == space


@each_layout
def test_the_board_hangs_together(layout: str) -> None:
    """Every space can be reached from every other. [T2.2]"""
    around, reached, left = neighbors(layout), {0}, [0]
    while left:
        new = {other for other in around[left.pop()] if other >= 0} - reached
        reached |= new
        left += new
    assert len(reached) == 49


@pytest.mark.parametrize("rotation", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("face", ["plain", "mixed"])
def test_seven_spaces_of_each_color(face: str, rotation: int) -> None:
    """On both faces every color has seven spaces, however segments are rotated. [T2.4]"""
    counts = Counter(
        color for segment in range(7) for color in space_colors(face, segment, rotation)
    )
    assert counts == dict.fromkeys(range(7), 7)


@pytest.mark.parametrize("segment", [0, 1, 2, 3, 4, 5, 6])
def test_rotation_keeps_center_and_order(segment: int) -> None:
    """A rotation by K steps moves the ring by K columns and leaves the center. [T2.4]"""
    center, *ring = [COLORS.index(color) for color in MIXED[segment]]
    for rotation in range(6):
        turned = [center, *ring[rotation:], *ring[:rotation]]
        assert [*space_colors("mixed", segment, rotation)] == turned


def test_three_colors_on_a_mixed_segment() -> None:
    """A segment of the mixed face has one color three times, two colors twice. [T2.4]"""
    for segment in MIXED:
        assert sorted(Counter(segment).values()) == [2, 2, 3]


def test_pairs_of_colors() -> None:
    """Any two colors lie together on exactly one mixed segment. [T2.4]"""
    together = Counter(pair for segment in MIXED for pair in combinations(sorted(set(segment)), 2))
    assert together == dict.fromkeys(combinations(sorted(COLORS), 2), 1)


def test_coordinates_stand_in_one_file() -> None:
    """Of the rules, only material.py writes pairs of numbers, or knows the directions. [T2.1]"""
    folder = Path(str(seven_steps.__file__)).parent
    coordinate = re.compile(r"(?<!\w)\(-?\d+, ?-?\d+\)|\bDIRECTIONS\b")  # a call is no pair
    files = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert [stem for stem, code in files.items() if coordinate.search(code)] == ["material"]
