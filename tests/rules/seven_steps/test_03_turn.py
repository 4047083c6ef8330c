"""Tests the sequence of a turn, and what each watcher sees of it."""

from __future__ import annotations

import pytest

from colonnade.contract.state import CHANCE
from tests.rules.seven_steps.table import (
    after,
    discards,
    drawn,
    hand,
    legal,
    names,
    points,
    position,
    seen,
    settled,
    tiles,
    why,
)

TWO = """
turn 5  phase start  round 3
seat 1  points 4 = 4+0+0  hand t2y2r3  construction {construction}  tile colors
seat 2  points 9 = 8+1+0  hand b7
"""
RETURNING = """
turn 6  seat 2  phase returning  round 3
seat 1  hand t7
seat 2  hand y2b2
"""
FIRST_TILE = """
turn 6  seat 2  phase tile  round 3  bonus construction  placed c0  at c0  level 1  scored 1
seat 1  hand t7  construction shift
seat 2  hand b6  {held}
"""
# Seat 1 has climbed and placed black discs; its hand is full.
NEXT_TURN = """
phase returning  round 3  placed c5 c0 c2  at c2  level 3  limit 5  climbing yes  third black
seat 1  hand w7
seat 2  hand t5b2  tile {tile}
"""
NEXT_TOWERS = "a0=2 a1=2 a2=2 a3=2 a4=2 a5=2 a6=2 c5=2 c0=3 c2=3"


def test_turns_go_around() -> None:
    """Three seats play one after the other; the round ends with the last. [T3.1]"""
    state = position("""
    phase start
    seat 1  hand t7
    seat 2  hand y7
    seat 3  hand b7
    """)
    rounds = [(state.actor, state.turn, state.view(None).round)]
    for space in ("a0", "b0", "c0"):
        state = settled(after(state, f"place {space}", "count", "bonus points"))
        state = settled(after(state, "refill"))
        rounds.append((state.actor, state.turn, state.view(None).round))
    assert rounds == [(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 4, 2)]


def test_only_the_seat_on_turn_acts() -> None:
    """Another seat is refused everything until its turn comes. [T3.1]"""
    state = position(TWO.format(construction="remove"))
    assert why(state, "a0", seat=1) == "not_your_turn T3.1"
    assert why(state, "construction", seat=1) == "not_your_turn T3.1"


def test_sequence_of_a_turn() -> None:
    """Construction tile, discs, counting with a tile, bonus, returning, drawing. [T3.2]"""
    state = position(TWO.format(construction="move"), "c0=1")
    phases = []
    moves = ["move c0", "onto c1", "place a1", "place b3", "count tile", "bonus construction"]
    moves += ["tile climb", "return red", "refill", "draw white", "draw white", "draw orange"]
    for words in moves:
        phases.append(state.view(None).phase)
        state = after(state, words)
    assert phases == [
        "start", "moving", "first disc", "next disc", "next disc", "bonus", "tile", "returning",
        "returning", "refill", "refill", "refill",
    ]  # fmt: skip
    assert (state.actor, state.turn, hand(state)) == (1, 6, "t1y1r2w2o1")


def test_used_spaces_begin_anew() -> None:
    """The spaces of the last turn are free for the next player. [T3.2, T4.6]"""
    state = after(position(NEXT_TURN.format(tile="edge"), NEXT_TOWERS), "refill", "place a0")
    assert names(state) == "a1 a2 a3 a4 a5 a6"


@pytest.mark.parametrize(("tile", "expected"), [("colors", 1), ("one color", 2), ("line", 1)])
def test_placed_discs_begin_anew(tile: str, expected: int) -> None:
    """What the last player placed brings the next one nothing. [T3.2, T9.1]"""
    state = after(position(NEXT_TURN.format(tile=tile), NEXT_TOWERS), "refill", "place a0")
    assert points(after(state, "count tile"), 1) == {"levels": 3, "points tiles": expected}


def test_third_levels_begin_anew() -> None:
    """A black disc at level 3 counts for the player who placed it alone. [T3.2, T9.7]"""
    state = position(NEXT_TURN.format(tile="third dark"), NEXT_TOWERS)
    state = after(state, "refill", "place a0")
    assert legal(state, "count") == {"count"}


def test_limits_begin_anew() -> None:
    """Climbing and five discs hold for one turn only. [T3.2, T8.6]"""
    state = position(NEXT_TURN.format(tile="edge"), NEXT_TOWERS + " c1=1")
    state = after(state, "refill")
    assert names(state) == "a0 a1 a2 a3 a4 a5 a6 c3 c4 c6"
    assert (state.view(None).limit, state.view(None).path) == (7, [])


def test_what_is_open() -> None:
    """All see the board, points, tiles, discards, and how many discs are where. [T3.3]"""
    state = position(TWO.format(construction="remove"), "c0=2")
    view = after(state, "remove c0").view(None)
    assert (view.board["c0"].height, view.scores, view.bag_size) == (1, [4, 9], 125)
    assert view.discards["construction"] == {"remove": 1}
    assert [player.hand_size for player in view.players] == [7, 7]
    assert [player.points for player in view.players] == ["colors", None]


@pytest.mark.parametrize("watcher", [1, None])
@pytest.mark.parametrize("words", ["remove c0", "recover c0"])
def test_discs_taken_from_the_board_are_open(words: str, watcher: int | None) -> None:
    """Everybody sees which disc is removed or recovered. [T3.3]"""
    state = position(TWO.format(construction=words.split()[0]), "c0=2")
    assert seen(state, words, watcher) == words


