"""Tests turns and placements of phase 2; wild tiles are tested in 06, points in 07."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import UnknownMove
from colonnade.games.summer_pavilion import GAME
from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    legal,
    pile,
    points,
    position,
    star,
    why,
)


def test_printed_example_a() -> None:
    """The rulebook's example A: Anna pays six of seven blue tiles for blue 6, 1 point. [S5.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b7
    seat 2  points 5
    """)
    state = after(state, "place blue 6 blue")
    assert star(state, "blue") == ".....b"
    assert (pile(state, "tower"), beside(state)) == ("b5", "b1")
    assert points(state) == {"start": 5, "placed": 1}


def test_printed_example_b() -> None:
    """The rulebook's example B: Anna pays three red tiles for red 3, 1 point. [S5.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r3
      red 1234r6
    seat 2  points 5
    """)
    state = after(state, "place red 3 red")
    assert star(state, "red") == "..r.r."
    assert (pile(state, "tower"), beside(state)) == ("r2", "-")
    assert points(state) == {"start": 5, "placed": 1}


def test_one_placement_is_a_turn() -> None:
    """After one placement the next player has a turn, tiles left or not. [S5.1]"""
    state = position("""
    turn 30  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o4
    seat 2  points 5  tiles r1
    seat 3  points 5
    """)
    state = after(state, "place orange 1 orange")
    assert (state.actor, state.turn, beside(state)) == (1, 31, "o3")


def test_bonus_tiles_belong_to_the_turn() -> None:
    """The turn goes on until the bonus tiles of the placement are picked. [S5.1]"""
    state = position("""
    turn 30  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o5
      orange 12345o
    seat 2  points 5  tiles r1
    """)
    state = after(state, "place orange 5 orange")
    assert (state.actor, state.turn, state.view(None).phase) == (0, 30, "pick")
    state = after(state, "pick orange", "pick orange", "pick red")
    state = after(state, "draw blue supply", "draw blue supply", "draw blue supply")
    assert (state.actor, state.turn, state.view(None).phase) == (1, 31, "place")


def test_passed_players_are_left_out() -> None:
    """Of four players, those in seats 2 and 3 have passed: seat 4 follows seat 1. [S5.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o4
    seat 2  points 5  tiles r1  passed
    seat 3  points 5  passed
    seat 4  points 5  tiles o1
    """)
    state = after(state, "place orange 1 orange")
    assert state.actor == 3
    assert after(state, "place orange 1 orange").actor == 0


def test_last_player_goes_on_alone() -> None:
    """When all others have passed, one player has turn after turn. [S5.1]"""
    state = position("""
    seat 3  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  passed
    seat 2  points 5  tiles o3  passed
    seat 3  points 5  tiles b3
    """)
    state = after(state, "place blue 1 blue")
    assert state.actor == 2
    assert after(state, "place blue 2 blue").actor == 2


def test_one_tile_on_one_empty_space() -> None:
    """A placement fills the space named, and no other. [S5.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles y3
      yellow 123y56
    seat 2  points 5
    """)
    state = after(state, "place yellow 2 yellow")
    stars = ["orange", "red", "blue", "yellow", "green", "purple", "center"]
    assert [star(state, name) for name in stars] == [
        "......",
        "......",
        "......",
        ".y.y..",
        "......",
        "......",
        "......",
    ]


def test_filled_space_takes_no_tile() -> None:
    """A space with a tile is not offered again. [S5.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles y6
      yellow 1y34y6
      center 1o3456
    seat 2  points 5
    """)
    assert legal(state) == {
        *(f"place yellow {number} yellow" for number in (1, 3, 4, 6)),
        *(f"place center {number} yellow" for number in (1, 3, 4, 5, 6)),
        "pass",
    }
    assert why(state, "yellow 2") == "space_filled S5.2"
    assert why(state, "center 2") == "space_filled S5.2"


def test_only_ones_own_board() -> None:
    """A placement touches neither the boards of others nor their tiles. [S5.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles y3
    seat 2  points 5  tiles y3
      yellow y23456
    """)
    state = after(state, "place yellow 1 yellow")
    assert (star(state, "yellow", 0), star(state, "yellow", 1)) == ("y.....", "y.....")
    assert (beside(state, 0), beside(state, 1)) == ("y2", "y3")


def test_only_tiles_beside_the_board() -> None:
    """Without tiles nothing can be placed, whatever the supply holds. [S5.2]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5  tiles y3
    """)
    assert legal(state) == {"pass"}
    assert why(state, "center 1") == "no_tiles S5.2"


@pytest.mark.parametrize("structure", ["pillar", "statue", "window"])
def test_nothing_on_structures(structure: str) -> None:
    """No move places a tile on a pillar, a statue or a window. [S5.2]"""
    with pytest.raises(UnknownMove):
        GAME.moves.number(f"place {structure} 1 orange")


@pytest.mark.parametrize(
    ("number", "tower"), [(1, "-"), (2, "g1"), (3, "g2"), (4, "g3"), (5, "g4"), (6, "g5")]
)
def test_number_is_the_cost(number: int, tower: str) -> None:
    """One tile paid is placed and the others go to the tower. [S5.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles g7
    seat 2  points 5
    """)
    state = after(state, f"place green {number} green")
    assert star(state, "green").index("g") == number - 1
    assert (pile(state, "tower"), beside(state)) == (tower, f"g{7 - number}")


def test_tiles_not_spent_stay() -> None:
    """Tiles of other colors, and those left of the same, stay beside the board. [S5.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles o2r1g5p3
    seat 2  points 5
    """)
    assert beside(after(state, "place green 3 green")) == "o2r1g2p3"


def test_too_expensive() -> None:
    """Three tiles do not pay for a four. [S5.3]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles g3
    seat 2  points 5
    """)
    assert legal(state, "place green") == {f"place green {number} green" for number in (1, 2, 3)}
    assert why(state, "green 4") == "too_expensive S6.1"
    assert why(state, "green 3") == "usable"


def test_star_of_the_ring_takes_its_color() -> None:
    """Blue and red tiles go to the blue and the red star of the ring only. [S5.4]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r1b2
    seat 2  points 5
    """)
    assert {move for move in legal(state, "place") if "center" not in move} == {
        "place red 1 red",
        "place blue 1 blue",
        "place blue 2 blue",
    }
    assert why(state, "green 1") == "color_missing S5.4"


def test_center_star_takes_any_color() -> None:
    """The empty center star takes any color on any of its spaces. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r1b2g6
    seat 2  points 5
    """)
    assert legal(state, "place center") == {
        "place center 1 red",
        "place center 1 blue",
        "place center 2 blue",
        *(f"place center {number} green" for number in range(1, 7)),
    }


def test_center_star_takes_no_color_twice() -> None:
    """A color that the center star holds is not offered there again. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r3b3
      center 1r34y6
    seat 2  points 5
    """)
    assert legal(state, "place center") == {"place center 1 blue", "place center 3 blue"}


def test_center_star_refuses_what_it_holds() -> None:
    """With nothing but colors it holds, the center star is refused for them. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r3y2
      center 1r34y6
    seat 2  points 5
    """)
    assert legal(state, "place center") == set()
    assert why(state, "center 1") == "star_repeats S5.5"


def test_center_star_with_one_tile_refuses_its_color() -> None:
    """A single red tile in the center star is reason enough against another. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r3
      center 1r3456
    seat 2  points 5
    """)
    assert legal(state, "place center") == set()
    assert why(state, "center 1") == "star_repeats S5.5"


def test_center_star_is_each_players_own() -> None:
    """A color in another player's center star does not matter. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r1
    seat 2  points 5
      center 1r3456
    """)
    assert allows(state, "place center 1 red")


def test_center_star_keeps_the_colors_placed() -> None:
    """Each tile in the center star keeps its color. [S5.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles g3
      center 1r34y6
    seat 2  points 5
    """)
    assert star(after(state, "place center 3 green"), "center") == ".rg.y."
