"""The pictures of notebooks and the page's boards have one geometry: both are held to one table.

The table is web/tests/shapes.json; web/tests/shapes.test.ts compares the page with it. After a
wanted change of both: python -m tests.test_page_shapes writes it anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from colonnade.games.seven_steps.material import LAYOUTS
from colonnade.games.summer_pavilion.material import POSITIONS, STARS
from colonnade.pictures.pagoda import geometry as pagoda
from colonnade.pictures.seven_steps import geometry as steps
from colonnade.pictures.summer_pavilion import geometry as pavilion
from colonnade.tokens import paints

TABLE: Final = Path(__file__).parent.parent / "web" / "tests" / "shapes.json"
NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
pytestmark = pytest.mark.once


def of_pagoda() -> dict[str, object]:
    """Floors, the skirts over them, columns and whole heights."""
    columns = [pagoda.column(8.6, 40), pagoda.column(7, 19)]
    return {
        "floors": [pagoda.floor_at(level)._asdict() for level in range(4)],
        "tiles": [pagoda.tile_on(level)._asdict() for level in range(3)],
        "roofs": [pagoda.roof_on(level)._asdict() for level in (2, 3)],
        "columns": [[shape.base, shape.shaft, shape.capital, *shape.glyph] for shape in columns],
        "whole": [pagoda.whole_height(floors) for floors in (3, 4)],
    }


def of_steps() -> dict[str, object]:
    """Every layout's spaces, slabs and room; one board turned; a tower and an arrow."""
    found: dict[str, object] = {}
    for layout, turns in [*((layout, 0) for layout in LAYOUTS), ("cross", 1), ("mask", 2)]:
        scene = steps.scene(layout, turns)
        found[f"{layout} {turns}"] = {
            "spots": [list(spot) for spot in scene.spots],
            "slabs": [list(slab) for slab in scene.slabs],
            "box": [scene.left, scene.top, scene.width, scene.height],
        }
    spot = steps.Spot("a0", 10, 20)
    found["top"] = list(steps.top_of(spot, 3))
    found["hex"] = [list(corner) for corner in steps.corners(10, 20, steps.INSET)]
    found["arrow"] = steps.arrow((0, 0), (90, -40))
    return found


def of_pavilion() -> dict[str, object]:
    """Stars, spaces, structures, corners and the shape of a tile in all its directions."""
    spaces = [(star, position) for star in STARS for position in range(1, POSITIONS + 1)]
    return {
        "stars": [list(pavilion.star_center(star)) for star in STARS],
        "spaces": [
            [*pavilion.space_center(star, position), pavilion.direction(star, position)]
            for star, position in spaces
        ],
        "structures": [[one.kind, one.tiles, *one.at] for one in pavilion.structures()],
        "corners": [list(corner) for corner in pavilion.CORNERS],
        "board": list(pavilion.BOARD),
        "outline": pavilion.outline(60, 30, 0.93),
        "tiles": [pavilion.tile_shape(60, facing)._asdict() for facing in (-90, 30, 150)],
    }


def of_tokens() -> dict[str, object]:
    """Every color by the name that the page's style sheet has for it."""
    return {name: list(paint) for name, paint in paints().items()}


SHAPES: Final = {
    "pagoda": of_pagoda,
    "seven_steps": of_steps,
    "summer_pavilion": of_pavilion,
    "tokens": of_tokens,
}


def rounded(shape: object) -> object:
    """A shape with two decimals."""
    if isinstance(shape, float):
        return round(shape, 2)
    if isinstance(shape, dict):
        return {key: rounded(value) for key, value in shape.items()}
    return [rounded(part) for part in shape] if isinstance(shape, list | tuple) else shape


def numbers(shape: object) -> tuple[str, list[float]]:
    """A shape's text without its numbers, and the numbers."""
    text = json.dumps(rounded(shape))
    return NUMBER.sub("#", text), [float(found) for found in NUMBER.findall(text)]


@pytest.mark.parametrize("game", SHAPES)
def test_pictures_keep_to_the_table(game: str) -> None:
    """Every point lies where the table says, to a hundredth of a px."""
    known = json.loads(TABLE.read_text(encoding="utf-8"))
    words, found = numbers(SHAPES[game]())
    said, wanted = numbers(known[game])
    assert words == said
    assert found == pytest.approx(wanted, abs=0.011)
    assert len(found) > 200 or game == "tokens"


if __name__ == "__main__":
    lines = {
        game: ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(rounded(shape))}" for name, shape in draw().items()
        )
        for game, draw in SHAPES.items()
    }
    games = ",\n".join(f' "{game}": {{\n{shapes}\n }}' for game, shapes in lines.items())
    TABLE.write_text(f"{{\n{games}\n}}\n", encoding="utf-8")
