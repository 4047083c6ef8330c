"""7 Steps on a poster: the board with its towers, on the water."""

from __future__ import annotations

from typing import Final

from colonnade.contract.view import View
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.pictures.seven_steps import geometry as g
from colonnade.pictures.seven_steps.drawing import draw_water
from colonnade.pictures.seven_steps.towers import draw_board
from colonnade.pictures.sheet import Sheet

SKY: Final = "seven"
ASIDE: Final = 0.0
SAMPLE: Final = """
turn 31  seat 1  phase next disc  round 16  segments 1247365  \
placed g3 g2 b4 b3  at b3  level 6  scored 18  third white
             p0  p0                           D3  D2
           p2  p1  p3  r2  r1               D4  D0  D1  C3  C2
     b2  b2  p5  p4  r2  r2  r1       E3  E2  D5  D6  C4  C0  C1
   b1  b3  b3  t1  t3  r2  r6       E4  E0  E1  A3  A2  C5  C6
     b2  b4  t3  t2  t2 4y6  y2       E5  E6  A4  A0  A1  B3  B2
       o2  o5  t4  t2 3y5  y2  y1       F3  F2  A5  A6  B4  B0  B1
     o1  o2  o4 1w3 2w4  y3  y0       F4  F0  F1  G3  G2  B5  B6
       o1  o1  w3  w3  w3               F5  F6  G4  G0  G1
                 w2  w2                           G5  G6

seat 1  points 104 = 104+0+0  hand t1r1o1
seat 2  points 112 = 112+0+0  hand t1b1r1o1p3
"""


def draw_scene(sheet: Sheet, view: View, x: float, y: float, width: float, height: float) -> None:
    """The board into its room, with rings on the water around it."""
    assert isinstance(view, StepsView)
    scene, scale = g.fitted(view.options["layout"], width, height)
    draw_water(sheet, x + width / 2, y + height / 2, scene.width * scale)
    left = x + (width - scene.width * scale) / 2 - scene.left * scale
    top = y + (height - scene.height * scale) / 2 - scene.top * scale
    with sheet.group(left, top, scale):
        draw_board(sheet, view, scene)
