"""Pagoda, by Arve D. Fühler: the game constant and the contract's face of a position.

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
from colonnade.contract.game import UNPROVEN, Bounds, GameOf
from colonnade.contract.moves import MoveTable
from colonnade.contract.options import Option
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.state_text import read_line, write_line
from colonnade.contract.tensor import Layout
from colonnade.contract.touch import Moved, Touch
from colonnade.contract.view import Refusal, View
from colonnade.games.pagoda import (
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
from colonnade.games.pagoda.material import COLORS, SEATS
from colonnade.games.pagoda.moves import MOVES
from colonnade.games.pagoda.state import FIELDS, Position, copy_position, score
from colonnade.games.pagoda.statistics import STATISTICS
from colonnade.games.pagoda.view_types import PagodaView


@final
@mypyc_attr(acyclic=True)
class PagodaState(Position):
    """A Pagoda position with the contract's methods, each one call into this folder."""

    def table(self) -> MoveTable:
        """All rows of Pagoda."""
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

    def copy(self) -> PagodaState:
        """Make an independent twin."""
        twin = PagodaState()
        copy_position(twin, self)
        return twin

    def copy_from(self, other: State) -> None:
        """Become a twin of another Pagoda position."""
        assert isinstance(other, Position)
        copy_position(self, other)

    def scores(self) -> list[int]:
        """Both seats' points."""
        return [score(self, 0), score(self, 1)]

    def view(self, seat: int | None) -> PagodaView:
        """What this seat may know."""
        seat_there(seat, SEATS)
        return view.look(self, seat)

    def reveal(self) -> PagodaView:
        """Everything, all cards open."""
        return view.look(self, None, True)

    def seen(self, move: int, seat: int | None) -> int:
        """The row as this seat sees it."""
        return view.seen(self, move, seat)

    def reimagine(self, seat: i64, rng: Rng) -> None:
        """Deal anew what this seat cannot know."""
        view.reimagine(self, seat, rng)

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
        return events.events(self, after)

    def tensor_layout(self) -> Layout:
        """The parts of this position's tensors."""
        return tensor.LAYOUT

    def fill_tensor(self, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what a seat knows as numbers."""
        tensor.fill(self, seat, out, at)

    def dump(self) -> str:
        """The whole position as one line."""
        return write_line("pagoda", self, FIELDS)


class Pagoda(GameOf[PagodaState]):
    """The game as the contract knows it."""

    key = "pagoda"
    seats = range(2, 3)
    options = (Option("length", ("full", "fast")), Option("abilities", ("all", "none")))
    moves = MOVES
    edition = "1"
    view_type = PagodaView
    colors = COLORS
    set_kinds = frozenset({"discard", "dragon draw"})
    set_ends = frozenset({"dragon draw"})
    idle_kinds = frozenset({"alternative", "dragon", "end", "no fan", "stuck"})
    statistics = STATISTICS
    parts = (
        "abilities",
        "card * *",
        "deck",
        "display",
        "hand",
        "lot * floor *",
        "rival",
        "score",
        "supply",
        "tile * *",
    )

    def set_up(self, seats: int, choices: Mapping[str, str]) -> PagodaState:
        """Displays of one card of each color, 45 cards in the pile, nothing built. [P1]"""
        state = PagodaState()
        view.choose(state, dict(choices))
        return state

    def load(self, text: str) -> PagodaState:
        """Read what dump wrote."""
        state = PagodaState()
        read_line(self.key, state, text, FIELDS, check=lambda: view.check_position(state))
        return state

    def imagine(self, view_: View, rng: Rng) -> PagodaState:
        """Make a full position that fits a view."""
        if not isinstance(view_, PagodaView):
            raise BadView(game=self.key, why=f"it is a {type(view_).__name__}")
        state = PagodaState()
        view.imagine(state, view_, rng)
        return state

    def picture(self, view_: View) -> str:
        """Draw a view as plain text."""
        assert isinstance(view_, PagodaView)
        return text.draw(view_)

    def bounds(self, seats: int) -> Bounds:
        """No turn is the last: a seat can be stuck again and again, however unlikely. [P9.4]"""
        return Bounds(UNPROVEN, UNPROVEN)  # among 14,000 random games at most 282 and 202

    def parse(self, picture: str) -> PagodaState:
        """Read the picture of an open position."""
        state = PagodaState()
        try:
            view.read(state, text.parse(picture))
            view.check_position(state)
        except WRONG as problem:
            raise BadState(game=self.key, why=reason(problem)) from problem
        return state


GAME: Final = Pagoda()
