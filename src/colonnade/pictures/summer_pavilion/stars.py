"""The boards of Summer Pavilion and their tiles, drawn: seven stars and what stands between them.

Where everything lies is decided in geometry.py; the table around the boards stands in drawing.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.summer_pavilion.material import (
    CENTER_NUMBERS,
    COLORS,
    OUTER_NUMBERS,
    POSITIONS,
    STARS,
)
from colonnade.games.summer_pavilion.view_types import SeatView, Tiles
from colonnade.pictures.sheet import Sheet
from colonnade.pictures.summer_pavilion import geometry as g
from colonnade.tokens import word

UPRIGHT: Final = -90  # where a tile beside a board points to


def spread(tiles: Tiles) -> list[str]:
    """Tiles one by one, in the order of the colors."""
    return [color for color in COLORS for _ in range(tiles.get(color, 0))]


def draw_board(sheet: Sheet, player: SeatView, board: str) -> None:
    """A board around 0, 0: seven stars, the structures between them, kept tiles in the corners."""
    with sheet.group(fill="none", stroke="stone-mid", stroke_opacity=0.42, stroke_width=1.5):
        for r in (70, 140, 210, 272):
            sheet.circle(0, 0, r)
        sheet.path("M0 0L260 -150M0 0L260 150M0 0V272M0 0L-260 150M0 0L-260 -150M0 0V-272")
    kept = spread(player.kept)
    for i, (x, y) in enumerate(g.CORNERS):
        if i < len(kept):
            draw_tile(sheet, kept[i], x, y, 30, UPRIGHT, "kept")
        else:
            with sheet.group(x, y):
                sheet.path(
                    g.outline(28, UPRIGHT, 1), fill="none", stroke="line-strong",
                    stroke_width=1.3, stroke_dasharray="3.5 3.5",
                )  # fmt: skip
    for structure in g.structures():
        earned = all(player.board[star][position - 1] for star, position in structure.spaces)
        draw_structure(sheet, structure, earned)
    for star in STARS:
        for position in range(1, POSITIONS + 1):
            draw_space(sheet, player, board, star, position)


def draw_space(sheet: Sheet, player: SeatView, board: str, star: str, position: int) -> None:
    """A space: its tile, or its price with the glyph of what it takes."""
    x, y = g.space_center(star, position)
    facing = g.direction(star, position)
    color = player.board[star][position - 1]
    if color:
        draw_tile(sheet, color, x, y, g.SIDE, facing, "placed")
        return
    tint = None if star == "center" or board == "grey" else star
    numbers = CENTER_NUMBERS if star == "center" else OUTER_NUMBERS
    with sheet.group(x, y, data_piece="space"):
        ground = sheet.shape(
            f"space-{tint or 'any'}-{facing % 360:.0f}", lambda: space_shape(sheet, tint, facing)
        )
        sheet.stamp(ground)
        mx, my = g.polar(facing, -0.06 * g.SIDE)
        ink = f"space-{tint}-mark" if tint else "ink2"
        price = numbers[board][position - 1]
        sheet.text(mx, my + 7.6, price, 21.6, ink, 640, display=True, text_anchor="middle")


def space_shape(sheet: Sheet, tint: str | None, facing: float) -> None:
    """An empty space: in its color with the glyph, or for any color."""
    path = g.outline(g.SIDE, facing, 0.93)
    mx, my = g.polar(facing, 0.42 * g.SIDE)
    if tint:
        sheet.path(path, fill=f"space-{tint}-fill", stroke=f"space-{tint}-edge", stroke_width=1.2)
        sheet.glyph(tint, mx, my, 5.6, on="space")
        return
    sheet.path(
        path, fill="stone", fill_opacity=0.7, stroke="stone-edge/line-strong", stroke_width=1.2
    )
    for i, color in enumerate(COLORS):
        x, y = g.polar(60 * i, 4.4, (mx, my))
        sheet.circle(x, y, 2.1, fill=f"{color}-fill")


def draw_tile(
    sheet: Sheet,
    color: str,
    x: float,
    y: float,
    side: float,
    facing: float = UPRIGHT,
    piece: str | None = None,
) -> None:
    """A bevelled tile around a point, its long axis facing a direction."""
    name = sheet.shape(
        f"tile-{color}-{facing % 180:.0f}", lambda: tile_body(sheet, color, facing % 180)
    )
    sheet.stamp(name, x, y, side / g.SIDE, data_piece=piece, data_color=piece and color)


def tile_body(sheet: Sheet, color: str, facing: float) -> None:
    """A tile at the size of a space; it looks the same from both its ends."""
    shape = g.tile_shape(g.SIDE, facing)
    face = sheet.gradient(f"face-{color}", (0, f"{color}-light", 1), (1, f"{color}-fill", 1))
    sheet.path(shape.body, fill=f"{color}-fill", stroke=f"{color}-edge", stroke_width=1.1)
    for path, light in shape.bevels:
        lit = "bonus-ink" if light > 0 else "black-edge"
        sheet.path(path, fill=lit, fill_opacity=abs(light))
    sheet.path(shape.face, fill=face)
    ink = f"{color}-ink"
    sheet.path(shape.line, fill="none", stroke=ink, stroke_opacity=0.25)
    for x, y in shape.dots:
        sheet.circle(x, y, g.SIDE * 0.034, fill=ink, opacity=0.55)
    sheet.glyph(color, 0, 0, g.SIDE * 0.175)


def draw_structure(sheet: Sheet, structure: g.Structure, earned: bool) -> None:
    """A pillar, statue or window with its number of bonus tiles; gold once it is earned."""
    name = sheet.shape(
        f"{structure.kind}-{'earned' if earned else 'open'}",
        lambda: structure_shape(sheet, structure.kind, structure.tiles, earned),
    )
    piece = "earned" if earned else "structure"
    sheet.stamp(name, *structure.at, data_piece=piece, data_color=structure.kind)


def structure_shape(sheet: Sheet, kind: str, tiles: int, earned: bool) -> None:
    """A structure around 0, 0."""
    line = "gold-shade" if earned else "stone-edge/ink3"
    face = "stone-light/stone"
    if earned:
        stops = (0, "gold-shade", 1), (0.35, "gold-light", 1), (1, "gold-shade", 1)
        face = sheet.gradient("gold", *stops)
    parts = [word("emblems", "structures", kind, part) for part in ("face", "lines")]
    scale = 1.14 if kind == "statue" else 1.08
    with sheet.group(0, 0, scale, stroke=line, stroke_width=1.4, stroke_linejoin="round"):
        sheet.path(parts[0], fill=face)
        if kind == "window" and not earned:
            sheet.path(parts[0], fill="blue-light", fill_opacity=0.2)
        sheet.path(parts[1], fill="none", stroke_width=1.2)
    badge = "gold-shade" if earned else "raised"
    sheet.circle(15, 12, 8.7, fill=badge, stroke="gold-light" if earned else line)
    ink = "bonus-ink" if earned else "ink2"
    sheet.text(15, 16.1, tiles, 11.4, ink, 720, text_anchor="middle")
