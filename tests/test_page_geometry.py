"""The page draws the boards of 7 Steps where the rules know them: one truth about the layouts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from colonnade.games.seven_steps.material import COLORS, CONSTRUCTION, DIRECTIONS, LAYOUTS, POINTS

PAGE = Path(__file__).parent.parent / "web" / "src" / "games" / "seven_steps"
pytestmark = pytest.mark.once


def literal(code: str, name: str) -> object:
    """The value of a constant written as an array."""
    found = re.search(rf"\b{name}\b[^=\[]*[=:] (\[.*?\])(?: as const|,\n)", code, re.DOTALL)
    assert found is not None, name
    return json.loads(found[1])


def test_layouts_are_those_of_the_rules() -> None:
    """Every layout has the same centers, and the six steps of a ring are the same. [T2.1, T12.2]"""
    code = (PAGE / "geometry.ts").read_text(encoding="utf-8")
    assert literal(code, "DIRECTIONS") == [list(step) for step in DIRECTIONS]
    block = code.partition("LAYOUTS = {")[2].partition("} as const")[0]
    assert re.findall(r"^  (\w+):", block, re.MULTILINE) == list(LAYOUTS)
    for layout, centers in LAYOUTS.items():
        assert literal(block, layout) == [list(center) for center in centers]


def test_names_are_those_of_the_rules() -> None:
    """Colors and kinds of tiles stand in the same order. [T1.1, T1.4]"""
    code = (PAGE / "view.ts").read_text(encoding="utf-8")
    for name, names in (("COLORS", COLORS), ("CONSTRUCTION", CONSTRUCTION), ("POINTS", POINTS)):
        assert literal(code, name) == list(names)
