"""Tests where cards may come from and who may know them; replenishing is tested in 08."""

from __future__ import annotations

import pytest

from tests.rules.pagoda.table import after, drawn, held, legal, points, position

# The next card drawn empties the pile; seat 2 is not to know the hand beside seat 1's display.
LAST_CARD = """
  r|r...|
   lot 1
seat 1  display rbgyp  hand gy
seat 2  display rbgyp  hand pp
"""


def test_display_and_hand_are_two_moves() -> None:
    """The same card from display or hand makes two different moves. [P2.1]"""
    state = position("""
      r|r...|
       lot 1
    seat 1  display rbgyp  hand rg
    """)
    assert legal(state, "column 1") == {"column 1 red display", "column 1 red hand"}


@pytest.mark.parametrize(
    ("source", "left"), [("display", ("bgyp", "rg")), ("hand", ("rbgyp", "g"))]
)
def test_display_and_hand_work_alike(source: str, left: tuple[str, str]) -> None:
    """A card gives the same points wherever it comes from, and is missing there. [P2.1]"""
    state = position("""
      r|r...|
       lot 1
    seat 1  display rbgyp  hand rg
    """)
    built = after(state, f"column 1 red {source}")
    assert points(built) == {"floor 1": 1}
    assert held(built) == left


def test_two_equal_cards_come_from_anywhere() -> None:
    """Two equal cards come from the display, from the hand, or one from each. [P2.1]"""
    state = position("""
      y|y...|
       lot 1
    seat 1  display rrbgp  hand rr  rice 1
    """)
    assert legal(state, "column 1") == {
        "column 1 yellow rice red display display",
        "column 1 yellow rice red display hand",
        "column 1 yellow rice red hand hand",
    }


def test_other_hand_is_hidden() -> None:
    """A player sees the own hand, and only the number of cards in the other's. [P2.2]"""
    seen = position(LAST_CARD).view(1)
    assert (seen.players[0].hand, seen.players[0].hand_size) == (None, 2)
    assert (seen.players[1].hand, seen.players[1].hand_size) == (["purple", "purple"], 2)


def test_spectators_see_no_hand() -> None:
    """Whoever only watches sees neither hand. [P2.2]"""
    seen = position(LAST_CARD).view(None)
    assert [player.hand for player in seen.players] == [None, None]
    assert [player.hand_size for player in seen.players] == [2, 2]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_draw_pile_is_only_counted(seat: int | None) -> None:
    """Nobody sees into the draw pile, everybody can count it. [P2.2]"""
    seen = position(LAST_CARD, deck="rgb").view(seat)
    assert (seen.deck, seen.deck_size) == (None, 3)


@pytest.mark.parametrize(
    ("words", "seat", "seen"),
    [
        ("draw red hand", 0, "draw red hand"),
        ("draw red hand", 1, "draw hidden hand"),
        ("draw red hand", None, "draw hidden hand"),
        ("draw red display", 1, "draw red display"),
        ("draw red display", None, "draw red display"),
    ],
)
def test_card_drawn_to_the_hand_is_seen_by_its_owner(
    words: str, seat: int | None, seen: str
) -> None:
    """A card drawn to the hand is shown to its owner alone, one to the display to all. [P2.2]"""
    state = position("""
    turn 1  seat 1  phase fill
       lot 1
    seat 1  display rbgyp  hand r
    """)
    table = state.table()
    assert table.words(state.seen(table.number(words), seat)) == seen


def test_everything_else_is_open() -> None:
    """Displays, discard pile, abilities, tiles, lots and points are the same for all. [P2.2]"""
    state = position("""
      b|....|
       ======
      r|rrrr|
       lot 1
    seat 1  points 5 = 4+0+0+0+1+0  display rrbyp  hand gy  lantern 2
    seat 2  points 0 = 0+0+0+0+0+0  display bbgyp  hand pp
    cards  discard rrrrr
    """)
    mine, other, watching = state.view(0), state.view(1), state.view(None)
    for seen in (other, watching):
        assert (seen.discard, seen.tiles, seen.lots) == (mine.discard, mine.tiles, mine.lots)
        for player, known in zip(seen.players, mine.players, strict=True):
            assert player.display == known.display
            assert player.abilities == known.abilities
            assert player.breakdown == known.breakdown
    assert mine.discard == ["red"] * 5
    assert ("red", "blue") not in mine.tiles
    assert mine.players[0].abilities["lantern"] == 2


def test_nothing_is_known_before_the_pile_runs_out() -> None:
    """While cards are left in the draw pile, the other's hand cannot be told. [P2.3]"""
    state = drawn(after(position(LAST_CARD, deck="pp"), "column 1 red display", "end"), "p")
    assert state.view(1).players[0].known == []


def test_empty_pile_gives_the_hands_away() -> None:
    """When the draw pile runs out, each player can tell the other's hand. [P2.3]"""
    state = drawn(after(position(LAST_CARD, deck="p"), "column 1 red display", "end"), "p")
    assert state.view(1).players[0].known == ["green", "yellow"]
    assert state.view(0).players[1].known == ["purple", "purple"]
    assert state.view(1).players[0].hand is None


def test_last_card_of_the_pile_is_known_in_the_hand() -> None:
    """The card that empties the pile is known too, those drawn after it are not. [P2.3]"""
    state = after(position(LAST_CARD, deck="p"), "column 2 green hand", "column 3 yellow hand")
    state = drawn(after(state, "end"), hand="pb")
    assert held(state) == ("rbgyp", "bp")
    assert state.view(1).players[0].known == ["purple"]


def test_known_cards_are_remembered_until_played() -> None:
    """A known card stays known until it is played; what replaces it is not known. [P2.3]"""
    state = drawn(after(position(LAST_CARD, deck="p"), "column 1 red display", "end"), "p")
    state = drawn(after(state, "column 1 red display", "end"), "r")
    assert state.view(1).players[0].known == ["green", "yellow"]
    state = after(state, "column 2 green hand")
    assert state.view(1).players[0].known == ["yellow"]
    state = drawn(after(state, "end"), hand="b")
    assert held(state) == ("bgypp", "by")
    assert state.view(1).players[0].known == ["yellow"]


def test_discarded_card_is_no_longer_known() -> None:
    """A known card that is discarded is no longer one of the hand. [P2.3]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand gy  known gy  dragon 1
    """)
    state = after(state, "dragon", "discard green hand")
    assert state.view(1).players[0].known == ["yellow"]


def test_shown_card_counts_as_the_known_one() -> None:
    """Of a known and an unknown card of one color, the known one counts as played. [P2.3]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand rr  known r
    """)
    state = after(state, "column 1 red hand")
    assert held(state) == ("rbgyp", "r")
    assert state.view(1).players[0].known == []


def test_one_of_two_known_cards_stays_known() -> None:
    """Of two known cards of one color only the one played is forgotten. [P2.3]"""
    state = position("""
       lot 1
    seat 1  display rbgyp  hand rr  known rr
    """)
    assert after(state, "column 1 red hand").view(1).players[0].known == ["red"]
