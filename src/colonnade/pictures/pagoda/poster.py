"""Pagoda on a poster: its six lots before the landscape."""

from __future__ import annotations

from typing import Final

from colonnade.contract.view import View
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.pictures.pagoda.skyline import draw_board, draw_landscape
from colonnade.pictures.sheet import Sheet

SKY: Final = "pagoda"
ASIDE: Final = 0.16  # of a room's width: where its middle is, seen through a narrow window
SAMPLE: Final = r"""
turn 44  seat 2  phase over  length full  abilities none  built 1
           b /bb\   y /yy\                     g /gg\
            ======   ======                     ======
           p|pppp|  b|bbbb|           r|....|  y|yyyy|
            ======   ======            ======   ======
  r|rrr.|  b|bbbb|  y|yyyy|  p|pp..|  r|rrrr|  g|gggg|
   ======   ======   ======   ======   ======   ======
  g|gggg|  g|gggg|  p|pppp|  r|rrrr|  y|yyyy|  b|bbbb|
   ======   ======   ======   ======   ======   ======
  r|rrrr|  g|gggg|  p|pppp|  b|bbbb|  r|rrrr|  r|rrrr|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6

seat 1  points 99 = 15+24+30+16+9+5  display rbbpp  hand bg
seat 2  points 118 = 9+24+33+32+10+10  display rgyp  hand -
tiles  r:.....  b:.b...  g:....p  y:...yp  p:r.g..
cards  deck rrrrrbgp  discard rrrrbbbbbbbggggggggyyyyyyyyyyppppppp  played -
"""


def draw_scene(sheet: Sheet, view: View, x: float, y: float, width: float, height: float) -> None:
    """The landscape, and the lots into their room."""
    assert isinstance(view, PagodaView)
    draw_landscape(sheet)
    draw_board(sheet, view, x, y, width, height)
