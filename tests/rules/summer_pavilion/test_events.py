"""Tests what is told besides the moves: the marker, lost tiles, piles, rounds and bonuses."""

from __future__ import annotations

from colonnade.contract.event import Event
from colonnade.games.summer_pavilion import GAME, PavilionState
from tests.rules.summer_pavilion.table import position

PREFIX = "summer_pavilion.event."


def told(state: PavilionState, words: str) -> list[Event]:
    """What making a move brings about."""
    row, after = GAME.moves.number(words), state.copy()
    assert row in state.legal()
    after.apply(row)
    return list(state.events(row, after))


def names(events: list[Event]) -> list[str]:
    """Their short names."""
    return [event.event.removeprefix(PREFIX) for event in events]


def test_the_start_marker_and_its_price() -> None:
    """Three tiles with the wild, 3 points; who follows is told nothing. [S4.1]"""
    state = position("""
    phase take  round 1.1  seat 2
    factory 1:r1b1y1g1
    center y2p1b1  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """)
    assert told(state, "take center yellow") == [
        Event(f"{PREFIX}marker", "S4.1", 1, -3, {"count": 3})
    ]
    assert told(state, "take factory 1 red") == []


def test_a_score_of_one_pays_nothing_for_the_marker() -> None:
    """What is told to be lost is what was lost. [S4.2]"""
    state = position("""
    phase take  round 1.1
    factory 1:r1b1y1g1
    center y2b1  supply o2r2b2y2g2
    seat 1  points 1 = 5+0-4+0+0+0
    seat 2  points 5
    """)
    (marker,) = told(state, "take center yellow")
    assert (marker.points, marker.fields) == (0, {"count": 2})


def test_all_is_taken() -> None:
    """The holder of the marker places first; without it, who began. [S4.3, S4.4]"""
    picture = """
    phase take  round 1.1  marker {marker}
    factory 1:r4
    center -  supply o2r2b2y2g2
    seat 1  points 5
    seat 2  points 5
    """
    (first,) = told(position(picture.format(marker=2)), "take factory 1 red")
    assert first == Event(f"{PREFIX}placing", "S4.3", 1)
    (first,) = told(position(picture.format(marker="-")), "take factory 1 red")
    assert first == Event(f"{PREFIX}placing", "S4.4", 0)


def test_lost_tiles_and_the_next_round() -> None:
    """Four kept, two lost; the last pass begins a round. [S10.4, S2.2]"""
    state = position("""
    phase keep  round 1.2  least 4
    center -  supply o2r2b2y2g2
    seat 1  points 9 = 5+4+0+0+0+0  tiles r2g1  kept g3  passed
    seat 2  points 5  passed
    """)
    lost, begun = told(state, "keep green")
    assert lost == Event(f"{PREFIX}lost", "S10.4", 0, -2, {"count": 2})
    assert begun == Event(f"{PREFIX}round", "S2.2", fields={"round": 2, "color": "green"})
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 9 = 5+4+0+0+0+0  tiles r2g4
    seat 2  points 5
    """)
    assert told(state, "pass") == []


def test_the_last_round_is_named() -> None:
    """Nothing will be kept in it. [S10.7]"""
    state = position("""
    phase place  round 5.2
    center -  supply o2r2b2y2g2
    seat 1  points 9 = 5+4+0+0+0+0
    seat 2  points 5  passed
    """)
    (begun,) = told(state, "pass")
    assert begun == Event(f"{PREFIX}last_round", "S10.7", fields={"round": 6, "color": "red"})


def test_the_tower_is_tipped_and_may_be_empty_too() -> None:
    """Told when a tile is wanted and the bag has none. [S9.3, S9.4]"""
    picture = """
    phase draw  round 2.2  seat 1
    center -  supply o2r2b2y2  tower {tower}
    seat 1  points 5
    seat 2  points 5
    """
    tipped = told(position(picture.format(tower="g3p2"), bag="g1"), "draw green supply")
    assert tipped == [Event(f"{PREFIX}bag", "S9.3", fields={"count": 5})]
    assert names(told(position(picture.format(tower="-"), bag="g1"), "draw green supply")) == [
        "empty"
    ]
    assert told(position(picture.format(tower="-"), bag="g2"), "draw green supply") == []


def test_a_factory_stays_short() -> None:
    """The bag runs out while factories are filled; what is there is played. [S11.3]"""
    state = position(
        """
        phase draw  round 6.1  seat 1  filling 1
        factory 1:o2r2  2:b1
        center -  supply o2r2b2y2g2
        seat 1  points 5
        seat 2  points 5
        """,
        bag="y1",
    )
    assert names(told(state, "draw yellow factory 2")) == ["empty"]


def test_every_bonus_has_its_line() -> None:
    """The last pass ends the game: lost tiles, then each seat's stars and numbers. [S12.2, S12.3]

    What is told is all that the pass brought.
    """
    state = position("""
    phase place  round 6.2  seat 2
    center -  supply o2r2b1y1g1
    seat 1  points 50 = 5+45+0+0+0+0  passed
      green gggggg  center orbygp  blue b23456  red r23456
      orange o23456  yellow y23456  purple p23456
    seat 2  points 40 = 5+35+0+0+0+0  tiles r2
      purple pppppp
    """)
    found = told(state, "pass")
    assert [(one.event.removeprefix(PREFIX), one.seat, one.points) for one in found] == [
        ("lost", 1, -2),
        ("over", -1, 0),
        ("star_green", 0, 18),
        ("star_varied", 0, 12),
        ("number", 0, 4),
        ("star_purple", 1, 20),
    ]
    assert found[0].rule == "S10.7"
    after = state.copy()
    after.apply(GAME.moves.number("pass"))
    gains = [b - a for a, b in zip(state.scores(), after.scores(), strict=True)]
    assert gains == [sum(one.points for one in found if one.seat == seat) for seat in (0, 1)]


def test_grey_stars_are_told_by_what_they_became() -> None:
    """A star of one color by that color, wherever it stands. [S13.6]"""
    state = position("""
    phase place  round 6.2  board grey
    center -  supply o2r2b2y2
    seat 1  points 50 = 5+45+0+0+0+0
      green pppppp  center gggggg  blue orbygp
    seat 2  points 40 = 5+35+0+0+0+0  passed
    """)
    found = [one for one in told(state, "pass") if one.points]
    assert [(one.event.removeprefix(PREFIX), one.rule, one.points) for one in found] == [
        ("star_varied", "S13.6", 12),
        ("star_purple", "S13.6", 20),
        ("star_green", "S13.6", 18),
    ]
