"""What the Summer Pavilion scenarios share: positions from pictures, plain questions.

What the rules answer is asserted in the test files. Seats count from 0 here, from 1 in pictures.
"""

from __future__ import annotations

from textwrap import dedent

from msgspec.structs import replace

from colonnade.contract import play
from colonnade.contract.rng import Rng
from colonnade.contract.state_text import read_counts, write_counts
from colonnade.games.summer_pavilion import GAME, PavilionState, text
from colonnade.games.summer_pavilion.material import COLORS
from tests.rules.common import after, allows, legal, points, why

__all__ = [
    "after",
    "allows",
    "beside",
    "drawn",
    "factories",
    "legal",
    "pile",
    "points",
    "position",
    "settled",
    "star",
    "why",
]


def position(picture: str, bag: str | None = None) -> PavilionState:
    """Read a picture; tiles not shown are in the bag, or beside the last board if `bag` is said."""
    view = text.parse(dedent(picture))
    if bag is not None:
        left, last = read_counts(bag, COLORS), view.players[-1]
        tiles = {color: n - left.get(color, 0) for color, n in view.bag.items()}
        for color, n in last.tiles.items():
            tiles[color] = tiles.get(color, 0) + n
        view = replace(view, bag=left, players=[*view.players[:-1], replace(last, tiles=tiles)])
    return GAME.imagine(view, Rng(0))


def drawn(state: PavilionState, tiles: str) -> PavilionState:
    """The position after chance has drawn these tiles, wherever they are due."""
    for letter in tiles:
        (words,) = legal(state, f"draw {text.LETTERS[letter]}")
        state = after(state, words)
    return state


def settled(state: PavilionState) -> PavilionState:
    """The position after all draws that are due, whatever comes."""
    made, _ = play.settle(state, Rng(0))
    assert isinstance(made, PavilionState)
    return made


def beside(state: PavilionState, seat: int = 0) -> str:
    """The tiles beside a seat's board; of one that has passed, those in its corners. [S10.5]"""
    player = state.view(None).players[seat]
    done = player.passed and state.view(None).phase != "keep"
    return write_counts(player.kept if done and not player.tiles else player.tiles)


def pile(state: PavilionState, name: str) -> str:
    """The tiles in the center of the table, the supply, the bag or the tower."""
    return write_counts(getattr(state.view(None), name))


def factories(state: PavilionState) -> list[str]:
    """The tiles of each factory."""
    return [write_counts(tiles) for tiles in state.view(None).factories]


def star(state: PavilionState, name: str, seat: int = 0) -> str:
    """The tiles on a star's positions 1 to 6, a dot for each free space."""
    return "".join(c[0] if c else "." for c in state.view(None).players[seat].board[name])
