"""Tests what a move of Pagoda brings about that is worth a line, for everybody at the table."""

from __future__ import annotations

from colonnade.games.pagoda import PagodaState
from tests.rules.pagoda.table import after, drawn, position

# Two pagodas are finished, the third waits for its roof.
THIRD = r"""
turn {turn}  seat {seat}  phase start
  y /yy\   r /rr\
   ======   ======
  g|gggg|  p|pppp|  g|gggg|
   ======   ======   ======
  b|bbbb|  y|yyyy|  y|yyyy|
   ======   ======   ======
  r|rrrr|  b|bbbb|  p|pppp|
   ======   ======   ======
  y|yyyy|  g|gggg|  r|rrrr|
   lot 1    lot 2    lot 3
seat 1  display rgbpp  hand yy
seat 2  display rgbpp  hand yy
"""
# One red tile is left, towards blue; of two full red floors only one can have it.
ONE_RED = """
  r|rrrr|  g|....|  y|....|  p|....|
   ======   ======   ======   ======
  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rrrr|  r|rr..|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6
seat 1  display rrbgy  hand by
"""


def told(state: PagodaState, *moves: str) -> list[tuple[str, dict[str, str | int], int]]:
    """The events of the last of some moves: names, fields and whom they happened to."""
    before = after(state, *moves[:-1])
    now = after(before, moves[-1])
    found = before.events(state.table().number(moves[-1]), now)
    return [(one.event.rpartition(".")[2], one.fields, one.seat) for one in found]


def third(seat: int) -> PagodaState:
    """The third pagoda waits for its roof, and this seat is on turn."""
    return position(THIRD.format(turn=30 + seat, seat=seat))


ROOF = ("roof 3 for purple display", "rooftop purple display display")


def test_usual_moves_say_nothing() -> None:
    """A column, a tile and an end of a turn speak for themselves."""
    state = third(1)
    assert told(state, "column 4 blue display") == []
    assert told(state, "column 4 blue display", "end") == []


def test_a_third_pagoda_of_the_first_seat() -> None:
    """One more turn follows; when it begins it is called the last one. [P7.5, P11.2]"""
    state = third(1)
    assert told(state, *ROOF) == [("finished", {"lot": 3, "number": 3}, 0), ("one_more", {}, -1)]
    state = drawn(after(state, *ROOF, "end"), "rg")
    assert told(state, "draw blue display") == [("last_turn", {}, 1)]
    state = after(state, "draw blue display", "column 4 blue display")
    assert told(state, "end") == [("over", {"count": 3}, -1)]


def test_a_third_pagoda_of_the_second_seat() -> None:
    """The game ends with this very turn. [P11.1]"""
    state = third(2)
    assert told(state, *ROOF)[1:] == [("ends_now", {}, -1)]
    assert told(state, *ROOF, "end") == [("over", {"count": 3}, -1)]


def test_the_last_tile_of_a_color_closes_lots() -> None:
    """Where another floor waits for one, its pagoda is finished. [P12.2]"""
    state = position(ONE_RED)
    assert told(state, "tile 5 for blue display") == [
        ("last_tile", {"color": "red"}, -1),
        ("shortage", {"color": "red", "lot": 1, "number": 1}, -1),
    ]


def test_shuffled_discards() -> None:
    """Whoever draws the last card, all are told how many are shuffled. [P8.4]"""
    state = position("lot 1\nseat 1  display rbgyp  hand rb\nseat 2  display rbgyp  hand gy", "y")
    state = after(state, "column 1 red hand", "end")
    ((name, fields, seat),) = told(state, "draw yellow hand")
    assert (name, seat) == ("shuffled", -1)
    assert fields == {"count": 55 - 14}
