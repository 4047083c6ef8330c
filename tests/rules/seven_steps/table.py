"""What the 7 Steps scenarios share: positions from short texts or pictures, plain questions.

What the rules answer is asserted in the test files. Seats count from 0 here, from 1 in pictures.
"""

from __future__ import annotations

from textwrap import dedent

from msgspec.structs import replace

from colonnade.contract import play
from colonnade.contract.rng import Rng
from colonnade.contract.state_text import read_counts, write_counts
from colonnade.games.seven_steps import GAME, StepsState
from colonnade.games.seven_steps.material import COLORS
from colonnade.games.seven_steps.view_types import SpaceView
from tests.rules.common import after, allows, legal, points, why

__all__ = [
    "after", "allows", "bag", "discards", "drawn", "hand", "legal", "names", "new_game", "points",
    "position", "seen", "settled", "tiles", "towers", "why",
]  # fmt: skip


def position(picture: str, heights: str = "", bag: str | None = None) -> StepsState:
    """Read turn, seats and `heights` such as a0=2 b3=1; discs left over are in the bag.

    The hexes may be drawn as well. If `bag` is said, what it lacks has left the game.
    """
    seen = GAME.parse(dedent(picture)).reveal()
    for pair in heights.split():
        name, height = pair.split("=")
        seen.board[name] = SpaceView(seen.board[name].color, int(height))
    state = GAME.parse(GAME.picture(seen))
    if bag is None:
        return state
    left, rest = read_counts(bag, COLORS), state.reveal().bag or {}
    gone = {color: count - left.get(color, 0) for color, count in rest.items()}
    return GAME.parse(GAME.picture(replace(seen, gone=gone)))


def new_game(seats: int = 2, **options: str) -> StepsState:
    """A new game, nothing laid or drawn yet."""
    made = GAME.start(seats, options)
    assert isinstance(made, StepsState)
    return made


def drawn(state: StepsState, discs: str) -> StepsState:
    """The position after chance has drawn these discs, given by their letters."""
    colors = {color[0]: color for color in COLORS}
    return after(state, *(f"draw {colors[letter]}" for letter in discs))


def settled(state: StepsState) -> StepsState:
    """The position after all draws that are due, whatever comes."""
    made, _ = play.settle(state, Rng(0))
    assert isinstance(made, StepsState)
    return made


def names(state: StepsState, beginning: str = "place") -> str:
    """The spaces that legal moves name after this word, such as `a0 b3`."""
    return " ".join(sorted(words.split()[-1] for words in legal(state, beginning)))


def towers(state: StepsState) -> str:
    """The heights of all towers, written as position reads them."""
    board = state.view(None).board.items()
    return " ".join(f"{name}={space.height}" for name, space in board if space.height)


def hand(state: StepsState, seat: int = 0) -> str:
    """The discs behind a seat's screen."""
    return write_counts(state.reveal().players[seat].hand or {})


def bag(state: StepsState) -> str:
    """The discs in the bag."""
    return write_counts(state.reveal().bag or {})


def tiles(state: StepsState, seat: int = 0) -> tuple[str | None, str | None]:
    """The construction tile and the points tile of a seat."""
    player = state.view(None).players[seat]
    return player.construction, player.points


def discards(state: StepsState, kind: str) -> dict[str, int]:
    """The discarded tiles of a type."""
    return state.view(None).discards[kind]


def seen(state: StepsState, words: str, watcher: int | None) -> str:
    """A move as a watcher sees it made from here."""
    table = state.table()
    return table.words(state.seen(table.number(words), watcher))
