"""The lots of Pagoda and what stands on them, drawn before a landscape: the middle of the picture.

Where a pagoda's parts are is decided in geometry.py; the panels around it stand in drawing.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.pagoda.material import COLUMNS_OF_A_FLOOR, FLOORS, LOTS
from colonnade.games.pagoda.view_types import LotView, PagodaView
from colonnade.pictures.pagoda import geometry as g
from colonnade.pictures.sheet import WIDE, Sheet
from colonnade.tokens import word

PITCH: Final = 130.4  # from lot to lot, in zigzag as on the page
FRONT: Final = 91  # how far the odd lots stand in front
BELOW: Final = 80  # of a front lot's stone


def draw_landscape(sheet: Sheet) -> None:
    """Mountains and the sun (or the moon) behind the lots, as on the page."""
    far = sheet.gradient("far", (0, "line-strong", 0.42), (0.7, "line-strong", 0), down=True)
    near = sheet.gradient("near", (0, "line-strong", 0.3), (0.75, "line-strong", 0), down=True)
    shine = sheet.gradient(
        "shine", (0.5, "yellow-light", 0.26), (1, "yellow-light", 0), round_=True
    )
    with sheet.group(clip_path=sheet.plate):
        sheet.circle(930, 150, 80, fill=shine)
        sheet.circle(930, 150, 42, fill="yellow-light", fill_opacity=0.75)
        with sheet.group(0, -44, WIDE / 1440):
            sheet.path(
                "M0,420L120,330L210,392L330,268L430,372L520,318L640,420L760,350L850,400L980,292"
                "L1090,388L1190,320L1300,410L1440,300V900H0Z",
                fill=far,
                opacity=0.6,
            )
            sheet.path(
                "M0,520C140,430 240,470 360,440S600,400 740,470S1000,420 1150,480"
                "S1360,470 1440,430V900H0Z",
                fill=near,
                opacity=0.6,
            )


def draw_board(
    sheet: Sheet, view: PagodaView, left: float, top: float, width: float, height: float
) -> None:
    """Six lots in zigzag, the back ones first, with room for whole pagodas."""
    high = g.whole_height(FLOORS["full"]) + 4
    half = g.SLAB_HALF * (g.COS + g.SIN)
    scale = min(width / ((LOTS - 1) * PITCH + 2 * half), height / (high + FRONT + BELOW))
    x = left + (width - (LOTS - 1) * PITCH * scale) / 2
    y = top + height - (FRONT + BELOW) * scale
    for lot in (1, 3, 5, 0, 2, 4):
        front = lot % 2 == 0
        with sheet.group(
            x + lot * PITCH * scale, y + (FRONT * scale if front else 0), scale, data_lot=lot + 1
        ):
            draw_lot(sheet, view.lots[lot], lot, front)


def face(a: g.Point, b: g.Point, deep: float) -> str:
    """A wall down from an edge."""
    return g.polygon([a, b, g.lower(b, deep), g.lower(a, deep)])


def draw_lot(sheet: Sheet, lot: LotView, at: int, front: bool) -> None:
    """A lot's stone with its number, then its pagoda."""
    mist = sheet.gradient(
        "mist", (0, "stone-light", 0.55), (0.55, "stone-light", 0.34), (1, "stone-light", 0),
        round_=True,
    )  # fmt: skip
    wall = sheet.gradient("wall", (0.1, "stone-mid", 1), (0.86, "stone-mid", 0), down=True)
    dark = sheet.gradient("dark", (0.2, "stone-shade", 1), (0.8, "stone-shade", 0), down=True)
    half, under = g.PLINTH_HALF, -g.SLAB_THICK
    pillar = 51 if front else 85
    left, middle, right = (
        g.project(x * half, y * half, under) for x, y in ((-1, 1), (1, 1), (1, -1))
    )
    sheet.ellipse(0, 28.8 if front else 53.3, 122, 34, fill=mist)
    sheet.path(face(left, middle, pillar), fill=wall)
    sheet.path(face(middle, right, pillar), fill=dark)
    half = g.SLAB_HALF
    left, middle, right = (g.project(x * half, y * half) for x, y in ((-1, 1), (1, 1), (1, -1)))
    sheet.path(face(left, middle, g.SLAB_THICK), fill="stone")
    sheet.path(face(middle, right, g.SLAB_THICK), fill="stone-mid")
    sheet.path(g.square(half, 0), fill="stone-light", stroke="stone-shade", stroke_width=0.8)
    sheet.path(g.square(g.SLAB_INNER, 0), fill="none", stroke="stone-shade")
    sheet.text(
        0, 0, at + 1, 17, "ink2", 620, display=True,
        text_anchor="middle", transform="matrix(1 .2 0 1 -24.6 48.7)",
    )  # fmt: skip
    if len(lot.floors) < 2 and not lot.roof:
        floor = g.floor_at(0)
        for x, y in floor.slots[lot.columns :]:
            r = floor.radius * 1.05
            sheet.ellipse(x, y, r, r * 0.42, fill="stone-mid", stroke="stone-edge")
    draw_pagoda(sheet, lot)


