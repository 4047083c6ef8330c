"""Summer Pavilion on a poster: one board, that of who has most points."""

from __future__ import annotations

from typing import Final

from colonnade.contract.view import View
from colonnade.games.summer_pavilion.view_types import PavilionView
from colonnade.pictures.sheet import Sheet
from colonnade.pictures.summer_pavilion import geometry as g
from colonnade.pictures.summer_pavilion.stars import draw_board

SKY: Final = "pavilion"
ASIDE: Final = 0.0
SAMPLE: Final = """
turn 117  seat 1  phase place  round 6.2  wild red  board colored  first 1  marker 1
factory  1:-  2:-  3:-  4:-  5:-
center -  supply o2r1b2y2g1p2  tower o6r3b6y5g4p4

seat 1  points 63 = 5+62-4+0+0+0  tiles r2g2
              orange oooo56       red 1rr456
  purple 1ppp56      center ry3456      blue 1bbb56
              green ggg4gg       yellow 12yy56

seat 2  points 58 = 5+57-4+0+0+0  tiles -  passed
              orange 1oo456       red 1rrr56
  purple 12pp56      center gy3456      blue bbb456
              green gggg56       yellow 12y456
"""


def draw_scene(sheet: Sheet, view: View, x: float, y: float, width: float, height: float) -> None:
    """A board into its room."""
    assert isinstance(view, PavilionView)
    wide, high = g.BOARD
    best = view.scores.index(max(view.scores))
    with sheet.group(x + width / 2, y + height / 2, min(width / wide, height / high)):
        draw_board(sheet, view.players[best], view.options["board"])
