"""Tests the grey board: its numbers, what its stars take, and its bonuses."""

from __future__ import annotations

import pytest

from colonnade.contract.errors import UnknownValue
from colonnade.contract.state import OVER
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
    star,
    why,
)

RING = ["orange", "red", "blue", "yellow", "green", "purple"]
COLORS = {"o": "orange", "r": "red", "b": "blue", "y": "yellow", "g": "green", "p": "purple"}


def grey(tiles: str, stars: str = "", number: int = 1) -> PavilionState:
    """Seat 1's grey board in phase 2 of a round, with these tiles beside it; seat 2 has passed."""
    return position(f"""
    phase place  round {number}.2  board grey
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles {tiles}
      {stars}
    seat 2  points 5  passed
    """)


def colors(state: PavilionState, name: str) -> str:
    """The colors that may be placed on a star, as letters."""
    found = {words.split()[3] for words in legal(state, f"place {name}")}
    return "".join(letter for letter, color in COLORS.items() if color in found)


def test_grey_board_is_an_option() -> None:
    """All players use the grey side when it is chosen, else the colored one. [S13.1]"""
    assert GAME.start(3).view(None).options == {"board": "colored"}
    assert GAME.start(3, {"board": "grey"}).view(None).options == {"board": "grey"}
    with pytest.raises(UnknownValue):
        GAME.start(3, {"board": "blue"})


def test_set_up_stays_the_same() -> None:
    """A grey game has the same tiles, points, factories and wild color. [S13.1]"""
    view = settled(GAME.set_up(2, {"board": "grey"})).view(None)
    assert [sum(tiles.values()) for tiles in view.factories] == [4, 4, 4, 4, 4]
    assert sum(view.supply.values()) == 10
    assert (view.scores, view.wild) == ([5, 5], "purple")


def test_wild_tiles_pay_on_the_grey_board() -> None:
    """Wild tiles pay for others, but not for themselves. [S13.1, S6.1]"""
    state = grey("g1p3")
    assert legal(state, "place red 4") == {"place red 4 green +3"}
    assert legal(state, "place red 2") == {"place red 2 green +1", "place red 2 purple"}


def test_rows_count_on_the_grey_board() -> None:
    """Connected tiles count whatever their colors. [S13.1, S7.1]"""
    state = after(grey("g3", "blue or345b"), "place blue 3 green")
    assert points(state) == {"start": 5, "placed": 4}


@pytest.mark.parametrize("name", RING)
@pytest.mark.parametrize(("at", "cost"), [(1, 3), (2, 2), (3, 1), (4, 4), (5, 5), (6, 6)])
def test_numbers_of_a_star_in_the_ring(name: str, at: int, cost: int) -> None:
    """Positions 1 to 6 of a star in the ring cost 3, 2, 1, 4, 5, 6. [S13.2]"""
    state = after(grey("y7"), f"place {name} {at} yellow")
    assert beside(state) == f"y{7 - cost}"
    assert pile(state, "tower") == ("-" if cost == 1 else f"y{cost - 1}")
    assert star(state, name).index("y") == at - 1


@pytest.mark.parametrize("at", [1, 2, 3, 4, 5, 6])
def test_numbers_of_the_center_star(at: int) -> None:
    """All spaces of the center star cost 3. [S13.2]"""
    assert beside(after(grey("y7"), f"place center {at} yellow")) == "y4"
    assert not allows(grey("y2"), f"place center {at} yellow")


@pytest.mark.parametrize(
    ("stars", "words", "tiles"),
    [
        ("red 32b456  center yr3333", "place red 2 green", 1),
        ("red b21456  blue 32bb56", "place red 2 yellow", 2),
        ("green 32145b", "place green 5 green", 3),
    ],
)
def test_structures_of_the_grey_board(stars: str, words: str, tiles: int) -> None:
    """Pillars, statues and windows have the same positions as on the colored side. [S13.2]"""
    state = after(grey("y2g6", stars), words)
    assert (state.view(None).phase, state.view(None).owed) == ("pick", tiles)


def test_names_of_stars_are_no_colors() -> None:
    """An empty star takes any color, whatever its name. [S13.3]"""
    state = grey("o6r6b6y6g6p6")
    assert {name: colors(state, name) for name in [*RING, "center"]} == dict.fromkeys(
        [*RING, "center"], "orbygp"
    )


@pytest.mark.parametrize("name", [*RING, "center"])
def test_star_with_one_tile(name: str) -> None:
    """A star with one tile takes any color, the same one included. [S13.3]"""
    assert colors(grey("o6r6b6y6g6p6", f"{name} 3r1456"), name) == "orbygp"


@pytest.mark.parametrize("cells", ["3rr456", "rrr456", "3rrrrr"])
@pytest.mark.parametrize("name", ["orange", "red", "center"])
def test_star_of_one_color(name: str, cells: str) -> None:
    """A star with two or more tiles of one color takes only that color. [S13.4]"""
    assert colors(grey("o6r6b6y6g6p6", f"{name} {cells}"), name) == "r"


