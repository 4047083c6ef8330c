"""7 Steps, by M. Kiesling and R. Staupe: the game constant and a position's contract face.

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
from colonnade.games.seven_steps import (
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
from colonnade.games.seven_steps.material import COLORS, EXTRA_ROUND, FACES, LAST_ROUND, LAYOUTS
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.state import (
    ARRAYS,
    FIELDS,
    Position,
    copy_position,
    score,
)
from colonnade.games.seven_steps.statistics import STATISTICS
from colonnade.games.seven_steps.view_types import StepsView


@final
@mypyc_attr(acyclic=True)
class StepsState(Position):
    """A 7 Steps position with the contract's methods, each one call into this folder."""

    def table(self) -> MoveTable:
        """All rows of 7 Steps."""
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

    def copy(self) -> StepsState:
        """Make an independent twin."""
        twin = StepsState()
        copy_position(twin, self)
        return twin

    def copy_from(self, other: State) -> None:
        """Become a twin of another 7 Steps position."""
        assert isinstance(other, Position)
        copy_position(self, other)

    def scores(self) -> list[int]:
        """Each seat's points."""
        return [int(score(self, seat)) for seat in range(self.seats)]

    def view(self, seat: int | None) -> StepsView:
        """What this seat may know."""
        seat_there(seat, self.seats)
        return view.look(self, seat)

    def reveal(self) -> StepsView:
        """Everything, all discs open."""
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

    def ceiling(self, seat: i64) -> i64:
        """The most by which this seat may come to lead."""
        return ends.ceiling(self, seat)

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
        return write_line("seven_steps", self, FIELDS, ARRAYS)


class SevenSteps(GameOf[StepsState]):
    """The game as the contract knows it."""

    key = "seven_steps"
    seats = range(2, 5)
    options = (
        Option("face", FACES),
        Option("layout", tuple(LAYOUTS)),
        Option("extra_round", EXTRA_ROUND),
    )
    moves = MOVES
    edition = "1"
    view_type = StepsView
    colors = COLORS
    set_kinds = frozenset({"keep", "refill", "return"})
    set_ends = frozenset({"refill"})
    idle_kinds = frozenset({"count", "return"})
    statistics = STATISTICS
    parts = (
        "bag", "board", "disc *", "hand", "log", "main", "pile *", "rival", "score",
        "segment [a-g]", "space *", "tiles", "tower *", "track", "[a-g][0-6]",
    )  # fmt: skip

    def set_up(self, seats: int, choices: Mapping[str, str]) -> StepsState:
        """An empty table: segments, rotations and discs are still to come. [T1.3, T1.5, T1.6]"""
        state = StepsState()
        view.choose(state, seats, dict(choices))
        return state

    def load(self, text: str) -> StepsState:
        """Read what dump wrote."""
        state = StepsState()
        read_line(self.key, state, text, FIELDS, ARRAYS, check=lambda: view.check_position(state))
        return state

    def imagine(self, view_: View, rng: Rng) -> StepsState:
        """Make a full position that fits a view."""
        if not isinstance(view_, StepsView):
            raise BadView(game=self.key, why=f"it is a {type(view_).__name__}")
        state = StepsState()
        view.imagine(state, view_, rng)
        return state

    def picture(self, view_: View) -> str:
        """Draw a view as plain text."""
        assert isinstance(view_, StepsView)
        return text.draw(view_)

    def bounds(self, seats: int) -> Bounds:
        """A last round [T11.7]; in a turn everything has its place and its limit [T3.2]."""
        turns = LAST_ROUND * seats
        tile = 2  # a second disc removed [T8.3], or where a tower or disc goes [T8.4, T8.5]
        discs = 7  # each placed or returned; one recovered comes instead of the tile's second row
        rest = 4  # count, type of bonus tile, which of two to keep, refill
        draws = 7 + 1  # discs [T10.3] and a bonus tile
        set_up = 7 + 7 + 7 * seats  # segments laid, segments rotated, discs [T1.3, T1.5]
        return Bounds(turns * (tile + discs + rest), set_up + turns * draws)

    def parse(self, picture: str) -> StepsState:
        """Read the picture of an open position."""
        state = StepsState()
        try:
            view.read(state, text.parse(picture))
            view.check_position(state)
        except WRONG as problem:
            raise BadState(game=self.key, why=reason(problem)) from problem
        return state


GAME: Final = SevenSteps()
