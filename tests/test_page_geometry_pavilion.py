"""The page's table of the Summer Pavilion box says what material.py says: there is one truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from colonnade.games.summer_pavilion import material

FILE: Final = (
    Path(__file__).parent.parent / "web" / "src" / "games" / "summer_pavilion" / "material.json"
)
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the page believes."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def test_colors_stars_and_wilds(page: dict[str, Any]) -> None:
    """The order of colors and stars, and the wild color of each round."""
    assert tuple(page["colors"]) == material.COLORS
    assert tuple(page["stars"]) == material.STARS
    assert page["wilds"] == [material.COLORS[color] for color in material.WILDS]


def test_printed_numbers(page: dict[str, Any]) -> None:
    """The numbers on the spaces of both boards."""
    assert tuple(page["numbers"]) == material.BOARDS
    for board, numbers in page["numbers"].items():
        assert tuple(numbers["outer"]) == material.OUTER_NUMBERS[board]
        assert tuple(numbers["center"]) == material.CENTER_NUMBERS[board]


def test_structures_and_their_spaces(page: dict[str, Any]) -> None:
    """Every structure with its bonus tiles and the spaces around it."""
    tiles = {
        "pillar": material.PILLAR_TILES,
        "statue": material.STATUE_TILES,
        "window": material.WINDOW_TILES,
    }

    def space(name: str) -> int:
        star, position = name.split()
        return material.STARS.index(star) * material.POSITIONS + int(position) - 1

    found = [(s["tiles"], tuple(space(name) for name in s["spaces"])) for s in page["structures"]]
    assert tuple(found) == material.STRUCTURES
    assert all(tiles[s["kind"]] == s["tiles"] for s in page["structures"])


def test_points_and_sizes(page: dict[str, Any]) -> None:
    """What complete stars and numbers bring, and how much there is of what."""
    assert page["starPoints"] == dict(zip(material.COLORS, material.STAR_POINTS, strict=True))
    assert page["variedStarPoints"] == material.VARIED_STAR_POINTS
    assert tuple(page["numberPoints"]) == material.NUMBER_POINTS
    assert page["factorySize"] == material.FACTORY_SIZE
    assert page["supplySize"] == material.SUPPLY_SIZE
    assert page["mostKept"] == material.MOST_KEPT
