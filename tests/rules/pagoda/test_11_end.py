"""Tests what brings the end, who still has a turn and who wins; shortages are tested in 12."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import GameOver
from colonnade.contract.state import CHANCE, OVER
from colonnade.games.pagoda import PagodaState
from tests.rules.pagoda.table import after, drawn, held, legal, piles, points, position, why

# Two pagodas are completed, two more wait for their roofs.
TOWERS = r"""
  p /pp\   y /yy\
   ======   ======
  y|yyyy|  p|pppp|  g|gggg|  r|rrrr|
   ======   ======   ======   ======
  g|gggg|  b|bbbb|  p|pppp|  b|bbbb|
   ======   ======   ======   ======
  b|bbbb|  g|gggg|  r|rrrr|  y|yyyy|
   ======   ======   ======   ======
  r|rrrr|  r|rrrr|  y|yyyy|  y|yyyy|
   lot 1    lot 2    lot 3    lot 4
"""

ROOF = ("roof 3 for purple display", "rooftop purple display display")


def finale(seat: int, points: tuple[int, int] = (0, 0)) -> PagodaState:
    """The turn of a seat that can build the third roof; points count as first-floor ones."""
    return position(
        f"turn {seat + 1}  seat {seat + 1}  phase start"
        + TOWERS
        + f"seat 1  points {points[0]} = {points[0]}+0+0+0+0+0  display grppb  hand yy\n"
        + f"seat 2  points {points[1]} = {points[1]}+0+0+0+0+0  display grppb  hand yy\n"
    )


def completed(state: PagodaState) -> int:
    """How many pagodas are completed."""
    return sum(lot.completed for lot in state.view(0).lots)


def test_two_pagodas_do_not_end_the_game() -> None:
    """With two completed pagodas the game goes on. [P11.1]"""
    state = after(finale(1), "column 5 red display", "end")
    assert completed(state) == 2
    assert drawn(state, "r").actor == 0


def test_turn_is_finished_as_usual() -> None:
    """After the third rooftop the player on turn may go on building. [P11.1]"""
    state = after(finale(1), *ROOF)
    assert (completed(state), state.actor) == (3, 1)
    state = after(state, "column 5 red display", "column 6 blue display")
    assert points(state, 1) == {"floor 1": 2, "tiles": 1, "rooftops": 5}


def test_more_pagodas_may_be_completed() -> None:
    """A fourth pagoda may be completed in the turn of the third. [P11.1]"""
    state = after(finale(1), *ROOF, "roof 4 for yellow display", "rooftop yellow hand hand")
    assert completed(state) == 4
    assert points(state, 1) == {"tiles": 2, "rooftops": 10}
    assert after(state, "end").actor == OVER


def test_other_player_has_one_more_turn() -> None:
    """When the start player brings the end, the other has a last turn, then it is over. [P11.2]"""
    state = after(finale(0), *ROOF, "end")
    assert state.actor == CHANCE
    state = drawn(state, "yyy")
    assert (state.actor, state.view(1).phase) == (1, "start")
    assert after(state, "column 5 red display", "end").actor == OVER


def test_no_further_turn_after_the_second_player() -> None:
    """When the other player brings the end, the game is over with that turn. [P11.2]"""
    assert after(finale(1), *ROOF, "end").actor == OVER


def test_start_player_replenishes_before_the_last_turn() -> None:
    """The start player's turn ends as usual, draws included. [P11.2]"""
    state = drawn(after(finale(0), *ROOF, "end"), "yyy")
    assert held(state, 0) == ("rbyyy", "yy")


def test_last_turn_may_be_alternative() -> None:
    """An alternative turn may be the last one: its column ends the game. [P11.2]"""
    state = drawn(after(finale(0), *ROOF, "end"), "yyy")
    state = after(state, "alternative", "discard red display", "discard blue display")
    state = after(state, "discard yellow hand", "discard yellow hand", "column 5 yellow free")
    assert (state.actor, points(state, 1)) == (OVER, {"floor 1": 1})


def test_last_turn_is_not_replenished() -> None:
    """The very last turn's cards are discarded, none are drawn. [P11.3]"""
    state = finale(1)
    pile = piles(state)[0]
    state = after(state, *ROOF, "end")
    assert piles(state) == (pile, "gpp", "-")
    assert held(state, 1) == ("rb", "yy")


def test_last_turn_offers_no_fan() -> None:
    """Without replenishing there is no Fan either. [P11.3]"""
    state = position("turn 2  seat 2  phase start" + TOWERS + "seat 2  display grppb  fan 2")
    assert after(state, *ROOF, "end").actor == OVER


def test_nothing_is_legal_after_the_end() -> None:
    """A game that is over takes no move. [P11.3]"""
    state = after(finale(1), *ROOF, "end")
    assert (legal(state), state.view(0).phase) == (set(), "over")
    assert why(state, "lot 5") == "over P11.1"
    with pytest.raises(GameOver):
        after(state, "end")


@pytest.mark.parametrize(
    ("before", "winners"), [((7, 0), [0]), ((5, 0), [1]), ((0, 30), [1]), ((6, 0), [0, 1])]
)
def test_most_points_win(before: tuple[int, int], winners: list[int]) -> None:
    """Most points win, and equal points share the victory. [P11.4]"""
    state = after(finale(1, before), *ROOF, "end")
    assert state.scores() == [before[0], before[1] + 6]
    assert state.winners() == winners


def test_nobody_has_won_before_the_end() -> None:
    """With the third pagoda completed, nobody has won until the turns are equal. [P11.4]"""
    assert after(finale(0, (30, 0)), *ROOF).winners() == []
