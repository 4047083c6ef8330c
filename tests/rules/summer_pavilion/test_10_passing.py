"""Tests passing and keeping tiles; what follows the last pass is tested in 11 and 12."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from colonnade.games.summer_pavilion import GAME, PavilionState
from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    legal,
    pile,
    points,
    position,
    settled,
    why,
)


def holding(tiles: str, number: int = 1) -> PavilionState:
    """Seat 1 has these tiles in phase 2 of a round; seat 2 has not passed yet."""
    return position(f"""
    phase place  round {number}.2
    center -  supply o2r2b2y2g2
    seat 1  points 15 = 5+10+0+0+0+0  tiles {tiles}
    seat 2  points 5  tiles o1
    """)


def test_printed_example_f() -> None:
    """The rulebook's example F: Danielle keeps four green and loses 2 for two red. [S10.4]"""
    state = after(holding("r2g4"), "pass", *["keep green"] * 4)
    assert (beside(state), pile(state, "tower")) == ("g4", "r2")
    assert points(state) == {"start": 5, "placed": 10, "leftovers": -2}


def test_printed_example_of_paul_passing() -> None:
    """The rulebook's example: Paul passes and keeps his green tile. [S10.3]"""
    state = after(holding("g1"), "pass", "keep green")
    assert (beside(state), pile(state, "tower"), state.scores()) == ("g1", "-", [15, 5])
    assert state.actor == 1


def test_passing_with_a_placement_possible() -> None:
    """A player may pass though a tile could be placed. [S10.1]"""
    assert legal(holding("o1")) == {"place orange 1 orange", "place center 1 orange", "pass"}
    assert after(holding("o1"), "pass").view(None).players[0].passed


def test_passing_without_tiles() -> None:
    """Without tiles passing is still the player's own move, and ends the turn at once. [S10.1]"""
    state = holding("-")
    assert (state.actor, legal(state)) == (0, {"pass"})
    state = after(state, "pass")
    assert (state.actor, state.scores()) == (1, [15, 5])


def test_no_passing_while_picking() -> None:
    """A turn is a placement or a pass, not both. [S10.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b5
      blue 12345b
    seat 2  points 5
    """)
    assert not allows(after(state, "place blue 5 blue"), "pass")


def test_pass_is_final() -> None:
    """Whoever has passed gets no turn until the round is over. [S10.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o1
    seat 2  points 5  tiles b6
    seat 3  points 5  tiles b6
    """)
    state = after(state, "pass", "keep orange")
    seen = [state.actor]
    for number in (1, 1, 2, 2):
        state = after(state, f"place blue {number} blue")
        seen.append(state.actor)
    assert seen == [1, 2, 1, 2, 1]
    assert why(state, "orange 1", seat=0) == "passed S10.2"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_phase_ends_with_the_last_pass(seats: int) -> None:
    """Phase 2 goes on until all players have passed. [S10.2]"""
    state = position(
        "phase place  round 1.2\ncenter -  supply o2r2b2y2g2\n"
        + "".join(f"seat {number}  points 5\n" for number in range(1, seats + 1))
    )
    for seat in range(seats):
        assert (state.actor, state.view(None).round) == (seat, 1)
        state = after(state, "pass")
    assert (state.actor, state.view(None).round) == (CHANCE, 2)


def test_passes_count_for_one_round() -> None:
    """In the next round everybody takes part again. [S10.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5  passed
    """)
    state = settled(after(state, "pass"))
    assert [player.passed for player in state.view(None).players] == [False, False]


def test_keeping_follows_the_pass() -> None:
    """After the pass its player chooses among the tiles beside the board, or is done. [S10.3]"""
    state = after(holding("o2b1g3"), "pass")
    assert (state.actor, state.view(None).phase) == (0, "keep")
    assert legal(state) == {"keep orange", "keep blue", "keep green", "done"}
    assert why(state, "orange 1") == "keep_first S10.3"
    assert why(state, "done") == "usable"


def test_keeping_is_for_passing() -> None:
    """Before the pass nothing is kept. [S10.3]"""
    state = holding("o2")
    assert why(state, "done") == "done_none S10.3"


def test_keeping_none() -> None:
    """A player may keep none. [S10.3]"""
    state = after(holding("o2b1"), "pass", "done")
    assert (beside(state), pile(state, "tower"), state.scores()) == ("-", "o2b1", [12, 5])


@pytest.mark.parametrize(("kept", "left", "score"), [(1, "o1", 10), (2, "o2", 11), (3, "o3", 12)])
def test_keeping_some(kept: int, left: str, score: int) -> None:
    """Of six tiles one, two or three may be kept. [S10.3]"""
    state = after(holding("o6"), "pass", *["keep orange"] * kept, "done")
    assert (beside(state), state.scores()[0]) == (left, score)


def test_no_more_than_four() -> None:
    """The fourth tile kept is the last; all others are lost. [S10.3]"""
    state = after(holding("o3b3"), "pass", *["keep orange"] * 3, "keep blue")
    assert (state.actor, beside(state)) == (1, "o3b1")
    assert pile(state, "tower") == "b2"


def test_tiles_kept_while_choosing() -> None:
    """Until the choice is done, tiles kept are shown apart and nothing is lost. [S10.3]"""
    state = after(holding("o3b3"), "pass", "keep orange", "keep blue")
    player = state.view(None).players[0]
    assert (player.kept, player.tiles) == ({"orange": 1, "blue": 1}, {"orange": 2, "blue": 2})
    assert (pile(state, "tower"), state.scores()[0]) == ("-", 15)