def test_returns_are_counted() -> None:
    """All see how many discs were returned: the hand shrinks and the bag grows. [T3.3]"""
    before = position(RETURNING)
    view = after(before, "return yellow", "return black").view(0)
    assert (view.players[1].hand_size, view.bag_size) == (2, before.view(0).bag_size + 2)


def test_a_recovered_disc_is_known() -> None:
    """The table can name a recovered disc as long as it must be behind the screen. [T3.3]"""
    state = after(position(TWO.format(construction="recover"), "c0=2"), "recover c0")
    assert state.view(None).players[0].known == {"black": 1}
    state = after(state, "place a0", "count", "bonus construction", "tile climb", "return red")
    assert state.view(None).players[0].known == {"black": 1}


def test_known_until_placed() -> None:
    """A recovered disc that is placed again is no longer known. [T3.3]"""
    state = position(TWO.format(construction="recover"), "a0=2")
    state = after(state, "recover a0")
    assert state.view(1).players[0].known == {"turquoise": 1}
    assert after(state, "place a1").view(1).players[0].known == {}


def test_known_while_nothing_is_returned() -> None:
    """Without a return the disc stays known in the next turns. [T3.3]"""
    state = after(position(TWO.format(construction="recover"), "c0=2"), "recover c0", "place a0")
    state = after(state, "count", "bonus construction", "tile climb", "refill")
    assert state.actor == 1
    assert state.view(None).players[0].known == {"black": 1}


def test_unknown_after_a_later_return() -> None:
    """In a later turn any hidden return may have been that disc. [T3.3, T3.4]"""
    state = position("""
    turn 9  phase returning  round 5
    seat 1  hand t3b1  known b1
    seat 2  hand y7
    """)
    assert after(state, "refill").view(None).players[0].known == {"black": 1}
    assert after(state, "return turquoise").view(None).players[0].known == {}


def test_screens_hide_the_discs() -> None:
    """A seat sees its own discs, a spectator none, and the bag is open to nobody. [T3.4]"""
    state = position(TWO.format(construction="remove"))
    assert [player.hand for player in state.view(1).players] == [None, {"black": 7}]
    assert [player.hand for player in state.view(None).players] == [None, None]
    assert [state.view(watcher).bag for watcher in (0, 1, None)] == [None, None, None]


@pytest.mark.parametrize(
    ("watcher", "words"), [(0, "draw hidden"), (1, "draw red"), (None, "draw hidden")]
)
def test_draws_are_hidden(watcher: int | None, words: str) -> None:
    """Only the seat that draws sees the color. [T3.4]"""
    state = after(position(RETURNING), "refill")
    assert state.actor == CHANCE
    assert seen(state, "draw red", watcher) == words


@pytest.mark.parametrize(
    ("watcher", "words"), [(0, "return hidden"), (1, "return black"), (None, "return hidden")]
)
def test_returns_are_hidden(watcher: int | None, words: str) -> None:
    """Only the seat that returns sees the color. [T3.4]"""
    assert seen(position(RETURNING), "return black", watcher) == words


def test_hidden_rows_are_never_legal() -> None:
    """What a veiled move is called is no move of its own. [T3.4]"""
    assert legal(position(RETURNING)) == {"return yellow", "return black", "refill"}
    assert not any("hidden" in words for words in legal(after(position(RETURNING), "refill")))


def test_order_of_returns_is_hidden() -> None:
    """Others do not learn how far the returning has come. [T3.4, T10.1]"""
    state = after(position(RETURNING), "return black")
    assert [state.view(watcher).least for watcher in (0, 1, None)] == [0, 2, 0]


@pytest.mark.parametrize(
    ("watcher", "words"), [(0, "tile hidden"), (1, "tile climb"), (None, "tile hidden")]
)
def test_a_tile_to_choose_is_hidden(watcher: int | None, words: str) -> None:
    """Whoever holds a tile of the type looks at the new one alone. [T3.4]"""
    state = position(FIRST_TILE.format(held="construction remove"), "c0=1")
    assert seen(state, "tile climb", watcher) == words


@pytest.mark.parametrize("watcher", [0, 1, None])
def test_a_tile_without_choice_is_open(watcher: int | None) -> None:
    """A tile that is simply kept is seen by all, a tile of the other type in hand or not. [T3.4]"""
    state = position(FIRST_TILE.format(held="tile edge"), "c0=1")
    assert seen(state, "tile climb", watcher) == "tile climb"


def test_pile_while_a_tile_is_chosen() -> None:
    """To others the tile being chosen is still one of the pile. [T3.4]"""
    state = position(FIRST_TILE.format(held="construction remove"), "c0=1")
    state = after(state, "tile climb")
    own, other = state.view(1), state.view(0)
    assert (own.new_tile, own.piles["construction"]["climb"]) == ("climb", 1)
    assert (other.new_tile, other.piles["construction"]["climb"]) == (None, 2)
    assert state.view(None).piles == other.piles


def test_the_choice_is_open() -> None:
    """Once the choice is made, all see the tile kept and the one rejected. [T3.3, T3.4]"""
    state = position(FIRST_TILE.format(held="construction remove"), "c0=1")
    state = after(state, "tile climb")
    assert seen(state, "keep climb reject remove", 0) == "keep climb reject remove"
    state = after(state, "keep climb reject remove")
    assert (tiles(state, 1), discards(state, "construction")) == (("climb", None), {"remove": 1})


def test_nobody_acts_during_draws() -> None:
    """While discs are drawn no space can be used, and the drawer is no exception. [T3.2]"""
    state = after(position(RETURNING), "refill")
    assert why(state, "c0", seat=1) == "drawing T10.3"
    state = drawn(state, "ttt")
    assert (state.actor, names(state)) == (0, "a0 a1 a2 a3 a4 a5 a6")
