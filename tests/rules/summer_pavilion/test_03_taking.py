"""Tests taking tiles in phase 1; the start marker is tested in 04."""

from __future__ import annotations

from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    factories,
    legal,
    pile,
    points,
    position,
    why,
)

# Anna, Paul and Tom in the first round, purple being wild.
EXAMPLE = """
phase take
factory  1:r2y2  2:y1g1p2  3:o1b3
center -  supply o2r2b2y2g2
seat 1  points 5
seat 2  points 5
seat 3  points 5
"""


def test_printed_example_anna() -> None:
    """The rulebook's example: Anna takes two red tiles, two yellow ones go to the center. [S3.2]"""
    state = after(position(EXAMPLE), "take factory 1 red")
    assert beside(state, 0) == "r2"
    assert pile(state, "center") == "y2"
    assert factories(state)[:3] == ["-", "y1g1p2", "o1b3"]


def test_printed_example_paul() -> None:
    """The rulebook's example: Paul takes a green tile and has to take a wild one. [S3.3]"""
    state = after(position(EXAMPLE), "take factory 1 red", "take factory 2 green")
    assert beside(state, 1) == "g1p1"
    assert pile(state, "center") == "y3p1"


def test_printed_example_tom() -> None:
    """The rulebook's example: Tom takes three yellow, a wild, the marker, and loses 4. [S4.1]"""
    state = after(position(EXAMPLE), "take factory 1 red", "take factory 2 green")
    state = after(state, "take center yellow")
    assert beside(state, 2) == "y3p1"
    assert pile(state, "center") == "-"
    assert state.view(None).marker == 2
    assert points(state, 2) == {"start": 5, "marker": -4}
    assert state.scores() == [5, 5, 1]


def test_one_source_must_be_chosen() -> None:
    """Every color of every factory and of the center is a move; passing is none. [S3.1]"""
    state = position("""
    phase take
    factory  1:o1r3  2:b2y1p1  3:g4
    center r1p2  supply o2r2b2y2g2
    seat 1  points 5  tiles o4
    seat 2  points 5
    """)
    assert legal(state) == {
        "take factory 1 orange",
        "take factory 1 red",
        "take factory 2 blue",
        "take factory 2 yellow",
        "take factory 3 green",
        "take center red",
    }
    assert why(state, "pass") == "pass_later S10.1"


def test_empty_sources_are_refused() -> None:
    """From an empty factory or center nothing can be taken. [S3.1]"""
    state = position("""
    phase take
    factory  1:-  2:o4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert legal(state) == {"take factory 2 orange"}
    assert why(state, "factory 1") == "nothing_there S3.1"
    assert why(state, "center") == "nothing_there S3.1"
    assert why(state, "factory 2") == "usable"


def test_all_tiles_of_the_color() -> None:
    """All tiles of the color named are taken, not some of them. [S3.2]"""
    state = position("""
    phase take
    factory  1:o3r1  2:b4
    center b1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert beside(after(state, "take factory 1 orange")) == "o3"


def test_only_that_source() -> None:
    """Tiles of the same color in other sources stay there. [S3.2]"""
    state = position("""
    phase take
    factory  1:o3r1  2:o2b2
    center o1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert beside(state) == "o3"
    assert factories(state)[1] == "o2b2"
    assert pile(state, "center") == "o1r1"


def test_wild_color_cannot_be_named() -> None:
    """While a source has other colors, the wild one is not chosen. [S3.2]"""
    state = position("""
    phase take
    factory  1:o1p3  2:b4
    center r1p1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert not allows(state, "take factory 1 purple")
    assert not allows(state, "take center purple")


def test_any_number_beside_the_board() -> None:
    """Nothing limits the tiles beside a board. [S3.2]"""
    state = position("""
    phase take
    factory  1:o4  2:b4
    center -  supply r2b2y2g2p2
    seat 1  points 5  tiles o18r20b10y20g20p20
    seat 2  points 5
    """)
    assert beside(after(state, "take factory 1 orange")) == "o22r20b10y20g20p20"


def test_one_wild_comes_along() -> None:
    """Of three wild tiles in the factory exactly one comes with the color. [S3.3]"""
    state = position("""
    phase take
    factory  1:o1p3  2:b4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert (beside(state), pile(state, "center")) == ("o1p1", "p2")


def test_one_wild_comes_along_from_the_center() -> None:
    """From the center, too, exactly one wild tile comes with the color. [S3.3]"""
    state = position("""
    phase take  marker 2
    factory  1:b4
    center o2r1p3  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take center orange")
    assert (beside(state), pile(state, "center")) == ("o2p1", "r1p2")


def test_wild_of_this_round_comes_along() -> None:
    """In round 2 a green tile comes along, and a purple one stays. [S3.3]"""
    state = position("""
    phase take  round 2.1
    factory  1:o2g1p1  2:b4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert (beside(state), pile(state, "center")) == ("o2g1", "p1")


def test_factory_of_nothing_but_wilds() -> None:
    """A factory with nothing but wilds gives exactly one; the others move on. [S3.4]"""
    state = position("""
    phase take
    factory  1:p4  2:b4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert legal(state, "take factory 1") == {"take factory 1 purple"}
    state = after(state, "take factory 1 purple")
    assert (beside(state), pile(state, "center")) == ("p1", "p3")


def test_center_of_nothing_but_wilds() -> None:
    """A center with nothing but wilds gives exactly one; the others stay. [S3.4]"""
    state = position("""
    phase take  marker 2
    center p3  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert legal(state) == {"take center purple"}
    state = after(state, "take center purple")
    assert (beside(state), pile(state, "center")) == ("p1", "p2")
    assert (state.actor, legal(state)) == (1, {"take center purple"})


def test_rest_of_a_factory_moves_to_the_center() -> None:
    """What is left in a factory joins the tiles in the center, wilds included. [S3.5]"""
    state = position("""
    phase take
    factory  1:o1r1p2  2:b4
    center r2g1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert pile(state, "center") == "r3g1p1"
    assert factories(state) == ["-", "b4", "-", "-", "-"]


def test_rest_of_the_center_stays() -> None:
    """What is left in the center stays there. [S3.5]"""
    state = position("""
    phase take  marker 2
    factory  1:b4
    center o2r1y3  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take center red")
    assert pile(state, "center") == "o2y3"
    assert factories(state)[0] == "b4"


def test_taking_goes_on_while_the_center_has_tiles() -> None:
    """With all factories empty, tiles are still taken from the center. [S3.6]"""
    state = position("""
    phase take
    factory  1:o3r1
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert state.view(None).phase == "take"
    assert legal(state) == {"take center red"}


def test_taking_ends_when_nothing_is_left() -> None:
    """Phase 1 ends when factories and center are empty, wherever the last tile lay. [S3.6]"""
    state = position("""
    phase take  seat 2
    center r1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take center red")
    assert state.view(None).phase == "place"
    assert why(state, "center", seat=1) == "nothing_there S3.6"


def test_nothing_else_changes_in_taking() -> None:
    """Taking from a factory costs no points and leaves supply, bag and tower alone. [S3.2]"""
    state = position("""
    phase take
    factory  1:o3r1  2:b4
    center -  supply o2r2b2y2g2  bag o17r19b16y20g20p19  tower p3
    seat 1  points 5
    seat 2  points 5
    """)
    state = after(state, "take factory 1 orange")
    assert [pile(state, name) for name in ("supply", "bag", "tower")] == [
        "o2r2b2y2g2",
        "o17r19b16y20g20p19",
        "p3",
    ]
    assert state.scores() == [5, 5]
