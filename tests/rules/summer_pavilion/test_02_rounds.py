"""Tests rounds, their two phases, the wild color and the order of seats."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE, OVER
from colonnade.games.summer_pavilion import GAME
from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    legal,
    position,
    settled,
    why,
)


def test_first_phase_takes_only() -> None:
    """In phase 1 tiles are taken, and none placed, whatever lies beside the board. [S2.1]"""
    state = position("""
    phase take  round 2.1
    factory  1:r2b2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o4
    seat 2  points 5
    """)
    assert legal(state) == {"take factory 1 red", "take factory 1 blue"}
    assert why(state, "orange 1") == "place_later S2.1"


def test_second_phase_follows_the_first() -> None:
    """When the last tiles are taken, placing begins in the same round. [S2.1]"""
    state = position("""
    turn 9  seat 2  phase take  round 1.1
    factory  1:r4
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b1
    seat 2  points 5
    """)
    state = after(state, "take factory 1 red")
    view = state.view(None)
    assert (view.phase, view.round, view.stage) == ("place", 1, 2)
    assert (state.turn, state.actor) == (10, 0)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_next_round_is_prepared(number: int) -> None:
    """After the last pass of rounds 1 to 5 the factories of the next one are filled. [S2.1]"""
    state = position(f"""
    seat 1  phase place  round {number}.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5  passed
    """)
    state = after(state, "pass")
    assert (state.actor, state.view(None).round) == (CHANCE, number + 1)
    state = settled(state)
    assert (state.view(None).phase, state.view(None).stage) == ("take", 1)


def test_sixth_round_is_the_last() -> None:
    """After the last pass of the sixth round there is no seventh. [S2.1]"""
    state = position("""
    seat 1  phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5  passed
    """)
    assert after(state, "pass").actor == OVER


@pytest.mark.parametrize(
    ("number", "wild"),
    [(1, "purple"), (2, "green"), (3, "orange"), (4, "yellow"), (5, "blue"), (6, "red")],
)
def test_wild_color_of_each_round(number: int, wild: str) -> None:
    """Purple, green, orange, yellow, blue, red: each pays for others in its round only. [S2.2]"""
    state = position(f"""
    seat 1  phase place  round {number}.2
    center -  supply -
    seat 1  points 5  tiles o1r1b1y1g1p1
    seat 2  points 5
    """)
    colors = ["orange", "red", "blue", "yellow", "green", "purple"]
    assert state.view(None).wild == wild
    assert {move for move in legal(state, "place") if "center" not in move and "+" in move} == {
        f"place {color} 2 {color} +1" for color in colors if color != wild
    }


def test_wild_tile_of_an_earlier_round() -> None:
    """A purple tile kept from round 1 is a plain tile in round 2. [S2.2]"""
    state = position("""
    seat 1  phase place  round 2.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o1p3
    seat 2  points 5
    """)
    assert legal(state, "place orange") == {"place orange 1 orange"}


def test_tile_taken_before_its_round() -> None:
    """A green tile taken in round 1 and kept is wild in round 2. [S2.2]"""
    state = position("""
    seat 1  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b1g1
    seat 2  points 5  passed
    """)
    assert not allows(state, "place blue 2 blue +1")
    state = settled(after(state, "pass", "keep blue", "keep green"))
    assert (state.view(None).wild, beside(state)) == ("green", "b1g1")


def test_tile_wild_in_the_round_of_its_color() -> None:
    """Beside the board in round 2, whenever taken, a green tile pays for a blue one. [S2.2]"""
    state = position("""
    seat 1  phase place  round 2.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b1g1
    seat 2  points 5
    """)
    assert allows(state, "place blue 2 blue +1")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_1_begins_the_game(seats: int) -> None:
    """Seat 1 begins the first round. [S2.3]"""
    state = settled(GAME.set_up(seats, {"board": "colored"}))
    assert (state.actor, state.turn, state.view(None).phase) == (0, 1, "take")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_around(seats: int) -> None:
    """Turns of phase 1 go around by seats, and seat 1 follows the last one. [S2.3]"""
    picture = """
    phase take
    factory  1:o4  2:r4  3:b4  4:y4  5:g4
    center -  supply o2r2b2y2g2
    """
    state = position(picture + "".join(f"seat {n}  points 5\n" for n in range(1, seats + 1)))
    seen = [state.actor]
    for number, color in enumerate(["orange", "red", "blue", "yellow"], 1):
        state = after(state, f"take factory {number} {color}")
        seen.append(state.actor)
    assert seen == [turn % seats for turn in range(5)]


def test_placing_goes_around_too() -> None:
    """Turns of phase 2 go around in the same direction. [S2.3]"""
    state = position("""
    seat 3  phase place  round 1.2  first 3  marker 3
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o1
    seat 2  points 5  tiles o1
    seat 3  points 5  tiles o2
    """)
    seen = [state.actor]
    for _ in range(3):
        state = after(state, "place orange 1 orange")
        seen.append(state.actor)
    assert seen == [2, 0, 1, 2]


def test_other_seats_wait() -> None:
    """Whoever is not on turn can use nothing. [S2.3]"""
    state = position("""
    seat 1  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o1
    seat 2  points 5  tiles o1
    """)
    assert {refusal.rule for refusal in state.refusals(1)} == {"S2.3"}
    assert why(state, "orange 1", seat=1) == "not_your_turn S2.3"
