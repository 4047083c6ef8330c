"""What the Pagoda scenarios share: positions from pictures, moves in words, plain questions.

What the rules answer is asserted in the test files. Seats are 0 and 1 here, 1 and 2 in pictures.
"""

from __future__ import annotations

from textwrap import dedent

from colonnade.games.pagoda import GAME, PagodaState, text, view
from tests.rules.common import after, allows, legal, points, why

__all__ = [
    "after",
    "allows",
    "drawn",
    "held",
    "legal",
    "piles",
    "points",
    "position",
    "uses",
    "why",
]


def position(picture: str, deck: str = "") -> PagodaState:
    """Read a picture; cards not shown are the draw pile, or discarded beside a given `deck`."""
    state = GAME.parse(dedent(picture))
    pile = view.counters(text.colors(deck)) if deck else state.deck
    state.deck, state.discard = pile, state.discard + state.deck - pile
    return state


def drawn(state: PagodaState, display: str = "", hand: str = "") -> PagodaState:
    """The position after chance has drawn these cards, the display's first."""
    words = [f"draw {text.LETTERS[card]} display" for card in display]
    return after(state, *words, *(f"draw {text.LETTERS[card]} hand" for card in hand))


def held(state: PagodaState, seat: int = 0) -> tuple[str, str]:
    """A seat's display and hand as letters."""
    player = state.view(seat).players[seat]
    return text.letters(player.display), text.letters(player.hand or [])


def piles(state: PagodaState) -> tuple[int, str, str]:
    """The size of the draw pile, the discard pile, and the cards played this turn."""
    seen = state.view(None)
    return seen.deck_size, text.letters(seen.discard), text.letters(seen.played)


def uses(state: PagodaState, seat: int = 0) -> dict[str, int]:
    """A seat's abilities that have uses left."""
    return {name: left for name, left in state.view(None).players[seat].abilities.items() if left}
