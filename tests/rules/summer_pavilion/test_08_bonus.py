"""Tests bonus tiles for pillars, statues and windows; refilling the supply is tested in 09."""

from __future__ import annotations

import pytest

from colonnade.games.summer_pavilion import PavilionState
from tests.rules.summer_pavilion.table import (
    after,
    allows,
    beside,
    drawn,
    legal,
    pile,
    points,
    position,
    settled,
    star,
    why,
)

PILLARS = (
    "orange 2, orange 3, center 6, center 1",
    "red 2, red 3, center 1, center 2",
    "blue 2, blue 3, center 2, center 3",
    "yellow 2, yellow 3, center 3, center 4",
    "green 2, green 3, center 4, center 5",
    "purple 2, purple 3, center 5, center 6",
)
STATUES = (
    "orange 1, orange 2, red 3, red 4",
    "red 1, red 2, blue 3, blue 4",
    "blue 1, blue 2, yellow 3, yellow 4",
    "yellow 1, yellow 2, green 3, green 4",
    "green 1, green 2, purple 3, purple 4",
    "purple 1, purple 2, orange 3, orange 4",
)
WINDOWS = (
    "orange 5, orange 6",
    "red 5, red 6",
    "blue 5, blue 6",
    "yellow 5, yellow 6",
    "green 5, green 6",
    "purple 5, purple 6",
)
EACH = [(1, spaces) for spaces in PILLARS]
EACH += [(2, spaces) for spaces in STATUES]
EACH += [(3, spaces) for spaces in WINDOWS]


def board(spaces: list[str]) -> str:
    """Stars with tiles on these spaces; those of the center star have different colors."""
    filled: dict[str, str] = {}
    for space in spaces:
        name, number = space.split()
        color = "orbygp"[int(number) - 1] if name == "center" else name[0]
        filled[name] = filled.get(name, "123456").replace(number, color)
    return "  ".join(f"{name} {cells}" for name, cells in filled.items())


def before(spaces: str, last: str, supply: str = "o2r2b2y2g2") -> tuple[PavilionState, str]:
    """A position that lacks one of the spaces, and the words that fill it."""
    around = spaces.split(", ")
    around.remove(last)
    name, number = last.split()
    letter = "orbygp"[int(number) - 1] if name == "center" else name[0]
    colors = {"o": "orange", "r": "red", "b": "blue", "y": "yellow", "g": "green", "p": "purple"}
    state = position(f"""
    phase place  round 1.2
    center -  supply {supply}
    seat 1  points 5  tiles {letter}6
      {board(around)}
    seat 2  points 5
    """)
    return state, f"place {last} {colors[letter]}"


@pytest.mark.parametrize(
    ("tiles", "spaces", "last"),
    [(tiles, spaces, last) for tiles, spaces in EACH for last in spaces.split(", ")],
)
def test_last_space_around_a_structure(tiles: int, spaces: str, last: str) -> None:
    """A pillar brings 1 tile, a statue 2, a window 3, whichever space is last. [S8.1, S8.2]"""
    state, words = before(spaces, last)
    assert state.view(None).owed == 0
    state = after(state, words)
    assert (state.view(None).phase, state.view(None).owed) == ("pick", tiles)


@pytest.mark.parametrize("spaces", [*PILLARS, *STATUES])
def test_unfinished_structure(spaces: str) -> None:
    """While one of its spaces is free, a structure brings nothing. [S8.1]"""
    without = ", ".join(spaces.split(", ")[1:])
    state, words = before(without, without.split(", ")[0])
    assert after(state, words).actor == 1


def test_window_half_filled() -> None:
    """One tile beside a window brings nothing. [S8.1]"""
    state, words = before("blue 5", "blue 5")
    assert after(state, words).actor == 1


def test_finished_structure_brings_nothing_more() -> None:
    """A tile beside structures finished earlier brings nothing. [S8.1]"""
    state, words = before("blue 5, blue 6, blue 4, blue 1", "blue 4")
    assert after(state, words).actor == 1


def test_structures_of_other_boards() -> None:
    """Only tiles on one's own board fill a structure. [S8.1]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b5
    seat 2  points 5
      blue 12345b
    """)
    assert after(state, "place blue 5 blue").actor == 1


@pytest.mark.parametrize(
    ("spaces", "last", "tiles"),
    [
        ("orange 1, orange 2, orange 3, red 3, red 4, center 6, center 1", "orange 2", 3),
        ("orange 2, orange 3, orange 4, purple 1, purple 2, center 6, center 1", "orange 3", 3),
        ("red 2, red 3, red 4, orange 1, orange 2, center 1, center 2", "red 3", 3),
        ("orange 2, orange 3, red 2, red 3, center 6, center 1, center 2", "center 1", 2),
        ("green 2, green 3, yellow 2, yellow 3, center 3, center 4, center 5", "center 4", 2),
    ],
)
def test_structures_are_added_up(spaces: str, last: str, tiles: int) -> None:
    """Structures completed by the same tile are added up. [S8.3]"""
    state, words = before(spaces, last)
    assert after(state, words).view(None).owed == tiles


