"""Tests the points of a placement; bonuses at the end are tested in 12."""

from __future__ import annotations

import pytest

from tests.rules.summer_pavilion.table import after, points, position


def placed(stars: str, words: str) -> dict[str, int]:
    """Seat 1's points by source after a placement beside the tiles of `stars`."""
    state = position(f"""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b6y6
      {stars}
    seat 2  points 5
    """)
    return points(after(state, words))


@pytest.mark.parametrize(
    ("before", "number", "worth"),
    [
        ("123456", 1, 1),
        ("123456", 4, 1),
        ("b23456", 2, 2),
        ("12b456", 2, 2),
        ("bb3456", 3, 3),
        ("1bbb56", 5, 4),
        ("bbbb56", 5, 5),
    ],
)
def test_row_of_connected_tiles(before: str, number: int, worth: int) -> None:
    """A tile is worth 1 point, and 1 for each tile of the row it belongs to. [S7.1]"""
    assert placed(f"blue {before}", f"place blue {number} blue") == {"start": 5, "placed": worth}


@pytest.mark.parametrize(
    ("before", "number", "worth"),
    [("b2b456", 2, 3), ("bb3b56", 3, 4), ("bb3bb6", 3, 5), ("1bb4b6", 4, 4)],
)
def test_tile_joins_two_rows(before: str, number: int, worth: int) -> None:
    """A tile between two rows makes one of them, and all of it counts. [S7.1]"""
    assert placed(f"blue {before}", f"place blue {number} blue") == {"start": 5, "placed": worth}


@pytest.mark.parametrize(
    ("before", "number", "worth"), [("b23456", 3, 1), ("1b3b56", 1, 2), ("bb34b6", 4, 2)]
)
def test_gap_breaks_a_row(before: str, number: int, worth: int) -> None:
    """Tiles beyond a free space do not count. [S7.1]"""
    assert placed(f"blue {before}", f"place blue {number} blue") == {"start": 5, "placed": worth}


def test_points_are_added_up() -> None:
    """Points of several placements add up under one source. [S7.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 9 = 5+4+0+0+0+0  tiles b6
    seat 2  points 5  passed
    """)
    state = after(state, "place blue 1 blue", "place blue 2 blue")
    assert points(state) == {"start": 5, "placed": 7}


def test_only_the_placing_player_scores() -> None:
    """A placement changes nobody else's points. [S7.1]"""
    state = position("""
    seat 2  phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
      blue bb3456
    seat 2  points 5  tiles b3
    seat 3  points 5
    """)
    assert after(state, "place blue 3 blue").scores() == [5, 6, 5]


@pytest.mark.parametrize(
    ("before", "number", "worth"),
    [
        ("b23456", 6, 2),
        ("12345b", 1, 2),
        ("bb345b", 3, 4),
        ("b234bb", 4, 4),
        ("bb34b6", 6, 4),
        ("1bbbbb", 1, 6),
    ],
)
def test_six_and_one_are_neighbors(before: str, number: int, worth: int) -> None:
    """A row goes on from 6 to 1. [S7.2]"""
    assert placed(f"blue {before}", f"place blue {number} blue") == {"start": 5, "placed": worth}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_complete_star_is_worth_six(number: int) -> None:
    """The tile that completes a star is worth 6 points, wherever it lies. [S7.2]"""
    before = "".join("b" if other != number else str(number) for other in range(1, 7))
    assert placed(f"blue {before}", f"place blue {number} blue") == {"start": 5, "placed": 6}


def test_stars_are_not_connected() -> None:
    """Tiles of neighboring stars do not count, even around the same statue. [S7.2]"""
    stars = "red rr3456  center 1rg456"
    assert placed(stars, "place blue 3 blue") == {"start": 5, "placed": 1}
    assert placed(stars, "place blue 4 blue") == {"start": 5, "placed": 1}


def test_center_star_counts_alike() -> None:
    """In the center star tiles of different colors are connected. [S7.2]"""
    assert placed("center or34g6", "place center 6 yellow") == {"start": 5, "placed": 4}
    assert placed("center 1r345g", "place center 1 blue") == {"start": 5, "placed": 3}
