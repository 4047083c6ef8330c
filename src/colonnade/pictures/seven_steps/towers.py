"""The board of 7 Steps with its towers and the way of the turn: the middle of the picture.

Where everything stands is decided in geometry.py; the panels around it stand in drawing.py.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from colonnade.games.seven_steps.view_types import SpaceView, StepsView
from colonnade.pictures.paper import number
from colonnade.pictures.seven_steps import geometry as g
from colonnade.pictures.sheet import Sheet

HAND_SQUASH: Final = 0.66  # discs behind a screen are seen from a little higher
HAND_THICK: Final = 0.32  # of their radius


def draw_board(sheet: Sheet, view: StepsView, scene: g.Scene) -> None:
    """Slabs, spaces and towers from back to front, then the way of the turn."""
    laid = {place for place, _ in scene.slabs if f"{place}0" in view.board}
    for place, path in scene.slabs:
        if place in laid:
            with sheet.group(0, g.DEPTH):
                sheet.path(
                    path, fill="stone-shade", stroke="stone-edge", stroke_width=3,
                    stroke_linejoin="round",
                )  # fmt: skip
    for place, path in scene.slabs:
        if place in laid:
            sheet.path(
                path, fill="stone-light", stroke="stone-edge/line-strong", stroke_width=5,
                stroke_linejoin="round",
            )  # fmt: skip
        else:  # while the board is set up
            sheet.path(
                path, fill="none", stroke="line-strong", stroke_width=2, stroke_opacity=0.5,
                stroke_dasharray="6 6",
            )  # fmt: skip
    for spot in scene.spots:
        if spot.name in view.board:
            draw_space(sheet, view, spot, view.board[spot.name])
    draw_way(sheet, view, scene)


def draw_space(sheet: Sheet, view: StepsView, spot: g.Spot, space: SpaceView) -> None:
    """A space in its color with its glyph, or with the tower that stands on it."""
    hexagon = g.polygon(g.corners(spot.x, spot.y, g.INSET))
    tint = f"space-{space.color}"
    sheet.path(
        hexagon, fill=f"{tint}-fill", stroke=f"{tint}-edge", stroke_width=1.2,
        data_space=spot.name, data_color=space.color, data_height=str(space.height),
    )  # fmt: skip
    if space.height == 0:
        sheet.glyph(space.color, spot.x, spot.y, 14.5, on="space")
    else:
        draw_tower(sheet, spot, space)
    if spot.name in view.path or spot.name == view.space:
        color = f"seat-{view.on_turn}" if spot.name in view.path else "glow"
        draw_ring(sheet, g.top_of(spot, space.height), color)


def draw_tower(sheet: Sheet, spot: g.Spot, space: SpaceView) -> None:
    """Discs from the ground up; the topmost shows glyph and level."""
    shade = sheet.gradient("shade", (0, "black-edge", 0.26), (1, "black-edge", 0), round_=True)
    x, y = g.top_of(spot, 0)
    wide = g.RADIUS * 1.14
    sheet.ellipse(x + 7, y + 5, wide, wide * g.SQUASH, fill=shade)
    for level in range(1, space.height + 1):
        top = level == space.height
        kind = "top" if top else "disc"
        x, y = g.top_of(spot, level)
        sheet.stamp(
            board_disc(sheet, space.color, kind), x, y, data_piece="disc", data_color=space.color
        )
    sheet.text(
        x + 0.33 * g.RADIUS, y + 0.2 * g.RADIUS, space.height, 0.58 * g.RADIUS,
        f"{space.color}-ink", 720, text_anchor="middle",
    )  # fmt: skip


def board_disc(sheet: Sheet, color: str, kind: str) -> str:
    """The shape of a disc on the board: plain under others, or with its glyph on top."""

    def drawn() -> None:
        disc(sheet, color, g.RADIUS, g.SQUASH, g.DISC, plain=kind == "disc")
        if kind == "top":
            with sheet.group(transform=f"scale(1 {(1 + g.SQUASH) / 2:.3f})"):
                sheet.glyph(color, -0.34 * g.RADIUS, 0, 0.26 * g.RADIUS)

    return sheet.shape(f"{kind}-{color}", drawn)


def draw_hand_disc(sheet: Sheet, color: str | None, x: float, y: float, r: float) -> None:
    """A disc behind a screen; without a color it is hidden."""

    def drawn() -> None:
        if color is None:
            body(sheet, r, HAND_SQUASH, r * HAND_THICK, "stone-shade", "line-strong")
            sheet.ellipse(
                0, 0, r, r * HAND_SQUASH, fill="stone-mid", stroke="line-strong", stroke_width=0.9
            )
            return
        disc(sheet, color, r, HAND_SQUASH, r * HAND_THICK, plain=False)
        with sheet.group(transform=f"scale(1 {(1 + HAND_SQUASH) / 2:.3f})"):
            sheet.glyph(color, 0, 0, 0.36 * r)

    name = sheet.shape(f"hand-{color or 'hidden'}", drawn)
    piece = "hidden" if color is None else "hand"
    sheet.stamp(name, x, y, data_piece=piece, data_color=color)


def body(sheet: Sheet, r: float, k: float, thick: float, fill: str, edge: str) -> None:
    """The side of a disc around 0, 0."""
    n = number
    path = f"M{n(-r)},0v{n(thick)}a{n(r)},{n(r * k)} 0 0 0 {n(2 * r)},0v{n(-thick)}Z"
    sheet.path(path, fill=fill, stroke=edge, stroke_width=0.9)


def disc(sheet: Sheet, color: str, r: float, k: float, thick: float, plain: bool) -> None:
    """A disc around 0, 0, lit from the upper left."""
    side = sheet.gradient(
        f"side-{color}",
        (0, f"{color}-shade", 1),
        (0.3, f"{color}-light", 1),
        (0.58, f"{color}-fill", 1),
        (1, f"{color}-edge", 1),
    )
    face = sheet.gradient(f"face-{color}", (0, f"{color}-light", 1), (1, f"{color}-fill", 1))
    edge = f"{color}-edge"
    body(sheet, r, k, thick, side, edge)
    fill = f"{color}-fill" if plain else face
    sheet.ellipse(0, 0, r, r * k, fill=fill, stroke=edge, stroke_width=0.9)
    if not plain:
        inner = 0.86 * r
        sheet.ellipse(
            0, 0, inner, inner * k, fill="none", stroke=f"{color}-ink", stroke_opacity=0.28
        )


def draw_ring(sheet: Sheet, at: g.Point, color: str) -> None:
    """A ring around a top face."""
    r = g.RADIUS + 0.8
    sheet.ellipse(*at, r, r * g.SQUASH, fill="none", stroke="halo", stroke_width=5)
    sheet.ellipse(*at, r, r * g.SQUASH, fill="none", stroke=color, stroke_width=3)


# The way of the turn


def draw_way(sheet: Sheet, view: StepsView, scene: g.Scene) -> None:
    """Arrows from rim to rim over the discs of this turn, and what each disc brings."""
    spots = {spot.name: spot for spot in scene.spots}
    tops = [g.top_of(spots[name], view.board[name].height) for name in view.path]
    way = "".join(g.arrow(a, b) for a, b in pairwise(tops))
    color = f"seat-{view.on_turn}"
    with sheet.group(fill="none", stroke_linecap="round", stroke_linejoin="round"):
        sheet.path(way, stroke="halo", stroke_width=8, opacity=0.95)
        sheet.path(way, stroke=color, stroke_width=4.2)
    for (x, y), level in zip(tops, view.levels, strict=True):
        with sheet.group(x, y - g.RADIUS * g.SQUASH * 1.12, data_piece="step"):
            sheet.circle(0, 0, 12.5, fill=color, stroke="halo", stroke_width=2)
            sheet.text(0, 4.6, f"+{level}", 12.5, "surface", 720, text_anchor="middle")