def test_a_point_for_each_tile_lost() -> None:
    """Every tile thrown away costs a point, of whatever color. [S10.4]"""
    state = after(holding("o2r1b1y1g1p3"), "pass", "keep orange", "keep purple", "done")
    assert points(state) == {"start": 5, "placed": 10, "leftovers": -7}
    assert pile(state, "tower") == "o1r1b1y1g1p2"


def test_losses_of_several_rounds_add_up() -> None:
    """Losses of earlier rounds stay on the account. [S10.4]"""
    state = position("""
    phase place  round 2.2
    center -  supply o2r2b2y2g2
    seat 1  points 12 = 5+10+0-3+0+0  tiles r2
    seat 2  points 5
    """)
    state = after(state, "pass", "done")
    assert points(state) == {"start": 5, "placed": 10, "leftovers": -5}


def test_kept_tiles_score_nothing() -> None:
    """Keeping four tiles neither costs nor brings a point. [S10.5]"""
    state = after(holding("o4"), "pass", *["keep orange"] * 4)
    assert points(state) == {"start": 5, "placed": 10}


def test_kept_tiles_wait_in_the_corners() -> None:
    """Until all have passed they are shown apart, and a picture of it reads back. [S10.5]"""
    state = after(holding("o6"), "pass", *["keep orange"] * 4)
    player = state.view(None).players[0]
    assert (player.passed, player.tiles, player.kept) == (True, {}, {"orange": 4})
    assert GAME.parse(str(state)).dump() == state.dump()
    state = after(state, "pass", "done")
    player = state.view(None).players[0]
    assert (player.passed, player.tiles, player.kept) == (False, {"orange": 4}, {})


def test_kept_tiles_come_back() -> None:
    """Kept tiles lie beside the board when the next round begins. [S10.5]"""
    state = after(holding("r2g4"), "pass", *["keep green"] * 4, "pass", "keep orange")
    state = settled(state)
    assert (state.view(None).round, state.view(None).phase) == (2, "take")
    assert (beside(state, 0), beside(state, 1)) == ("g4", "o1")


def test_kept_tiles_are_spent_in_the_next_round() -> None:
    """Kept and taken tiles together pay for a space of the next round. [S10.5]"""
    state = position("""
    seat 1  phase take  round 2.1
    factory  1:b4
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b2
    seat 2  points 5
    """)
    state = after(state, "take factory 1 blue")
    assert beside(state) == "b6"
    assert allows(state, "place blue 6 blue")


def test_keeping_has_one_order() -> None:
    """After a blue tile, orange and red ones are no longer offered. [S10.6]"""
    state = after(holding("o2r1b2g3"), "pass", "keep blue")
    assert legal(state) == {"keep blue", "keep green", "done"}


def test_same_color_is_kept_as_often_as_held() -> None:
    """A color may be kept again while tiles of it are left. [S10.6]"""
    state = after(holding("o2r1b2g3"), "pass", "keep orange", "keep orange")
    assert legal(state) == {"keep red", "keep blue", "keep green", "done"}


def test_keeping_ends_by_itself_after_four() -> None:
    """After the fourth tile no `done` is asked for. [S10.6]"""
    state = after(holding("o6"), "pass", *["keep orange"] * 3)
    assert (state.actor, legal(state)) == (0, {"keep orange", "done"})
    assert after(state, "keep orange").actor == 1


def test_keeping_ends_by_itself_when_no_later_tile_is_left() -> None:
    """With no tile of that color or a later one left, the others are lost at once. [S10.6]"""
    state = after(holding("o2b1"), "pass", "keep blue")
    assert (state.actor, beside(state), pile(state, "tower")) == (1, "b1", "o2")
    assert state.scores()[0] == 13


def test_keeping_ends_by_itself_with_all_kept() -> None:
    """When all tiles are kept, the turn is over. [S10.6]"""
    state = after(holding("o1b1"), "pass", "keep orange", "keep blue")
    assert (state.actor, beside(state), state.scores()[0]) == (1, "o1b1", 15)


def test_order_of_keeping_begins_anew() -> None:
    """The next player to pass may keep any color. [S10.6]"""
    state = after(holding("g2"), "pass", "keep green", "keep green", "pass")
    assert legal(state) == {"keep orange", "done"}


def test_everybody_may_keep_four() -> None:
    """What one player keeps leaves the next one's four as they are. [S10.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o4
    seat 2  points 5  tiles r5
    """)
    state = after(state, "pass", *["keep orange"] * 4, "pass", *["keep red"] * 4)
    assert (beside(state, 0), beside(state, 1)) == ("o4", "r4")
    assert state.scores() == [5, 4]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_keeping_in_rounds_1_to_5(number: int) -> None:
    """In each of the first five rounds tiles may be kept. [S10.3]"""
    assert legal(after(holding("o1", number), "pass")) == {"keep orange", "done"}


def test_nothing_is_kept_in_the_last_round() -> None:
    """In round 6 a pass throws all tiles into the tower, for a point each. [S10.7]"""
    state = after(holding("r2g4", 6), "pass")
    assert (state.actor, beside(state), pile(state, "tower")) == (1, "-", "r2g4")
    assert points(state) == {"start": 5, "placed": 10, "leftovers": -6}


def test_last_round_stops_at_one_point() -> None:
    """The loss of round 6 stops at 1 as well. [S10.7, S4.2]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 4 = 5+0-1+0+0+0  tiles o9
    seat 2  points 5
    """)
    assert after(state, "pass").scores() == [1, 5]
