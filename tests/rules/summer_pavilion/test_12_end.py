"""Tests the end of the game, its bonuses and who wins; the grey board's are tested in 13."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import GameOver
from colonnade.contract.state import OVER
from tests.rules.summer_pavilion.table import after, legal, pile, points, position, why

STARS = {
    "orange": "oooooo",
    "red": "rrrrrr",
    "blue": "bbbbbb",
    "yellow": "yyyyyy",
    "green": "gggggg",
    "purple": "pppppp",
    "center": "orbygp",
}


def at_the_end(stars: str, tiles: str = "-") -> dict[str, int]:
    """Seat 1's points by source after its pass has ended a game with these stars."""
    state = position(f"""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles {tiles}
      {stars}
    seat 2  points 5  passed
    """)
    state = after(state, "pass")
    assert state.actor == OVER
    return points(state)


def numbered(*numbers: int, without: str = "") -> str:
    """All stars with tiles on these numbers, except on the star `without`."""
    rows = []
    for name, full in STARS.items():
        filled = numbers if name != without else ()
        cells = (full[n - 1] if n in filled else str(n) for n in range(1, 7))
        rows.append(f"{name} {''.join(cells)}")
    return "  ".join(rows)


def test_last_pass_of_round_6_is_the_end() -> None:
    """The game ends with the last pass of round 6, not with an earlier one. [S12.1]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    seat 3  points 5
    """)
    state = after(state, "pass", "pass")
    assert (state.actor, state.winners()) == (2, [])
    assert after(state, "pass").actor == OVER


def test_nothing_is_drawn_at_the_end() -> None:
    """After the last pass a short supply stays short, bag and tower as they are. [S12.1]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2  bag o18r20b20y22g22p22  tower o2
    seat 1  points 5  tiles b2
    seat 2  points 5  passed
    """)
    state = after(state, "pass")
    assert state.actor == OVER
    assert [pile(state, name) for name in ("supply", "bag", "tower")] == [
        "o2r2",
        "o18r20b20y22g22p22",
        "o2b2",
    ]


def test_supply_is_refilled_before_the_last_pass() -> None:
    """Passes of round 6 before the last one refill the supply as ever. [S12.1]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g1
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "pass", "draw purple supply")
    assert (state.actor, pile(state, "supply")) == (1, "o2r2b2y2g1p1")


def test_nothing_is_legal_after_the_end() -> None:
    """A game that is over takes no move. [S12.1]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5  passed
    """)
    state = after(state, "pass")
    assert (legal(state), state.view(None).phase) == (set(), "over")
    assert why(state, "pass") == "over S12.1"
    with pytest.raises(GameOver):
        after(state, "pass")


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("center", 12),
        ("red", 14),
        ("blue", 15),
        ("yellow", 16),
        ("orange", 17),
        ("green", 18),
        ("purple", 20),
    ],
)
def test_complete_star(name: str, worth: int) -> None:
    """A complete star brings the points of its color, the center star 12. [S12.2]"""
    assert at_the_end(f"{name} {STARS[name]}") == {"start": 5, "stars": worth}


@pytest.mark.parametrize("name", list(STARS))
def test_star_of_five_tiles(name: str) -> None:
    """A star of five tiles brings nothing. [S12.2]"""
    assert at_the_end(f"{name} 1{STARS[name][1:]}") == {"start": 5}
    assert at_the_end(f"{name} {STARS[name][:5]}6") == {"start": 5}


def test_several_stars() -> None:
    """Every complete star counts: red, green and center bring 44. [S12.2]"""
    assert at_the_end("red rrrrrr  green gggggg  center orbygp  blue bbbbb6") == {
        "start": 5,
        "stars": 44,
    }


def test_no_star_bonus_before_the_end() -> None:
    """A star completed in an earlier round brings its bonus only at the end. [S12.2]"""
    state = position("""
    phase place  round 5.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles r1
      red 1rrrrr
    seat 2  points 5  passed
    """)
    state = after(state, "place red 1 red", "pass")
    assert (state.view(None).round, points(state)) == (6, {"start": 5, "placed": 6})


def test_bonuses_of_all_players() -> None:
    """Every player's board is counted. [S12.2]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 5
      red rrrrrr
    seat 2  points 5  passed
      purple pppppp
    seat 3  points 5  passed
      center orbygp
    seat 4  points 5  passed
    """)
    assert after(state, "pass").scores() == [19, 25, 17, 5]


def test_losses_come_before_the_bonuses() -> None:
    """The last pass stops at 1 point before the bonuses are added. [S12.2]"""
    assert at_the_end("red rrrrrr", tiles="o6") == {"start": 5, "leftovers": -4, "stars": 14}


@pytest.mark.parametrize(("number", "worth"), [(1, 4), (2, 8), (3, 12), (4, 16)])
def test_all_spaces_of_one_number(number: int, worth: int) -> None:
    """All seven spaces of one number bring 4, 8, 12 or 16 points. [S12.3]"""
    assert at_the_end(numbered(number)) == {"start": 5, "numbers": worth}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("without", list(STARS))
def test_one_space_of_a_number_missing(number: int, without: str) -> None:
    """Six of the seven bring nothing, whichever is missing, the center's included. [S12.3]"""
    assert at_the_end(numbered(number, without=without)) == {"start": 5}


@pytest.mark.parametrize("number", [5, 6])
def test_fives_and_sixes(number: int) -> None:
    """All fives or all sixes bring nothing. [S12.3]"""
    assert at_the_end(numbered(number)) == {"start": 5}


def test_several_numbers() -> None:
    """Numbers are counted one by one: ones to fours bring 40. [S12.3]"""
    assert at_the_end(numbered(1, 2, 3, 4)) == {"start": 5, "numbers": 40}


def test_full_board() -> None:
    """A full board brings 112 points for its stars and 40 for its numbers. [S12.2, S12.3]"""
    assert at_the_end(numbered(1, 2, 3, 4, 5, 6)) == {"start": 5, "stars": 112, "numbers": 40}


@pytest.mark.parametrize(
    ("before", "winners"),
    [
        ((30, 20, 10), [0]),
        ((10, 20, 30), [2]),
        ((30, 10, 30), [0, 2]),
        ((20, 20, 20), [0, 1, 2]),
        ((10, 25, 25), [1, 2]),
    ],
)
def test_most_points_win(before: tuple[int, int, int], winners: list[int]) -> None:
    """Most points win, and equal points share the victory. [S12.4]"""
    scores = [f"points {total} = 5+{total - 5}+0+0+0+0" for total in before]
    state = position(f"""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  {scores[0]}
    seat 2  {scores[1]}  passed
    seat 3  {scores[2]}  passed
    """)
    state = after(state, "pass")
    assert state.scores() == list(before)
    assert state.winners() == winners


def test_bonuses_decide() -> None:
    """The bonuses are part of the score that decides. [S12.4]"""
    state = position("""
    phase place  round 6.2
    center -  supply o2r2b2y2g2
    seat 1  points 18 = 5+13+0+0+0+0
    seat 2  points 5  passed
      red rrrrrr
    """)
    assert after(state, "pass").winners() == [1]
