"""The bonus tiles of 7 Steps, drawn: blue plates build, green plates count.

Their emblems stand in tokens.json, shared with the page; what they do is decided in rules.py.
"""

from __future__ import annotations

from typing import Final, cast

from colonnade.games.seven_steps.material import COLORS, LIGHT_COLORS, THIRD_POINTS
from colonnade.pictures.paper import number
from colonnade.pictures.sheet import Sheet
from colonnade.tokens import found, word

PLATE: Final = 40  # px of a tile as it is drawn once
SHOWN: Final = {
    "third light": LIGHT_COLORS,
    "third dark": tuple(color for color in COLORS if color not in LIGHT_COLORS),
}


def draw_tile(sheet: Sheet, type_: str, kind: str | None, x: float, y: float, size: float) -> None:
    """A tile of a kind; without one it lies face down."""
    name = (kind or type_).replace(" ", "-")
    shape = sheet.shape(f"bonus-{name}", lambda: tile_shape(sheet, type_, kind or type_))
    sheet.stamp(shape, x, y, size / PLATE)


def tile_shape(sheet: Sheet, type_: str, emblem: str) -> None:
    """A tile at its own size."""
    plate, ink = f"bonus-{type_}", "bonus-ink"
    sheet.rect(0.75, 0.75, 38.5, 38.5, 9, fill=plate, stroke="ink", stroke_opacity=0.4)
    sheet.rect(3, 3, 34, 34, 7, fill="none", stroke=ink, stroke_opacity=0.22)
    for x, y, r, thick, discs in towers(emblem):
        for level in range(int(discs)):
            draw_small_disc(sheet, x, y - level * thick, r, thick, plate)
    part = {name: word("emblems", "bonus", emblem, name) for name in ("solid", "lines", "dots")}
    with sheet.group(
        fill="none", stroke=ink, stroke_width=2, stroke_linecap="round", stroke_linejoin="round"
    ):
        sheet.path(part["lines"])
        sheet.path(part["dots"], stroke_width=1.6, stroke_dasharray="2 3")
    sheet.path(part["solid"], fill=ink)
    if emblem in SHOWN:
        sheet.text(29, 18.5, THIRD_POINTS, 14, ink, 750, text_anchor="middle")
        for i, color in enumerate(SHOWN[emblem]):
            x, y = 25.5 + i % 2 * 7, 25 + i // 2 * 7
            sheet.circle(x, y, 2.9, fill=f"{color}-fill", stroke=ink)


def towers(emblem: str) -> list[list[float]]:
    """The small towers of an emblem: x and y of the base, radius, thickness, discs."""
    return cast("list[list[float]]", found("emblems", "bonus", emblem, "towers"))


def draw_small_disc(sheet: Sheet, x: float, y: float, r: float, thick: float, plate: str) -> None:
    """A disc of an emblem."""
    n = number
    arc = f"a{n(r)},{n(r * 0.48)} 0 0 1"
    path = f"M{n(x - r)},{n(y)}v{n(-thick)}{arc} {n(2 * r)},0v{n(thick)}{arc} {n(-2 * r)},0Z"
    sheet.path(path, fill="bonus-ink", stroke=plate, stroke_width=0.7)
    sheet.ellipse(x, y - thick, r, r * 0.48, fill="bonus-ink", stroke=plate, stroke_width=0.7)