def test_short_supply() -> None:
    """A window with two tiles in the supply brings those two, and nothing later. [S8.3]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply o1g1
    seat 1  points 5  tiles b5
      blue 12345b
    seat 2  points 5
    """,
        bag="",
    )
    state = after(state, "place blue 5 blue")
    assert state.view(None).owed == 2
    state = after(state, "pick orange", "pick green")
    assert beside(state) == "o1g1"
    state = settled(state)
    assert (state.actor, state.view(None).owed) == (1, 0)


def test_empty_supply() -> None:
    """With nothing in the supply there is nothing to pick, and the turn ends. [S8.3]"""
    state = position(
        """
    phase place  round 1.2
    center -  supply -
    seat 1  points 5  tiles b5
      blue 12345b
    seat 2  points 5
    """,
        bag="",
    )
    state = settled(after(state, "place blue 5 blue"))
    assert (state.actor, beside(state), pile(state, "supply")) == (1, "-", "b4")


def test_bonus_tiles_must_be_taken() -> None:
    """While bonus tiles are owed, nothing but picking them is legal. [S8.4]"""
    state, words = before("blue 5, blue 6", "blue 6", "o3r1b3p3")
    state = after(state, words)
    assert legal(state) == {"pick orange", "pick red", "pick blue", "pick purple"}
    assert why(state, "pass") == "pick_first S8.4"
    assert why(state, "blue 1") == "pick_first S8.4"
    assert why(state, "supply") == "usable"


def test_supply_is_out_of_reach_otherwise() -> None:
    """Without a completed structure nothing is picked. [S8.4]"""
    state, _ = before("blue 5, blue 6", "blue 6")
    assert legal(state, "pick") == set()
    assert why(state, "supply") == "pick_none S8.4"


def test_wild_tiles_may_be_picked() -> None:
    """All three bonus tiles of a window may be wild. [S8.4]"""
    state, words = before("blue 5, blue 6", "blue 6", "o7p3")
    state = after(state, words, "pick purple", "pick purple", "pick purple")
    assert (beside(state), pile(state, "supply")) == ("p3", "o7")


def test_bonus_tiles_come_from_the_supply() -> None:
    """Picked tiles leave the supply and lie beside the board. [S8.5]"""
    state, words = before("red 1, red 2, blue 3, blue 4", "red 2")
    state = after(state, words, "pick blue", "pick green")
    assert beside(state) == "r4b1g1"
    assert pile(state, "supply") == "o2r2b1y2g1"


def test_bonus_tiles_cost_and_score_nothing() -> None:
    """Picking changes no points. [S8.5]"""
    state, words = before("blue 5, blue 6", "blue 6")
    state = after(state, words)
    assert points(state) == {"start": 5, "placed": 2}
    state = settled(after(state, "pick orange", "pick red", "pick red"))
    assert points(state) == {"start": 5, "placed": 2}


def test_bonus_tiles_are_spent_later_in_the_round() -> None:
    """Two red bonus tiles pay for red 2 in the next turn of the round. [S8.5]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b6
      blue 1234b6
    seat 2  points 5  passed
    """)
    state = after(state, "place blue 6 blue", "pick red", "pick red", "pick green")
    state = after(drawn(state, "ooo"), "place red 2 red")
    assert star(state, "red") == ".r...."
    assert beside(state) == "g1"


def test_picks_have_one_order() -> None:
    """After a blue tile, orange and red ones are no longer offered. [S8.6]"""
    state, words = before("blue 5, blue 6", "blue 6")
    state = after(state, words, "pick blue")
    assert legal(state) == {"pick blue", "pick yellow", "pick green"}


def test_same_color_may_follow() -> None:
    """A color may be picked again as long as the supply has it. [S8.6]"""
    state, words = before("blue 5, blue 6", "blue 6")
    state = after(state, words, "pick blue", "pick blue")
    assert legal(state) == {"pick yellow", "pick green"}


def test_enough_tiles_must_follow() -> None:
    """With three tiles owed, the last two tiles of the supply are not picked first. [S8.6]"""
    state, words = before("blue 5, blue 6", "blue 6")
    state = after(state, words)
    assert legal(state) == {"pick orange", "pick red", "pick blue", "pick yellow"}
    state = after(state, "pick yellow")
    assert legal(state) == {"pick yellow", "pick green"}


def test_order_begins_anew_with_every_turn() -> None:
    """The order of one player's picks does not bind the next picks. [S8.6]"""
    state = position("""
    phase place  round 1.2
    center -  supply o2r2b2y2g2
    seat 1  points 5  tiles b6
      blue 1234b6
    seat 2  points 5  tiles b6
      blue 1234b6
    """)
    state = after(state, "place blue 6 blue", "pick yellow", "pick green", "pick green")
    state = after(drawn(state, "ooo"), "place blue 6 blue")
    assert allows(state, "pick orange")


def test_every_choice_can_be_reached() -> None:
    """One order loses nothing: two of three colors may be picked in six ways. [S8.6]"""
    state, words = before("red 1, red 2, blue 3, blue 4", "red 2", "o4y4g2")
    state = after(state, words)
    found = {(first, second) for first in legal(state) for second in legal(after(state, first))}
    assert found == {
        ("pick orange", "pick orange"),
        ("pick orange", "pick yellow"),
        ("pick orange", "pick green"),
        ("pick yellow", "pick yellow"),
        ("pick yellow", "pick green"),
        ("pick green", "pick green"),
    }