def test_second_tile_of_a_color_decides() -> None:
    """From the second tile of the same color on, other colors are refused. [S13.4]"""
    state = after(grey("r2b6", "green 32r456"), "place green 2 red")
    assert legal(state, "place green") == set()
    assert why(state, "green 1") == "star_uniform S13.4"


@pytest.mark.parametrize(
    ("cells", "takes"), [("3rb456", "oygp"), ("yrb456", "ogp"), ("yrbop6", "g")]
)
@pytest.mark.parametrize("name", ["blue", "purple", "center"])
def test_star_of_different_colors(name: str, cells: str, takes: str) -> None:
    """A star with different colors takes only those that it does not hold. [S13.5]"""
    assert colors(grey("o6r6b6y6g6p6", f"{name} {cells}"), name) == takes


def test_second_color_decides() -> None:
    """From the second color on, colors that the star holds are refused. [S13.5]"""
    state = after(grey("r4b2", "green 32r456"), "place green 2 blue")
    assert legal(state, "place green") == set()
    assert why(state, "green 1") == "star_varied S13.5"


def test_last_color_of_a_star() -> None:
    """A star that lacks one color is refused for its variety, not as one of that color. [S13.5]"""
    state = grey("r3", "center yrbop3")
    assert legal(state, "place center") == set()
    assert why(state, "center 6") == "star_varied S13.5"


def test_stars_are_chosen_one_by_one() -> None:
    """What one star holds binds no other star. [S13.3]"""
    state = grey("r6", "green 3rr456  blue 3yg456")
    assert colors(state, "green") == "r"
    assert colors(state, "blue") == "r"
    assert colors(state, "yellow") == "r"


def end(stars: str) -> dict[str, int]:
    """Seat 1's points by source at the end of a game with these stars."""
    state = after(grey("-", stars, 6), "pass")
    assert state.actor == OVER
    return points(state)


@pytest.mark.parametrize(
    ("letter", "worth"), [("r", 14), ("b", 15), ("y", 16), ("o", 17), ("g", 18), ("p", 20)]
)
@pytest.mark.parametrize("name", ["red", "green", "center"])
def test_star_of_one_color_at_the_end(name: str, letter: str, worth: int) -> None:
    """A complete star of one color brings the points of that color, wherever it is. [S13.6]"""
    assert end(f"{name} {letter * 6}") == {"start": 5, "stars": worth}


@pytest.mark.parametrize("name", [*RING, "center"])
def test_star_of_six_colors_at_the_end(name: str) -> None:
    """A complete star of six different colors brings 12, wherever it is. [S13.6]"""
    assert end(f"{name} pgbyor") == {"start": 5, "stars": 12}


def test_stars_of_the_same_kind() -> None:
    """Three purple stars and two of six colors bring 3 x 20 and 2 x 12. [S13.6]"""
    stars = "orange pppppp  red pppppp  center pppppp  green orbygp  blue orbygp"
    assert end(stars)["stars"] == 84


def test_incomplete_stars_at_the_end() -> None:
    """Five tiles bring nothing, of one color or of five. [S13.6]"""
    assert end("orange 3ppppp  red orbyg6") == {"start": 5}


def covered(number: int, without: str = "") -> str:
    """All spaces of a number on the grey side, except one of the star `without`."""
    rows = []
    for name in RING:
        cells = "".join(name[0] if n == str(number) else n for n in "321456")
        rows.append(f"{name} {cells if name != without else '321456'}")
    if number == 3:
        rows.append("center orbyg3" if without == "center" else "center orbygp")
    return "  ".join(rows)


@pytest.mark.parametrize(("number", "worth"), [(1, 4), (2, 8), (4, 16)])
def test_six_spaces_of_a_number(number: int, worth: int) -> None:
    """All six ones, twos or fours bring the same as on the colored side. [S13.7]"""
    assert end(covered(number)) == {"start": 5, "numbers": worth}


def test_twelve_threes() -> None:
    """The threes are twelve, six of them in the center star, which counts itself. [S13.7]"""
    assert end(covered(3)) == {"start": 5, "stars": 12, "numbers": 12}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("without", ["orange", "yellow"])
def test_one_space_of_a_number_missing(number: int, without: str) -> None:
    """Without one of its spaces a number brings nothing. [S13.7]"""
    assert "numbers" not in end(covered(number, without))


def test_one_three_of_the_center_missing() -> None:
    """Eleven threes bring nothing. [S13.7]"""
    assert end(covered(3, "center")) == {"start": 5}


@pytest.mark.parametrize("number", [5, 6])
def test_fives_and_sixes(number: int) -> None:
    """Fives and sixes bring nothing here either. [S13.7]"""
    assert end(covered(number)) == {"start": 5}