def draw_pagoda(sheet: Sheet, lot: LotView) -> None:
    """Floors, tiles, roof, rooftop and finial, from the ground up."""
    last = len(lot.floors) - 1
    for level, color in enumerate(lot.floors):
        floor = g.floor_at(level)
        full = level < last or lot.roof is not None
        columns = COLUMNS_OF_A_FLOOR if full else lot.columns
        for x, y in floor.slots[:columns]:
            draw_column(sheet, color, x, y, floor.radius, floor.height, "column")
        if level < last:
            above = level + 1
            whole = above < last or lot.roof is not None
            draw_tile(
                sheet, color, lot.floors[above], level, COLUMNS_OF_A_FLOOR if whole else lot.columns
            )
    if lot.roof is None:
        return
    draw_roof(sheet, lot.floors[last], lot.roof, last, lot.completed)
    if lot.completed:
        top = -g.roof_top(last)
        with sheet.group(data_piece="rooftop"):
            for part in range(2):
                y = top - part * g.ROOFTOP_HEIGHT
                draw_column(sheet, lot.roof, 0, y, g.ROOFTOP_RADIUS, g.ROOFTOP_HEIGHT)
            with sheet.group(0, top - 2 * g.ROOFTOP_HEIGHT):
                gold = (0, "gold-shade", 1), (0.35, "gold-light", 1), (1, "gold-shade", 1)
                sheet.path(word("emblems", "finial"), fill=sheet.gradient("gold", *gold))


def draw_column(
    sheet: Sheet,
    color: str,
    x: float,
    y: float,
    radius: float,
    height: float,
    piece: str | None = None,
) -> None:
    """A column on its slot: base, shaft, capital, and the glyph of its color."""

    def drawn() -> None:
        shape = g.column(radius, height)
        shade = sheet.gradient("shadow", (0, "black-edge", 0.26), (1, "black-edge", 0), round_=True)
        body = sheet.gradient(
            f"body-{color}",
            (0, f"{color}-shade", 1),
            (0.3, f"{color}-light", 1),
            (0.58, f"{color}-fill", 1),
            (1, f"{color}-edge", 1),
        )
        edge = f"{color}-edge"
        sheet.ellipse(radius / 2, radius * g.TILT * 0.3, radius * 1.7, radius * 0.64, fill=shade)
        for part in (shape.base, shape.shaft, shape.capital):
            sheet.path(part, fill=body, stroke=edge, stroke_width=0.8)
        sheet.ellipse(
            0, -height, shape.wide, shape.wide * g.TILT,
            fill=f"{color}-light", stroke=edge, stroke_width=0.8,
        )  # fmt: skip
        sheet.glyph(color, *shape.glyph)

    name = sheet.shape(f"column-{color}-{radius:.0f}-{height:.0f}", drawn)
    sheet.stamp(name, x, y, data_piece=piece, data_color=piece and color)


def draw_skirt(sheet: Sheet, skirt: g.Skirt, base: str) -> None:
    """The curved skirt of a tile or a roof, and its deck."""
    edge = f"{base}-edge"
    slope = sheet.gradient(
        f"slope-{base}", (0, f"{base}-light", 1), (1, f"{base}-fill", 1), down=True
    )
    for part in (skirt.back, skirt.left, skirt.rims):
        sheet.path(part, fill=edge)
    sheet.path(skirt.right, fill=f"{base}-shade")
    sheet.path(skirt.front, fill=slope)
    sheet.path(skirt.ribs, fill="none", stroke=edge, stroke_width=0.9, opacity=0.5)
    sheet.path(
        skirt.hips, fill="none", stroke=f"{base}-light", stroke_width=1.7, stroke_linecap="round"
    )
    sheet.path(skirt.deck, fill="white-light")
    sheet.path(skirt.deck, fill=f"{base}-fill", fill_opacity=0.15, stroke=edge)
    sheet.path(skirt.frame, fill="none", stroke=f"{base}-fill", stroke_width=1.4, opacity=0.75)


def draw_socket(sheet: Sheet, color: str, x: float, y: float, r: float) -> None:
    """A free space for a column of a color."""
    with sheet.group(x, y):
        sheet.ellipse(0, 0, r, r * 0.42, fill=f"{color}-fill", stroke=f"{color}-edge")
        with sheet.group(transform="scale(1 .5)"):
            sheet.glyph(color, 0, 0, r * 0.6)


def draw_tile(sheet: Sheet, base: str, color: str, level: int, filled: int) -> None:
    """A tile over a floor, with the column spaces that are still free."""
    name = sheet.shape(f"tile-{base}-{level}", lambda: draw_skirt(sheet, g.tile_on(level), base))
    sheet.stamp(name, data_piece="tile", data_color=base)
    above = g.floor_at(level + 1)
    for x, y in above.slots[filled:]:
        draw_socket(sheet, color, x, y, above.radius * 1.05)


def draw_roof(sheet: Sheet, base: str, color: str, level: int, covered: bool) -> None:
    """The roof over the last floor, with its rooftop space if that is free."""
    name = sheet.shape(f"roof-{base}-{level}", lambda: draw_skirt(sheet, g.roof_on(level), base))
    sheet.stamp(name, data_piece="roof", data_color=base)
    if not covered:
        x, y = g.project(0, 0, g.roof_top(level))
        draw_socket(sheet, color, x, y, g.floor_at(level + 1).radius * 1.05)
