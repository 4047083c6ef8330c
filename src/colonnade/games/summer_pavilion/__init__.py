"""Azul: Summer Pavilion, by Michael Kiesling: the game constant and a position's contract face.

What the moves do, and when, stands in rules.py and legal.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from colonnade.contract.checks import WRONG, reason, seat_there
from colonnade.contract.errors import BadState, BadView
from colonnade.contract.event import Event
from colonnade.contract.game import Bounds, GameOf
from colonnade.contract.moves import MoveTable
from colonnade.contract.options import Option
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.state_text import read_line, write_line
from colonnade.contract.tensor import Layout
from colonnade.contract.touch import Moved, Touch
from colonnade.contract.view import Refusal, View
from colonnade.games.summer_pavilion import (
    ends,
    events,
    legal,
    moved,
    refusals,
    rules,
    scoring,
    tensor,
    text,
    touch,
    view,
)
from colonnade.games.summer_pavilion.material import BOARDS, COLORS
from colonnade.games.summer_pavilion.moves import MOVES
from colonnade.games.summer_pavilion.state import ARRAYS, FIELDS, Position, copy_position, score
from colonnade.games.summer_pavilion.statistics import STATISTICS
from colonnade.games.summer_pavilion.view_types import PavilionView


@final
@mypyc_attr(acyclic=True)
class PavilionState(Position):
    """A Summer Pavilion position with the contract's methods, each one call into this folder."""

    def table(self) -> MoveTable:
        """All rows of Summer Pavilion."""
        return MOVES

    def fill_legal(self, rows: vec[i64]) -> i64:
        """Write the legal rows."""
        return legal.fill_legal(self, rows)

    def fill_weights(self, weights: vec[i64]) -> i64:
        """Write chance's weights."""
        return legal.fill_weights(self, weights)

    def apply(self, move: i64) -> None:
        """Make a legal move in place."""
        rules.apply(self, move)

    def copy(self) -> PavilionState:
        """Make an independent twin."""
        twin = PavilionState()
        copy_position(twin, self)
        return twin

    def copy_from(self, other: State) -> None:
        """Become a twin of another Summer Pavilion position."""
        assert isinstance(other, Position)
        copy_position(self, other)

    def scores(self) -> list[int]:
        """Each seat's points."""
        return [int(score(self, seat)) for seat in range(self.seats)]

    def view(self, seat: int | None) -> PavilionView:
        """What this seat may know: the whole table."""
        seat_there(seat, self.seats)
        return view.look(self, seat)

    def reveal(self) -> PavilionView:
        """Everything, which is what anybody sees."""
        return view.look(self, None)

    def seen(self, move: int, seat: int | None) -> int:
        """Every move is seen by everybody. [S1.7]"""
        return move

    def reimagine(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden: the bag's order is drawn as the game goes. [S1.7]"""

    def stand_in(self, seat: i64) -> bool:
        """Become a position that stands for all that fit what this seat knows."""
        return ends.stand_in(self, seat)

    def fill_key(self, words: vec[i64]) -> i64:
        """Write what still matters."""
        return ends.fill_key(self, words)

    def breakdown(self, seat: int) -> dict[str, int]:
        """A seat's points by source."""
        return scoring.breakdown(self, seat)

    def refusals(self, seat: int, legal: list[int] | None = None) -> list[Refusal]:
        """Why things cannot be used now."""
        return refusals.refusals(self, seat, legal)

    def touches(self, move: int) -> Touch:
        """What a row touches, pays and takes."""
        return touch.touches(self, move)

    def moved(self, move: int, seat: int | None, reveal: bool = False) -> list[Moved]:
        """What travels if a row is made from here, as this seat sees it."""
        return moved.moved(self, move, None if reveal else seat, reveal)

    def events(self, move: int, after: State) -> tuple[Event, ...]:
        """What a row brought about besides itself."""
        assert isinstance(after, Position)
        return events.events(self, move, after)

    def tensor_layout(self) -> Layout:
        """The parts of this position's tensors."""
        return tensor.LAYOUTS_BY_SEATS[self.seats]

    def fill_tensor(self, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what a seat knows as numbers."""
        tensor.fill(self, seat, out, at)

    def dump(self) -> str:
        """The whole position as one line."""
        return write_line("summer_pavilion", self, FIELDS, ARRAYS)


class SummerPavilion(GameOf[PavilionState]):
    """The game as the contract knows it."""

    key = "summer_pavilion"
    seats = range(2, 5)
    options = (Option("board", BOARDS),)
    moves = MOVES
    edition = "1"
    view_type = PavilionView
    colors = COLORS
    perfect_information = True
    set_kinds = frozenset({"done", "keep", "pick"})
    set_ends = frozenset({"done"})
    idle_kinds = frozenset({"pass"})
    statistics = STATISTICS
    parts = (
        "bag",
        "board",
        "bonuses",
        "rack",
        "rival",
        "score",
        "star *",
        "tile *",
        "tower",
        "wild",
    )

    def set_up(self, seats: int, choices: Mapping[str, str]) -> PavilionState:
        """A full bag, nothing drawn yet, five points each. [S1.5, S1.6]"""
        state = PavilionState()
        view.choose(state, seats, choices["board"])
        return state

    def load(self, text: str) -> PavilionState:
        """Read what dump wrote."""
        state = PavilionState()
        read_line(self.key, state, text, FIELDS, ARRAYS, check=lambda: view.check_position(state))
        return state

    def imagine(self, view_: View, rng: Rng) -> PavilionState:
        """Make the position that a view shows."""
        if not isinstance(view_, PavilionView):
            raise BadView(game=self.key, why=f"it is a {type(view_).__name__}")
        state = PavilionState()
        view.imagine(state, view_)
        return state

    def picture(self, view_: View) -> str:
        """Draw a view as plain text."""
        assert isinstance(view_, PavilionView)
        return text.draw(view_)

    def bounds(self, seats: int) -> Bounds:
        """Six rounds [S2.1], and on each board 42 spaces with structures worth 36 bonus tiles."""
        tiles = 6 * 4 * (2 * seats + 1)  # laid on factories [S1.4, S1.5]: a take has one at least
        spaces, picks = 42 * seats, 36 * seats  # [S1.2], [S8.2]: 6 * (1 + 2 + 3) bonus tiles
        passes, kept = 6 * seats, 5 * 4 * seats  # [S10.2]; the fourth tile kept ends it [S10.6]
        return Bounds(tiles + spaces + picks + passes + kept, 10 + tiles + picks)

    def parse(self, picture: str) -> PavilionState:
        """Read the picture of a position."""
        state = PavilionState()
        try:
            view.fit(state, text.parse(picture))
            view.check_position(state)
        except WRONG as problem:
            raise BadState(game=self.key, why=reason(problem)) from problem
        return state


GAME: Final = SummerPavilion()
